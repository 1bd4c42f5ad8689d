"""The rooms of contract, behaviour and recordings, as a person uses them."""
import json
import pathlib
import time
import urllib.request

from playwright.sync_api import expect

from console_page import call

# A picture of one pixel.
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="


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
    page.get_by_role("button", name="Answer with…").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Operation").fill("exit")
    dialog.get_by_role("button", name="Lines of mock.yaml").click()
    expect(page.get_by_role("dialog").last.locator(".diff .added").last).to_contain_text("status: 503")
    page.keyboard.press("Escape")
    dialog.get_by_role("button", name="Answer so").click()
    expect(room).to_contain_text("503")
    assert call(f"{url}/api/login/exit", {}, method="POST")[0] == 503
    expect(room).to_contain_text("None waits")
    expect(room.get_by_role("row").filter(has_text="# 1").get_by_role("link")).to_be_visible()
    page.get_by_role("button", name="Expect…").click()
    page.get_by_role("dialog").get_by_label("Operation").fill("exit")
    page.get_by_role("button", name="Expect it").click()
    expect(room).to_contain_text("0 of 1")
    call(f"{url}/api/login/exit", {}, method="POST")
    expect(room.locator(".tag.good").first).to_have_text("met")

    page.get_by_role("tab", name="Rules").click()
    expect(page.get_by_label("Search rules")).to_be_visible()
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
    page.get_by_role("button", name="Lines of mock.yaml").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.locator("pre")).to_contain_text("18446744073709551610")
    expect(dialog.locator(".diff .removed")).to_contain_text("cart: ")
    expect(dialog.get_by_role("alert")).to_have_count(0)
    page.keyboard.press("Escape")
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
    expect(page.locator(".coverage")).to_contain_text("application/json ✓ 1")
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


def replays(page, url, work):
    """A recording of another answer is opened, compared, and answers until that is turned off; its picture is shown."""
    target = "/api/home/get_promotions?user_id=1"
    har = {"log": {"version": "1.2", "creator": {"name": "hand", "version": "1"}, "entries": [
        entry(url + target, "application/json", "[]"), entry(url + "/logo.png", "image/png", PIXEL, encoding="base64")]}}
    file = work / "hand.har"
    file.write_text(json.dumps(har), encoding="utf-8")
    page.get_by_label("Open recordings").set_input_files(file)
    expect(page.get_by_text("2 exchanges", exact=True)).to_be_visible()
    page.get_by_role("button", name="/logo.png").click()
    expect(page.get_by_role("dialog").locator("img.picture")).to_be_visible()
    expect(page.get_by_role("dialog").locator(".hex")).to_contain_text("89 50 4e 47")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Compare").click()
    expect(page.get_by_label("Comparison")).to_contain_text("Half of the answers")
    page.get_by_role("button", name="Replay it").click()
    card = page.locator("section.card").filter(has_text="Replaying")
    expect(card).to_contain_text("1 exchange of hand.har answer")
    assert call(url + target)[1] == []
    card.get_by_role("button", name="Turn off").click()
    expect(card.locator(".tag").first).to_have_text("off")
    assert call(url + target)[1] != []
    card.get_by_role("button", name="As started").click()
    expect(card.get_by_role("button", name="As started")).to_have_count(0)


def records(page, url):
    """What the backend behind a mock answers is recorded."""
    page.get_by_role("link", name="Recordings").click()
    page.get_by_role("button", name="Record", exact=True).click()
    for user in (1, 2):
        assert call(f"{url}/api/home/get_promotions?user_id={user}")[0] == 200
    page.get_by_role("button", name="Stop (2)").click()
    expect(page.get_by_label("Recording", exact=True).locator("option")).to_have_count(1)
    expect(page.get_by_role("group", name="Exchanges of the recording").get_by_role("row")).to_have_count(3)
    expect(page.locator(".waterfall rect").first).to_be_visible()


def entry(url, media_type, text, **more):
    """An entry of an HTTP Archive."""
    return {
        "startedDateTime": "2026-01-31T12:00:00.000Z", "time": 5, "cache": {}, "timings": {"send": 0, "wait": 5, "receive": 0},
        "request": {"method": "GET", "url": url, "httpVersion": "HTTP/1.1", "cookies": [], "headers": [], "queryString": [], "headersSize": -1, "bodySize": 0},
        "response": {
            "status": 200, "statusText": "", "httpVersion": "HTTP/1.1", "cookies": [], "headers": [{"name": "Content-Type", "value": media_type}], "redirectURL": "",
            "headersSize": -1, "bodySize": len(text), "content": {"size": len(text), "mimeType": media_type, "text": text, **more}},
    }
