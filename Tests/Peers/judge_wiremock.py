"""WireMock itself answers the requests that our mock of its mappings answers, stub by stub.

usage: judge_wiremock.py COUNTERPART [FOLDER]     the program, a folder of mapping files; needs java and the package wiremock, which has the server
(.ci/peers wiremock)

Each group of stubs is loaded by WireMock 2.35 and imported by us; both are sent the same requests in the same order. Status and body must be the same,
JSON and XML by their values, and so must the headers that the stubs set.
"""
import http.client
import json
import pathlib
import socket
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree

import wiremock

program = sys.argv[1]
jar = next((pathlib.Path(wiremock.__file__).parent / "server").glob("*.jar"))
faults = []
compared = 0
JSON = {"Content-Type": "application/json"}
XML = {"Content-Type": "application/xml"}


def stub(request, response=None, **others):
    return {"request": request, "response": response or {"status": 222}, **others}


def body(*patterns, **others):
    return stub({"method": "POST", "url": "/b", "bodyPatterns": list(patterns), **others})


def template(text, **response):
    return stub({"urlPathPattern": "/t/.*"}, {"status": 200, "body": text, "transformers": ["response-template"], **response})


def posts(*bodies, headers=JSON):
    return [("POST", "/b", headers, text) for text in bodies]


def gets(*targets):
    return [("GET", target, {}, None) for target in targets]


TOKEN = {"Authorization": "Bearer x.y.z"}
THING = json.dumps({"name": "Bo", "n": [1, 2, 3], "o": {"p": True}, "none": None, "price": 12.5})
ASKED = [("POST", "/t/7/x?q=a&q=b&e=", {**JSON, "X-Name": "Anna", "Cookie": "c=1; d=2"}, THING)]

