"""The HTML reports of verify, diff and recordings diff, opened in Chromium."""
import subprocess

from playwright.sync_api import expect

from console_page import audited, shown


def shows_reports(browser, program, url, contract, work, folder):
    """Each is one file, says what it has to, and axe finds nothing in it, in light and in dark."""
    changed = work / "changed.yaml"
    changed.write_text((contract / "openapi.yaml").read_text(encoding="utf-8").replace("/api/login/exit:", "/api/login/leave:"), encoding="utf-8")
    reports = {name: work / f"{name}.html" for name in ("verify", "diff", "recordings")}
    verify = [program, "verify", str(contract), "--backend", url, "--phases", "examples", "--report", f"html={reports['verify']}"]
    for name in ("one", "two"):
        subprocess.run([*verify, "--report", f"har={work / name}.har"], capture_output=True, timeout=300, check=False)
    changes = subprocess.run([program, "diff", str(contract / "openapi.yaml"), str(changed), "--format", "html"], capture_output=True, timeout=60, check=False)
    reports["diff"].write_bytes(changes.stdout)
    recordings = [program, "recordings", "diff", str(work / "one.har"), str(work / "two.har"), "--html", str(reports["recordings"])]
    subprocess.run(recordings, capture_output=True, timeout=60, check=False)
    for name, report in reports.items():
        for width, dark in ((1440, False), (1440, True), (390, False)):
            with shown(browser, f"file://{report}", width, dark=dark) as page:
                says(page, name)
                where = f"report-{name}-{width}{'-dark' if dark else ''}"
                audited(page, where)
                assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{where} is wider than its window"
                if folder:
                    page.screenshot(path=folder / f"console-{where}.png", full_page=True)


def says(page, name):
    """Totals, a grid, both sides of what was found, and how long answers took."""
    expect(page.locator(".tile").first).to_be_visible()
    assert page.locator(".grid-table td").count() > 3, name
    if name != "diff":
        assert page.locator(".times-table circle").count() > 0, name
    if name == "verify":
        assert page.locator(".grid-table .good").count() > 3
        page.get_by_label("only what was not reached").check()
        assert page.locator("details.operation[open]").count() > 0
        page.get_by_label("only what was not reached").uncheck()
    if name == "diff":
        page.locator("details.finding summary").first.click()
        expect(page.locator("details.finding .sides").first).to_be_visible()
        page.get_by_label("Filter").fill("no such words")
        expect(page.locator("#shown")).to_contain_text("0 of")
        page.get_by_label("Filter").fill("")
