#!/usr/bin/env python3
"""Uses the console as a person does, in headless Chromium: live traffic, search, requests by hand, rules, hostile contents, many exchanges.

usage: use_console.py COUNTERPART [PICTURES]

Writes pictures of the rooms into the folder PICTURES; exchange-1440 and latency-1440-dark are those of the documentation. Fails where a message stands in the browser's console, or axe finds a fault.
"""
import contextlib
import json
import pathlib
import shutil
import socket
import sys
import tempfile
import time
import urllib.error
import urllib.request

import axe_playwright_python
from playwright.sync_api import expect, sync_playwright

from served import mock

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
AXE = pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js"
NOTES = """
openapi: 3.1.0
info: {title: Notes, version: "2"}
servers: [{url: /notes-api}]
paths:
  /notes/{id}:
    get:
      operationId: <b>read</b>
      summary: <img src=x onerror=alert(1)>
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      responses:
        "200": {description: It, content: {application/json: {schema: {type: object}, example: {text: "<script>alert(1)</script>"}}}}
  /picture:
    get:
      responses: {"200": {description: It, content: {application/octet-stream: {schema: {type: string, format: binary}}}}}
"""
LISTS = [
    "/api/shop/get_common_categories?gender=women", "/api/shop/get_all_categories?user_id=1", "/api/shop/get_preview_list?user_id=1&category_id=11",
    "/api/shop/get_full_product_info?user_id=1&product_id=1101", "/api/favorites/get_product_list?user_id=2", "/api/shop/get_common_categories?gender=none",
]
messages = []
faults = []