# Name, stubs (the last one added first), requests.
GROUPS = [
    ("url", [stub({"method": "GET", "url": "/a?x=1"})], gets("/a?x=1", "/a", "/a?x=1&y=2", "/a?x=2", "/A?x=1")),
    ("urlPath", [stub({"method": "GET", "urlPath": "/a"})], gets("/a", "/a?x=1", "/ab", "/b/a")),
    ("urlPattern", [stub({"method": "GET", "urlPattern": "/a/[0-9]+\\?x=.*"})], gets("/a/1?x=1", "/a/1", "/a/b?x=", "/z/a/1?x=1")),
    ("urlPathPattern", [stub({"urlPathPattern": "/a/([a-z]*)/c"})], gets("/a/b/c", "/a/B/c", "/a/b/c?d", "/a/b/c/d")),
    ("methods", [stub({"method": "ANY", "url": "/a"}), stub({"method": "DELETE", "url": "/a"}, {"status": 204})],
     gets("/a") + [("DELETE", "/a", {}, None), ("PUT", "/a", {}, ""), ("PATCH", "/a", {}, "")]),
    ("priority", [stub({"urlPathPattern": "/.*"}, {"status": 230}, priority=9), stub({"url": "/a"}, {"status": 231}), stub({"urlPathPattern": "/a.*"}, {"status": 232}, priority=1),
                  stub({"url": "/b"}, {"status": 233}), stub({"url": "/b"}, {"status": 234})], gets("/a", "/b", "/c", "/ab")),
    ("query", [stub({"urlPath": "/a", "queryParameters": {"q": {"equalTo": "x"}, "r": {"matches": "[0-9]+"}, "s": {"absent": True}}})],
     gets("/a?q=x&r=12", "/a?q=x", "/a?r=12&q=x&z=1", "/a?q=x&r=1a", "/a?q=x&r=1&s=", "/a?q=y&q=x&r=1", "/a?q=X&r=1")),
    ("query by text", [stub({"urlPath": "/a", "queryParameters": {"q": {"contains": "b c"}, "p": {"doesNotMatch": "x.*"}, "c": {"equalTo": "AbC", "caseInsensitive": True}}})],
     gets("/a?q=ab%20cd&p=y&c=aBc", "/a?q=ab+cd&p=y&c=abc", "/a?q=abcd&p=y&c=abc", "/a?q=b%20c&p=xx&c=abc")),
    ("headers", [stub({"url": "/a", "headers": {"Accept": {"contains": "xml"}, "X-No": {"absent": True}, "X-Any": {"matches": ".*"}}})],
     [("GET", "/a", headers, None) for headers in ({"Accept": "text/xml", "X-Any": "1"}, {"Accept": "text/xml"}, {"Accept": "text/xml", "X-Any": "", "X-No": "1"}, {"accept": "a, text/XML", "X-Any": "2"}, {"accept": "a/xml;q=1", "x-any": "3"})]),
    ("cookies and credentials", [stub({"url": "/a", "cookies": {"s": {"matches": "1.*"}}, "basicAuth": {"username": "u", "password": "p:w"}})],
     [("GET", "/a", headers, None) for headers in ({"Cookie": "a=b; s=12", "Authorization": "Basic dTpwOnc="}, {"Cookie": "s=2", "Authorization": "Basic dTpwOnc="}, {"Cookie": "s=1"}, {"Authorization": "Basic dTpwOnc="})]),
    ("equalToJson", [body({"equalToJson": {"a": [1, 2], "b": {"c": None}}})], posts('{"b":{"c":null},"a":[1,2]}', '{"a":[2,1],"b":{"c":null}}', '{"a":[1,2]}', '{"a":[1,2],"b":{"c":null},"d":1}', '{"a":[1.0,2],"b":{"c":null}}', "nothing", '{"a":[1,2],"b":{}}')),
    ("equalToJson, loosely", [body({"equalToJson": '{"a": [1, {"x": 2}], "b": "t"}', "ignoreArrayOrder": True, "ignoreExtraElements": True})],
     posts('{"a":[{"x":2,"y":3},1],"b":"t","c":0}', '{"a":[1],"b":"t"}', '{"a":[1,{"x":2},5],"b":"t"}', '{"a":[1,{"x":3}],"b":"t"}')),
    ("equalToJson, extra elements alone", [body({"equalToJson": '{"a": [1, 2]}', "ignoreExtraElements": True})], posts('{"a":[1,2],"b":1}', '{"a":[2,1]}', '{"a":[1,2,3]}', '{"a":[0,1,2]}')),
    ("equalToJson, placeholders", [body({"equalToJson": '{"id": "${json-unit.any-number}", "n": "${json-unit.regex}[A-Z]+", "i": "${json-unit.ignore}", "s": "${json-unit.any-string}"}'})],
     posts('{"id":1,"n":"AB","i":{},"s":"x"}', '{"id":"1","n":"AB","i":1,"s":"x"}', '{"id":1,"n":"ab","i":1,"s":"x"}', '{"id":1,"n":"AB","s":"x"}', '{"id":1,"n":"AB","i":1,"s":2}')),
    ("matchesJsonPath", [body({"matchesJsonPath": "$.things[?(@.name == 'a' && @.n > 2)]"})], posts('{"things":[{"name":"a","n":3}]}', '{"things":[{"name":"a","n":2}]}', '{"things":[]}', "{}", "text")),
    ("matchesJsonPath that leads somewhere", [body({"matchesJsonPath": "$.a.b"})], posts('{"a":{"b":1}}', '{"a":{"b":null}}', '{"a":{"b":""}}', '{"a":{"b":[]}}', '{"a":{"b":{}}}', '{"a":{"b":false}}', '{"a":{}}', "{}")),
    ("matchesJsonPath by pattern", [body({"matchesJsonPath": "$.things[?(@.name =~ /^req.*/i)]"})], posts('{"things":[{"name":"Required"}]}', '{"things":[{"name":"not"}]}')),
    ("matchesJsonPath with a value", [body({"matchesJsonPath": {"expression": "$.a.b", "equalTo": "7"}}), body({"matchesJsonPath": {"expression": "$..n", "contains": "x"}}, url="/c")],
     posts('{"a":{"b":7}}', '{"a":{"b":"7"}}', '{"a":{"b":8}}', "{}") + [("POST", "/c", JSON, '{"p":{"n":"axb"},"n":"z"}'), ("POST", "/c", JSON, '{"n":"z"}')]),
    ("matchesJsonPath and JSON", [body({"matchesJsonPath": {"expression": "$.o", "equalToJson": '{"p": 1}', "ignoreExtraElements": True}})], posts('{"o":{"p":1,"q":2}}', '{"o":{"p":2}}', '{"o":[]}')),
    ("matchesJsonPath and absence", [body({"matchesJsonPath": {"expression": "$.gone", "absent": True}})], posts('{"a":1}', '{"gone":1}')),
    ("equalToXml", [body({"equalToXml": "<o id='1' ok='y'><i>tea</i><t>5</t></o>"})],
     posts('<o ok="y" id="1"> <t>5</t>\n<i>tea</i><!-- x --></o>', "<o id='1'><i>tea</i><t>5</t></o>", "<o id='1' ok='y'><i>tea</i><t>6</t></o>", "<o id='1' ok='y'><i> tea </i><t>5</t></o>", "<o id='1' ok='y'><i>tea</i><t>5</t><u/></o>", "no xml", headers=XML)),
    ("equalToXml, several of one name", [body({"equalToXml": "<l><i>1</i><i>2</i></l>"})], posts("<l><i>1</i><i>2</i></l>", "<l><i>2</i><i>1</i></l>", "<l><i>1</i></l>", headers=XML)),
    ("equalToXml, namespaces", [body({"equalToXml": "<a:e xmlns:a='urn:x' a:k='1'><a:f/></a:e>"})], posts("<b:e xmlns:b='urn:x' b:k='1'><b:f/></b:e>", "<e/>", "<a:e xmlns:a='urn:y' a:k='1'><a:f/></a:e>", headers=XML)),
    ("equalToXml, placeholders", [body({"equalToXml": "<m a='${xmlunit.ignore}'><n>${xmlunit.isNumber}</n></m>", "enablePlaceholders": True})], posts("<m a='z'><n>12.5</n></m>", "<m a='z'><n>x</n></m>", headers=XML)),
    ("matchesXPath", [body({"matchesXPath": "/l[count(i) = 2]/i[@k='v' and contains(., 'te')]"})], posts("<l><i k='v'>tea</i><i/></l>", "<l><i k='v'>tea</i></l>", "<l><i k='w'>tea</i><i/></l>", "no xml", headers=XML)),
    ("matchesXPath, namespaces", [body({"matchesXPath": "/s:o/m:i[. = 111]", "xPathNamespaces": {"s": "urn:s", "m": "urn:m"}})], posts("<o xmlns='urn:s'><x:i xmlns:x='urn:m'>111</x:i></o>", "<o><i>111</i></o>", headers=XML)),
    ("matchesXPath with a value", [body({"matchesXPath": {"expression": "//i/text()", "contains": "wash"}})], posts("<l><i>cook</i><i>wash up</i></l>", "<l><i>cook</i></l>", "<l>wash</l>", headers=XML)),
    ("matchesXPath and XML", [body({"matchesXPath": {"expression": "//i", "equalToXml": "<i><n>1</n></i>"}})], posts("<l><i><n>1</n></i></l>", "<l><i><n>2</n></i></l>", headers=XML)),
    ("text", [body({"contains": "ab"}, {"matches": "[a-z]+"}, {"doesNotMatch": "zab.*"})], posts("xaby", "zab", "ab1", "AB", headers={"Content-Type": "text/plain"})),
    ("and, or", [body({"or": [{"contains": "a"}, {"and": [{"contains": "b"}, {"contains": "c"}]}]})], posts("a", "b", "bc", "az", headers={"Content-Type": "text/plain"})),
    ("bytes", [body({"binaryEqualTo": "YWJj"})], posts("abc", "abd", headers={"Content-Type": "text/plain"})),
    ("times", [body({"matchesJsonPath": {"expression": "$.d", "before": "2026-01-01T00:00:00Z"}})], posts('{"d":"2025-12-31T23:59:59Z"}', '{"d":"2026-01-01T00:00:01Z"}', '{"d":"soon"}')),
    ("a scenario", [stub({"url": "/s"}, {"status": 200, "body": "one"}, scenarioName="x", requiredScenarioState="Started", newScenarioState="b"),
                    stub({"url": "/s"}, {"status": 200, "body": "two"}, scenarioName="x", requiredScenarioState="b", newScenarioState="Started")], gets("/s", "/s", "/s")),
    ("answers", [stub({"url": "/j"}, {"status": 201, "jsonBody": {"a": 1.50, "b": [None]}, "headers": {"X-A": "1", "X-B": ["2", "3"]}}), stub({"url": "/x"}, {"status": 200, "base64Body": "AAH/"}),
                 stub({"url": "/e"}, {"status": 418}), stub({"url": "/n"}, {"status": 200, "headers": {"Content-Type": "application/problem+json"}, "body": "{}"})],
     gets("/j", "/x", "/e", "/n", "/none")),
    ("templates: the request", [template("{{request.method}} {{request.path}} {{{request.url}}} {{request.path.[1]}} {{request.pathSegments.[2]}} {{request.query.q}} {{request.query.q.[1]}} [{{request.query.none}}] {{request.headers.X-Name}} {{request.cookies.c}}")], ASKED),
    ("templates: the body", [template("{{{request.body}}}|{{jsonPath request.body '$.name'}}|{{jsonPath request.body '$.n[1]'}}|{{jsonPath request.body '$.price'}}|{{jsonPath request.body '$.gone'}}|{{jsonPath request.body '$.n'}}")], ASKED),
    ("templates: blocks", [template("{{#each (jsonPath request.body '$.n') as |v|}}<{{v}}{{#if @last}}!{{/if}}{{/each}}{{#if request.query.q}}y{{else}}n{{/if}}{{#unless request.query.none}}u{{/unless}}{{#eq (jsonPath request.body '$.name') 'Bo'}}p{{else}}o{{/eq}}{{#each request.query.q as |v|}}[{{v}}]{{/each}}")], ASKED),
    ("templates: texts", [template("{{upper 'aBc'}} {{lower 'ABC'}} {{capitalizeFirst 'wire mock'}} {{trim '  z '}} {{replace 'a-b-c' '-' '+'}} {{substring 'wiremock' 4}} {{substring 'wiremock' 0 4}} {{join 'a' 'b' ', '}} {{join (jsonPath request.body '$.n') '-'}} {{{base64 'hello'}}} {{base64 'aGVsbG8=' decode=true}} {{defaultIfEmpty '' 'd'}} {{cut 'a-b-c' '-'}}")], ASKED),
    ("templates: numbers", [template("{{math 1 '+' 2}} {{math 7 '%' 4}} {{math 2 '*' 3}} {{math 9 '/' 2}} {{math 10 '/' 4}} {{math 9 '-' 12}} {{size 'abc'}} {{size request.query.q}}")], ASKED),
    ("templates: names", [template("{{#assign 'who'}}{{request.headers.X-Name}}!{{/assign}}{{who}} {{#parseJson 'o'}}{\"k\": [1, \"z\"]}{{/parseJson}}{{o.k.[1]}} {{parameters.p}}", transformerParameters={"p": "parameter"})], ASKED),
    ("templates: patterns", [template("{{regexExtract request.body '[A-Z][a-z]'}} {{regexExtract request.path '[0-9]{3}' default='none'}} {{contains 'abcde' 'abc'}} {{#matches '123' '[0-9]+'}}m{{/matches}}")], ASKED),
    ("templates: lists", [template("{{#each (array 1 'two' true) as |e|}}{{e}},{{/each}} {{#each (range 3 4) as |n|}}{{n}};{{/each}}")], ASKED),
    ("templates: forms", [template("{{formData request.body 'form' urlDecode=true}}{{form.a}} {{form.b.[1]}} {{form.c}}")], [("POST", "/t/x", {"Content-Type": "application/x-www-form-urlencoded"}, "a=x+y&b=1&b=%C3%A9&c=")]),
    ("templates: XML", [template("{{xPath request.body '/a/b/text()'}} {{soapXPath request.body '/q/text()'}}")],
     [("POST", "/t/x", XML, "<a><b>tea</b></a>"), ("POST", "/t/x", XML, '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><q>cup</q></s:Body></s:Envelope>')]),
    ("templates: times", [template("{{date (parseDate '2020-02-29T10:11:12Z') format='yyyy-MM-dd HH:mm:ss'}} {{date (parseDate '2020-02-29T10:11:12Z') offset='3 days' format='yyyy-MM-dd'}} {{date (parseDate '2020-02-29T10:11:12Z') format='epoch'}} {{date (parseDate '2020-02-29T10:11:12Z') format='unix'}}")], ASKED),
    ("templates in headers", [template("x", headers={"X-Path": "{{request.path}}", "X-Q": "{{request.query.q.[0]}}"})], ASKED),
]


