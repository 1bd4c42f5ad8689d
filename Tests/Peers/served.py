"""What scripts about browsers share: our mock, and a page of another origin."""
import contextlib
import http.server
import json
import shutil
import signal
import subprocess
import sys
import threading


class Page(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        body = b"<!doctype html><title>Page</title>"
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def mock(program, contract, *options, port=0):
    """Its URL; the lines of its log are in the list when it has ended."""
    command = [program, "serve", str(contract), "--port", str(port), "--json", *options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    log = []
    try:
        line = process.stdout.readline()
        if not line:
            sys.exit(f"{command} did not start")
        yield json.loads(line)["url"], log
    finally:
        process.send_signal(signal.SIGINT)
        log += [json.loads(line) for line in process.stdout.read().splitlines()]
        process.wait(timeout=60)


@contextlib.contextmanager
def page_in_chromium():
    """A page that Chromium shows, and its origin."""
    # Not every environment that serves has a browser.
    from playwright.sync_api import sync_playwright
    chromium = shutil.which("chromium") or sys.exit("there is no chromium")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page()
        origin = f"http://127.0.0.1:{server.server_port}"
        page.goto(f"{origin}/")
        yield page, origin
        browser.close()
    server.shutdown()
    server.server_close()
