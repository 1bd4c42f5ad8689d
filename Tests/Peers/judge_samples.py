"""Judges sampled values by PyPI's jsonschema-rs: whether a validator that is not ours agrees on each of them.

usage: judge_samples.py SAMPLES

SAMPLES holds valid.jsonl and invalid.jsonl, on each line a schema of the JSON Schema Test Suite and values that keep to it, or break it.
Exits 1 where the validators disagree.
"""
import decimal
import json
import os
import pathlib
import sys

import jsonschema_rs

# Schemas on whose values they disagree, and who is right by the suite. One on which they agree does not belong here.
DOUBLE = "jsonschema-rs compares doubles, and the value differs from the limit in the 22nd digit"
METASCHEMA = "jsonschema-rs' copy of draft 4's metaschema lets `enum` be empty and repeat values, the published one does not"
VOCABULARY = "their metaschema has the format-assertion vocabulary, of which jsonschema-rs takes no notice"
KNOWN = {
    "draft2020-12/optional/bignum.json: minimum integer comparison": DOUBLE,
    "draft4/optional/bignum.json: minimum integer comparison": DOUBLE,
    "draft4/definitions.json: validate definition against metaschema": METASCHEMA,
    "draft4/ref.json: remote ref, containing refs itself": METASCHEMA,
    "draft2020-12/optional/format-assertion.json: schema that uses custom metaschema with format-assertion: false": VOCABULARY,
    "draft2020-12/optional/format-assertion.json: schema that uses custom metaschema with format-assertion: true": VOCABULARY,
    "draft2020-12/optional/cross-draft.json: refs to historic drafts are processed as historic drafts":
        "of draft 2019-09 ours knows nothing: the suite's one optional case that it fails",
}

root = pathlib.Path(__file__).resolve().parent.parent.parent
suites = pathlib.Path(os.environ.get("COUNTERPART_CONFORMANCE", root / ".." / "shared" / "conformance"))


def retrieve(uri):
    local = uri.removeprefix("http://localhost:1234/")
    return json.loads((suites / "json-schema" / "remotes" / local).read_text(encoding="utf-8"))


def read(text):
    return json.loads(text, parse_float=decimal.Decimal)


def validator(entry):
    kind = jsonschema_rs.Draft4Validator if entry["name"].startswith("draft4/") else jsonschema_rs.Draft202012Validator
    return kind(entry["schema"], validate_formats=entry["formats"], retriever=retrieve)


faults, counts, known = [], {}, set()
for verdict in (True, False):
    name = "valid" if verdict else "invalid"
    file = pathlib.Path(sys.argv[1]) / f"{name}.jsonl"
    for line in file.read_text(encoding="utf-8").split("\n")[:-1]:
        entry = read(line)
        judge = validator(entry)
        for value in entry["values"]:
            counts[name] = counts.get(name, 0) + 1
            if judge.is_valid(value) == verdict:
                continue
            if entry["name"] in KNOWN:
                known.add(entry["name"])
            else:
                faults.append(f"{entry['name']}: {json.dumps(value, default=str)} is not {name}")
faults += [f"{name}: they agree now, take it off the list" for name in KNOWN.keys() - known]
for fault in faults:
    print(fault, file=sys.stderr)
print(f"samples: {counts} judged by jsonschema-rs, {len(faults)} disagreements, on {len(known)} schemas known ones")
sys.exit(1 if faults else 0)