def port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait(at, process):
    for _ in range(600):
        if process.poll() is not None:
            sys.exit(f"judge_wiremock: a server has ended: {process.args}")
        try:
            socket.create_connection(("127.0.0.1", at), 0.2).close()
            return
        except OSError:
            time.sleep(0.05)
    sys.exit("judge_wiremock: a server does not answer")


def ask(at, method, target, headers, text):
    connection = http.client.HTTPConnection("127.0.0.1", at, timeout=20)
    connection.request(method, target, None if text is None else text.encode(), headers)
    answer = connection.getresponse()
    content = answer.read()
    connection.close()
    return answer.status, answer.headers, content


def value(content, kind):
    """What two bodies are compared by."""
    text = content.decode("utf-8", "surrogateescape")
    try:
        return json.loads(text) if text[:1] in "[{" else text
    except ValueError:
        pass
    try:
        return ElementTree.tostring(ElementTree.fromstring(text)) if text.startswith("<") else text
    except ElementTree.ParseError:
        return text


def names(stubs):
    return {name.lower() for stub in stubs for name in stub.get("response", {}).get("headers", {})}


def compare(group, stubs, requests, theirs, ours):
    global compared
    for method, target, headers, text in requests:
        one, two = ask(theirs, method, target, headers, text), ask(ours, method, target, headers, text)
        compared += 1
        if one[0] == 404 and two[0] == 404 and b"No response could be served" in one[2]:
            continue
        if one[0] == 404 and two[0] == 404:
            continue
        shown = f"{group}: {method} {target} {text or ''}"
        if one[0] != two[0]:
            faults.append(f"{shown}: {one[0]} by WireMock, {two[0]} by us")
            continue
        if value(one[2], None) != value(two[2], None):
            faults.append(f"{shown}:\n  WireMock {one[2][:400]!r}\n  we       {two[2][:400]!r}")
        for name in names(stubs):
            if one[1].get_all(name) != two[1].get_all(name) and ", ".join(one[1].get_all(name) or []) != ", ".join(two[1].get_all(name) or []):
                faults.append(f"{shown}: {name}: {one[1].get_all(name)} by WireMock, {two[1].get_all(name)} by us")


