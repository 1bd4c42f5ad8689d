"""Compares the causes that `counterpart verify` shows of real servers with those that a person has judged.

Each file of Tests/Peers/judged says how its server is installed, started and verified, and lists causes: the id, the degree, whether a person
agrees, why, and the evidence. A cause that is shown and not listed counts as not agreed with. A cause that is marked as known is to be found,
at each of its operations where it lists them.

    compare_causes.py [--list] [--schemathesis] [--program PROGRAM] [NAME… | all]
"""

import argparse
import collections
import contextlib
import json
import os
import pathlib
import shutil
import signal
import socket
import string
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

import yaml

root = pathlib.Path(__file__).resolve().parent.parent.parent
judged = root / "Tests/Peers/judged"
# The goals: violations that a person agrees with, and how many causes are read.
AGREED = 0.95
MOST_CAUSES = 20


def installed(name, packages, dependencies):
    """The python of a virtual environment that holds the packages."""
    home = root / ".build" / f"server-{name}"
    stamp = home / "stamp"
    wanted = " ".join(packages)
    if not stamp.exists() or stamp.read_text(encoding="utf-8") != wanted:
        subprocess.run([sys.executable, "-m", "venv", "--clear", home], check=True)
        options = [] if dependencies else ["--no-deps"]
        subprocess.run([home / "bin/pip", "install", "--quiet", "--disable-pip-version-check", *options, *packages], check=True)
        stamp.write_text(wanted, encoding="utf-8")
    return home / "bin" / "python"


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def fetched(url, process, log):
    """The body of a page, as soon as the server answers."""
    for _ in range(600):
        if process.poll() is not None:
            sys.exit(f"the server ended with {process.returncode}:\n{log.read_text(errors='replace')[-3000:]}")
        with contextlib.suppress(urllib.error.URLError, ConnectionError, TimeoutError):
            with urllib.request.urlopen(url, timeout=5) as answer:
                return answer.read()
        time.sleep(0.2)
    sys.exit(f"{url} did not answer:\n{log.read_text(errors='replace')[-3000:]}")


@contextlib.contextmanager
def server(plan, name):
    """A server that has just been started: its folder, its contract's file in there, and what fills in the plan's texts."""
    python = installed(name, plan["packages"], plan.get("dependencies", True))
    folder = pathlib.Path(tempfile.mkdtemp(prefix=f"{name}-"))
    port = free_port()
    values = {"python": str(python), "bin": str(python.parent), "folder": str(folder), "port": str(port), "url": f"http://127.0.0.1:{port}"}
    def filled(text):
        return string.Template(str(text)).substitute(values)
    environment = dict(os.environ) | {key: filled(value) for key, value in plan.get("environment", {}).items()}
    log = folder / "server.log"
    for file, text in plan.get("files", {}).items():
        (folder / file).write_text(filled(text), encoding="utf-8")
    with log.open("wb") as output:
        process = subprocess.Popen(
            [filled(word) for word in plan["start"]], stdout=output, stderr=subprocess.STDOUT, env=environment, cwd=folder,
            start_new_session=True,
        )
    try:
        body = fetched(filled(plan["ready"]), process, log)
        if "secret" in plan:
            value = json.loads(pathlib.Path(filled(plan["secret"]["file"])).read_text(encoding="utf-8"))
            for member in plan["secret"]["members"]:
                value = value[member]
            values["secret"] = value
        document = plan["document"]
        if "file" in document:
            contract = pathlib.Path(document["file"]).name
            shutil.copy(next(python.parent.parent.glob(f"lib/*/site-packages/{document['file']}")), folder / contract)
        else:
            contract = f"{name}.json"
            content = json.loads(body)
            kept = document.get("paths")
            if kept is not None:
                content["paths"] = {path: item for path, item in content["paths"].items() if path.split("/")[1] in kept}
            (folder / contract).write_text(json.dumps(content, indent=1), encoding="utf-8")
        yield folder, contract, filled
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(timeout=10)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        shutil.rmtree(folder, ignore_errors=True)


def causes(plan, name, program):
    """The causes that a run shows by their id, as (degree, title, finding, operations), and the whole record."""
    with server(plan, name) as (folder, contract, filled):
        report = folder / "report.json"
        outcome = subprocess.run(
            [program, "verify", contract, "--backend", filled(plan.get("backend", "$url")),
             *[filled(word) for word in plan.get("arguments", [])], "--report", f"json={report}"],
            cwd=folder, capture_output=True, text=True, timeout=900,
        )
        if outcome.returncode not in (0, 1):
            sys.exit(f"{name}: verify ended with {outcome.returncode}:\n{outcome.stdout[-2000:]}{outcome.stderr[-2000:]}")
        record = json.loads(report.read_text(encoding="utf-8"))
    shown = {}
    operations = collections.defaultdict(set)
    for finding in record["findings"]:
        id, degree = finding["cause"]["id"], finding["degree"]
        operations[id].add(finding["operation"])
        heaviest = min([degree] + ([shown[id][0]] if id in shown else []), key=["violation", "suspicion", "note"].index)
        shown[id] = (heaviest, finding["cause"]["title"], finding)
    return {id: (*rest, sorted(operations[id])) for id, rest in shown.items() if rest[0] != "note"}, record


# What schemathesis calls what a check of ours looks for.
SAME = {
    "not_a_server_error": ["server-error"], "status_code_conformance": ["undeclared-status", "unexpected-status"],
    "content_type_conformance": ["content-type"], "response_schema_conformance": ["body-shape", "malformed-body"],
    "response_headers_conformance": ["missing-header", "invalid-header"], "negative_data_rejection": ["violation-accepted"],
    "missing_required_header": ["required-header-ignored", "violation-accepted"], "positive_data_acceptance": ["valid-refused"],
    "use_after_free": ["used-after-delete"], "ensure_resource_availability": ["not-available"],
    "ignored_auth": ["authentication-ignored"], "unsupported_method": ["undeclared-method"],
}


