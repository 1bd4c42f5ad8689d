"""Pact's own library judges what we serve, and our verifier gives its verdicts, interaction by interaction.

usage: judge_pacts.py COUNTERPART [WRITTEN]      the program, a folder of pacts; needs pact-python (.ci/peers pacts)

1. Interactions of versions 2, 3 and 4, each with an answer that is right or wrong, are verified by both against one provider: which of them fail is
   compared. What our verifier calls a suspicion is not: there Pact's libraries disagree among themselves.
2. A pact that the library writes is served by `counterpart serve`, and both verify that.
3. A pact that we write of a mock's journal, and one of a recording, are verified by both with that mock, anew, and with a backend that answers as it
   did but for two operations; pacts that tests of an app have written (WRITTEN) by both with what they serve.
4. A pact that we write of an app's use of our mock is verified by both with that mock and with a real backend: a server of its own, which shares
   no line and no data with the mock; and with the next version of that server, which breaks three of its answers.
"""
import http.server
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import urllib.error
import urllib.parse
import urllib.request

# The library reports its use to its makers unless told not to, and tells all that it does.
os.environ.update(PACT_DO_NOT_TRACK="true")
import pact.match as match
from pact import Pact, Verifier

program = sys.argv[1]
JSON = "application/json"


def rule(path, *matchers, combine="AND"):
    return {path: {"matchers": list(matchers), "combine": combine}}


# Name, the example, the rules of the body (version 3 and 4), and answers with what a reader expects of them.
CASES = [
    ("equal", {"a": 1, "b": ["x"]}, {}, [{"a": 1, "b": ["x"], "c": 2}, {"a": 2, "b": ["x"]}, {"a": 1, "b": ["x", "y"]}, {"b": ["x"]}]),
    ("type", {"a": 1, "b": {"c": "x"}}, rule("$", {"match": "type"}), [{"a": 5, "b": {"c": "y"}}, {"a": "5", "b": {"c": "y"}}, {"a": 5, "b": {}}, {"a": None, "b": {"c": "y"}}]),
    ("list of a type", {"a": [{"n": 1}]}, rule("$.a", {"match": "type", "min": 1}), [{"a": [{"n": 2}, {"n": 3}]}, {"a": []}, {"a": [{"n": "2"}]}, {"a": [{}]}]),
    ("at most two", {"a": [1]}, rule("$.a", {"match": "type", "max": 2}), [{"a": [1, 2]}, {"a": [1, 2, 3]}, {"a": []}]),
    ("regex", {"a": "x1"}, rule("$.a", {"match": "regex", "regex": "^[a-z]\\d$"}), [{"a": "y2"}, {"a": "22"}, {"a": 3}]),
    ("integer", {"a": 1}, rule("$.a", {"match": "integer"}), [{"a": 7}, {"a": 7.5}, {"a": "x"}]),
    ("decimal", {"a": 1.5}, rule("$.a", {"match": "decimal"}), [{"a": 7.25}, {"a": 7}, {"a": "x"}]),
    ("number", {"a": 1}, rule("$.a", {"match": "number"}), [{"a": 7.25}, {"a": 7}, {"a": True}]),
    ("boolean", {"a": True}, rule("$.a", {"match": "boolean"}), [{"a": False}, {"a": 1}, {"a": "x"}]),
    ("null", {"a": None}, rule("$.a", {"match": "null"}), [{"a": None}, {"a": 1}]),
    ("include", {"a": "abc"}, rule("$.a", {"match": "include", "value": "b"}), [{"a": "xbx"}, {"a": "xx"}]),
    ("date", {"a": "2026-11-22"}, rule("$.a", {"match": "date", "format": "yyyy-MM-dd"}), [{"a": "2024-02-29"}, {"a": "2023-13-01"}, {"a": "soon"}]),
    ("time", {"a": "10:00:00"}, rule("$.a", {"match": "time", "format": "HH:mm:ss"}), [{"a": "23:59:59"}, {"a": "24:61:00"}]),
    ("timestamp", {"a": "2026-11-22T10:00:00"}, rule("$.a", {"match": "timestamp", "format": "yyyy-MM-dd'T'HH:mm:ss"}), [{"a": "2026-01-02T03:04:05"}, {"a": "2026-01-02"}]),
    ("a type or null", {"a": "x"}, rule("$.a", {"match": "type"}, {"match": "null"}, combine="OR"), [{"a": None}, {"a": "y"}, {"a": 1}]),
    ("wildcard in a list", {"a": [{"n": 1, "m": "x"}]}, {**rule("$.a", {"match": "type"}), **rule("$.a[*].n", {"match": "integer"})}, [{"a": [{"n": 2, "m": "y"}, {"n": 3, "m": "z"}]}, {"a": [{"n": 2.5, "m": "y"}]}]),
    ("the nearer rule wins", {"a": {"b": "x", "c": 1}}, {**rule("$", {"match": "type"}), **rule("$.a.b", {"match": "equality"})}, [{"a": {"b": "x", "c": 2}}, {"a": {"b": "y", "c": 2}}]),
    ("values", {"a": {"x": 1}}, {**rule("$.a", {"match": "values"}), **rule("$.a.*", {"match": "type"})}, [{"a": {"p": 2, "q": 3}}, {"a": {"p": "2"}}]),
]
ONLY_4 = [
    ("not empty", {"a": "x"}, rule("$.a", {"match": "notEmpty"}), [{"a": "y"}, {"a": ""}]),
    ("semver", {"a": "1.0.0"}, rule("$.a", {"match": "semver"}), [{"a": "2.1.3-rc.1"}, {"a": "x"}]),
    ("each value", {"a": {"x": 1}}, rule("$.a", {"match": "eachValue", "rules": [{"match": "integer"}], "value": "{}"}), [{"a": {"p": 2}}, {"a": {"p": "2"}}]),
    ("each key", {"a": {"k1": 1}}, rule("$.a", {"match": "eachKey", "rules": [{"match": "regex", "regex": "^k\\d$"}], "value": "{}"}), [{"a": {"k2": 1}}, {"a": {"z": 1}}]),
    ("array contains", {"a": [{"t": "x", "n": 1}]}, rule("$.a", {"match": "arrayContains", "variants": [{"index": 0, "rules": rule("$.n", {"match": "integer"})}]}), [{"a": [{"t": "y", "n": 1}, {"t": "x", "n": 5}]}, {"a": [{"t": "y", "n": 5}]}]),
]


