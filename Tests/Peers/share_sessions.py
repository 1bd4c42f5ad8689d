"""Replicas of a mock that share a store are killed, stopped, cut off from it and started again while clients change and read their sessions.

usage: share_sessions.py PROGRAM STORE [SECONDS] [--strict-reads] [--broken lose|repeat] [--server FOLDER]     STORE as `serve --store` takes it

Every client adds to the counters of sessions that others change too, writes and reads them, by whichever replica. What was told is held to one
counter for each session: the history has to be linearizable, a call that was not told having happened once or never. A read may be as
old as a lease, with --strict-reads it may not. Replicas reach PostgreSQL by a proxy each, which cuts connections, and holds back what
is sent and delivers it late; with the FOLDER of a server by `.ci/postgresql` that is stopped, as by a loss of power, and started too. --broken makes a store of SQLite lose changes, or make them twice: then it is an error if nobody notices.
"""
import argparse
import concurrent.futures
import http.client
import os
import pathlib
import random
import select
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

import linearizable
from replicas import Replica, write_contract

SESSIONS = 3
CLIENTS = 6
# How long a read may be old.
LEASE = 2.0

# What a store does that does not hold to what it says: each third change is lost, or made twice.
BROKEN = {
    "lose": "UPDATE session SET document = OLD.document WHERE rowid = NEW.rowid",
    "repeat": """UPDATE session SET document = CAST(json_set(CAST(NEW.document AS TEXT), '$.state.count',
        json_extract(CAST(NEW.document AS TEXT), '$.state.count') + 1) AS BLOB) WHERE rowid = NEW.rowid""",
}


class Link:
    """Passes connections on to a database, unless it is cut or held back."""

    def __init__(self, host, port):
        self.target, self.passes, self.pairs = (host, port), threading.Event(), []
        self.passes.set()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            client, _ = self.listener.accept()
            if not self.passes.is_set():
                # As a network that is gone: nothing is refused, and nothing comes.
                self.passes.wait()
            try:
                server = socket.create_connection(self.target)
            except OSError:
                client.close()
                continue
            self.pairs.append((client, server))
            threading.Thread(target=self.carry, args=(client, server), daemon=True).start()

    def carry(self, client, server):
        try:
            while True:
                ready, _, _ = select.select([client, server], [], [])
                # What has come by now, and all that comes after it, is delivered once the network is back.
                self.passes.wait()
                for one in ready:
                    content = one.recv(65536)
                    if not content:
                        return
                    (server if one is client else client).sendall(content)
        except (OSError, ValueError):
            pass
        finally:
            client.close()
            server.close()

    def cut(self):
        for pair in self.pairs:
            for one in pair:
                try:
                    one.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass
        self.pairs.clear()


def linked(store):
    """A link to the database of a URL, and the URL by that link; nothing to be linked where the store is a file."""
    if not store.startswith("postgres"):
        return None, store
    url = urllib.parse.urlsplit(store)
    if not url.hostname:
        sys.exit("share_sessions: the database has to be reached by TCP")
    link = Link(url.hostname, url.port or 5432)
    who = url.netloc.rpartition("@")[0]
    return link, url._replace(netloc=(who + "@" if who else "") + f"127.0.0.1:{link.port}").geturl()


def break_store(store, how):
    path = store.removeprefix("sqlite:")
    with sqlite3.connect(path, timeout=10) as database:
        database.execute(
            f"CREATE TRIGGER broken AFTER UPDATE OF document ON session WHEN NEW.version % 3 = 0 AND OLD.document IS NOT NULL BEGIN {BROKEN[how]}; END")


def steer_server(command, folder):
    script = pathlib.Path(__file__).resolve().parents[2] / ".ci/postgresql"
    subprocess.run([script, command, folder], check=True, stdout=subprocess.DEVNULL)


