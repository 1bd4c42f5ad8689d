"""Holds the contracts that `counterpart infer` makes to a validator that is not ours: openapi-spec-validator.

    pip install openapi-spec-validator==0.9.0 pyyaml==6.0.3
    python3 Tests/Peers/validate_inferred.py .build/debug/counterpart

Infers a contract from each folder of Recordings/, and one from a recording of bodies that are not JSON. Every one must be valid
OpenAPI 3.1, have paths, and not say the shape of one object twice.
Exits 0, or 1 with one line a fault.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import yaml
from openapi_spec_validator import OpenAPIV31SpecValidator

ROOT = Path(__file__).resolve().parents[2]


def exchange(path, request_type, request_text, response_type, response_text):
    body = {"mimeType": request_type, "text": request_text}
    return {
        "startedDateTime": "2026-01-01T00:00:00Z",
        "time": 1,
        "cache": {},
        "timings": {"send": 0, "wait": 1, "receive": 0},
        "request": {
            "method": "POST", "url": "http://h" + path, "httpVersion": "HTTP/1.1", "cookies": [], "queryString": [],
            "headers": [{"name": "Content-Type", "value": request_type}], "headersSize": -1,
            "bodySize": len(request_text), "postData": body,
        },
        "response": {
            "status": 200, "statusText": "OK", "httpVersion": "HTTP/1.1", "cookies": [],
            "headers": [{"name": "Content-Type", "value": response_type}], "redirectURL": "", "headersSize": -1,
            "bodySize": len(response_text),
            "content": {"size": len(response_text), "mimeType": response_type, "text": response_text},
        },
    }


def other_bodies():
    form = "application/x-www-form-urlencoded"
    part = '--b\r\nContent-Disposition: form-data; name="{}"\r\n\r\n{}\r\n'
    multipart = part.format("title", "Shoes") + part.format("count", "3") + "--b--\r\n"
    xml = '<order id="7"><item>Shoes</item><item>Socks</item></order>'
    entries = [
        exchange("/login", form, "name=ada&age=36", "application/json", '{"id": 1, "name": "ada"}'),
        exchange("/login", form, "name=bob", "application/json", '{"id": 2, "name": "bob"}'),
        exchange("/upload", "multipart/form-data; boundary=b", multipart, "application/json", '{"id": 3, "name": "c"}'),
        exchange("/order", "application/xml", xml, "application/xml", xml),
    ]
    return {"log": {"version": "1.2", "creator": {"name": "peer", "version": "1"}, "entries": entries}}


def object_schemas(node):
    if isinstance(node, dict):
        if isinstance(node.get("properties"), dict) and "type" in node:
            yield json.dumps(node, sort_keys=True)
        for name, child in node.items():
            if name != "examples":
                yield from object_schemas(child)
    elif isinstance(node, list):
        for child in node:
            yield from object_schemas(child)


def faults(program, name, recordings, folder):
    target = Path(folder) / (name + ".yaml")
    told = subprocess.run(
        [program, "infer", *map(str, recordings), "-o", str(target)], capture_output=True, text=True, timeout=300)
    if told.returncode != 0:
        return ["%s: infer ended with %d: %s" % (name, told.returncode, told.stderr.strip())]
    document = yaml.safe_load(target.read_text())
    found = ["%s: %s: %s" % (name, "/".join(map(str, error.absolute_path)), error.message)
             for error in OpenAPIV31SpecValidator(document).iter_errors()]
    if not document.get("paths"):
        found.append("%s: it has no paths" % name)
    schemas = list(object_schemas(document))
    found += ["%s: said %d times: %s" % (name, schemas.count(schema), schema[:200])
              for schema in sorted(set(schemas)) if schemas.count(schema) > 1]
    return found


def main():
    program = sys.argv[1]
    found = []
    with tempfile.TemporaryDirectory() as folder:
        others = Path(folder) / "others.har"
        others.write_text(json.dumps(other_bodies()))
        sets = {path.name: sorted(path.glob("*.har")) for path in sorted((ROOT / "Recordings").iterdir()) if path.is_dir()}
        sets["other-bodies"] = [others]
        for name, recordings in sets.items():
            found += faults(program, name, recordings, folder)
    for fault in found:
        print(fault)
    if not found:
        print("%d inferred contracts are valid OpenAPI 3.1" % len(sets))
    sys.exit(1 if found else 0)


main()
