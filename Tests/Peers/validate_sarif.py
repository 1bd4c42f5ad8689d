"""Holds the SARIF that the program writes to SARIF's own schema, by PyPI's pydantic-sarif, whose models are made from it.

usage: validate_sarif.py PROGRAM

PROGRAM is the built counterpart. It checks contracts that have findings of every severity, with and without a place, and none. Exits 1 if a
report is not what OASIS's sarif-schema-2.1.0.json allows, or leaves a finding out.
"""
import pathlib
import subprocess
import sys
import tempfile

from pydantic import ValidationError
from pydantic_sarif.model import StaticAnalysisResultsFormatSarifVersion210JsonSchema as Report

ODD = """\
openapi: 3.1.0
info: {title: "Ödd <&> 100%", version: "1"}
paths:
  /a b/{id}:
    get:
      sumary: misspelt
      parameters: [{name: q, in: query, schema: {type: integer}, examples: {lonely: {value: x}}}]
      responses:
        '200': {$ref: 'elsewhere.yaml#/nowhere'}
        '2000': {description: no status}
"""
GOOD = "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths: {/a: {get: {responses: {'200': {description: d}}}}}\n"

program = pathlib.Path(sys.argv[1]).resolve()
with tempfile.TemporaryDirectory() as scratch:
    folder = pathlib.Path(scratch)
    for name, text in {"odd näme.yaml": ODD, "good.yaml": GOOD, "text.yaml": "not: [closed"}.items():
        (folder / name).write_text(text, encoding="utf-8")
    for names, severities in [
        (["good.yaml"], set()),
        (["odd näme.yaml"], {"error", "warning"}),
        (["text.yaml", "nowhere.yaml"], {"error"}),
    ]:
        done = subprocess.run([program, "check", *names, "--report", "sarif=-"], cwd=folder, capture_output=True, text=True)
        try:
            report = Report.model_validate_json(done.stdout)
        except ValidationError as error:
            sys.exit(f"{names}: {error}\n{done.stdout}{done.stderr}")
        results = [result for run in report.runs for result in run.results]
        found = {result.level.value for result in results}
        if not severities <= found or bool(severities) != bool(results):
            sys.exit(f"{names}: findings of {sorted(found)}, not of {sorted(severities)}\n{done.stdout}{done.stderr}")
        print(f"sarif: {', '.join(names)}: {len(results)} findings, as the schema says")
