"""Keeps a mock and a recorder busy for a while with all that clients do at once, checks every answer, and watches what the processes take.

usage: soak.py PROGRAM SECONDS

Sessions shop, contracts are saved, faults are set, clients are slow, leave or talk nonsense, over HTTP/1.1, through a recorder, and over HTTP/2
with TLS. An answer that is wrong ends it; memory, descriptors and threads that have grown at the end fail it.
"""
import asyncio
import contextlib
import json
import logging
import os
import pathlib
import random
import re
import shutil
import ssl
import subprocess
import sys
import tempfile
import time

import httpx

PROGRAM, SECONDS = pathlib.Path(sys.argv[1]).resolve(), float(sys.argv[2])
SHOP = pathlib.Path("Contracts/sneaker-shop")
APP = {"Accept": "application/json", "User-Agent": "Sneakers/3.14", "X-App-Version": "3.14.0"}
# That a client which was cut off goes on writing is meant.
logging.getLogger("asyncio").setLevel(logging.ERROR)
answers = {}


class Wrong(Exception):
    pass


def check(holds, *what):
    if not holds:
        raise Wrong(" ".join(str(part)[:400] for part in what))


def counted(kind, number=1):
    answers[kind] = answers.get(kind, 0) + number


class Process:
    """A server of ours: where it listens, and what it takes."""

    def __init__(self, name, *arguments):
        self.name = name
        self.output = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen([PROGRAM, *map(str, arguments)], stdout=subprocess.PIPE, stderr=self.output, text=True)
        line = self.process.stdout.readline()
        check(line, name, "does not start:", self.errors())
        self.url = json.loads(line)["url"]
        self.port = int(re.search(r":(\d+)", self.url.split("//")[1]).group(1))
        self.samples = []

    def errors(self):
        self.output.seek(0)
        return self.output.read()

    def sample(self):
        check(self.process.poll() is None, self.name, "ended with", self.process.returncode, self.errors())
        folder = f"/proc/{self.process.pid}"
        status = open(f"{folder}/status").read()
        memory = int(re.search(r"VmRSS:\s+(\d+)", status).group(1)) / 1024
        threads = int(re.search(r"Threads:\s+(\d+)", status).group(1))
        self.samples.append((memory, len(os.listdir(f"{folder}/fd")), threads))

    def end(self):
        began = time.monotonic()
        self.process.terminate()
        code = self.process.wait(timeout=20)
        check(code == 0 and time.monotonic() - began < 10, self.name, "ended with", code, "after", time.monotonic() - began, self.errors())

    def judge(self):
        """Compares the middle of the second quarter with the end: caches are full by then."""
        quarter = max(len(self.samples) // 4, 1)
        early, late = self.samples[quarter:2 * quarter] or self.samples, self.samples[-quarter:]

        def middle(samples, index):
            return sorted(sample[index] for sample in samples)[len(samples) // 2]

        for index, (what, room) in enumerate([("MB resident", 0.15 * middle(early, 0) + 12), ("descriptors", 24), ("threads", 4)]):
            before, after = middle(early, index), middle(late, index)
            print(f"{self.name}: {before:.0f} {what} in the second quarter, {after:.0f} in the last, {max(s[index] for s in self.samples):.0f} at most")
            check(after <= before + room, self.name, what, "have grown from", before, "to", after)


async def shopper(base, number, until, **options):
    """A session of its own, in which the cart has what was put there and nothing else."""
    async with httpx.AsyncClient(headers=APP, timeout=30, **options) as client:
        while time.monotonic() < until:
            session = f"{base}/_counterpart/sessions/soak-{number}-{random.getrandbits(32):x}"
            login = await client.post(f"{session}/api/login/login", json={"email": "anna@shop.example", "passwd": "correct-horse"})
            check(login.status_code == 200 and login.json()["logged_in"] is True, "login", login.status_code, login.text)
            empty = await client.get(f"{session}/api/cart/get_products_in_cart", params={"user_id": 1})
            before = {line["id"]: line["number"] for line in empty.json()}
            added = random.randint(1, 9)
            for _ in range(added):
                answer = await client.post(f"{session}/api/cart/add_to_cart", json={"user_id": 1, "product_id": 1002})
                check(answer.status_code == 200, "add_to_cart", answer.status_code, answer.text)
            cart = await client.get(f"{session}/api/cart/get_products_in_cart", params={"user_id": 1})
            after = {line["id"]: line["number"] for line in cart.json()}
            before[1002] = before.get(1002, 0) + added
            check(after == before, "the cart is", after, "in the place of", before)
            for user in (1, 2):
                promotions = await client.get(f"{session}/api/home/get_promotions", params={"user_id": user})
                check(promotions.status_code == 200, "promotions", promotions.status_code, promotions.text)
            refused = await client.get(f"{session}/api/home/get_promotions", params={"user_id": "x"})
            check(refused.status_code == 401, "refused", refused.status_code)
            nowhere = await client.get(f"{session}/api/home/get_promotion")
            check(nowhere.status_code == 404, "nowhere", nowhere.status_code)
            removed = await client.delete(session)
            check(removed.status_code in (200, 204), "end of a session", removed.status_code, removed.text)
            counted("exchanges of " + ("HTTP/2 over TLS" if options.get("http2") else "shoppers"), 8 + added)


async def unlucky(base, until):
    """A session whose server fails as it was told, so often as it was told."""
    async with httpx.AsyncClient(timeout=30) as client:
        session = f"{base}/_counterpart/sessions/unlucky"
        while time.monotonic() < until:
            fault = random.choice([{"status": 503, "retryAfter": "2s"}, "reset", "close", "truncate", "garbage", "malformed-chunk"])
            await client.delete(f"{session}/_counterpart/faults")
            told = await client.put(f"{session}/_counterpart/faults", json=[{"operations": ["getPromotions"], "times": 3, "fault": fault}])
            check(told.status_code in (200, 204), "faults", told.status_code, told.text)
            failed = 0
            for _ in range(5):
                with contextlib.suppress(httpx.TransportError):
                    answer = await client.get(f"{session}/api/home/get_promotions", params={"user_id": 1})
                    if answer.status_code == 200 and answer.content:
                        continue
                failed += 1
            check(failed == 3, "a fault for three times came", failed, "times:", fault)
            counted("exchanges with faults", 7)
            await asyncio.sleep(0.05)


async def saver(folder, base, until):
    """Saves the contract again and again; what is broken is not taken, and what is whole answers on."""
    contract, text = folder / "openapi.yaml", (SHOP / "openapi.yaml").read_text()
    async with httpx.AsyncClient(timeout=30) as client:
        while time.monotonic() < until:
            counted("contracts saved")
            for content in (text.replace("info:", f"info:\n  x-saved: {random.getrandbits(32)}", 1), text[: random.randint(10, len(text) - 10)] + "\n: [", text):
                (folder / "next").write_text(content)
                os.replace(folder / "next", contract)
                await asyncio.sleep(0.7)
                health = await client.get(f"{base}/_counterpart/health")
                check(health.status_code == 200, "health", health.status_code, health.text)


async def rude(port, until):
    """Clients that are slow, leave in the middle, or talk nonsense. Whoever says something whole is answered."""
    head = f"GET /api/home/get_promotions?user_id=1 HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
    while time.monotonic() < until:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        kind = random.choice(["slow", "leaves", "half", "nonsense", "reads slowly", "pipelines", "chunks"])
        counted(f"clients: {kind}")
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            if kind == "slow":
                for byte in (head + "\r\n").encode():
                    writer.write(bytes([byte]))
                    await asyncio.sleep(0.002)
                line = await reader.readline()
                check(line.startswith(b"HTTP/1.1 200"), "a slow client of", port, "is answered by", line, await reader.read(1000))
            elif kind == "leaves":
                writer.write((head + "\r\n").encode())
            elif kind == "half":
                body = b'{"user_id": 1, "product'
                writer.write(f"POST /api/cart/add_to_cart HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: {len(body) + 100}\r\n\r\n".encode() + body)
                await asyncio.sleep(0.05)
            elif kind == "nonsense":
                writer.write(random.randbytes(random.randint(1, 4000)) + b"\r\n\r\n")
                line = await asyncio.wait_for(reader.readline(), 40)
                check(line == b"" or line.startswith(b"HTTP/1.1 4") or line.startswith(b"HTTP/1.1 5"), "nonsense is answered by", line)
            elif kind == "reads slowly":
                writer.write((head + "\r\n").encode() * 40)
                for _ in range(20):
                    await reader.read(200)
                    await asyncio.sleep(0.01)
            elif kind == "pipelines":
                writer.write((head + "\r\n").encode() * 20 + (head + "Connection: close\r\n\r\n").encode())
                answer = await reader.read(-1)
                check(answer.count(b"HTTP/1.1 200 OK") == 21, "of 21 pipelined requests are answered", answer.count(b"HTTP/1.1 200 OK"))
            else:
                body = b'{"user_id":1,"product_id":1002}'
                writer.write(f"POST /_counterpart/sessions/chunks/api/cart/add_to_cart HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n".encode())
                for byte in body:
                    writer.write(b"1\r\n" + bytes([byte]) + b"\r\n")
                writer.write(b"0\r\n\r\n")
                line = await reader.readline()
                check(line.startswith(b"HTTP/1.1 200"), "chunks to", port, "are answered by", line, await reader.read(1000))
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()


async def sampled(processes, until):
    while time.monotonic() < until:
        for process in processes:
            process.sample()
        await asyncio.sleep(1)


async def busy(mock, recorder, secure, folder, authority):
    until = time.monotonic() + SECONDS
    trusted = ssl.create_default_context(cafile=authority)
    async with asyncio.TaskGroup() as group:
        group.create_task(sampled([mock, recorder, secure], until))
        for number in range(6):
            group.create_task(shopper(mock.url, number, until))
        for number in range(2):
            group.create_task(shopper(recorder.url, f"recorded-{number}", until))
            group.create_task(shopper(secure.url, f"secure-{number}", until, http2=True, verify=trusted))
            group.create_task(rude(mock.port, until))
        group.create_task(rude(recorder.port, until))
        group.create_task(unlucky(mock.url, until))
        group.create_task(saver(folder, mock.url, until))


def main():
    with tempfile.TemporaryDirectory() as temporary:
        temporary = pathlib.Path(temporary)
        folder = temporary / "shop"
        shutil.copytree(SHOP, folder)
        environment = os.environ
        environment["XDG_DATA_HOME"] = environment["HOME"] = str(temporary / "home")
        (temporary / "home").mkdir()
        # What is in the journal keeps the contract that it was answered by.
        mock = Process("mock", "serve", folder, "--port", 0, "--json", "--quiet", "--journal", 200)
        secure = Process("mock with TLS", "serve", SHOP, "--port", 0, "--json", "--quiet", "--tls")
        har = temporary / "soak.har"
        recorder = Process("recorder", "record", folder, "--backend", mock.url, "--to", har, "--port", 0, "--json", "--quiet")
        authority = next(iter(temporary.rglob("ca.pem")))
        processes = [recorder, mock, secure]
        try:
            asyncio.run(busy(mock, recorder, secure, folder, authority))
            for process in processes:
                process.end()
            entries = len(json.loads(har.read_bytes())["log"]["entries"])
            print(f"recording: {entries} exchanges, {har.stat().st_size >> 20} MB")
            check(entries > 0, "nothing was recorded")
        except* Wrong as wrong:
            sys.exit("\n".join(f"soak: {one}" for one in wrong.exceptions))
        finally:
            for process in processes:
                process.process.kill()
        for kind, number in sorted(answers.items()):
            print(f"{number:8} {kind}")
        try:
            for process in processes:
                process.judge()
        except Wrong as wrong:
            sys.exit(f"soak: {wrong}")


main()
