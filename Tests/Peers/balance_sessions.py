"""Three replicas of a mock that share a store stand behind nginx, and then behind HAProxy, as `.ci/packaging` configures them.

usage: balance_sessions.py PROGRAM STORE     STORE as `serve --store` takes it; nginx and haproxy are installed

All requests of a session, named by the path or by the header field, are answered by one replica as long as it is there. A replica that is told
to end drains: no request fails. One that is killed costs no change that was told, and only its
own sessions move. The control API and the console show any session, by any replica; with --store-journal also what others answered.
"""
import json
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

from replicas import Replica, ask, free_port, write_contract

PACKAGING = pathlib.Path(__file__).resolve().parents[2] / ".ci" / "packaging"
TOKEN = "balanced"
# Of them half name themselves by the path, half by the header field.
SESSIONS = 24


def need(condition, words):
    if not condition:
        sys.exit(f"balance_sessions: {words}")


def configured(name, folder, port, replicas):
    """A balancer's file, with the addresses of this run in the place of its own."""
    text = (PACKAGING / name).read_text()
    for number, replica in enumerate(replicas, 1):
        # HAProxy gives a server a name and an address.
        text, count = re.subn(rf"\bmock-{number}:8080\b", f"127.0.0.1:{replica.port}", text)
        need(count == 1, f"{name} names mock-{number}:8080 {count} times")
    listens = {"nginx.conf": ("listen 8000;", f"listen 127.0.0.1:{port};"), "haproxy.cfg": ("bind :8000", f"bind 127.0.0.1:{port}")}[name]
    need(text.count(listens[0]) == 1, f"{name} does not {listens[0]}")
    path = folder / name
    path.write_text(text.replace(*listens))
    return path


class Balancer:
    def __init__(self, name, folder, replicas):
        self.name, self.port = name.split(".")[0], free_port()
        path = configured(name, folder, self.port, replicas)
        log = open(folder / f"{self.name}.log", "w")
        command = (
            ["nginx", "-p", str(folder), "-c", str(path), "-e", "stderr", "-g", f"daemon off; pid {folder}/nginx.pid; error_log stderr;"]
            if self.name == "nginx" else ["haproxy", "-db", "-f", str(path)])
        self.process = subprocess.Popen(command, stdout=log, stderr=log)
        until = time.monotonic() + 10
        while True:
            try:
                if self.ask("GET", "/_counterpart/health")[0] == 200:
                    break
            except OSError:
                pass
            need(time.monotonic() < until and self.process.poll() is None, f"{self.name} does not start: {pathlib.Path(log.name).read_text()}")
            time.sleep(0.05)

    def ask(self, method, path, **more):
        return ask(self.port, method, path, **more)

    def count(self, method, session):
        """Of one request of a session: what came."""
        if session.startswith("path"):
            return self.ask(method, f"/_counterpart/sessions/{session}/count")
        return self.ask(method, "/count", headers={"Counterpart-Session": session})

    def control(self, method, path, body=None):
        headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
        return self.ask(method, path, headers=headers, body=body)

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()


def owners(replicas, since):
    """Which replicas answered each session, by their logs since then. A header field is in no log: only the path tells."""
    found = {}
    for number, replica in enumerate(replicas):
        for entry in replica.log[since[number]:]:
            if match := re.match(r"/_counterpart/sessions/([^/?]+)/count", entry["target"]):
                found.setdefault(match[1], set()).add(number)
    return found


def entries(replica, session):
    """How many requests of the session are in a replica's journal, asked directly."""
    status, body = replica.ask("GET", f"/_counterpart/journal/count?session={session}")
    return json.loads(body)["count"] if status == 200 else 0


def journal_owners(replicas, session):
    return {number for number, replica in enumerate(replicas) if entries(replica, session) > 0}


class Clients:
    """Count in all sessions until they are told to end."""

    def __init__(self, balancer, sessions, counts):
        self.balancer, self.counts, self.failed, self.over = balancer, counts, [], threading.Event()
        self.unsure = dict.fromkeys(sessions, 0)
        self.threads = [threading.Thread(target=self.run, args=(sessions[n::4],)) for n in range(4)]
        for thread in self.threads:
            thread.start()

    def run(self, sessions):
        while not self.over.is_set():
            for session in sessions:
                try:
                    status, body = self.balancer.count("POST", session)
                except OSError as error:
                    status, body = 0, str(error).encode()
                if status == 200:
                    told = int(body)
                    # What was sent and not answered may have been counted.
                    if not self.counts[session] + 1 <= told <= self.counts[session] + 1 + self.unsure[session]:
                        self.failed.append(f"{session}: {told} after {self.counts[session]}")
                    self.unsure[session] = max(0, self.unsure[session] - (told - self.counts[session] - 1))
                    self.counts[session] = told
                else:
                    self.unsure[session] += 1
                    self.failed.append(f"{session}: {status} {body[:120]!r}")

    def end(self):
        self.over.set()
        for thread in self.threads:
            thread.join()
        return self.failed