def peer_failures(plan, name):
    """What schemathesis finds on a fresh server, as {(its check, method and path)}, and how often."""
    with server(plan, name) as (folder, contract, filled):
        events = folder / "events.ndjson"
        given = [filled(word) for word in plan.get("arguments", [])]
        fields = [word for index, option in enumerate(given) if option == "--header" for word in ("-H", given[index + 1])]
        with contextlib.suppress(subprocess.TimeoutExpired):
            subprocess.run(
                [pathlib.Path(sys.executable).parent / "schemathesis", "run", contract, "--url", filled(plan.get("backend", "$url")),
                 "--checks", "all", "--max-examples", "20", "--seed", "1", "--generation-deterministic", "--continue-on-failure",
                 "--suppress-health-check", "all", "--no-shrink", *fields, "--report", "ndjson", "--report-ndjson-path", events],
                cwd=folder, capture_output=True, text=True, timeout=600,
            )
        found = collections.Counter()
        if events.exists():
            for line in events.read_text(encoding="utf-8").splitlines():
                with contextlib.suppress(json.JSONDecodeError):
                    collect(json.loads(line), found)
    return found


def collect(value, found, label=""):
    """Failed checks, wherever an event holds them."""
    if isinstance(value, list):
        for element in value:
            collect(element, found, label)
    if not isinstance(value, dict):
        return
    label = value.get("label") or label
    if value.get("status") == "failure" and "name" in value:
        found[value["name"], label] += 1
    for member in value.values():
        collect(member, found, label)


def compare(plan, name, record):
    """Prints what schemathesis finds on the same server, and what each has missed: by check and operation."""
    started = time.monotonic()
    theirs = peer_failures(plan, name)
    titles = {operation["id"]: operation["title"] for operation in record["operations"]}
    ours = {(finding["check"], titles.get(finding["operation"], finding["operation"])) for finding in record["findings"]}
    both, missed = set(), collections.Counter()
    for check, label in theirs:
        same = {(name, label) for name in SAME.get(check, [])} & ours
        both |= same
        if not same:
            missed[check] += 1
            print(f"  {name}: schemathesis alone: {check} at {label}")
    alone = collections.Counter(check for check, _ in ours - both)
    told = lambda counter: ", ".join(f"{count} {check}" for check, count in sorted(counter.items())) or "nothing"
    print(
        f"schemathesis: {name}: {sum(theirs.values())} failures, {len(theirs)} by check and operation, of which we have {len(theirs) - missed.total()}; "
        f"we missed {told(missed)}; it missed {told(alone)}; {time.monotonic() - started:.0f} s",
        flush=True,
    )


def matches(entry, id):
    pattern = entry["cause"]
    return id.startswith(pattern[:-1]) if pattern.endswith("*") else id == pattern


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--list", action="store_true", help="print each cause with a request that shows it, to be judged")
    parser.add_argument("--schemathesis", action="store_true", help="have schemathesis verify a fresh server too, and print what each misses")
    parser.add_argument("--program", default=root / ".build/debug/counterpart")
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    program = pathlib.Path(arguments.program).resolve()
    plans = {file.stem: yaml.safe_load(file.read_text(encoding="utf-8")) for file in sorted(judged.glob("*.yaml"))}
    names = list(plans) if arguments.names == ["all"] else arguments.names or [name for name in plans if plans[name].get("gate")]
    failed = False
    for name in names:
        plan = plans[name]
        started = time.monotonic()
        shown, record = causes(plan, name, program)
        exchanges = record["answered"]
        entries = plan.get("causes") or []
        agreed, others = [], []
        for id, (degree, title, finding, operations) in sorted(shown.items(), key=lambda row: row[1][0] != "violation"):
            # The closest of several that match.
            entry = max((entry for entry in entries if matches(entry, id)), key=lambda entry: len(entry["cause"]), default=None)
            isAgreed = entry is not None and entry["agreed"] and entry["degree"] == degree
            if degree == "violation":
                (agreed if isAgreed else others).append(id)
            if arguments.list:
                print(f"{degree} {id}\n    {title}\n    {len(operations)} operations, {operations[:4]}\n    {finding['reproduce'][-300:]}")
            elif not isAgreed:
                print(f"  {name}: {degree} {id}: {'not judged' if entry is None else 'judged otherwise'}: {title}")
        known = [entry for entry in entries if entry.get("known")]
        missed = []
        for entry in known:
            at = [set(operations) for id, (*_, operations) in shown.items() if matches(entry, id)]
            lacking = set(entry.get("operations", [])).difference(*at)
            if not at or lacking:
                missed.append(entry["cause"])
                print(f"  {name}: {' at '.join([entry['cause'], *sorted(lacking)])} is known and was not found")
        violations = len(agreed) + len(others)
        share = len(agreed) / violations if violations else 1
        print(
            f"precision: {name}: {len(agreed)} of {violations} violations agreed, {len(shown)} causes shown, "
            f"{len(known) - len(missed)} of {len(known)} known found, {exchanges} exchanges, {time.monotonic() - started:.0f} s",
            flush=True,
        )
        if arguments.schemathesis:
            compare(plan, name, record)
        failed |= share < AGREED or len(shown) > MOST_CAUSES or bool(missed)
    sys.exit(1 if failed and not arguments.list else 0)


main()
