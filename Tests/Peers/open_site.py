#!/usr/bin/env python3
"""Opens the site of the documentation in headless Chromium, on a desktop and on a phone: pages have their titles, pictures load, nothing is wider than the
screen, nothing is said in the browser's console, and axe finds no fault in the landing page.

usage: open_site.py SITE [PICTURES]

SITE was made for the base path /. Pictures of the pages are written into the folder PICTURES.
"""
import functools
import http.server
import pathlib
import shutil
import sys
import threading

import axe_playwright_python
from playwright.sync_api import sync_playwright

AXE = pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js"
TUTORIALS = ["tutorial-first-mock", "tutorial-login", "tutorial-flaky-network", "tutorial-verify-in-ci", "tutorial-recording-to-contract"]
PAGES = {
    "landing": ("/", "One API contract"),
    "articles": ("/documentation/counterpartcommand/", "Counterpart"),
    "comparison": ("/documentation/counterpart/comparison/", "Beside other tools"),
    "measured": ("/documentation/counterpart/measured/", "Measured"),
    "plugins": ("/documentation/counterpart/plugins/", "Plugins of SwiftPM"),
    "reference": ("/documentation/counterparttesting/mockbackend/", "MockBackend"),
    **{name: (f"/documentation/counterpart/{name}/", "Tutorial") for name in TUTORIALS},
}
SIZES = {"desktop": (1280, 900), "phone": (390, 844)}
faults = []


class Files(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def look(page, name, size, pictures):
    path, title = PAGES[name]
    answer = page.goto(f"{base}{path}", wait_until="networkidle")
    if answer.status != 200:
        faults.append(f"{name}: {answer.status}")
        return
    heading = page.locator("h1").first
    heading.wait_for(timeout=10_000)
    if title not in heading.inner_text():
        faults.append(f"{name}: the heading is {heading.inner_text()!r}")
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    if wide > 0:
        faults.append(f"{name} on a {size}: {wide} pixels wider than the screen")
    broken = page.evaluate("[...document.images].filter((image) => image.complete && image.naturalWidth === 0).map((image) => image.src)")
    faults.extend(f"{name}: {source} is no picture" for source in broken)
    if name == "landing":
        page.evaluate(AXE.read_text(encoding="utf-8"))
        found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        faults.extend(f"landing on a {size}: {violation['id']}: {violation['help']}" for violation in found["violations"])
    if pictures:
        page.screenshot(path=pictures / f"site-{name}-{size}.png")


site = pathlib.Path(sys.argv[1]).resolve()
pictures = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None
if pictures:
    pictures.mkdir(parents=True, exist_ok=True)
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Files, directory=site))
threading.Thread(target=server.serve_forever, daemon=True).start()
base = f"http://127.0.0.1:{server.server_port}"
chromium = shutil.which("chromium") or sys.exit("there is no chromium")
with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
    for size, (width, height) in SIZES.items():
        page = browser.new_page(viewport={"width": width, "height": height}, is_mobile=size == "phone")
        page.on("console", lambda message: faults.append(f"console: {message.text} {message.location.get('url', '')}") if message.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: faults.append(f"a script failed: {error}"))
        for name in PAGES:
            look(page, name, size, pictures)
        # As a reader gets there: from the landing page into a tutorial, and on to what it names next.
        page.goto(f"{base}/", wait_until="networkidle")
        page.get_by_role("link", name="Make a first mock").click()
        page.get_by_role("heading", name="Write the contract").wait_for(timeout=10_000)
        page.locator("main a[href*='tutorial-login']").first.click()
        page.get_by_role("heading", name="The rules").wait_for(timeout=10_000)
        page.close()
    browser.close()
server.shutdown()
for fault in dict.fromkeys(faults):
    print(fault, file=sys.stderr)
print(f"site: {len(PAGES)} pages on {len(SIZES)} screens, {len(faults)} faults")
sys.exit(1 if faults else 0)
