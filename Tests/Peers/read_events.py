#!/usr/bin/env python3
"""Reads the server-sent events of our mock with clients that are not ours: curl, httpx-sse over HTTP/1.1 and HTTP/2, and EventSource in headless Chromium.

usage: read_events.py COUNTERPART
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import time

import httpx
from httpx_sse import connect_sse

from served import mock, page_in_chromium

CONTRACT = """
openapi: 3.1.0
info: {title: Orders, version: "1"}
paths:
  /orders/{id}/events:
    parameters:
      - {name: id, in: path, required: true, schema: {type: integer}}
    get:
      operationId: watchOrder
      responses:
        "200":
          description: What becomes of it
          content:
            text/event-stream:
              schema: {$ref: '#/components/schemas/Change'}
              examples:
                delivered:
                  value:
                    - {id: 1, event: change, data: {state: paid}}
                    - {id: 2, event: change, data: {state: "sent, за все"}}
                    - {id: 3, event: change, data: {state: delivered}}
  /ticks:
    get:
      operationId: tick
      responses:
        "200": {description: For ever, content: {text/event-stream: {schema: {$ref: '#/components/schemas/Change'}}}}
components:
  schemas:
    Change: {type: object, required: [state], properties: {state: {type: string, minLength: 1, maxLength: 40}}}
"""
BEHAVIOUR = """
latency:
  operations:
    watchOrder: {events: 300ms}
    tick: {events: {every: 300ms, ends: false}}
"""
STATES = ["paid", "sent, за все", "delivered"]


def spread(times):
    """Whether what came came one after another: the first of them long before the last."""
    return times[-1] - times[0] >= 0.3


def by_curl(url):
    process = subprocess.Popen(["curl", "-sSN", f"{url}/orders/7/events"], stdout=subprocess.PIPE, text=True)
    states, times = [], []
    for line in process.stdout:
        if line.startswith("data: "):
            states.append(json.loads(line[6:])["state"])
            times.append(time.monotonic())
    assert process.wait() == 0 and states == STATES and spread(times), (states, times)


def by_httpx(url, http2):
    states, times = [], []
    with httpx.Client(http1=not http2, http2=http2, timeout=60) as client:
        with connect_sse(client, "GET", f"{url}/orders/7/events") as source:
            assert source.response.http_version == ("HTTP/2" if http2 else "HTTP/1.1"), source.response.http_version
            for event in source.iter_sse():
                assert event.event == "change"
                states.append(event.json()["state"])
                times.append(time.monotonic())
        assert states == STATES and spread(times), (states, times)
        # Whoever had the first two wants the third alone.
        with connect_sse(client, "GET", f"{url}/orders/7/events", headers={"Last-Event-ID": "2"}) as source:
            assert [event.json()["state"] for event in source.iter_sse()] == STATES[2:]
        # One that has no end gives what there is, and stays.
        with connect_sse(client, "GET", f"{url}/ticks") as source:
            events = source.iter_sse()
            assert all(next(events).json()["state"] for _ in range(3))


SCRIPT = """async (url) => {
  const read = (path, until) => new Promise((done, fail) => {
    const told = [], source = new EventSource(url + path)
    source.addEventListener(until.event, (event) => {
      told.push([JSON.parse(event.data).state, event.lastEventId, performance.now()])
      if (told.length === until.count) { source.close(); done(told) }
    })
    setTimeout(() => fail(new Error('only ' + JSON.stringify(told))), 60000)
  })
  return [await read('/orders/7/events', {event: 'change', count: 3}), await read('/ticks', {event: 'message', count: 3})]
}"""


def by_chromium(url):
    with page_in_chromium() as (page, _):
        orders, ticks = page.evaluate(SCRIPT, url)
    assert [state for state, _, _ in orders] == STATES and [name for _, name, _ in orders] == ["1", "2", "3"], orders
    assert spread([moment / 1000 for _, _, moment in orders]) and len(ticks) == 3, (orders, ticks)


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "openapi.yaml").write_text(CONTRACT, encoding="utf-8")
        (folder / "mock.yaml").write_text(BEHAVIOUR, encoding="utf-8")
        with mock(program, folder) as (url, log):
            by_curl(url)
            for http2 in (False, True):
                by_httpx(url, http2)
            by_chromium(url)
    assert log and not [line for line in log if line.get("answer_violations") or line.get("request_violations")], log
    print("events: curl, httpx-sse over HTTP/1.1 and HTTP/2, and EventSource in Chromium read them one by one, and go on where they were")


main()
