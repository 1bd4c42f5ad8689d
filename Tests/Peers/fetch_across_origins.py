#!/usr/bin/env python3
"""Has a page of another origin use our mock in a real browser: headless Chromium, which sends the preflights and enforces what is answered.

usage: fetch_across_origins.py COUNTERPART
"""
import json
import pathlib
import sys
import tempfile

from served import mock, page_in_chromium

CONTRACT = """
openapi: 3.1.0
info: {title: Notes, version: "1"}
paths:
  /page:
    get:
      operationId: readPage
      responses:
        "200":
          description: A page with a script
          content:
            text/html:
              schema: {type: string}
              example: >-
                <!doctype html><title>waits</title><script>
                fetch('/_counterpart/state').then(answer => answer.status, error => error.name).then(told => document.title = told)
                </script>
  /notes/{id}:
    parameters:
      - {name: id, in: path, required: true, schema: {type: integer}}
    get:
      operationId: readNote
      responses:
        "200":
          description: It
          headers: {X-Revision: {schema: {type: integer}, example: 3}}
          content: {application/json: {schema: {$ref: '#/components/schemas/Note'}, example: {text: "milk"}}}
    put:
      operationId: replaceNote
      parameters:
        - {name: X-Device, in: header, required: true, schema: {type: string, pattern: '^[0-9]+$'}}
        - {name: session, in: cookie, required: true, schema: {type: string, const: chocolate}}
      requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/Note'}}}}
      responses:
        "200": {description: Done, content: {application/json: {schema: {$ref: '#/components/schemas/Note'}}}}
        "422": {description: Refused}
    delete:
      operationId: removeNote
      security: [{token: []}]
      responses: {"204": {description: Gone}, "401": {description: Who are you?}}
components:
  securitySchemes: {token: {type: http, scheme: bearer}}
  schemas:
    Note: {type: object, required: [text], properties: {text: {type: string}}}
"""

# What the page asks for, by name: the target, and what goes to fetch with it.
PUT = {"method": "PUT", "headers": {"Content-Type": "application/json", "X-Device": "7"}, "body": '{"text": "bread"}'}
CALLS = {
    "read": ("/notes/1", {}),
    "put with a cookie": ("/notes/1", {**PUT, "credentials": "include"}),
    "put without": ("/notes/1", {**PUT, "credentials": "omit"}),
    "delete with a token": ("/notes/1", {"method": "DELETE", "headers": {"Authorization": "Bearer abc"}}),
    "a field that nobody declares": ("/notes/2", {"headers": {"X-Whatever": "1"}}),
    "read again": ("/notes/2", {"headers": {"If-None-Match": "*"}, "cache": "no-store"}),
    "no such path": ("/nodes", {}),
    "no such method": ("/notes/1", {"method": "PATCH"}),
}
EXPECTED = {
    "read": 200,
    "put with a cookie": 200,
    "put without": 422,
    "delete with a token": 204,
    "a field that nobody declares": 200,
    "read again": 304,
    "no such path": 404,
    # Whoever asks by a preflight is told the methods that there are, and so the browser sends nothing.
    "no such method": "TypeError",
}

SCRIPT = """async ([mock, calls]) => {
  document.cookie = 'session=chocolate; path=/'
  const told = {}
  for (const [name, [target, options]] of Object.entries(calls)) {
    try {
      const answer = await fetch(mock + target, options)
      told[name] = {status: answer.status, body: await answer.text(), headers: Object.fromEntries(answer.headers)}
    } catch (error) {
      told[name] = {status: `${error.name}`}
    }
  }
  return told
}"""


def statuses(told):
    return {name: call["status"] for name, call in told.items()}


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    # Cookies know no ports, so the page and the mock have them in common; their origins are two all the same.
    with tempfile.TemporaryDirectory() as folder, page_in_chromium() as (page, origin):
        contract = pathlib.Path(folder) / "openapi.yaml"
        contract.write_text(CONTRACT, encoding="utf-8")
        for options in [(), ("--cors", origin)]:
            with mock(program, contract, *options) as (url, _):
                told = page.evaluate(SCRIPT, [url, CALLS])
            assert statuses(told) == EXPECTED, statuses(told)
            read = told["read"]
            assert json.loads(read["body"]) == {"text": "milk"} and read["headers"]["x-revision"] == "3", read
            assert read["headers"]["counterpart-decision"] and read["headers"]["etag"], read
            assert "nearest" in json.loads(told["no such path"]["body"]), told["no such path"]
        for options in [("--cors", "off"), ("--cors", "https://shop.example")]:
            with mock(program, contract, *options) as (url, _):
                refused = statuses(page.evaluate(SCRIPT, [url, CALLS]))
            assert set(refused.values()) == {"TypeError"}, (options, refused)
        # A page of the mock itself is of its origin, and is not to reach the control API all the same.
        with mock(program, contract) as (url, _):
            page.goto(url + "/page")
            page.wait_for_function("document.title !== 'waits'")
            assert page.title() in {"403", "TypeError"}, page.title()
    print(f"cross-origin: a page in Chromium reads the answers to {len(CALLS)} calls, and none where its origin is not let in")


main()