def pact_file(version):
    """One interaction for each answer of each case, and what the provider answers to it."""
    interactions, answers = [], {}
    for name, example, rules, bodies in CASES + (ONLY_4 if version == 4 else []):
        if version == 2:
            # Version 2 has one matcher for a path, and only regex and type.
            if any(len(entry["matchers"]) > 1 or entry["matchers"][0]["match"] not in ("type", "regex") for entry in rules.values()):
                continue
            rules_there = {"$.body" + path[1:]: entry["matchers"][0] for path, entry in rules.items()}
        else:
            rules_there = {"body": rules}
        for index, body in enumerate(bodies):
            path = f"/v{version}/{len(interactions)}"
            answers[path] = body
            content = {"contentType": JSON, "encoded": False, "content": example} if version == 4 else example
            interaction = {
                "description": f"{name}, answer {index}",
                "request": {"method": "GET", "path": path},
                "response": {"status": 200, "headers": {"Content-Type": [JSON] if version == 4 else JSON}, "body": content, "matchingRules": rules_there},
            }
            if version == 4:
                interaction["type"] = "Synchronous/HTTP"
            interactions.append(interaction)
    return {
        "consumer": {"name": "app"}, "provider": {"name": "cases"}, "interactions": interactions,
        "metadata": {"pactSpecification": {"version": f"{version}.0" + ("" if version == 4 else ".0")}},
    }, answers


def provider(answers):
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            body = json.dumps(answers.get(self.path.split("?")[0], {})).encode()
            self.send_response(200)
            self.send_header("Content-Type", JSON)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def failed_by_library(file, url):
    """The descriptions of the interactions that fail."""
    verifier = Verifier("cases", host="127.0.0.1").add_transport(url=url).add_source(file)
    try:
        verifier.verify()
        return set()
    except RuntimeError:
        pass
    return {error["interaction"].split(" - ", 1)[-1] if " - " in error["interaction"] else error["interaction"] for error in verifier.results["errors"]}


