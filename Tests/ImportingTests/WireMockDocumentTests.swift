// WireMock's matchers of XML, XPath and JSON Schema: the imported mock takes what the stub would.

import JSONValues
import Testing

@testable import Importing

extension WireMockTests {
    static let documents: [(String, [(String, Bool)])] = [
        (
            #"{"equalToXml": "<order id='1' ok='y'><item>tea</item><total>5</total></order>"}"#,
            [
                ("<order ok=\"y\" id=\"1\"> <total>5</total>\n<item>tea</item><!-- x --></order>", true),
                ("<order id=\"1\"><item>tea</item><total>5</total></order>", false),
                ("<order id=\"1\" ok=\"y\"><item>tea</item><total>6</total></order>", false), ("not xml", false),
            ]
        ),
        (
            #"{"equalToXml": "<l><i>1</i><i>2</i></l>"}"#,
            [("<l><i>1</i><i>2</i></l>", true), ("<l><i>2</i><i>1</i></l>", false), ("<l><i>1</i></l>", false)]
        ),
        (
            #"{"equalToXml": "<l><i>1</i><i>2</i></l>", "ignoreOrderOfSameNode": true}"#,
            [("<l><i>2</i><i>1</i></l>", true), ("<l><i>2</i><i>2</i></l>", false)]
        ),
        (
            #"{"equalToXml": "<m a='${xmlunit.ignore}'><at>${xmlunit.isNumber}</at><k>${xmlunit.matchesRegex([a-f]+)}</k></m>", "enablePlaceholders": true}"#,
            [("<m a='x'><at>12.5</at><k>abc</k></m>", true), ("<m a='x'><at>soon</at><k>abc</k></m>", false)]
        ),
        (
            #"{"equalToXml": "<a:e xmlns:a='urn:x'/>", "namespaceAwareness": "STRICT"}"#,
            [("<e xmlns=\"urn:x\"/>", true), ("<e/>", false), ("<a:e xmlns:a=\"urn:y\"/>", false)]
        ),
        (
            #"{"equalToXml": "<a:e xmlns:a='urn:x'/>"}"#,
            [("<a:e xmlns:a=\"urn:y\"/>", true), ("<e xmlns=\"urn:x\"/>", false), ("<e/>", false)]
        ),
        (
            #"{"matchesXPath": "/todo-list[count(todo-item) = 3]"}"#,
            [
                ("<todo-list><todo-item/><todo-item/><todo-item/></todo-list>", true),
                ("<todo-list><todo-item/></todo-list>", false), ("{}", false),
            ]
        ),
        (
            #"{"matchesXPath": "/s:outer/m:inner[. = 111]", "xPathNamespaces": {"s": "urn:s", "m": "urn:m"}}"#,
            [
                ("<outer xmlns=\"urn:s\"><i:inner xmlns:i=\"urn:m\">111</i:inner></outer>", true),
                ("<outer><inner>111</inner></outer>", false),
            ]
        ),
        (
            #"{"matchesXPath": {"expression": "//todo-item/text()", "contains": "wash"}}"#,
            [("<l><todo-item>cook</todo-item><todo-item>wash up</todo-item></l>", true), ("<l>wash</l>", false)]
        ),
        (
            #"{"matchesXPath": {"expression": "//item", "equalToXml": "<item><n>1</n></item>"}}"#,
            [("<l><item> <n>1</n></item></l>", true), ("<l><item><n>2</n></item></l>", false)]
        ),
        (
            ##"{"matchesJsonSchema": "{\"type\": \"object\", \"required\": [\"name\"], \"properties\": {\"name\": {\"$ref\": \"#/definitions/n\"}}, \"definitions\": {\"n\": {\"type\": \"string\"}}}", "schemaVersion": "V7"}"##,
            [(#"{"name": "Zoe"}"#, true), (#"{"name": 1}"#, false), ("{}", false)]
        ),
        (
            #"{"matchesJsonSchema": {"type": "number", "minimum": 3, "exclusiveMinimum": true}, "schemaVersion": "V4"}"#,
            [("4", true), ("3", false)]
        ),
        (
            #"{"matchesJsonPath": "$.things[?(@.name =~ /^req.*ing$/i)]"}"#,
            [(#"{"things": [{"name": "REQuiredThing"}]}"#, true), (#"{"things": [{"name": "O"}]}"#, false)]
        ),
        (
            #"{"matchesJsonPath": {"expression": "$.due", "after": "now", "expectedOffset": 3, "expectedOffsetUnit": "days"}}"#,
            [(#"{"due": "2999-01-01T00:00:00Z"}"#, true), (#"{"due": "2020-01-01T00:00:00Z"}"#, false)]
        ),
    ]

    @Test(arguments: documents)
    func matchesDocuments(pattern: String, expected: [(String, Bool)]) throws {
        try matchesBody(pattern: pattern, expected: expected)
    }

    @Test(
        arguments: [
            ("{{val request.query.none or='other'}} {{val request.query.q or='other'}}", "other a"),
            ("{{val request.query.q assign='x'}}<{{x}}>", "<a>"),
            (
                "{{regexExtract request.body '[A-Z][a-z]'}} {{regexExtract request.path '[0-9]{3}' default='none'}}",
                "Bo none"
            ),
            ("{{arrayJoin ',' (array 1 'two' true) prefix='[' suffix=']'}}", "[1,two,true]"),
            ("{{#each (range 3 5) as |n|}}{{n}};{{/each}}", "3;4;5;"),
            ("{{#parseJson 'o'}}{{request.body}}{{/parseJson}}{{o.n.[1]}} {{o.name}}", "2 Bo"),
            ("{{parameters.who}}-{{parameters.deep.x}}", "-"),
        ] as [(String, String?)])
    func moreTemplates(template: String, expected: String?) throws {
        try templates(template: template, expected: expected)
    }

    @Test func aTemplateHasTheParametersOfItsStub() throws {
        let stub: JSON = [
            "request": ["urlPath": "/r"],
            "response": [
                "body": "{{parameters.who}} {{parameters.deep.x}} {{randomDecimal lower=2 upper=3}}",
                "transformers": ["response-template"], "transformerParameters": ["who": "Zoe", "deep": ["x": 7]],
            ],
        ]
        let text = try ImportedMockServer(stub.serialized()).ask("GET /r").text
        #expect(text.hasPrefix("Zoe 7 2."))
    }

    @Test func aTemplateTakesItsTextFromXML() throws {
        let stub: JSON = [
            "request": ["urlPath": "/r"],
            "response": [
                "body": "{{xPath request.body '/a/b/text()'}} {{soapXPath request.body '/q/text()'}}",
                "transformers": ["response-template"],
            ],
        ]
        let server = try ImportedMockServer(stub.serialized())
        try ExpectedAnswer("POST /r", body: "<a><b>tea</b></a>", 200, "tea ").check(server)
        let soap = "<s:Envelope xmlns:s=\"urn:s\"><s:Body><q>cup</q></s:Body></s:Envelope>"
        try ExpectedAnswer("POST /r", body: soap, 200, " cup").check(server)
    }

    @Test(arguments: [
        #"{"matchesXPath": "//a["}"#, #"{"matchesJsonSchema": "{\"items\": [{}, {}]}", "schemaVersion": "V7"}"#,
        ##"{"matchesJsonSchema": "{\"$ref\": \"#/gone\"}"}"##, #"{"matchesJsonSchema": "{"}"#,
    ])
    func documentsThatCannotBeMatchedAreTold(_ pattern: String) throws {
        let server = try ImportedMockServer(
            #"{"request": {"method": "POST", "urlPath": "/a", "bodyPatterns": [\#(pattern)]}, "response": {"status": 202}}"#
        )
        #expect(server.result.losses.count == 1)
        try ExpectedAnswer("POST /a", body: "{}", 404).check(server)
    }
}
