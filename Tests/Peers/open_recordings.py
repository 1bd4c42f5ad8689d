#!/usr/bin/env python3
"""Opens our recordings with tools that are not ours, and theirs with ours.

usage: open_recordings.py COUNTERPART

A backend with a page, a script, gzip, a redirect, a cookie and a picture is recorded by `counterpart record`, with headless Chromium as its client. The recording is
then opened by haralyzer and by mitmproxy, and Chromium sees the page again from it alone, the backend being gone. The other way round, `counterpart record --append`
adds to recordings of Chromium and of mitmproxy, and everything that was in them is in them still.
"""
import base64
import contextlib
import gzip
import http.client
import http.server
import json
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

from haralyzer import HarParser
from mitmproxy.io import FlowReader
from playwright.sync_api import sync_playwright

PICTURE = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")
PAGE = """<!doctype html><title>Shop</title><p id=out></p><img id=picture src=/picture.png>
<script>
(async () => {
  const login = await (await fetch('/login', {method: 'POST', headers: {'Content-Type': 'application/json'},
      body: JSON.stringify({name: 'ann', password: ['sword', 'fish'].join('')})})).json()
  const cart = await (await fetch('/old-cart?id=1', {headers: {Authorization: 'Bearer ' + login.access_token}})).json()
  document.getElementById('out').textContent = `${cart.items.length} items, ${cart.note}`
})()
</script>"""
TOKEN = "tok-5f3a9c77e1"


class Backend(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self, status, kind, body, **headers):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        if self.path == "/":
            self.answer(200, "text/html; charset=utf-8", gzip.compress(PAGE.encode()), Content_Encoding="gzip")
        elif self.path == "/picture.png":
            self.answer(200, "image/png", PICTURE)
        elif self.path.startswith("/old-cart"):
            self.answer(302, "text/plain", b"", Location=f"http://{self.headers['Host']}/cart?id=1")
        elif self.path.startswith("/cart"):
            cart = json.dumps({"items": [{"id": 18446744073709551615}, {"id": 2}], "note": "за все 7 грн"}, ensure_ascii=False)
            self.answer(200, "application/json", gzip.compress(cart.encode()), Content_Encoding="gzip")
        else:
            self.answer(404, "text/plain", b"none")

    def do_POST(self):
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        body = json.dumps({"access_token": TOKEN}).encode()
        self.answer(200, "application/json", body, Set_Cookie=f"session={TOKEN}; HttpOnly; Path=/")

    def log_message(self, *_):
        pass


EXPECTED = "2 items, за все 7 грн"


def serve():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Backend)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


