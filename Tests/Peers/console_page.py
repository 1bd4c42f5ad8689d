"""What the parts of use_console.py share: a page of the console, what it said in the browser's console, and what axe found."""
import contextlib
import json
import pathlib
import urllib.error
import urllib.request

import axe_playwright_python

AXE = pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js"
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