def failed_by_us(file, url):
    """The descriptions of those that fail, and of those that are suspicious."""
    result = subprocess.run([program, "verify", "--pact", file, "--backend", url, "--json"], capture_output=True, text=True)
    if result.returncode not in (0, 1):
        sys.exit(f"counterpart verify --pact ends with {result.returncode}: {result.stderr}")
    findings = json.loads(result.stdout)["findings"]
    return tuple({f["operation"] for f in findings if f["degree"] == degree} for degree in ("violation", "suspicion"))


def serve(file):
    process = subprocess.Popen([program, "serve", file, "--port", "0", "--json"], stdout=subprocess.PIPE, text=True)
    return process, json.loads(process.stdout.readline())["url"]


def written_by_library(folder):
    """A pact of version 4 by the library's own words."""
    contract = Pact("app", "orders").with_specification("V4")
    (
        contract.upon_receiving("an order is read").given("an order exists").with_request("GET", match.regex("/orders/7", regex="^/orders/\\d+$"))
        .with_query_parameter("fields", "total").will_respond_with(200).with_header("X-Page", match.regex("1", regex="^\\d+$"))
        .with_body({"id": match.int(7), "total": match.float(12.5), "lines": match.each_like({"sku": match.str("A")}, min=1), "at": match.date("2026-11-22", "%Y-%m-%d")})
    )
    contract.upon_receiving("an order is placed").with_request("POST", "/orders").with_body({"sku": match.str("A")}).will_respond_with(201)
    contract.upon_receiving("there is no order").with_request("GET", "/orders/0").will_respond_with(404)
    contract.write_file(folder)
    return next(pathlib.Path(folder).glob("*.json"))


CONTRACT = "Contracts/sneaker-shop"


def ask(url, method, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url + path, data, {"Content-Type": JSON} if data else {}, method=method)
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code


def use_as_an_app(url):
    """Requests of every kind: with query, with a body, refused ones."""
    for path in ("/api/home/get_promotions?user_id=1", "/api/shop/get_all_categories?user_id=1", "/api/cart/get_products_in_cart?user_id=2", "/api/home/get_promotions?user_id=99"):
        ask(url, "GET", path)
    ask(url, "POST", "/api/cart/add_to_cart", {"user_id": 2, "product_id": 5000})
    ask(url, "POST", "/api/login/login", {"email": "anna@shop.example", "passwd": "a secret of Anna's"})
    ask(url, "POST", "/api/login/exit")


