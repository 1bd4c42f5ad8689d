"""Counts the instructions of requests to the sneaker shop's mock: see .ci/instructions.

usage: instructions.py FOLDER-OF-THE-PROGRAM [part of a row's name]
"""
import json
import math
import re
import socket
import subprocess
import sys
import time

FOLDER = sys.argv[1]
WANTED = sys.argv[2] if len(sys.argv) > 2 else ""
SHOP = "Contracts/sneaker-shop"
ALONE = f"{SHOP}/openapi.yaml"
FEW, MANY = 400, 1200

# What an app sends with every request.
APP = """Accept: application/json
Authorization: Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl
User-Agent: Sneakers/3.14 CFNetwork/1568.200.51 Darwin/24.1.0
Accept-Language: en-GB,en;q=0.9
Accept-Encoding: gzip, deflate, br
Connection: keep-alive
X-App-Version: 3.14.0
"""
SEARCH = "/api/shop/find_products?user_id=1&search_pattern=runner&category_id=10"
PROMOTIONS = "/api/home/get_promotions?user_id="
CART = "/api/cart/get_products_in_cart?user_id=1"


def get(target, fields=""):
    return ("GET", target, fields, "")


def post(target, value):
    return ("POST", target, "Content-Type: application/json\n", json.dumps(value, separators=(",", ":")))


LOGIN = post("/api/login/login", {"email": "anna@shop.example", "passwd": "correct-horse"})
ADD = post("/api/cart/add_to_cart", {"user_id": 1, "product_id": 1002})

# Name, contract, options, requests in turns, status, how the decision begins, and the figure that was reached.
ROWS = [
    ("GET find_products, openapi.yaml alone, example", ALONE, [], [get(SEARCH)], 200, "example", 29_936),
    ("the same with an app's seven fields", ALONE, [], [get(SEARCH, APP)], 200, "example", 30_333),
    ("GET get_promotions, rule of mock.yaml", SHOP, [], [get(PROMOTIONS + "1")], 200, "rule", 29_524),
    ("the same with an app's fields", SHOP, [], [get(PROMOTIONS + "1", APP)], 200, "rule", 29_735),
    ("the same in a session by path prefix", SHOP, [], [get("/_counterpart/sessions/a" + PROMOTIONS + "1", APP)], 200, "rule", 33_129),
    ("GET get_promotions, user_id alternates", SHOP, [], [get(PROMOTIONS + "1"), get(PROMOTIONS + "2")], 200, "rule", 29_239),
    ("GET find_products, rule with a search", SHOP, [], [get(SEARCH)], 200, "rule", 30_580),
    ("POST login, rule", SHOP, [], [LOGIN], 200, "rule", 29_793),
    ("POST login, openapi.yaml alone", ALONE, [], [LOGIN], 200, "example", 29_394),
    ("POST add_to_cart, changes state", SHOP, [], [ADD], 200, "rule", 76_974),
    ("POST add_to_cart and GET get_products_in_cart in turns", SHOP, [], [ADD, get(CART)], 200, "rule", 132_182),
    ("GET get_promotions?user_id=x, refused", SHOP, [], [get(PROMOTIONS + "x")], 401, "refused", 30_266),
    ("GET of a path that is not there", SHOP, [], [get("/api/home/get_promotion?user_id=1")], 404, "no such path", 110_596),
    ("GET get_promotions with --delay 1ms", SHOP, ["--delay", "1ms"], [get(PROMOTIONS + "1")], 200, "rule", 41_822),
]


def message(request, port):
    method, target, fields, body = request
    head = f"{method} {target} HTTP/1.1\nHost: 127.0.0.1:{port}\n{fields}"
    if body:
        head += f"Content-Length: {len(body)}\n"
    return (head + "\n").replace("\n", "\r\n").encode() + body.encode()


def receive(connection):
    answer = b""
    while b"\r\n\r\n" not in answer:
        part = connection.recv(65536)
        assert part, "the server has closed the connection"
        answer += part
    head, _, body = answer.partition(b"\r\n\r\n")
    length = re.search(rb"content-length: (\d+)", head.lower())
    while length and len(body) < int(length.group(1)):
        body += connection.recv(65536)
    return head.decode()


def counted(contract, options, requests, status, decision, count):
    """The instructions of a server that answers so many requests, its start and its end included."""
    profile = f"{FOLDER}/profile"
    messages = open(f"{FOLDER}/messages", "w+")
    server = subprocess.Popen(
        ["valgrind", "--tool=callgrind", f"--callgrind-out-file={profile}", f"{FOLDER}/counterpart", "serve", contract,
         "--port", "0", "--quiet", "--json", *options],
        stdout=subprocess.PIPE, stderr=messages, text=True)
    try:
        line = server.stdout.readline()
        assert line, open(f"{FOLDER}/messages").read()
        port = json.loads(line)["port"]
        connection = socket.create_connection(("127.0.0.1", port), timeout=60)
        texts = [message(request, port) for request in requests]
        for number in range(count):
            connection.sendall(texts[number % len(texts)])
            head = receive(connection)
            assert head.startswith(f"HTTP/1.1 {status} ") and f"\r\nCounterpart-Decision: {decision}" in head, head
        connection.close()
        time.sleep(0.2)
        server.terminate()
        server.wait(timeout=120)
    finally:
        server.kill()
    return int(re.findall(r"^(?:summary|totals): (\d+)", open(profile).read(), re.M)[-1])


failures = []
print("| request to the sneaker shop's mock | user instructions |\n| --- | --- |")
for name, *asked, reached in ROWS:
    if WANTED not in name:
        continue
    # What a process does every second counts where the machine gives it little time: what is too much is counted again, and the least taken.
    each = math.inf
    for _ in range(3):
        few, many = counted(*asked, FEW), counted(*asked, MANY)
        each = min(each, (many - few) // (MANY - FEW))
        if not reached or 0 < each <= reached * 1.1:
            break
    print(f"| {name} | {each:,} |", flush=True)
    if reached and not 0 < each <= reached * 1.1:
        failures.append(f"{name} takes {each:,}; {reached:,} were reached before")
print("\n".join(failures), file=sys.stderr)
sys.exit(1 if failures else 0)
