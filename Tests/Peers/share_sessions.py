"""Replicas of a mock that share a store are killed, stopped and started again while clients count in their sessions.

usage: share_sessions.py PROGRAM STORE [SECONDS]     STORE as `serve --store` takes it

Every client counts one by one in a session that others count in too, by whichever replica. What was told is held to a counter: no number is
told twice, a number that was told before a request was sent is smaller than its answer, and in the end there are as many as were told, and
at most those more of which nobody was told.
"""
import concurrent.futures
import http.client
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time

CONTRACT = """
openapi: 3.1.0
info: {title: Count, version: "1"}
paths:
  /count:
    get: {operationId: read, responses: {'200': {description: So far., content: {application/json: {schema: {type: integer}}}}}}
    post: {operationId: add, responses: {'200': {description: And now., content: {application/json: {schema: {type: integer}}}}}}
"""
RULES = """
state: {count: 0}
operations:
  read: [{respond: {status: 200, body: state.count}}]
  add:
    - change: [{set: {count: state.count + 1}}]
      respond: {status: 200, body: state.count}
"""
SESSIONS = 3
CLIENTS = 6
# How long a read may be old: a lease, and what a busy machine adds.
LEASE = 2.0


class Replica:
    def __init__(self, program, contract, store):
        self.command = [program, "serve", contract, "--quiet", "--json", "--store", store]
        self.port = None
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [*self.command, "--port", str(self.port or 0)], stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        self.port = int(json.loads(line)["url"].rsplit(":", 1)[1].split("/")[0])

    def ask(self, method, path, timeout=8):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            connection.request(method, path)
            response = connection.getresponse()
            return response.status, response.read()
        finally:
            connection.close()


def main():
    program, store = sys.argv[1], sys.argv[2]
    seconds = float(sys.argv[3]) if len(sys.argv) > 3 else 20
    folder = pathlib.Path(tempfile.mkdtemp(prefix="replicas-"))
    (folder / "openapi.yaml").write_text(CONTRACT)
    (folder / "mock.yaml").write_text(RULES)
    replicas = [Replica(program, str(folder), store) for _ in range(3)]
    sessions = [f"s{os.getpid()}-{n}" for n in range(SESSIONS)]
    over = threading.Event()
    calls, reads, statuses = [], [], {}
    lock = threading.Lock()

    def client(number):
        choice = random.Random(number)
        while not over.is_set():
            replica, session = choice.choice(replicas), choice.choice(sessions)
            method = choice.choice(["POST", "POST", "GET"])
            sent = time.monotonic()
            try:
                status, body = replica.ask(method, f"/_counterpart/sessions/{session}/count")
            except (OSError, http.client.HTTPException):
                status, body = 0, b""
            answered = time.monotonic()
            with lock:
                statuses[(method, status)] = statuses.get((method, status), 0) + 1
                record = (session, sent, answered, status, int(body) if status == 200 else None)
                (calls if method == "POST" else reads).append(record)
            if status != 200:
                time.sleep(0.05)

    def disturb():
        choice, what = random.Random(7), {"killed": 0, "stopped": 0}
        while not over.wait(choice.uniform(0.3, 1.2)):
            replica = choice.choice(replicas)
            if choice.random() < 0.5:
                replica.process.kill()
                replica.process.wait()
                replica.start()
                what["killed"] += 1
            else:
                replica.process.send_signal(signal.SIGSTOP)
                over.wait(choice.uniform(0.2, 2.6))
                replica.process.send_signal(signal.SIGCONT)
                what["stopped"] += 1
        return what

    try:
        with concurrent.futures.ThreadPoolExecutor(CLIENTS + 1) as pool:
            jobs = [pool.submit(client, number) for number in range(CLIENTS)]
            disturbance = pool.submit(disturb)
            time.sleep(seconds)
            over.set()
            for job in jobs:
                job.result()
            what = disturbance.result()
        # A read may be as old as a lease.
        time.sleep(LEASE + 0.5)
        last = {s: int(replicas[0].ask("GET", f"/_counterpart/sessions/{s}/count")[1]) for s in sessions}
    finally:
        for replica in replicas:
            replica.process.send_signal(signal.SIGCONT)
            replica.process.kill()
            replica.process.wait()
    faults = judge(sessions, calls, reads, last)
    told = sum(1 for call in calls if call[3] == 200)
    print(f"{told} changes were told, {len(calls) - told} were not, {len(reads)} reads; replicas {what}; in the end {last}")
    print("answers:", {f"{method} {status or 'none'}": count for (method, status), count in sorted(statuses.items())})
    for fault in faults[:20]:
        print("FAULT", fault)
    if not told or what["killed"] == 0 or what["stopped"] == 0:
        faults.append("nothing was tried")
        print("FAULT nothing was tried")
    sys.exit(1 if faults else 0)


def judge(sessions, calls, reads, last):
    faults = []
    for (session, _, _, status, _) in calls + reads:
        if status not in (0, 200, 503):
            faults.append(f"{session}: status {status}")
    for session in sessions:
        told = sorted((c for c in calls if c[0] == session and c[3] == 200), key=lambda c: c[4])
        unsure = sum(1 for c in calls if c[0] == session and c[3] != 200)
        numbers = [c[4] for c in told]
        if len(set(numbers)) != len(numbers):
            faults.append(f"{session}: a number was told twice")
        if not len(told) <= last[session] <= len(told) + unsure:
            faults.append(f"{session}: {last[session]} in the end, {len(told)} told, {unsure} not told")
        # The latest that any greater number was sent: whoever was answered before that has a smaller one.
        newest = 0.0
        for (_, sent, answered, _, number) in told:
            if answered < newest:
                faults.append(f"{session}: {number} was told before a smaller one was asked for")
            newest = max(newest, sent)
        for (_, sent, answered, status, number) in (r for r in reads if r[0] == session):
            if status != 200:
                continue
            if number > last[session]:
                faults.append(f"{session}: {number} was read, and is not there")
            known = max((c[4] for c in told if c[2] < sent - LEASE), default=0)
            if number < known:
                faults.append(f"{session}: {number} was read when {known} had been told {LEASE} s before")
    return faults


main()
