"""Holds exported contracts to PyPI's openapi-spec-validator.

usage: validate_exports.py PROGRAM [CORPUS]

PROGRAM is the built counterpart. Every contract of Contracts/ is exported as OpenAPI 3.0 and 3.1, and so are the published documents of
CORPUS that are themselves valid to the validator; what comes out must be valid too, and say nothing that the contract does not. Documents of more than
a megabyte are left out: the validator takes minutes for each. Exits 1 with one line a fault.
"""
import json
import pathlib
import subprocess
import sys

import yaml
from openapi_spec_validator import OpenAPIV30SpecValidator, OpenAPIV31SpecValidator

VALIDATORS = {"3.0": OpenAPIV30SpecValidator, "3.1": OpenAPIV31SpecValidator}
ROOT = pathlib.Path(__file__).resolve().parents[2]
METHODS = {"get", "put", "post", "delete", "options", "head", "patch", "trace"}


class Loader(yaml.CSafeLoader):
    """YAML without dates, and with every key as text."""


Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if not tag.endswith("timestamp")]
    for first, resolvers in yaml.CSafeLoader.yaml_implicit_resolvers.items()
}


def with_text_keys(node):
    if isinstance(node, dict):
        return {str(key): with_text_keys(value) for key, value in node.items()}
    return [with_text_keys(child) for child in node] if isinstance(node, list) else node


def read(path):
    return with_text_keys(yaml.load(path.read_text(encoding="utf-8"), Loader))


def first_fault(document, base_uri=""):
    validator = VALIDATORS["3.0" if str(document["openapi"]).startswith("3.0") else "3.1"]
    try:
        for error in validator(document, base_uri=base_uri).iter_errors():
            return f"{error.json_path}: {error.message[:300]}"
    except Exception as error:  # The validator does not promise which errors it raises.
        return f"{type(error).__name__}: {error}"[:300]
    return None


def operations(document):
    return {
        (path, method)
        for path, item in document.get("paths", {}).items()
        for method in item or {}
        if method in METHODS
    }


def main(program, corpus):
    paths = sorted(ROOT.glob("Contracts/*/openapi.yaml"))
    if corpus:
        published = [path for suffix in ("json", "yaml") for path in corpus.rglob(f"*.{suffix}") if "refuse" not in path.parts]
        paths += sorted(path for path in published if path.stat().st_size < 1_000_000)
    faults, exported, left_out = [], 0, []
    for path in paths:
        document = read(path)
        if not isinstance(document, dict) or "openapi" not in document:
            continue  # A part of a document.
        if fault := first_fault(document, path.resolve().as_uri()):
            left_out.append(f"{path.name}: {fault}")
            continue
        for edition in VALIDATORS:
            command = [program, "export", path, "--openapi", edition]
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode != 0:
                faults.append(f"{path}: export to {edition} ended with {done.returncode}: {done.stderr}")
                continue
            export = json.loads(done.stdout)
            exported += 1
            if fault := first_fault(export):
                faults.append(f"{path} as {edition}: {fault}")
            if not all("$ref" in item for item in (document.get("paths") or {}).values()) and operations(export) < operations(document):
                faults.append(f"{path} as {edition}: lacks {sorted(operations(document) - operations(export))}")
    for line in left_out:
        print(f"invalid to the validator before it was exported: {line}")
    print(f"exports: {exported} documents, {len(faults)} invalid")
    return faults


if __name__ == "__main__":
    found = main(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None)
    print("\n".join(found), end="\n" if found else "")
    sys.exit(1 if found else 0)
