"""Holds Contracts/ to validators that are not ours: openapi-spec-validator, jsonschema, zlib.

    pip install openapi-spec-validator==0.9.0 jsonschema==4.26.0 pyyaml==6.0.3
    python3 Tests/Peers/validate_contracts.py

Checks that every openapi.yaml is valid; that every named example fits its schema; that every declared status of every
operation has an example that pairs a request with it, and that no request breaks the contract unless the parameter that it
breaks names that very status; that every PNG decodes; that the rows of data/*.json fit the component schemas and tell the
same story as the examples; that every Arazzo document is valid and refers to what there is.
Reads local files only. Exits 0, or 1 with one line a fault.
"""

import argparse
import base64
import json
import os
import re
import struct
import sys
import urllib.parse
import zlib
from decimal import Decimal
from pathlib import Path

import yaml
from jsonschema import Draft202012Validator, FormatChecker
from jsonschema.exceptions import ValidationError
from jsonschema.validators import extend
from openapi_spec_validator import OpenAPIV31SpecValidator
from referencing import Registry
from referencing.exceptions import Unresolvable
from referencing.jsonschema import DRAFT202012

ROOT = Path(__file__).resolve().parents[2]
METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")

# Each contract's data files, with the schema that a row answers to, and what an answer adds to the row.
# None: rows of the mock's own (who may log in, what is in whose cart), which no answer shows as they are.
DATA = {
    "sneaker-shop": {
        "users.json": None,
        "categories.json": ("Category", {}),
        "products.json": ("Product", {"liked": False}),
        "promotions.json": ("Promotion", {}),
        "likes.json": None,
        "cart.json": None,
    },
    "selectable-catalog": {"items.json": ("Item", {})},
    "golden-sewing": {
        "categories.json": ("Category", {}),
        "posts.json": ("Post", {}),
        "media.json": ("Media", {}),
    },
}

# Fields that an answer has for the user who asks; no row has them.
PER_USER = {"liked", "number"}


class Loader(yaml.SafeLoader):
    """YAML with the types of JSON: no dates, no yes and no, numbers with a fraction exact, no key twice."""


Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if not re.search("timestamp|bool|int|float", tag)]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile("^(?:true|false)$"), list("tf"))
Loader.add_implicit_resolver("tag:yaml.org,2002:int", re.compile(r"^-?(?:0|[1-9]\d*)$"), list("-0123456789"))
Loader.add_implicit_resolver(
    "tag:yaml.org,2002:float", re.compile(r"^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$"), list("-0123456789")
)
Loader.add_constructor("tag:yaml.org,2002:float", lambda loader, node: Decimal(node.value))


def construct_mapping(loader, node):
    loader.flatten_mapping(node)
    pairs = [(loader.construct_object(key), loader.construct_object(value, deep=True)) for key, value in node.value]
    keys = [key for key, _ in pairs]
    for key in keys:
        if not isinstance(key, str):
            raise yaml.YAMLError(f"key {key!r} is no text{node.start_mark}")
        if keys.count(key) > 1:
            raise yaml.YAMLError(f"key {key!r} stands twice{node.start_mark}")
    return dict(pairs)


Loader.add_constructor("tag:yaml.org,2002:map", construct_mapping)


def read_yaml(path):
    with open(path, encoding="utf-8") as file:
        return yaml.load(file, Loader)


def read_json(path):
    def no_key_twice(pairs):
        if len({key for key, _ in pairs}) < len(pairs):
            raise ValueError(f"{path}: a key stands twice in {pairs}")
        return dict(pairs)

    return json.loads(path.read_text(encoding="utf-8"), parse_float=Decimal, object_pairs_hook=no_key_twice)