class Recorder:
    def __init__(self, program, backend, path, *options):
        command = [program, "record", "--backend", backend, "--to", str(path), "--port", "0", "--json", *options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        if not line:
            sys.exit(f"{command} did not start")
        self.port = json.loads(line)["port"]

    def end(self):
        self.process.send_signal(signal.SIGINT)
        output = self.process.stdout.read()
        if self.process.wait() != 0:
            sys.exit(f"the recorder ended with {self.process.returncode}: {output}")
        return json.loads(output.splitlines()[-1])


def visit(browser, url, **options):
    """What the page shows in the end."""
    context = browser.new_context(**{key: value for key, value in options.items() if key.startswith("record")})
    if "har" in options:
        context.route_from_har(options["har"], not_found="abort")
    page = context.new_page()
    page.goto(url)
    page.wait_for_function("document.getElementById('out').textContent !== '' && document.getElementById('picture').complete")
    shown = page.text_content("#out")
    width = page.evaluate("document.getElementById('picture').naturalWidth")
    context.close()
    assert (shown, width) == (EXPECTED, 1), f"{url} shows {shown!r} and a picture of {width}"


def ask(port):
    """What the page asks for; its redirect would lead past a proxy that leaves it as it is."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    for method, target in [("GET", "/"), ("POST", "/login"), ("GET", "/old-cart?id=1"), ("GET", "/picture.png"), ("GET", "/none")]:
        connection.request(method, target, body="{}" if method == "POST" else None)
        connection.getresponse().read()
    connection.close()


def mitmproxy_flows(path):
    with open(path, "rb") as file:
        return list(FlowReader(file).stream())


def judge_ours(path):
    text = path.read_text(encoding="utf-8")
    for secret in ("swordfish", TOKEN):
        assert secret not in text and base64.b64encode(secret.encode()).decode() not in text, f"{secret} is in the recording"
    har = json.loads(text)
    flows = mitmproxy_flows(path)
    assert len(flows) == len(har["log"]["entries"]) >= 5
    by_path = {flow.request.path: flow for flow in flows}
    assert by_path["/"].response.text == PAGE
    assert by_path["/picture.png"].response.content == PICTURE
    assert json.loads(by_path["/cart?id=1"].response.text)["items"][0]["id"] == 18446744073709551615
    assert by_path["/old-cart?id=1"].response.status_code == 302
    # What was logged in with is what comes after it.
    token = json.loads(by_path["/login"].response.text)["access_token"]
    assert by_path["/cart?id=1"].request.headers["Authorization"] == f"Bearer {token}"
    assert by_path["/login"].response.headers["Set-Cookie"].startswith(f"session={token};")
    parser = HarParser(har)
    assert parser.har_data["version"] == "1.2" and parser.creator["name"] == "counterpart"
    for entry in har["log"]["entries"]:
        assert entry["timings"]["wait"] >= 0 and entry["time"] > 0, entry["timings"]
    return len(flows)


def judge_theirs(program, backend, path):
    """Adds an exchange; everything else is as it was."""
    before = json.loads(path.read_text(encoding="utf-8"))
    recorder = Recorder(program, backend, path, "--append")
    connection = http.client.HTTPConnection("127.0.0.1", recorder.port)
    connection.request("GET", "/cart?id=1")
    connection.getresponse().read()
    assert recorder.end()["new"] == 1
    after = json.loads(path.read_text(encoding="utf-8"))
    added = after["log"]["entries"].pop()
    assert added["request"]["url"] == f"{backend}/cart?id=1"
    for old, new in zip(before["log"]["entries"], after["log"]["entries"], strict=True):
        missing = lost(old, new, "")
        assert not missing, f"{path.name}: {missing}"
    del before["log"]["entries"], after["log"]["entries"]
    missing = lost(before, after, "")
    assert not missing, f"{path.name}: {missing}"
    mitmproxy_flows(path)


def lost(old, new, place):
    """Where something of the old value is not in the new one."""
    if isinstance(old, dict) and isinstance(new, dict):
        return [fault for key, value in old.items() for fault in lost(value, new.get(key, "(missing)"), f"{place}/{key}")]
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        return [fault for index, pair in enumerate(zip(old, new)) for fault in lost(*pair, f"{place}/{index}")]
    # An empty list of parameters says nothing.
    same = old == new or old == [] and new == "(missing)" or isinstance(old, (int, float)) and isinstance(new, (int, float)) and abs(old - new) < 1e-6
    return [] if same else [f"{place} was {old!r}, is {new!r}"]


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    chromium = shutil.which("chromium") or sys.exit("there is no chromium")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        folder = pathlib.Path(folder)
        ours, kept, chromiums, mitms = (folder / f"{name}.har" for name in ("ours", "kept", "chromium", "mitmproxy"))
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        server = serve()
        backend = f"http://127.0.0.1:{server.server_port}"
        recorder = Recorder(program, backend, ours)
        visit(browser, f"http://127.0.0.1:{recorder.port}/")
        recorder.end()
        count = judge_ours(ours)
        # Playwright takes a recorded POST for one only if its content is the same: here the password must be what is sent.
        recorder = Recorder(program, backend, kept, "--keep", "password")
        visit(browser, f"http://127.0.0.1:{recorder.port}/")
        recorder.end()
        visit(browser, f"{backend}/", record_har_path=str(chromiums))
        with mitmproxy_before(backend, mitms, folder) as port:
            ask(port)
        judge_theirs(program, backend, chromiums)
        judge_theirs(program, backend, mitms)
        server.shutdown()
        server.server_close()
        # From the recording alone.
        visit(browser, f"{backend}/", har=str(kept))
        browser.close()
    print(f"recordings: {count} exchanges of ours open in mitmproxy and haralyzer, Chromium shows the page from them; those of Chromium and mitmproxy load")


@contextlib.contextmanager
def mitmproxy_before(backend, recording, folder):
    """mitmproxy on a free port, recording; its file is written when it ends."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    program = pathlib.Path(sys.executable).parent / "mitmdump"
    command = [program, "-q", "--mode", f"reverse:{backend}@127.0.0.1:{port}", "--set", f"hardump={recording}", "--set", f"confdir={folder}/mitm"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(300):
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                time.sleep(0.1)
        else:
            sys.exit("mitmproxy does not listen")
        yield port
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            process.kill()


main()