def call(url, body=None, method=None, **fields):
    """The status and the JSON of an answer."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json", **fields}
    request = urllib.request.Request(url, data, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            content = answer.read()
            return answer.status, json.loads(content) if content and "json" in answer.headers.get("Content-Type", "") else None
    except urllib.error.HTTPError as error:
        return error.code, None


def some_traffic(url):
    call(f"{url}/api/login/login", {"email": "anna@shop.example", "passwd": "correct-horse"})
    call(f"{url}/api/login/login", {"email": "anna@shop.example", "passwd": "wrong"})
    call(f"{url}/api/home/get_promotions?user_id=1")
    call(f"{url}/api/shop/get_preview_list?user_id=1&category_id=10")
    call(f"{url}/api/cart/add_to_cart", {"user_id": 1, "product_id": 1001, "amount": 2})
    call(f"{url}/api/cart/add_to_cart", {"user_id": 1, "product_id": "x"})
    call(f"{url}/api/cart/get_products?user_id=1")
    call(f"{url}/_counterpart/sessions/ci/api/cart/get_products_in_cart?user_id=1")
    call(f"{url}/_counterpart/sessions/ci/api/shop/get_full_product_info?user_id=1&product_id=1001")
    call(f"{url}/api/home/recomended_products?user_id=1", Prefer="code=503")


def audited(page, name, rules=("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")):
    """What axe finds wrong with the page as it stands."""
    if not page.evaluate("Boolean(window.axe)"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("(rules) => axe.run(document, {runOnly: rules, resultTypes: ['violations']})", list(rules))
    for fault in found["violations"]:
        places = "; ".join(" ".join(node["target"]) for node in fault["nodes"][:3])
        faults.append(f"{name}: {fault['id']}, {fault['help']}: {places}")


@contextlib.contextmanager
def shown(browser, url, width=1440, height=900, dark=False):
    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme="dark" if dark else "light", permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.on("console", lambda message: messages.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: messages.append(f"error: {error}"))
    page.goto(url)
    yield page
    context.close()


def rows(page):
    return page.locator(".grid .rows .line:visible")


def reads_traffic(page, url):
    expect(page.get_by_role("status").filter(has_text="Live")).to_be_visible()
    expect(rows(page)).to_have_count(10)
    call(f"{url}/api/home/get_promotions?user_id=2")
    expect(rows(page)).to_have_count(11)
    search = page.get_by_role("searchbox", name="Search exchanges")
    for words, count in [("status:4xx", 2), ("op:login", 2), ("-op:login", 9), ("session:ci", 2), ('"anna@shop.example"', 2), ("is:refused", 1), ("method:post status:200", 3)]:
        search.fill(words)
        expect(rows(page), words).to_have_count(count)
    assert "q=method" in page.url, page.url
    search.fill("op:addToCart status:400")
    rows(page).first.click()
    page.get_by_role("tab", name="Request").click()
    expect(page.locator(".tree .marked")).to_contain_text("product_id")
    page.get_by_role("tab", name="Why").click()
    expect(page.locator(".decisions .spoke")).to_contain_text("breaks the contract")
    page.get_by_role("button", name="Copy as cURL").click()
    assert "'{\"user_id\": 1, \"product_id\": \"x\"}'" in page.evaluate("navigator.clipboard.readText()")
    page.keyboard.press("Escape")
    search.fill("")
    search.blur()
    page.keyboard.press("Escape")
    page.get_by_label("Session", exact=True).select_option("ci")
    expect(rows(page)).to_have_count(2)
    page.get_by_label("Session", exact=True).select_option("*")


def sends(page, url):
    expect(rows(page).first).to_be_visible()
    page.keyboard.press("c")
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Path and query").fill("/api/home/get_promotions?user_id=1")
    dialog.get_by_role("button", name="Prefer").click()
    dialog.get_by_role("button", name="Send", exact=True).click()
    expect(dialog.get_by_label("Answer")).to_contain_text("500")
    page.keyboard.press("Escape")
    page.get_by_role("searchbox").fill("status:500")
    rows(page).first.click()
    expect(page.locator(".exchange h2")).to_contain_text("500")
    page.get_by_role("button", name="Send again").click()
    expect(page.locator("#told")).to_contain_text("Sent again: 500")
    page.get_by_role("searchbox").fill("op:getPromotions status:200 path:user_id=1")
    expect(rows(page)).to_have_count(1)
    rows(page).first.click()
    page.get_by_role("button", name="Answer the next with…").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Status").fill("503")
    dialog.get_by_label("Body").fill("")
    dialog.get_by_role("button", name="Answer so").click()
    expect(dialog).to_have_count(0)
    assert call(f"{url}/api/home/get_promotions?user_id=1")[0] == 503
    assert call(f"{url}/api/home/get_promotions?user_id=1")[0] == 200


def saves_a_rule(page, url, folder):
    before = (folder / "mock.yaml").read_text(encoding="utf-8")
    page.get_by_role("button", name="Save as…").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.locator(".diff .added").first).to_contain_text("when: ")
    dialog.get_by_label("Rule").fill('- when: params.user_id == 77\n  respond: {status: 200, body: "{}"}')
    expect(dialog.get_by_role("alert")).to_contain_text("does not fit its schema")
    dialog.get_by_label("Rule").fill("- when: params.user_id == 77\n  respond: {status: 200, body: []}")
    expect(dialog.locator(".diff")).to_contain_text("params.user_id == 77")
    dialog.get_by_role("button", name="Save to").click()
    expect(dialog).to_have_count(0)
    after = (folder / "mock.yaml").read_text(encoding="utf-8")
    added = [line for line in after.splitlines() if line not in before.splitlines()]
    assert len(added) == 2 and "params.user_id == 77" in added[0], added
    assert [line for line in before.splitlines() if line not in after.splitlines()] == []
    for _ in range(100):
        if call(f"{url}/api/home/get_promotions?user_id=77")[1] == []:
            break
        time.sleep(0.1)
    else:
        raise AssertionError("the rule that was saved never answered")
    page.keyboard.press("Escape")
    page.get_by_role("searchbox").fill("")


def changes_behaviour(page, url):
    room = page.get_by_role("tabpanel")
    page.get_by_role("link", name="Behaviour").click()
    page.get_by_label("Of", exact=True).select_option("exit")
    page.get_by_label("Model", exact=True).select_option("fixed")
    page.get_by_label("Time in milliseconds").fill("180")
    page.get_by_role("button", name="Apply").click()
    expect(room).to_contain_text("Set from here")
    begun = time.monotonic()
    assert call(f"{url}/api/login/exit", {}, method="POST")[0] == 200 and time.monotonic() - begun >= 0.18
    page.get_by_role("button", name="Lines of mock.yaml").click()
    expect(page.get_by_role("dialog").locator("pre")).to_have_text("latency:\n  operations:\n    exit: 180ms")
    expect(page.get_by_role("dialog").locator(".diff .added").first).to_contain_text("latency:")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="As started").click()
    expect(room).to_contain_text("No delay is set")

    page.get_by_role("tab", name="Faults").click()
    page.get_by_role("button", name="Add a fault").click()
    page.get_by_label("Rate").fill("100%")
    page.get_by_label("Operations").fill("exit")
    page.get_by_role("button", name="Apply").click()
    expect(room).to_contain_text("Set from here")
    assert call(f"{url}/api/login/exit", {}, method="POST")[0] == 503
    page.get_by_role("button", name="As started").click()
    expect(room).to_contain_text("Nothing goes wrong here")
    assert call(f"{url}/api/login/exit", {}, method="POST")[0] == 200

    page.get_by_role("tab", name="Answers").click()
    page.get_by_role("button", name="Expect…").click()
    page.get_by_role("dialog").get_by_label("Operation").fill("exit")
    page.get_by_role("button", name="Expect it").click()
    expect(room).to_contain_text("0 of 1")
    call(f"{url}/api/login/exit", {}, method="POST")
    expect(room.locator(".tag.good").first).to_have_text("met")

    page.get_by_role("tab", name="Rules").click()
    spoken = room.get_by_role("row").filter(has_text="exit").get_by_role("link")
    before = int(spoken.inner_text())
    call(f"{url}/api/login/exit", {}, method="POST")
    expect(spoken).to_have_text(str(before + 1))

    page.get_by_role("tab", name="State").click()
    page.get_by_role("button", name="cart").click()
    number = page.get_by_label("number of row 0")
    number.fill("18446744073709551610")
    number.press("Enter")
    expect(page.locator("#told")).to_contain_text("The state is changed")
    cart = urllib.request.urlopen(f"{url}/api/cart/get_products_in_cart?user_id=1", timeout=20).read()
    assert b"18446744073709551610" in cart, cart
    page.get_by_role("button", name="Reset the session").click()
    expect(number).not_to_have_value("18446744073709551610")

    page.get_by_role("tab", name="Sessions").click()
    page.get_by_role("button", name="Compare").click()
    expect(room).to_contain_text("Both have the same state")
    page.get_by_role("button", name="End ci").click()
    expect(room).to_contain_text("There is one session")


def tries_the_contract(page, url):
    page.get_by_role("link", name="Contract").click()
    page.get_by_label("Search operations").fill("search")
    page.get_by_role("link", name="/api/shop/find_products").click()
    page.get_by_label("search_pattern").fill("COURT")
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.get_by_label("Answer", exact=True)).to_contain_text("Court Classic")
    expect(page.locator(".coverage")).to_contain_text("200 ✓ 1")
    expect(page.locator(".shape").first).to_contain_text("0 to 18446744073709551615")


def compares_recordings(page):
    page.get_by_role("link", name="Recordings").click()
    for count in (1, 2):
        page.get_by_role("button", name="take the present traffic").click()
        expect(page.get_by_label("Recording", exact=True).locator("option")).to_have_count(count)
    page.get_by_role("button", name="Compare").click()
    expect(page.get_by_label("Comparison")).to_contain_text("same")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as HAR").click()
    entries = json.loads(pathlib.Path(saved.value.path()).read_text(encoding="utf-8"))["log"]["entries"]
    assert len(entries) > 10 and all(entry["response"]["status"] for entry in entries if entry["_counterpart"]["decision"]), entries[:1]
    page.get_by_label("Open recordings").set_input_files(saved.value.path())
    expect(page.get_by_label("Recording", exact=True).locator("option")).to_have_count(3)


def stays_smooth(page):
    """Frame times while 50,000 exchanges come, and while somebody scrolls through them."""
    measured = page.evaluate("""async () => {
      const {take, store, LIMIT} = await import("/_counterpart/console/store.js")
      const grid = document.querySelector(".grid"), times = [[], []]
      const frame = () => new Promise((done) => requestAnimationFrame(done))
      let number = 1_000_000, last = await frame()
      const batch = (count) => Array.from({length: count}, () => ({number: ++number, time: new Date().toISOString(), method: "GET", target: `/many/${number}?page=${number % 7}`,
        operation: "many", status: [200, 201, 404, 503][number % 4], milliseconds: number % 90, latency_milliseconds: number % 50, request_bytes: 0, response_bytes: number % 9000,
        decision: "rule 1, mock.yaml:1:1", kind: "rule", session: ""}))
      for (let turn = 0; turn < 240; turn++) {
        const scrolls = turn >= 125
        take(batch(scrolls ? 17 : 400))
        if (scrolls) grid.scrollTop += 700
        const now = await frame()
        times[scrolls ? 1 : 0].push(now - last)
        last = now
      }
      const told = (list) => { list.sort((a, b) => a - b); return [list[list.length >> 1], list[Math.floor(list.length * .95)], list.at(-1)] }
      return {coming: told(times[0]), scrolling: told(times[1]), kept: store.exchanges.length, limit: LIMIT, rows: document.querySelectorAll(".grid .rows .line").length}
    }""")
    for what in ("coming", "scrolling"):
        median, most, longest = measured[what]
        print(f"console: frames while 50,000 exchanges are {what}: median {median:.1f} ms, 95 % {most:.1f} ms, longest {longest:.1f} ms")
        assert median < 50 and most < 250, measured
    assert measured["rows"] < 120 and 45_000 <= measured["kept"] <= measured["limit"], measured


def shows_hostile_texts(browser, url):
    base = f"{url}/_counterpart/contracts/notes"
    hostile = ["/notes-api/notes/%3Cimg%20src=x%20onerror=alert(1)%3E", "/notes-api/notes/a'%22%3E%3Csvg%20onload=alert(1)%3E", "/notes-api/notes/%E2%80%AEgnp", "/notes-api/picture"]
    for target in hostile:
        call(url + target)
    call(f"{url}/notes-api/notes/1", {"text": "</pre><script>alert(1)</script>\u202e\u0000", "long": "x" * 10_000_000}, method="POST")
    with shown(browser, f"{base}/#/traffic") as page:
        page.on("dialog", lambda dialog: faults.append(f"hostile: a text ran as a script: {dialog.message}"))
        expect(rows(page)).to_have_count(5)
        for index in range(5):
            rows(page).nth(index).click()
            for tab in ("Request", "Response", "Why", "Overview"):
                page.get_by_role("tab", name=tab).click()
                expect(page.get_by_role("tab", name=tab)).to_have_attribute("aria-selected", "true")
        assert page.locator("#main script, #main img[src=x], #main svg[onload], #main b").count() == 0
        for row in rows(page).all_inner_texts():
            assert "\u202e" not in row
    with shown(browser, f"{url}/_counterpart/") as page:
        expect(page.locator("a.card")).to_have_count(2)
        audited(page, "contracts")
        page.locator("a.card", has_text="Sneaker").click()
        expect(page.locator("#bar h1")).to_contain_text("Sneaker shop")
        page.get_by_label("Contract", exact=True).select_option(label="notes")
        expect(page.locator("#bar h1")).to_contain_text("Notes")


def asks_for_the_token(browser, program, contract):
    """From an address that is none of loopback, where the machine has one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        address = probe.getsockname()[0]
    with mock(program, contract, "--host", "0.0.0.0", "--admin-token", "t0ken-of-this-test") as (url, _):
        with shown(browser, f"http://{address}:{url.rsplit(':', 1)[1]}/_counterpart/") as page:
            page.get_by_role("dialog").get_by_label("Token").fill("t0ken-of-this-test")
            page.get_by_role("dialog").get_by_role("button", name="Enter").click()
            expect(page.get_by_role("status").filter(has_text="Live")).to_be_visible()
            page.reload()
            expect(page.get_by_role("status").filter(has_text="Live")).to_be_visible()
            expect(page.get_by_role("dialog")).to_have_count(0)