def try_balancer(name, replicas, folder):
    balancer = Balancer(name, folder, replicas)
    kind = balancer.name
    sessions = [f"{how}-{kind}-{n}" for n in range(SESSIONS // 2) for how in ("path", "field")]
    counts = dict.fromkeys(sessions, 0)
    try:
        # One replica for each session, and not one for all.
        since = [len(replica.log) for replica in replicas]
        for turn in range(1, 4):
            for session in sessions:
                need(balancer.count("POST", session) == (200, str(turn).encode()), f"{kind}: {session} was not told {turn}")
                need(balancer.count("GET", session) == (200, str(turn).encode()), f"{kind}: {session} did not read {turn}")
                counts[session] = turn
        by_path = [session for session in sessions if session.startswith("path")]
        # Logs and journals come behind the answers.
        deadline = time.monotonic() + 10
        while not all(owners(replicas, since).get(session) for session in by_path) and time.monotonic() < deadline:
            time.sleep(0.1)
        homes = {session: journal_owners(replicas, session) for session in sessions}
        need(all(len(home) == 1 for home in homes.values()), f"{kind}: a session was answered by several replicas: {homes}")
        need(set().union(*homes.values()) == {0, 1, 2}, f"{kind}: not every replica has sessions: {homes}")
        logged = owners(replicas, since)
        need(all(logged.get(s) == homes[s] for s in by_path), f"{kind}: logs and journals tell different replicas: {[(s, logged.get(s), homes[s]) for s in by_path if logged.get(s) != homes[s]]}")

        # The control API and the console, by the balancer and by any replica, of any session.
        session = sessions[0]
        status, body = balancer.ask("GET", "/_counterpart/sessions")
        need(status == 403, f"{kind}: the control API is open to those who come by a balancer: {status}")
        status, body = balancer.control("GET", "/_counterpart/sessions")
        need(status == 200 and {s["id"] for s in json.loads(body)} >= set(sessions), f"{kind}: the list of sessions lacks some")
        for target in (f"/_counterpart/journal?session={session}", f"/_counterpart/sessions/{session}/_counterpart/journal"):
            status, body = balancer.control("GET", target)
            need(status == 200 and json.loads(body)["count"] == 6, f"{kind}: {target} has not the session's 6 requests: {status} {body[:200]}")
        need(balancer.ask("GET", "/_counterpart/")[0] == 200, f"{kind}: no console")
        for replica in replicas:
            status, body = replica.ask("GET", f"/_counterpart/state?session={session}")
            need((status, json.loads(body)["count"]) == (200, 3), f"{kind}: a replica does not know the state: {status} {body[:200]}")
        status, body = balancer.control("PUT", f"/_counterpart/state?session={session}", body='{"count": 40}')
        need(status in (200, 204), f"{kind}: the state is not set: {status} {body[:200]}")
        counts[session] = 40
        need(balancer.count("POST", session) == (200, b"41"), f"{kind}: a state that was set by the control API is not gone on with")
        counts[session] = 41

        # A replica that is told to end: all of its clients' requests are answered.
        clients = Clients(balancer, sessions, counts)
        time.sleep(0.7)
        replicas[1].end(signal.SIGTERM)
        time.sleep(0.7)
        failed = clients.end()
        # nginx does not ask for the health: what it is connecting as the replica closes its port can be cut off.
        cut = [f for f in failed if kind == "nginx" and ": 502 " in f]
        need(len(failed) == len(cut) <= 3, f"{kind}: {len(failed)} requests failed while a replica drained: {failed[:5]}")
        need(all(count > 8 for count in counts.values()), f"{kind}: nobody counted while a replica drained: {counts}")
        replicas[1].start()
        time.sleep(2.2)
        # Back where they were, or at least whole.
        for session in sessions:
            need(balancer.count("GET", session)[0] == 200, f"{kind}: {session} cannot be read after the replica is back")

        # A replica that is killed: what was told is there, and the others' sessions stay where they are.
        before = {session: [entries(replica, session) for replica in replicas] for session in sessions}
        clients = Clients(balancer, sessions, counts)
        time.sleep(0.5)
        replicas[2].process.kill()
        replicas[2].process.wait()
        time.sleep(1)
        failed = clients.end()
        need(not [f for f in failed if " after " in f], f"{kind}: changes were lost or made twice: {failed[:5]}")
        need(all(re.search(r": (0|502|503|504) ", f) for f in failed), f"{kind}: a killed replica was told otherwise: {failed[:5]}")
        moved = [
            session for session in sessions if homes[session] <= {0, 1}
            and entries(replicas[1 - min(homes[session])], session) > before[session][1 - min(homes[session])]]
        need(not moved, f"{kind}: sessions moved whose replica was there: {moved}")
        replicas[2].start()
        for session in sessions:
            told = int(balancer.count("POST", session)[1])
            unsure = clients.unsure[session]
            need(counts[session] < told <= counts[session] + 1 + unsure, f"{kind}: {session} has {told} after {counts[session]} ({unsure} unsure)")
            counts[session] = told
        return f"{kind}: {sum(counts.values())} changes, {len(failed)} not told as a replica was killed"
    finally:
        balancer.end()


def try_journals(program, contract, store):
    """With --store-journal any replica tells what others answered, also after they were killed, and without secrets."""
    replicas = [Replica(program, contract, store, "--store-journal") for _ in range(2)]
    first, second = replicas
    try:
        def journal(replica, what=""):
            status, body = replica.ask("GET", f"/_counterpart/journal{what}?session=journal")
            return json.loads(body) if status == 200 else status
        for number in range(1, 4):
            path, headers = "/_counterpart/sessions/journal/count", {"Authorization": "Bearer hidden-from-others", "X-Number": str(number)}
            need(first.ask("POST", path, headers=headers)[0] == 200, "journals: no answer")
        entries = journal(first)["entries"]
        until = time.monotonic() + 5
        while len(journal(second)["entries"]) < 3 and time.monotonic() < until:
            time.sleep(0.05)
        told = journal(second)
        need(told["entries"] == entries and told["total"] == 3, f"journals: another replica tells {told} in the place of {entries}")
        need(journal(second, "/2") == journal(first, "/2"), f"journals: another replica shows an entry as {journal(second, '/2')}")
        need(journal(second, "/2")["request"]["headers"]["x-number"] == ["2"], "journals: an entry lost its header fields")
        need(second.ask("GET", "/_counterpart/journal/count?session=journal&operation=add")[1] == b'{"count":3}', "journals: filters do not find")
        need(second.ask("GET", "/_counterpart/journal/count?session=journal&status=404")[1] == b'{"count":0}', "journals: filters find too much")
        waiter = threading.Thread(target=lambda: second.ask("GET", "/_counterpart/sessions/journal/count"))
        threading.Timer(0.3, waiter.start).start()
        status, body = first.ask("GET", "/_counterpart/journal/wait?session=journal&operation=read&timeout=8", timeout=12)
        need(status == 200 and json.loads(body)["met"], f"journals: nobody was told of a request that was waited for: {body[:200]}")
        second.end(signal.SIGKILL)
        second.start()
        need(len(journal(second)["entries"]) == 4, f"journals: after it was killed a replica knows {journal(second)}")
        if store.startswith("sqlite:"):
            path = pathlib.Path(store.removeprefix("sqlite:"))
            content = b"".join(file.read_bytes() for file in path.parent.glob(path.name + "*"))
            need(b"X-Number".lower() in content and b"hidden-from-others" not in content, "journals: a secret is in the store")
        need(second.ask("DELETE", "/_counterpart/journal?session=journal")[0] == 204, "journals: not cleared")
        until = time.monotonic() + 5
        while journal(first)["entries"] and time.monotonic() < until:
            time.sleep(0.05)
        need(not journal(first)["entries"], f"journals: another replica still tells {journal(first)}")
        return "journals: told, waited for, kept, cleared"
    finally:
        for replica in replicas:
            replica.process.kill()
            replica.process.wait()


def main():
    program, store = sys.argv[1], sys.argv[2]
    for tool in ("nginx", "haproxy"):
        need(shutil.which(tool), f"there is no {tool}")
    folder = pathlib.Path(tempfile.mkdtemp(prefix="balanced-"))
    folder.chmod(0o755)
    (folder / "count").mkdir()
    write_contract(folder / "count")
    options = ["--drain", "2s", "--admin-token", TOKEN]
    began = time.monotonic()
    replicas = [Replica(program, str(folder / "count"), store, *options, quiet=False) for _ in range(3)]
    try:
        for name in ("nginx.conf", "haproxy.cfg"):
            print(try_balancer(name, replicas, folder))
        print(try_journals(program, str(folder / "count"), store))
        print(f"balanced in {time.monotonic() - began:.1f} s")
    finally:
        for replica in replicas:
            replica.process.kill()
            replica.process.wait()
        shutil.rmtree(folder, ignore_errors=True)


main()
