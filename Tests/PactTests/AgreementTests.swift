// What a consumer expects beside what a contract promises, with the places of both.

import JSONValues
import OpenAPIContract
import SourceDocuments
import Testing

@testable import Pact

struct AgreementTests {
    private static let contract = """
        openapi: 3.1.0
        info: {title: Orders, version: "1"}
        paths:
          /orders/{id}:
            get:
              operationId: readOrder
              parameters:
                - {name: id, in: path, required: true, schema: {type: integer}}
                - {name: fields, in: query, schema: {type: string, enum: [all, few]}}
              responses:
                "200":
                  description: It is there.
                  content:
                    application/json:
                      schema:
                        type: object
                        required: [id]
                        properties:
                          id: {type: integer}
                          note: {type: string}
                          lines: {type: array, minItems: 1, items: {type: object, required: [sku], properties: {sku: {type: string}}}}
                          labels: {type: object, additionalProperties: {type: string}}
                "404": {description: It is not.}
        """

    private func disagreements(_ request: String, _ response: String) throws -> [Diagnostic] {
        let loaded = Contract.load(files: ["openapi.yaml": Self.contract])
        let contract = try #require(loaded.contract, "\(loaded.diagnostics.map(\.message))")
        let text = """
            {"consumer": {"name": "app"}, "provider": {"name": "orders"}, "metadata": {"pactSpecification": {"version": "3.0.0"}},
             "interactions": [{"description": "d", "request": \(request), "response": \(response)}]}
            """
        let pact = try #require(Pact.read(Array(text.utf8), name: "app.json").pact)
        return pact.disagreements(with: contract)
    }

    struct Row: CustomTestStringConvertible, Sendable {
        let name: String
        var request = #"{"method": "GET", "path": "/orders/7"}"#
        var response = #"{"status": 200}"#
        /// Severity, pointer in the pact, and the beginning of the message.
        let says: [String]
        var testDescription: String { name }
    }

    private static func body(_ json: String) -> String {
        #"{"status": 200, "headers": {"Content-Type": "application/json"}, "body": \#(json)}"#
    }

    private static let response = "/interactions/0/response"

    static let rows = [
        Row(
            name: "a part of the answer", response: body(#"{"id": 7, "lines": [{"sku": "A"}]}"#),
            says: ["note \(response)/body/lines d: 'lines' may be missing"]),
        Row(
            name: "what a map promises", response: body(#"{"id": 7, "labels": {"x": "y"}}"#),
            says: ["note \(response)/body/labels d: 'labels' may be missing"]),
        Row(
            name: "a property that is not there", response: body(#"{"idd": 7}"#),
            says: ["error \(response)/body/idd d: the contract does not promise 'idd'"]),
        Row(
            name: "a property of another type", response: body(#"{"id": "7"}"#),
            says: ["error \(response)/body/id d: the expected answer breaks the contract: body at /id"]),
        Row(
            name: "deep in a list", response: body(#"{"id": 7, "lines": [{"sku": "A", "price": 1}]}"#),
            says: [
                "note \(response)/body/lines d: 'lines' may be missing",
                "error \(response)/body/lines/0/price d: the contract does not promise 'price'",
            ]),
        Row(
            name: "a status that is not declared", response: #"{"status": 201}"#,
            says: ["error \(response)/status d: readOrder does not promise this status"]),
        Row(
            name: "a media type that is not declared",
            response: #"{"status": 200, "headers": {"Content-Type": "text/csv"}, "body": "a"}"#,
            says: ["error \(response)/headers/Content-Type d: the expected answer breaks the contract: "]),
        Row(
            name: "a header that is not declared", response: #"{"status": 404, "headers": {"X-Reason": "gone"}}"#,
            says: ["warning \(response)/headers/X-Reason d: the contract does not promise this header"]),
        Row(
            name: "no such path", request: #"{"method": "GET", "path": "/order/7"}"#,
            says: ["error /interactions/0/request/path d: the contract has no such operation"]),
        Row(
            name: "a request that breaks the contract",
            request: #"{"method": "GET", "path": "/orders/7", "query": {"fields": ["none"]}}"#,
            says: [
                "error /interactions/0/request/query/fields d: the request breaks the contract: query parameter 'fields'"
            ]),
        Row(
            name: "a request that is to be refused", request: #"{"method": "GET", "path": "/orders/x"}"#,
            response: #"{"status": 404}"#, says: []),
    ]

    @Test(arguments: rows)
    func verdicts(_ row: Row) throws {
        let found = try disagreements(row.request, row.response)
        let said = found.map { "\($0.severity.rawValue) \($0.place.map { "\($0.pointer)" } ?? "") \($0.message)" }
        #expect(said.count == row.says.count, "\(said)")
        for (text, beginning) in zip(said, row.says) { #expect(text.hasPrefix(beginning)) }
        #expect(found.allSatisfy { $0.code == .pactDisagreement && $0.message.contains("(openapi.yaml:") })
    }
}