def pictures(browser, base, folder):
    views = {
        "traffic": "#/traffic", "exchange": "#/traffic/6?tab=why&waterfall=1", "contract": "#/contract/addToCart", "coverage": "#/contract",
        "latency": "#/behaviour/latency", "faults": "#/behaviour/faults", "answers": "#/behaviour/answers", "rules": "#/behaviour/rules", "state": "#/behaviour/state",
        "sessions": "#/behaviour/sessions", "recordings": "#/recordings",
    }
    for width, height in [(1440, 900), (1024, 768), (390, 844)]:
        for dark in (False, True):
            with shown(browser, f"{base}/#/traffic", width, height, dark) as page:
                expect(page.get_by_role("status").filter(has_text="Live")).to_be_visible()
                for name, hash_ in views.items():
                    page.evaluate("(hash) => { location.hash = hash }", hash_)
                    page.wait_for_timeout(250)
                    where = f"{name}-{width}{'-dark' if dark else ''}"
                    # Contrasts hang on the theme, and all else on the width.
                    if dark and width == 1440:
                        audited(page, where, ["color-contrast"])
                    elif width == 1440 or (width == 390 and not dark and name in ("traffic", "exchange", "contract", "latency")):
                        audited(page, where)
                    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{where} is wider than its window"
                    if folder:
                        page.screenshot(path=folder / f"console-{where}.png")


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    folder = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
    chromium = shutil.which("chromium") or sys.exit("there is no chromium")
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as work, sync_playwright() as playwright:
        shop = pathlib.Path(work) / "sneaker-shop"
        shutil.copytree(ROOT / "Contracts/sneaker-shop", shop)
        notes = pathlib.Path(work) / "notes.yaml"
        notes.write_text(NOTES, encoding="utf-8")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        with mock(program, shop, str(notes), "--edit") as (url, _):
            base = f"{url}/_counterpart/contracts/sneaker-shop"
            with shown(browser, f"{base}/#/traffic") as page:
                expect(page.get_by_text("Nothing was asked yet")).to_be_visible()
                some_traffic(url)
                reads_traffic(page, url)
            call(f"{base}/latency", {"default": {"lognormal": {"median": "12ms", "p95": "30ms"}}}, method="PUT")
            for turn in range(60):
                call(url + LISTS[turn * 7 % 11 % len(LISTS)])
            pictures(browser, base, folder)
            call(f"{base}/latency", method="DELETE")
            with shown(browser, f"{base}/#/traffic") as page:
                sends(page, url)
                saves_a_rule(page, url, shop)
                changes_behaviour(page, url)
                tries_the_contract(page, url)
                compares_recordings(page)
                page.get_by_role("link", name="Traffic").click()
                expect(rows(page).first).to_be_visible()
                stays_smooth(page)
            shows_hostile_texts(browser, url)
        asks_for_the_token(browser, program, shop)
        browser.close()
    # What a page asked for by hand and got as 4xx or 5xx, the browser writes down itself.
    told = [message for message in messages if not message.startswith("error: Failed to load resource: the server responded with a status of")]
    assert not told, told
    assert not faults, "\n".join(faults)
    print(f"console: used in Chromium in {time.monotonic() - begun:.0f} s; no message, and axe found nothing")


main()