def main():
    words = argparse.ArgumentParser()
    words.add_argument("program")
    words.add_argument("store")
    words.add_argument("seconds", nargs="?", type=float, default=20)
    words.add_argument("--strict-reads", action="store_true")
    words.add_argument("--broken", choices=BROKEN)
    words.add_argument("--server", metavar="FOLDER")
    given = words.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="replicas-"))
    write_contract(folder)
    options = ["--strict-reads"] if given.strict_reads else []
    links = [linked(given.store) for _ in range(3)]
    replicas = [Replica(given.program, str(folder), store, *options) for _, store in links]
    links = [link for link, _ in links]
    if given.broken:
        break_store(given.store, given.broken)
    sessions = [f"s{os.getpid()}-{n}" for n in range(SESSIONS)]
    over = threading.Event()
    calls, statuses = {session: [] for session in sessions}, {}
    lock = threading.Lock()
    began = time.monotonic()

    def call(replica, session, kind, argument=None):
        method, query = {"add": ("POST", ""), "read": ("GET", ""), "write": ("PUT", f"?to={argument}")}[kind]
        sent = time.monotonic()
        try:
            status, body = replica.ask(method, f"/_counterpart/sessions/{session}/count{query}")
        except (OSError, http.client.HTTPException):
            status, body = 0, b""
        ended = time.monotonic()
        with lock:
            statuses[(kind, status)] = statuses.get((kind, status), 0) + 1
            calls[session].append(
                linearizable.Call(kind, argument, int(body) if status == 200 else None, sent - began, ended - began))
        return status

    def client(number):
        choice, written = random.Random(number), 0
        while not over.is_set():
            kind = choice.choices(["add", "read", "write"], [5, 3, 1])[0]
            argument = None
            if kind == "write":
                written += 1
                argument = (written * CLIENTS + number) * linearizable.SPREAD
            if call(choice.choice(replicas), choice.choice(sessions), kind, argument) != 200:
                time.sleep(0.05)

    def disturb():
        choice = random.Random(7)
        # In turns, so that none is left out where the machine is slow.
        kinds = ["killed", "stopped"] + (["cut", "held back"] if links[0] else []) + (["server stopped"] if given.server else [])
        what = dict.fromkeys(kinds, 0)
        while not over.wait(choice.uniform(0.3, 1.2)):
            number = choice.randrange(3)
            replica, link = replicas[number], links[number]
            how = kinds[sum(what.values()) % len(kinds)]
            what[how] += 1
            if how == "killed":
                replica.end(signal.SIGKILL)
                replica.start()
            elif how == "server stopped":
                steer_server("stop", given.server)
                over.wait(choice.uniform(0.1, 1.5))
                steer_server("start", given.server)
            elif how == "stopped":
                replica.process.send_signal(signal.SIGSTOP)
                over.wait(choice.uniform(0.2, 2.6))
                replica.process.send_signal(signal.SIGCONT)
            else:
                link.passes.clear()
                over.wait(choice.uniform(0.2, 2.6))
                if how == "cut":
                    link.cut()
                link.passes.set()
        return what

    try:
        with concurrent.futures.ThreadPoolExecutor(CLIENTS + 1) as pool:
            jobs = [pool.submit(client, number) for number in range(CLIENTS)]
            disturbance = pool.submit(disturb)
            time.sleep(given.seconds)
            over.set()
            for job in jobs:
                job.result()
            what = disturbance.result()
        # After this no copy is as old as a lease.
        time.sleep(LEASE + 0.5)
        for session in sessions:
            for replica in replicas:
                call(replica, session, "read")
    finally:
        for replica in replicas:
            replica.process.send_signal(signal.SIGCONT)
            replica.process.kill()
            replica.process.wait()
    faults = judge(calls, 0 if given.strict_reads else LEASE)
    faults += [f"status {status}" for (_, status) in statuses if status not in (0, 200, 503)]
    told = sum(c.result is not None and c.kind != "read" for one in calls.values() for c in one)
    unsure = sum(c.result is None and c.kind != "read" for one in calls.values() for c in one)
    print(f"{told} changes were told, {unsure} were not; replicas {what}")
    print("answers:", {f"{kind} {status or 'none'}": count for (kind, status), count in sorted(statuses.items())})
    for fault in faults[:20]:
        print("FOUND" if given.broken else "FAULT", fault)
    if given.broken:
        sys.exit(0 if faults else f"FAULT nobody noticed a store that is broken ({given.broken})")
    if not told or not all(what.values()):
        sys.exit("FAULT nothing was tried")
    sys.exit(1 if faults else 0)


def judge(calls, lease):
    faults = []
    for session, history in calls.items():
        # A read that may be old tells what was the case at some moment since then.
        relaxed = [c._replace(start=c.start - lease) if c.kind == "read" else c for c in history]
        if not linearizable.is_linearizable(relaxed):
            last = linearizable.shortest_fault(relaxed)
            near = sorted((c for c in history if c.end > last.start - 0.2 and c.start < last.end), key=lambda c: c.start)
            faults.append(f"{session}: no order of the calls tells {last}; about then: {near[-12:]}")
    return faults


main()