def png_fault(text):
    """Why the base64 text is not a PNG, or None. Checks signature, every chunk's CRC, and the pixels' number."""
    try:
        data = base64.b64decode(text, validate=True)
        if data[:8] != b"\x89PNG\r\n\x1a\n":
            return "no PNG signature"
        position, chunks = 8, {}
        while position < len(data):
            length, kind = struct.unpack_from(">I4s", data, position)
            content = data[position + 8 : position + 8 + length]
            (crc,) = struct.unpack_from(">I", data, position + 8 + length)
            if crc != zlib.crc32(kind + content):
                return f"CRC of {kind.decode()} is wrong"
            chunks[kind] = chunks.get(kind, b"") + content
            position += 12 + length
        width, height, depth, colour = struct.unpack(">IIBB", chunks[b"IHDR"][:10])
        samples = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[colour]
        expected = height * (1 + (width * samples * depth + 7) // 8)
        pixels = zlib.decompress(chunks[b"IDAT"])
        if len(pixels) != expected or b"IEND" not in chunks or (colour == 3 and b"PLTE" not in chunks):
            return f"{len(pixels)} bytes of pixels, {expected} expected"
    except (ValueError, KeyError, struct.error, zlib.error) as error:
        return f"{type(error).__name__}: {error}"
    return None


def content_media_type(validator, media_type, instance, schema):
    if media_type == "image/png" and isinstance(instance, str) and (fault := png_fault(instance)):
        yield ValidationError(f"no PNG: {fault}")


FORMATS = FormatChecker()
FORMATS.checks("uint64")(lambda value: isinstance(value, str) or 0 <= value < 2**64 and value == int(value))
FORMATS.checks("decimal")(lambda value: isinstance(value, (int, Decimal)))
FORMATS.checks("uri")(lambda value: not isinstance(value, str) or all(urllib.parse.urlsplit(value)[:2]))

JSON_TYPES = Draft202012Validator.TYPE_CHECKER.redefine(
    "number", lambda _, value: isinstance(value, (int, Decimal)) and not isinstance(value, bool)
)
SchemaValidator = extend(Draft202012Validator, {"contentMediaType": content_media_type}, type_checker=JSON_TYPES)


DOCUMENT = "urn:contract"


def with_absolute_references(node):
    """The same with every reference into the document itself made absolute, so that a schema can be taken out of it."""
    if isinstance(node, dict):
        return {
            key: DOCUMENT + value if key == "$ref" and str(value).startswith("#") else with_absolute_references(value)
            for key, value in node.items()
        }
    return [with_absolute_references(child) for child in node] if isinstance(node, list) else node


class Contract:
    def __init__(self, path, report):
        self.path, self.report = path, report
        self.source = read_yaml(path)
        self.document = with_absolute_references(self.source)
        self.registry = Registry().with_resource(DOCUMENT, DRAFT202012.create_resource(self.document))
        self.pairs = self.examples = 0

    def fault(self, place, message):
        self.report(f"{self.path}: {place}: {message}")

    def resolved(self, node):
        while "$ref" in node:
            target = self.document
            for token in node["$ref"].removeprefix(DOCUMENT + "#/").split("/"):
                target = target[urllib.parse.unquote(token).replace("~1", "/").replace("~0", "~")]
            node = target
        return node

    def errors(self, schema, value):
        return list(SchemaValidator(schema, registry=self.registry, format_checker=FORMATS).iter_errors(value))

    def check_value(self, place, schema, value):
        self.examples += 1
        for error in self.errors(schema, value):
            self.fault(place, f"{error.json_path}: {error.message}")

    def named(self, holder):
        return {name: self.resolved(example)["value"] for name, example in holder.get("examples", {}).items()}

    def operations(self):
        for path, item in self.document["paths"].items():
            for method in METHODS:
                if method in item:
                    operation = item[method]
                    parameters = [self.resolved(p) for p in item.get("parameters", []) + operation.get("parameters", [])]
                    yield f"{method.upper()} {path}", operation, parameters

    def check(self):
        for error in OpenAPIV31SpecValidator(self.source).iter_errors():
            self.fault(error.json_path, error.message)
        for format in set(self.formats(self.document)) - FORMATS.checkers.keys():
            self.fault("formats", f"nothing here checks the format {format!r}")
        ids = []
        for place, operation, parameters in self.operations():
            ids.append(operation["operationId"])
            self.check_operation(place, operation, parameters)
        for twice in {id for id in ids if ids.count(id) > 1}:
            self.fault("operationId", f"{twice!r} stands twice")

    def formats(self, node):
        if isinstance(node, dict):
            if isinstance(node.get("format"), str) and "type" in node:
                yield node["format"]
            node = list(node.values())
        if isinstance(node, list):
            for child in node:
                yield from self.formats(child)

    def check_operation(self, place, operation, parameters):
        body = self.resolved(operation.get("requestBody", {}))
        status_of = {}
        for status, response in operation["responses"].items():
            response = self.resolved(response)
            names = list(response.get("x-counterpart-examples", []))
            if names and response.get("content"):
                self.fault(f"{place} {status}", "x-counterpart-examples beside content")
            for media in response.get("content", {}).values():
                for name, value in self.named(media).items():
                    names.append(name)
                    self.check_value(f"{place} {status} example {name}", media["schema"], value)
            for header, definition in response.get("headers", {}).items():
                definition = self.resolved(definition)
                for name, value in self.named(definition).items():
                    if name not in names:
                        self.fault(f"{place} {status} {header}", f"example {name!r} has no answer here")
                    self.check_value(f"{place} {status} {header} example {name}", definition["schema"], value)
                for name in set(names) - self.named(definition).keys() if definition.get("required") else ():
                    self.fault(f"{place} {status} {header}", f"is required and has no value for {name!r}")
            if not names:
                self.fault(f"{place} {status}", "no example")
            for name in names:
                if name in status_of:
                    self.fault(place, f"example {name!r} stands on {status_of[name]} and on {status}")
                status_of[name] = status
        self.pairs += len(status_of)
        requests = {name for parameter in parameters for name in self.named(parameter)}
        requests |= {name for media in body.get("content", {}).values() for name in self.named(media)}
        for name in sorted(requests - status_of.keys()):
            self.fault(place, f"example {name!r} has no answer")
        for name, status in status_of.items():
            self.check_request(f"{place} example {name}", name, int(status), parameters, body)

    def check_request(self, place, name, status, parameters, body):
        """A request may break only what names the status that it gets for it."""
        for parameter in parameters:
            due = parameter.get("x-invalid-status") == status
            values = self.named(parameter)
            if name in values:
                if not due:
                    self.check_value(f"{place} {parameter['name']}", parameter["schema"], values[name])
            elif parameter.get("required") and not due:
                self.fault(place, f"lacks the required parameter {parameter['name']!r}")
        for media in body.get("content", {}).values():
            values = self.named(media)
            if name not in values:
                self.fault(place, "lacks the body")
                continue
            self.examples += 1
            properties = self.resolved(media["schema"]).get("properties", {})
            for error in self.errors(media["schema"], values[name]):
                broken = list(error.absolute_path)[:1]
                if error.validator == "required" and not broken:
                    broken = [key for key in error.validator_value if key not in error.instance]
                if not broken or any(properties[key].get("x-invalid-status") != status for key in broken):
                    self.fault(place, f"{error.json_path}: {error.message}")

    def check_data(self):
        folder, expected = self.path.parent / "data", DATA[self.path.parent.name]
        found = {file.name for file in folder.glob("*")} if folder.is_dir() else set()
        for name in sorted(found ^ expected.keys()):
            self.report(f"{folder / name}: {'is missing' if name in expected else 'is not expected'}")
        known, rows = {}, 0
        for name in sorted(found & expected.keys()):
            table = read_json(folder / name)
            rows += len(table)
            ids = [row["id"] for row in table if "id" in row]
            for twice in {id for id in ids if ids.count(id) > 1}:
                self.report(f"{folder / name}: id {twice} stands twice")
            for index, row in enumerate(table):
                if "id" in row:
                    known.setdefault(row["id"], []).append(row)
                if expected[name]:
                    schema, added = expected[name]
                    for error in self.errors({"$ref": f"{DOCUMENT}#/components/schemas/{schema}"}, {**row, **added}):
                        self.report(f"{folder / name}: row {index}: {error.json_path}: {error.message}")
        self.check_story(known)
        return rows

    def check_story(self, known):
        """Whatever an example shows of a row of the data, the row says too."""

        def walk(place, node):
            if isinstance(node, dict) and "id" in node:
                rows = known.get(node["id"], [])
                if not rows:
                    self.fault(place, f"shows {node['id']}, which is in no data file")
                elif all(faults := [differences("", node, row) for row in rows]):
                    self.fault(place, f"{node['id']} is otherwise in the data: {min(faults, key=len)}")
            for child in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
                walk(place, child)

        for place, operation, _ in self.operations():
            for status, response in operation["responses"].items():
                for media in self.resolved(response).get("content", {}).values():
                    for name, value in self.named(media).items():
                        walk(f"{place} {status} example {name}", value)


def differences(place, shown, row):
    """The places where an example differs from its row. It may show fewer fields, and fewer photos."""
    if isinstance(shown, dict) and isinstance(row, dict):
        faults = [f"{place}.{key}" for key in shown.keys() - row.keys() - PER_USER]
        for key in shown.keys() & row.keys():
            faults += differences(f"{place}.{key}", shown[key], row[key])
        return faults
    if place == ".photos" and set(shown) <= set(row):
        return []
    if isinstance(shown, list) and isinstance(row, list) and len(shown) == len(row):
        return [fault for index, pair in enumerate(zip(shown, row)) for fault in differences(f"{place}[{index}]", *pair)]
    return [] if shown == row else [place]


def check_workflows(path, arazzo_schema, contract, report):
    document = read_yaml(path)
    for error in Draft202012Validator(arazzo_schema, format_checker=FORMATS).iter_errors(document):
        report(f"{path}: {error.json_path}: {error.message}")
    operations = {operation["operationId"]: parameters for _, operation, parameters in contract.operations()}
    workflows = {workflow["workflowId"] for workflow in document["workflows"]}
    for source in document["sourceDescriptions"]:
        if not (path.parent / source["url"]).is_file():
            report(f"{path}: source {source['url']} is missing")
    for workflow in document["workflows"]:
        place, before = f"{path}: {workflow['workflowId']}", {}
        steps = [step["stepId"] for step in workflow["steps"]]
        for step in workflow["steps"]:
            id = step.get("operationId")
            if "workflowId" in step:
                if step["workflowId"] not in workflows:
                    report(f"{place}: {step['stepId']}: no workflow {step['workflowId']!r}")
            elif id not in operations:
                report(f"{place}: {step['stepId']}: no operation {id!r}")
            else:
                declared = {(parameter["name"], parameter["in"]) for parameter in operations[id]}
                for parameter in step.get("parameters", []):
                    if "name" in parameter and (parameter["name"], parameter["in"]) not in declared:
                        report(f"{place}: {step['stepId']}: {id} has no parameter {parameter['name']!r}")
            for action in step.get("onSuccess", []) + step.get("onFailure", []):
                if action.get("stepId", step["stepId"]) not in steps:
                    report(f"{place}: {step['stepId']}: no step {action['stepId']!r} to go to")
            before[step["stepId"]] = set()
            check_expressions(f"{place}: {step['stepId']}", {**step, "outputs": {}}, before, workflow, report)
            before[step["stepId"]] = set(step.get("outputs", {}))
        check_expressions(place, workflow.get("outputs", {}), before, workflow, report)
    return len(workflows)


def check_one_shop(contracts, report):
    """An item of the catalog is a product of the sneaker shop: the same id, name and price."""
    products, items = contracts / "sneaker-shop/data/products.json", contracts / "selectable-catalog/data/items.json"
    if products.is_file() and items.is_file():
        sold = {row["id"]: (row["name"], row["price"], row["contiguous"]) for row in read_json(products)}
        shown = {row["id"]: (row["name"], row["price"], row["contiguous"]) for row in read_json(items)}
        for id in sorted(sold.keys() | shown.keys()):
            if sold.get(id) != shown.get(id):
                report(f"{products} and {items} differ: {id} is {sold.get(id)} and {shown.get(id)}")


def check_expressions(place, node, before, workflow, report):
    """Every $steps and $inputs expression names an output of a step before it, or a declared input."""
    text = json.dumps(node, default=str)
    for step, output in re.findall(r"\$steps\.([\w-]+)\.outputs\.([\w-]+)", text):
        if output not in before.get(step, ()):
            report(f"{place}: $steps.{step}.outputs.{output} names no output of a step before it")
    for name in re.findall(r"\$inputs\.([\w-]+)", text):
        if name not in workflow.get("inputs", {}).get("properties", {}):
            report(f"{place}: $inputs.{name} is no declared input")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--contracts", type=Path, default=ROOT / "Contracts")
    parser.add_argument(
        "--conformance",
        type=Path,
        default=os.environ.get("COUNTERPART_CONFORMANCE", ROOT.parent / "shared" / "conformance"),
        help="the folder that has arazzo/arazzo-1.0.schema.json",
    )
    arguments = parser.parse_args()
    faults = []
    folders = sorted({*DATA, *(folder.name for folder in arguments.contracts.glob("*"))})
    schema_path = Path(arguments.conformance) / "arazzo" / "arazzo-1.0.schema.json"
    arazzo_schema = read_json(schema_path) if schema_path.is_file() else faults.append(f"{schema_path}: is missing")
    pairs = examples = rows = workflows = 0
    for name in folders:
        folder = arguments.contracts / name
        missing = [file for file in ("openapi.yaml", "workflows.arazzo.yaml") if not (folder / file).is_file()]
        faults += [f"{folder / file}: is missing" for file in missing]
        if name not in DATA:
            faults.append(f"{folder}: DATA in {Path(__file__).name} does not know this folder")
        if "openapi.yaml" in missing or name not in DATA:
            continue
        try:
            contract = Contract(folder / "openapi.yaml", faults.append)
            contract.check()
            rows += contract.check_data()
            if arazzo_schema and not missing:
                workflows += check_workflows(folder / "workflows.arazzo.yaml", arazzo_schema, contract, faults.append)
            pairs, examples = pairs + contract.pairs, examples + contract.examples
        except Unresolvable as error:
            faults.append(f"{folder}: nothing is at the reference {error.ref}")
        except (yaml.YAMLError, ValueError, LookupError) as error:
            faults.append(f"{folder}: {type(error).__name__}: {error}")
    check_one_shop(arguments.contracts, faults.append)
    for fault in faults:
        print(fault, file=sys.stderr)
    print(
        f"contracts: {len(folders)} folders, {pairs} pairs, {examples} example values, {rows} rows of data, "
        f"{workflows} workflows, {len(faults)} faults"
    )
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