def drifted(url):
    """A backend that passes requests on to the mock, and has changed two answers."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def forward(self):
            length = int(self.headers.get("Content-Length") or 0)
            data = self.rfile.read(length) if length else None
            headers = {k: v for k, v in self.headers.items() if k.lower() not in ("host", "connection", "content-length")}
            try:
                answer = urllib.request.urlopen(urllib.request.Request(url + self.path, data, headers, method=self.command), timeout=10)
            except urllib.error.HTTPError as error:
                answer = error
            body, status = answer.read(), answer.status
            if self.path.startswith("/api/shop/get_all_categories") and status == 200:
                body = json.dumps([{**entry, next(iter(entry)): {"changed": True}} for entry in json.loads(body)]).encode()
            if self.path.startswith("/api/login/exit"):
                status = 403
            self.send_response(status)
            if answer.headers.get("Content-Type"):
                self.send_header("Content-Type", answer.headers["Content-Type"])
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_GET = do_POST = forward

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def journal_pact(source, file):
    command = [program, "journal", "pact", source, "--contract", CONTRACT, "--consumer", "app", "--provider", "cases", "--output", file]
    subprocess.run(command, check=True, capture_output=True, text=True)


def end(process):
    process.terminate()
    process.wait(timeout=10)


def agree(title, file, url):
    """Compares both verdicts of a file, and gives the interactions that are refused."""
    global compared
    theirs, (ours, suspicious) = failed_by_library(file, url), failed_by_us(file, url)
    names = {interaction["description"] for interaction in json.loads(pathlib.Path(file).read_text())["interactions"]}
    if suspicious or (theirs | ours) - names:
        faults.append(f"{title}: of other names or suspicious: {sorted(suspicious | (theirs | ours) - names)[:3]}")
    compared += len(names)
    for name in sorted(theirs ^ ours):
        faults.append(f"{title}, {name}: " + ("only the library refuses it" if name in theirs else "only we refuse it"))
    return theirs & ours


def judge_what_we_write(folder):
    process, url = serve(CONTRACT)
    try:
        use_as_an_app(url)
        ours = str(pathlib.Path(folder, "journal.json"))
        journal_pact(url, ours)
        first = pathlib.Path(ours).read_text()
        journal_pact(url, ours)
        if pathlib.Path(ours).read_text() != first:
            faults.append("a journal that is written twice makes another pact")
        if "a secret of Anna" in first:
            faults.append("a secret is in a pact that we wrote")
    finally:
        end(process)
    recorded = str(pathlib.Path(folder, "recorded.json"))
    journal_pact("Recordings/sneaker-shop/app.har", recorded)
    for title, file in (("of a journal", ours), ("of a recording", recorded)):
        process, url = serve(CONTRACT)
        try:
            refused = agree(f"a pact {title} with the mock", file, url)
            if title == "of a journal" and refused:
                faults.append(f"the mock does not answer as its journal says: {sorted(refused)}")
        finally:
            end(process)
    process, url = serve(CONTRACT)
    server = drifted(url)
    try:
        refused = agree("a pact of a journal with another backend", ours, f"http://127.0.0.1:{server.server_port}")
        if sorted(name.split(":")[0] for name in refused) != ["exit", "getAllCategoriesByUserID"]:
            faults.append(f"of the backend that drifted these are refused: {sorted(refused)}")
    finally:
        server.shutdown()
        end(process)
    for file in sorted(pathlib.Path(sys.argv[2]).glob("*.json")) if len(sys.argv) > 2 else []:
        process, url = serve(str(file))
        try:
            if refused := agree(f"{file.name}, served", str(file), url):
                faults.append(f"{file.name} is not what it serves: {sorted(refused)}")
        finally:
            end(process)


NOTES = """
openapi: 3.1.0
info: {title: Notes, version: "1"}
paths:
  /notes:
    get:
      operationId: listNotes
      parameters: [{name: tag, in: query, schema: {type: string}}]
      responses:
        "200": {description: All, content: {application/json: {schema: {type: array, items: {$ref: "#/components/schemas/Note"}}, example: [{id: 1, text: Milk, tags: [home]}]}}}
    post:
      operationId: addNote
      requestBody: {required: true, content: {application/json: {schema: {$ref: "#/components/schemas/Draft"}}}}
      responses:
        "201": {description: Added, headers: {Location: {schema: {type: string}}}, content: {application/json: {schema: {$ref: "#/components/schemas/Note"}}}}
        "422": {description: Refused, content: {application/json: {schema: {$ref: "#/components/schemas/Problem"}}}}
  /notes/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get:
      operationId: getNote
      responses:
        "200": {description: One, content: {application/json: {schema: {$ref: "#/components/schemas/Note"}}}}
        "404": {description: None, content: {application/json: {schema: {$ref: "#/components/schemas/Problem"}}}}
    delete:
      operationId: deleteNote
      responses: {"204": {description: Gone}, "404": {description: None, content: {application/json: {schema: {$ref: "#/components/schemas/Problem"}}}}}
components:
  schemas:
    Draft: {type: object, required: [text], properties: {text: {type: string, minLength: 1}, tags: {type: array, items: {type: string}}}}
    Note: {type: object, required: [id, text, tags], properties: {id: {type: integer}, text: {type: string}, tags: {type: array, items: {type: string}}}}
    Problem: {type: object, required: [error], properties: {error: {type: string}}}
