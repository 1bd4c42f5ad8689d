// What exchanges use of a contract, and whom changes hit.

import ContractChanges
import HTTPExchange
import HTTPTypes
import JSONSchema
import JSONValues
import OpenAPIContract
import SourceDocuments
import Testing

@testable import ContractUsage

@Suite(.timeLimit(.minutes(5))) struct UsageTests {
    static let document = """
        openapi: 3.1.0
        info: {title: Shop, version: '1'}
        paths:
          /orders/{id}:
            parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
            get:
              parameters:
                - {name: fields, in: query, schema: {type: string}}
                - {name: X-Trace, in: header, schema: {type: string}}
              responses:
                '200':
                  description: d
                  headers: {X-Page: {schema: {type: integer}}}
                  content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}
                '404': {description: d}
          /orders:
            post:
              requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}}
              responses: {'201': {description: d}}
          /never: {get: {responses: {'200': {description: d}}}}
        components:
          schemas:
            Address: {type: object, properties: {street: {type: string}, city: {type: string}}}
            Order:
              type: object
              properties:
                id: {type: integer}
                note: {type: string}
                from: {$ref: '#/components/schemas/Address'}
                to: {$ref: '#/components/schemas/Address'}
                lines: {type: array, items: {oneOf: [{type: object, properties: {sku: {type: string}}}, {type: object, properties: {gift: {type: string}}}]}}
                tags: {type: object, additionalProperties: {type: object, properties: {at: {type: string}}}}
                next: {$ref: '#/components/schemas/Order'}
        """

    private func contract(_ edits: (String, String)...) throws -> Contract {
        let text = edits.reduce(Self.document) { $0.replacing($1.0, with: $1.1) }
        #expect(edits.isEmpty || text != Self.document)
        return try #require(Contract.load(files: ["openapi.yaml": text], root: "openapi.yaml").contract)
    }

    @Test func readsNarrowWhatCame() throws {
        let body =
            #"{"id": 1, "note": "n", "from": {"city": "a", "street": "s"}, "to": {"city": "b"}, "lines": [{"sku": "x"}, {"gift": "y"}], "tags": {"k": {"at": "t"}}}"#
        var response = Response(status: 200)
        response.headers[.contentType] = "application/json"
        response.body = Array(body.utf8)
        func places(_ reads: String) throws -> Set<String>? {
            var collector = UsageCollector(try contract(), reads: try ReadProperties(JSON(parsing: reads)))
            collector.add(Request(method: .get, target: "/orders/1"), response)
            return collector.usage.operations["GET /orders/{id}"]?.answers[200]?.content["application/json"]
        }
        let order = "\"#/components/schemas/Order\""
        #expect(try places("{\"counterpartReads\": 1, \"properties\": {\(order): [\"id\"]}}") == ["/id"])
        // Of an address nothing is known: it counts as a whole. A property of an object that several schemas make up counts everywhere.
        #expect(
            try places("{\"counterpartReads\": 1, \"properties\": {\(order): [\"from\"], \"\": [\"note\"]}}")
                == ["/from", "/from/city", "/from/street", "/note"])
        #expect(
            try places(
                "{\"counterpartReads\": 1, \"properties\": {\(order): [\"to\", \"from\"], \"#/components/schemas/Address\": [\"city\"]}}"
            )
                == ["/from", "/from/city", "/to", "/to/city"])
        for wrong in [
            "{}", #"{"counterpartReads": 2}"#, #"{"counterpartReads": 1}"#,
            #"{"counterpartReads": 1, "properties": {"a": [1]}}"#,
        ] {
            #expect(throws: Usage.Invalid.self) { try ReadProperties(JSON(parsing: wrong)) }
        }
    }

    private func usage(_ exchanges: [(Request, Response)], app: String? = nil) throws -> Usage {
        var collector = UsageCollector(try contract(), app: app)
        for (request, response) in exchanges { collector.add(request, response) }
        return collector.usage
    }

    private func get(_ target: String, _ body: String, status: Int = 200) -> (Request, Response) {
        (
            Request(method: .get, target: target),
            Response(
                status: status, headers: body.isEmpty ? [:] : [.contentType: "application/json"], body: Array(body.utf8)
            )
        )
    }

    private func post(_ body: String) -> (Request, Response) {
        (
            Request(
                method: .post, target: "/orders", headers: [.contentType: "application/json"], body: Array(body.utf8)),
            Response(status: 201)
        )
    }

    private static let read = """
        {"id": 1, "to": {"street": "s"}, "lines": [{"sku": "a"}, {"gift": "b"}], "tags": {"secret-key": {"at": "x"}}, "surprise": 1}
        """

    // MARK: Collecting

    @Test func namesOfTheContractAreNotedAndNoData() throws {
        let usage = try usage([get("/orders/1?fields=a&unknown=1", Self.read), get("/orders/2", "", status: 404)])
        let use = try #require(usage.operations["GET /orders/{id}"])
        #expect(use.parameters == ["path id", "query fields"])
        #expect(Set(use.answers.keys) == [200, 404])
        #expect(
            use.answers[200]?.content["application/json"] == [
                "/id", "/to", "/to/street", "/lines", "/lines/*", "/lines/*/sku", "/lines/*/gift", "/tags", "/tags/*",
                "/tags/*/at", "/*",
            ])
        #expect(!usage.json.serialized().contains("secret-key"))
    }

    @Test func mergingKnowsNoOrderAndNoTwice() throws {
        let first = try usage([get("/orders/1", Self.read)], app: "ios 1")
        let second = try usage([post(#"{"id": 1, "note": "n"}"#), get("/orders/1", #"{"note": "n"}"#)], app: "web 2")
        var (one, other) = (first, second)
        one.merge(second)
        one.merge(first)
        other.merge(first)
        #expect(one == other && one.json.serialized() == other.json.serialized())
        #expect(one.apps == ["ios 1", "web 2"])
        #expect(try Usage(one.json) == one)
    }

    @Test func filesKeepToTheirPublishedForm() throws {
        let schema = try JSON(parsing: Usage.schema)
        let valid = try usage([get("/orders/1?fields=a", Self.read), post(#"{"id": 1}"#)], app: "a").json
        let document = """
            {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {"/u": {"post": {"requestBody": {"content":
            {"application/json": {"schema": \(schema.serialized().replacing("#/$defs/", with: "#/components/schemas/")
                .replacing("\"$schema\":\"https://json-schema.org/draft/2020-12/schema\",", with: ""))}}},
            "responses": {"200": {"description": "d"}}}}}, "components": {"schemas": \(schema["$defs"]?.serialized() ?? "")}}
            """
        let contract = try #require(Contract.load(files: ["u.json": document], root: "u.json").contract)
        func conforms(_ json: JSON) throws -> Bool {
            let request = Request(
                method: .post, target: "/u", headers: [.contentType: "application/json"],
                body: Array(json.serialized().utf8))
            guard case .judged(let judged) = contract.judge(request) else { return false }
            return judged.conforms
        }
        #expect(try conforms(valid))
        #expect(try !conforms(["counterpartUsage": 2, "operations": [:]]))
        #expect(try !conforms(["counterpartUsage": 1, "operations": ["GET /a": ["parameters": ["id"]]]]))
    }

    @Test(arguments: [
        #"{"operations": {}}"#, #"{"counterpartUsage": 2, "operations": {}}"#,
        #"{"counterpartUsage": 1, "operations": []}"#,
        #"{"counterpartUsage": 1, "operations": {"a": {"responses": {"x": {}}}}}"#,
        #"{"counterpartUsage": 1, "operations": {"a": {"parameters": [1]}}}"#,
    ])
    func whatIsNoUsageFileIsRefused(_ text: String) throws {
        let json = try JSON(parsing: text)
        #expect(throws: Usage.Invalid.self) { try Usage(json) }
    }

    @Test func whatNobodyUsesIsListed() throws {
        let usage = try usage([get("/orders/1?fields=a", Self.read)])
        let coverage = OperationCoverage.all(of: try contract(), usedBy: usage)
        #expect(coverage.filter { !$0.isUsed }.map(\.title) == ["POST /orders", "GET /never"])
        let first = try #require(coverage.first)
        #expect(first.parameters == .init(used: 2, unused: ["header x-trace"]))
        #expect(first.statuses == .init(used: 1, unused: ["404"]))
        #expect(
            first.received.unused == ["200 /from", "200 /next", "200 /note", "200 /to/city"])
    }

    // MARK: Changes

    /// The rules of what breaks, with whom each change hits.
    private func hits(_ edits: (String, String)..., usage: [(name: String, usage: Usage)]) throws -> [String: [String]]
    {
        let text = edits.reduce(Self.document) { $0.replacing($1.0, with: $1.1) }
        #expect(text != Self.document)
        let new = try #require(Contract.load(files: ["openapi.yaml": text], root: "openapi.yaml").contract)
        let changes = ContractComparison.changes(from: try contract(), to: new, today: "2026-11-23", usage: usage)
        var hits: [String: [String]] = [:]
        for change in changes where change.severity != .note {
            hits["\(change.rule.id): \(change.message)", default: []] += try #require(change.users).names
        }
        return hits
    }

    /// Both addresses are one schema: the shortest way leads to `from`, which nobody uses.
    @Test func aChangeBehindAReferenceIsFoundOnTheWayThatIsUsed() throws {
        let used = (name: "ios", usage: try usage([get("/orders/1", Self.read)]))
        let unused = (name: "web", usage: try usage([get("/orders/1", #"{"from": {"city": "c"}}"#)]))
        let found = try hits(("street: {type: string}", "street: {type: [string, 'null']}"), usage: [used, unused])
        #expect(found == ["response-property-became-nullable: null is allowed now": ["ios"]])
    }

    @Test func changesOfWhatNobodyUsesAreUnused() throws {
        let usage = (name: "ios", usage: try usage([get("/orders/1", Self.read), post(#"{"id": 1}"#)]))
        #expect(
            try hits(
                ("  /never: {get: {responses: {'200': {description: d}}}}\n", ""),
                (
                    "{name: fields, in: query, schema: {type: string}}",
                    "{name: fields, in: query, schema: {type: integer}}"
                ),
                ("X-Page: {schema: {type: integer}}", "X-Page: {schema: {type: string}}"),
                ("gift: {type: string}", "gift: {type: integer}"), ("at: {type: string}", "at: {type: integer}"),
                usage: [usage])
                == [
                    "path-removed: the path is gone": [],
                    "request-parameter-type-narrowed: type: string before, integer now": [],
                    "response-header-type-widened: type: integer before, string now": [],
                    "response-property-type-changed: type: string before, integer now": ["ios", "ios"],
                    "request-property-type-changed: type: string before, integer now": [],
                ])
    }

    /// Who does not send what must be sent from now on is hit as well.
    @Test func newDutiesHitAllWhoCall() throws {
        let usage = (name: "ios", usage: try usage([get("/orders/1", Self.read), post(#"{"id": 1}"#)]))
        let found = try hits(
            ("{name: fields, in: query,", "{name: fields, required: true, in: query,"),
            ("    Order:\n      type: object", "    Order:\n      type: object\n      required: [note]"), usage: [usage]
        )
        #expect(
            found == [
                "request-parameter-became-required: the parameter became required": ["ios"],
                "request-property-became-required: 'note' became required": ["ios"],
            ])
    }

    @Test func whatIsUsedIsToldFirst() throws {
        let text = Self.document.replacing("  /never: {get: {responses: {'200': {description: d}}}}\n", with: "")
            .replacing("street: {type: string}", with: "street: {type: [string, 'null']}")
        let new = try #require(Contract.load(files: ["openapi.yaml": text], root: "openapi.yaml").contract)
        let usage = try usage([get("/orders/1", Self.read)])
        let report = ChangeReport(
            ContractComparison.changes(
                from: try contract(), to: new, today: "2026-11-23", usage: [(name: "ios 3.1", usage: usage)]))
        #expect(report.summary == "1 breaking change of what is used, 1 unused, 1 other change")
        #expect(report.breakingUsed == 1)
        #expect(report.changes.map(\.rule.id).prefix(2) == ["response-property-became-nullable", "path-removed"])
        let lines = report.text().split(separator: "\n")
        #expect(lines.contains("    used by ios 3.1"))
        #expect(lines.contains { $0.hasPrefix("○ unused, breaking  the path is gone") })
        #expect(report.markdown.contains("## Unused\n\n- the path is gone"))
        #expect(report.markdown.contains("  - used by ios 3.1"))
        #expect(report.json["breaking_used"] == 1 && report.json["unused"] == 1)
        #expect(report.json["changes"]?[0]?["used_by"] == ["ios 3.1"])
    }
}
