#!/usr/bin/env python3
"""Uses the console as a person does, in headless Chromium: live traffic, search, requests by hand, rules, hostile contents, many exchanges.

usage: use_console.py COUNTERPART [PICTURES]

Writes pictures of the rooms into the folder PICTURES; exchange-1440 and latency-1440-dark are those of the documentation. Fails where a message stands in the browser's console, or axe finds a fault.
"""
import contextlib
import pathlib
import shutil
import socket
import sys
import tempfile
import time

from playwright.sync_api import expect, sync_playwright

from console_page import LISTS, audited, call, faults, messages, rows, shown, some_traffic
from console_reports import shows_reports
from console_rooms import changes_behaviour, compares_recordings, records, replays, tries_the_contract
from console_traffic import comes_fast, filters_by_column, reads_traffic, saves_a_rule, saves_an_example, sends, stays_smooth, uses_keys
from served import mock

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
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


def comes_back(browser, program, contract):
    """A mock that ends and is started again is found again by the page."""
    with contextlib.ExitStack() as pages:
        with mock(program, contract) as (url, _):
            page = pages.enter_context(shown(browser, f"{url}/_counterpart/"))
            expect(page.get_by_role("status").filter(has_text="Live")).to_be_visible()
            # The room comes after the frame.
            expect(page.get_by_text("Nothing was asked yet")).to_be_visible()
        expect(page.get_by_role("status").filter(has_text="Not connected")).to_be_visible(timeout=10_000)
        with mock(program, contract, port=url.rsplit(":", 1)[1]):
            expect(page.get_by_role("status").filter(has_text="Live")).to_be_visible(timeout=15_000)
            call(f"{url}/api/home/get_promotions?user_id=1")
            expect(rows(page)).to_have_count(1)
    # The browser itself writes down that nobody answered meanwhile.
    messages[:] = [message for message in messages if "net::ERR_" not in message]


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
                    if width == 1440 or (width == 390 and not dark):
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
                filters_by_column(page, url)
                uses_keys(page, url)
            call(f"{base}/latency", {"default": {"lognormal": {"median": "12ms", "p95": "30ms"}}}, method="PUT")
            for turn in range(60):
                call(url + LISTS[turn * 7 % 11 % len(LISTS)])
            pictures(browser, base, folder)
            call(f"{base}/latency", method="DELETE")
            with shown(browser, f"{base}/#/traffic") as page:
                sends(page, url)
                saves_a_rule(page, url, shop)
                saves_an_example(page, url, shop)
                changes_behaviour(page, url)
                tries_the_contract(page, url)
                compares_recordings(page)
                replays(page, url, pathlib.Path(work))
                page.get_by_role("link", name="Traffic").click()
                expect(rows(page).first).to_be_visible()
                comes_fast(page, url)
                stays_smooth(page)
            shows_hostile_texts(browser, url)
            shows_reports(browser, program, url, shop, pathlib.Path(work), folder)
            with mock(program, shop, "--mode", "verify", "--backend", url) as (front, _), shown(browser, f"{front}/_counterpart/") as page:
                expect(page.get_by_role("status").filter(has_text="Live")).to_be_visible()
                records(page, front)
        comes_back(browser, program, shop)
        asks_for_the_token(browser, program, shop)
        browser.close()
    # What a page asked for by hand and got as 4xx or 5xx, the browser writes down itself.
    told = [message for message in messages if not message.startswith("error: Failed to load resource: the server responded with a status of")]
    assert not told, told
    assert not faults, "\n".join(faults)
    print(f"console: used in Chromium in {time.monotonic() - begun:.0f} s; no message, and axe found nothing")


main()