def load(at, stubs):
    connection = http.client.HTTPConnection("127.0.0.1", at, timeout=20)
    connection.request("POST", "/__admin/mappings/reset")
    connection.getresponse().read()
    connection.request("DELETE", "/__admin/mappings")
    connection.getresponse().read()
    for one in stubs:
        connection.request("POST", "/__admin/mappings", json.dumps(one), JSON)
        answer = connection.getresponse()
        reason = answer.read()
        if answer.status != 201:
            sys.exit(f"judge_wiremock: WireMock refuses a stub: {reason[:500]}")
    connection.close()


with tempfile.TemporaryDirectory() as home:
    home = pathlib.Path(home)
    (home / "root" / "mappings").mkdir(parents=True)
    theirs = port()
    server = subprocess.Popen(
        ["java", "-jar", str(jar), "--port", str(theirs), "--bind-address", "127.0.0.1", "--root-dir", str(home / "root"), "--disable-banner", "--local-response-templating"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait(theirs, server)
        for number, (group, stubs, requests) in enumerate(GROUPS):
            load(theirs, stubs)
            source = home / f"{number}.json"
            source.write_text(json.dumps({"mappings": stubs}))
            folder = home / f"contract-{number}"
            result = subprocess.run([program, "import", str(source), "--output", str(folder), "--json", "--strict"], capture_output=True, text=True)
            if result.returncode != 0:
                faults.append(f"{group}: not imported as a whole: {(result.stdout + result.stderr)[-700:]}")
                continue
            check = subprocess.run([program, "check", str(folder)], capture_output=True, text=True)
            if check.returncode != 0:
                faults.append(f"{group}: what is imported does not load: {check.stdout[-900:]}{check.stderr[-900:]}")
                continue
            ours = port()
            mock = subprocess.Popen([program, "serve", str(folder), "--port", str(ours), "--quiet"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            try:
                wait(ours, mock)
                compare(group, stubs, requests, theirs, ours)
            finally:
                mock.terminate()
                mock.wait()
    finally:
        server.terminate()
        server.wait()
for fault in faults:
    print(fault)
print(f"wiremock: {len(GROUPS)} groups of stubs, {compared} requests, {len(faults)} faults")
sys.exit(1 if faults or compared < 100 else 0)
