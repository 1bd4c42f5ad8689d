#!/usr/bin/env python3
"""Kills `counterpart record` at random moments, and opens what it leaves.

usage: kill_recorder.py COUNTERPART [ROUNDS]

After each kill -9 the .har alone must be JSON of a HAR that haralyzer opens, with every exchange that was answered more than a second before.
"""
import http.client
import http.server
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import threading
import time

from haralyzer import HarParser


class Backend(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        # From a few bytes to some hundred kilobytes, so that writes are cut short between pages.
        size = 10 ** (hash(self.path) % 5 + 1)
        self.send_response(200)
        self.send_header("Content-Type", "text/plain")
        self.send_header("Content-Length", str(size))
        self.end_headers()
        self.wfile.write(b"x" * size)

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    def handle_error(self, *_):
        """A recorder that is killed resets its connections."""


def client(port, name, stop, answered):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    number = 0
    try:
        while not stop.is_set():
            target = f"/{name}/{number}"
            connection.request("GET", target)
            connection.getresponse().read()
            answered.append((time.monotonic(), target))
            number += 1
    except (OSError, http.client.HTTPException):
        pass


def one_round(program, backend, folder, seed):
    chance = random.Random(seed)
    path = folder / f"{seed}.har"
    command = [program, "record", "--backend", backend, "--to", str(path), "--port", "0", "--json"]
    recorder = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    port = json.loads(recorder.stdout.readline())["port"]
    threading.Thread(target=recorder.stdout.read, daemon=True).start()
    stop, answered = threading.Event(), []
    clients = [threading.Thread(target=client, args=(port, name, stop, answered)) for name in "abc"]
    for thread in clients:
        thread.start()
    time.sleep(chance.uniform(0.05, 2.5))
    killed = time.monotonic()
    recorder.kill()
    recorder.wait()
    stop.set()
    for thread in clients:
        thread.join()
    har = json.loads(path.read_text(encoding="utf-8"))
    targets = {entry["request"]["url"].split("/", 3)[3] for entry in har["log"]["entries"]}
    missing = [target for moment, target in answered if moment < killed - 1 and target[1:] not in targets]
    if missing:
        sys.exit(f"round {seed}: {len(missing)} exchanges that were answered a second before are missing, {missing[0]} first")
    if har["log"]["entries"]:
        assert len(HarParser(har).pages) >= 0
    return len(targets), len(answered)


def main():
    program, rounds = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 15
    server = Server(("127.0.0.1", 0), Backend)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    kept = total = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(rounds):
            one = one_round(program, f"http://127.0.0.1:{server.server_port}", pathlib.Path(folder), seed)
            kept, total = kept + one[0], total + one[1]
    print(f"killed {rounds} times: every recording opens; {kept} of {total} exchanges are in them, all that were answered a second before")


main()