"""


def notes_backend(breaks):
    """A small server that keeps notes in memory. `breaks`: ids are texts, one that is added is answered by 200, one that is missing by 410."""
    notes = {1: {"text": "Bread", "tags": ["shop", "today"]}, 2: {"text": "Dentist", "tags": ["town"]}}

    def shown(number):
        return {"id": str(number) if breaks else number, **notes[number]}

    class Handler(http.server.BaseHTTPRequestHandler):
        def answer(self, status, value=None, location=None):
            body = b"" if value is None else json.dumps(value).encode()
            self.send_response(status)
            if location:
                self.send_header("Location", location)
            if body:
                self.send_header("Content-Type", JSON)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def number(self):
            last = self.path.split("?")[0].rsplit("/", 1)[-1]
            return int(last) if last.isdigit() and int(last) in notes else None

        def do_GET(self):
            path, _, query = self.path.partition("?")
            if path == "/notes":
                tag = urllib.parse.parse_qs(query).get("tag", [None])[0]
                return self.answer(200, [shown(n) for n, note in notes.items() if tag is None or tag in note["tags"]])
            number = self.number()
            return self.answer(200, shown(number)) if number else self.answer(410 if breaks else 404, {"error": "there is no such note"})

        def do_POST(self):
            draft = json.loads(self.rfile.read(int(self.headers.get("Content-Length") or 0)) or b"{}")
            if not draft.get("text"):
                return self.answer(422, {"error": "a note has a text"})
            number = max(notes) + 1
            notes[number] = {"text": draft["text"], "tags": draft.get("tags", [])}
            self.answer(200 if breaks else 201, shown(number), f"/notes/{number}")

        def do_DELETE(self):
            number = self.number()
            if number:
                del notes[number]
            self.answer(204) if number else self.answer(410 if breaks else 404, {"error": "there is no such note"})

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def judge_a_real_backend(folder):
    contract = pathlib.Path(folder, "notes.yaml")
    contract.write_text(NOTES)
    file = str(pathlib.Path(folder, "notes.json"))
    process, url = serve(contract)
    try:
        ask(url, "GET", "/notes")
        ask(url, "GET", "/notes/1")
        ask(url, "GET", "/notes/4711")
        ask(url, "POST", "/notes", {"text": "Call Anna", "tags": ["phone"]})
        ask(url, "POST", "/notes", {"text": ""})
        ask(url, "DELETE", "/notes/4711")
        subprocess.run(
            [program, "journal", "pact", url, "--contract", str(contract), "--consumer", "app", "--provider", "notes", "--output", file],
            check=True, capture_output=True, text=True)
    finally:
        end(process)
    names = [interaction["description"] for interaction in json.loads(pathlib.Path(file).read_text())["interactions"]]
    if len(names) != 6:
        faults.append(f"of six exchanges with the mock of notes the pact has {names}")
    process, url = serve(contract)
    try:
        if refused := agree("a pact of notes with the mock", file, url):
            faults.append(f"the mock of notes refuses {sorted(refused)}")
    finally:
        end(process)
    for breaks in (False, True):
        server = notes_backend(breaks)
        refused = agree(f"a pact of notes with a real backend{' that breaks them' if breaks else ''}", file, f"http://127.0.0.1:{server.server_port}")
        server.shutdown()
        # Only the refusal of an empty text is as it was.
        if len(refused) != (5 if breaks else 0):
            faults.append(f"of the real backend{' that breaks them' if breaks else ''} these are refused: {sorted(refused)}")


faults, compared, left = [], 0, 0
with tempfile.TemporaryDirectory() as folder:
    for version in (2, 3, 4):
        contract, answers = pact_file(version)
        file = str(pathlib.Path(folder, f"v{version}.json"))
        pathlib.Path(file).write_text(json.dumps(contract))
        server = provider(answers)
        url = f"http://127.0.0.1:{server.server_port}"
        theirs, (ours, suspicious) = failed_by_library(file, url), failed_by_us(file, url)
        server.shutdown()
        names = [interaction["description"] for interaction in contract["interactions"]]
        if not theirs or not ours:
            faults.append(f"version {version}: nothing fails")
        if theirs - set(names):
            faults.append(f"version {version}: the library names {sorted(theirs - set(names))[:3]}")
        for name in names:
            if name in suspicious and name not in ours:
                left += 1
                continue
            compared += 1
            if (name in theirs) != (name in ours):
                faults.append(f"version {version}, {name}: " + ("only the library refuses it" if name in theirs else "only we refuse it"))
    written = pathlib.Path(folder, "written")
    written.mkdir()
    file = written_by_library(written)
    process, url = serve(str(file))
    try:
        theirs, (ours, _) = failed_by_library(file, url), failed_by_us(str(file), url)
    finally:
        process.terminate()
        process.wait(timeout=10)
    compared += len(json.loads(file.read_text())["interactions"])
    faults += [f"the library refuses what we serve: {name}" for name in sorted(theirs)]
    faults += [f"we refuse what we serve: {name}" for name in sorted(ours)]
    judge_what_we_write(folder)
    judge_a_real_backend(folder)

for fault in faults:
    print(fault, file=sys.stderr)
print(f"pacts: {compared} interactions judged by Pact's own library and by us, {left} disputed ones left out, {len(faults)} faults")
sys.exit(1 if faults else 0)
