"""Has readers that are not ours read the reports that `counterpart verify` writes: junitparser, SARIF's own schema by pydantic-sarif, and a
parser of HTML that refuses whatever a page would load.

usage: validate_reports.py PROGRAM

PROGRAM is the built counterpart. A mock is verified twice: by its own contract, which it keeps to, and by another, which it does not.
Exits 1 if a report cannot be read, or says otherwise than the exit code.
"""
import html.parser
import json
import pathlib
import subprocess
import sys
import tempfile
import threading

from junitparser import Error, Failure, JUnitXml, Skipped
from pydantic_sarif.model import StaticAnalysisResultsFormatSarifVersion210JsonSchema as Sarif

root = pathlib.Path(__file__).resolve().parents[2]
program = pathlib.Path(sys.argv[1]).resolve()


class Page(html.parser.HTMLParser):
    """Counts findings, and refuses what is fetched from elsewhere."""

    findings = 0

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if tag in ("link", "img", "iframe", "object", "embed") or "src" in values or "href" in values:
            sys.exit(f"the page loads something: <{tag} {values}>")
        self.findings += "finding" in (values.get("class") or "").split()


def verify(contract, url, folder):
    names = {"junit": "j.xml", "sarif": "s.sarif", "json": "r.json", "html": "p.html", "har": "h.har"}
    words = [word for kind, name in names.items() for word in ("--report", f"{kind}={folder / name}")]
    done = subprocess.run(
        [program, "verify", root / "Contracts" / contract, "--backend", url, "--phases", "examples,boundaries", *words],
        capture_output=True, text=True, timeout=120,
    )
    return done.returncode, {kind: folder / name for kind, name in names.items()}


with tempfile.TemporaryDirectory() as scratch:
    folder = pathlib.Path(scratch)
    server = subprocess.Popen(
        [program, "serve", root / "Contracts/golden-sewing", "--port", "0", "--json"], stdout=subprocess.PIPE, text=True
    )
    try:
        url = json.loads(server.stdout.readline())["url"]
        # The log of requests would fill the pipe.
        threading.Thread(target=server.stdout.read, daemon=True).start()
        for contract, expected in [("golden-sewing", 0), ("sneaker-shop", 1)]:
            code, files = verify(contract, url, folder)
            if code != expected:
                sys.exit(f"{contract}: exit code {code}, not {expected}")
            record = json.loads(files["json"].read_text(encoding="utf-8"))
            findings = len(record["findings"])
            # A case of JUnit and a card of the page are causes; lighter ones than violations fail no run, and so no case.
            causes = {(finding["degree"], finding["cause"]["id"]) for finding in record["findings"]}
            violations = sum(degree == "violation" for degree, _ in causes)
            suites = JUnitXml.fromfile(str(files["junit"]))
            results = [result for suite in suites for case in suite for result in case.result]
            failures = sum(isinstance(result, Failure) for result in results)
            if failures != violations or suites.failures != violations or any(isinstance(result, Error) for result in results):
                sys.exit(f"{contract}: {failures} failures of JUnit ({suites.failures}), {violations} violations")
            if suites.skipped != sum(isinstance(result, Skipped) for result in results):
                sys.exit(f"{contract}: JUnit counts its skipped cases otherwise than it has them")
            sarif = Sarif.model_validate_json(files["sarif"].read_text(encoding="utf-8"))
            if sum(len(run.results) for run in sarif.runs) != len(causes):
                sys.exit(f"{contract}: SARIF has other causes than JSON")
            page = Page()
            page.feed(files["html"].read_text(encoding="utf-8"))
            if page.findings != len(causes):
                sys.exit(f"{contract}: {page.findings} causes on the page, not {len(causes)}")
            entries = json.loads(files["har"].read_text(encoding="utf-8"))["log"]["entries"]
            if len(entries) != record["answered"]:
                sys.exit(f"{contract}: {len(entries)} entries of HAR, not {record['answered']}")
            print(
                f"reports: {contract}: {suites.tests} cases, {findings} findings and {len(causes)} causes in JUnit, SARIF, HTML and JSON, "
                f"{len(entries)} exchanges"
            )
    finally:
        server.terminate()
        server.wait(timeout=10)
