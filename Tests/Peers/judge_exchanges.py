"""Judges exchanges by PyPI's openapi-core: whether a judge that is not ours agrees with ours on every one of them.

usage: judge_exchanges.py CONTRACTS EXCHANGES

CONTRACTS holds a folder for each contract, EXCHANGES a file NAME.jsonl for each, one exchange a line. Every response must keep to
the contract, and so must every request but those whose answer is an error status. Exits 1 where they disagree.
"""
import base64
import json
import pathlib
import sys
from urllib.parse import parse_qsl, urlsplit

import yaml
from openapi_core import Config, OpenAPI
from openapi_core.datatypes import RequestParameters
from openapi_core.exceptions import OpenAPIError
from werkzeug.datastructures import Headers, ImmutableMultiDict


class Request:
    def __init__(self, exchange):
        url = urlsplit(exchange["target"])
        headers = Headers([tuple(field) for field in exchange["headers"]])
        self.host_url = "http://127.0.0.1:8080"
        self.path = url.path
        self.method = exchange["method"].lower()
        self.content_type = headers.get("Content-Type", "")
        self.body = base64.b64decode(exchange["body"]) or None
        self.parameters = RequestParameters(
            query=ImmutableMultiDict(parse_qsl(url.query, keep_blank_values=True)), header=headers, cookie=ImmutableMultiDict()
        )


class Response:
    def __init__(self, exchange):
        self.headers = Headers([tuple(field) for field in exchange["responseHeaders"]])
        self.status_code = exchange["status"]
        self.content_type = self.headers.get("Content-Type", "")
        self.data = base64.b64decode(exchange["responseBody"]) or None


def faults(api, exchange):
    request, response = Request(exchange), Response(exchange)
    judgements = [lambda: api.validate_response(request, response)]
    if exchange["conforming"]:
        judgements.append(lambda: api.validate_request(request))
    for judge in judgements:
        try:
            judge()
        except OpenAPIError as error:
            causes = []
            while error is not None:
                causes.append(f"{type(error).__name__}: {error}")
                error = error.__cause__
            yield ", because ".join(causes)


# Formats that OpenAPI's registry knows and openapi-core does not.
FORMATS = {"uint64": lambda value: not isinstance(value, int) or 0 <= value < 2**64, "decimal": lambda value: True}


def main():
    contracts, exchanges = map(pathlib.Path, sys.argv[1:3])
    folders = sorted(folder for folder in contracts.iterdir() if (folder / "openapi.yaml").is_file())
    if not folders:
        sys.exit(f"{contracts} holds no contracts")
    judged = disagreements = 0
    for folder in folders:
        api = OpenAPI.from_dict(
            yaml.safe_load((folder / "openapi.yaml").read_text(encoding="utf-8")),
            config=Config(extra_format_validators=FORMATS),
        )
        for line in (exchanges / f"{folder.name}.jsonl").read_text(encoding="utf-8").splitlines():
            exchange = json.loads(line)
            judged += 1
            for fault in faults(api, exchange):
                disagreements += 1
                print(f"{folder.name} {exchange['operation']}, example {exchange['example']}: {fault}", file=sys.stderr)
    print(f"openapi-core: {judged} exchanges judged, {disagreements} disagreements")
    sys.exit(1 if disagreements or not judged else 0)


main()
