// Pacts for tests, as consumers write them.

import HTTPExchange
import JSONValues
import SourceDocuments
import Testing

@testable import Pact

enum PactFiles {
    /// Version 4: an orders app and its provider, with matchers, generators and states.
    static let orders = """
        {
          "consumer": {"name": "orders-app"}, "provider": {"name": "orders"},
          "interactions": [
            {
              "type": "Synchronous/HTTP", "key": "a1", "description": "an order is read",
              "providerStates": [{"name": "an order exists", "params": {"id": 7}}],
              "request": {
                "method": "GET", "path": "/orders/7", "headers": {"Accept": ["application/json"]},
                "query": {"fields": ["id", "total"]},
                "matchingRules": {"path": {"matchers": [{"match": "regex", "regex": "/orders/\\\\d+"}], "combine": "AND"}},
                "generators": {"path": {"type": "ProviderState", "expression": "/orders/${id}", "dataType": "STRING"}}
              },
              "response": {
                "status": 200, "headers": {"Content-Type": ["application/json; charset=utf-8"]},
                "body": {
                  "contentType": "application/json", "encoded": false,
                  "content": {
                    "id": 7, "total": 12.5, "placed": "2026-11-22T10:00:00Z", "state": "open",
                    "lines": [{"sku": "A-1", "amount": 2}], "self": "http://orders.example/orders/7"
                  }
                },
                "matchingRules": {
                  "body": {
                    "$.id": {"matchers": [{"match": "integer"}]},
                    "$.total": {"matchers": [{"match": "decimal"}]},
                    "$.placed": {"matchers": [{"match": "timestamp", "format": "yyyy-MM-dd'T'HH:mm:ssXXX"}]},
                    "$.state": {"matchers": [{"match": "regex", "regex": "open|shipped"}, {"match": "null"}], "combine": "OR"},
                    "$.lines": {"matchers": [{"match": "type", "min": 1, "max": 3}]},
                    "$.lines[*].sku": {"matchers": [{"match": "regex", "regex": "[A-Z]-\\\\d+"}]},
                    "$.self": {"matchers": [{"match": "type"}]}
                  },
                  "status": {"matchers": [{"match": "statusCode", "status": "success"}]}
                },
                "generators": {
                  "body": {
                    "$.self": {"type": "MockServerURL", "example": "http://orders.example/orders/7", "regex": ".*(/orders/\\\\d+)"},
                    "$.placed": {"type": "DateTime", "format": "yyyy-MM-dd'T'HH:mm:ssXXX", "expression": "today + 1 week"}
                  }
                }
              }
            },
            {
              "type": "Synchronous/HTTP", "description": "an order is placed", "pending": true,
              "request": {
                "method": "POST", "path": "/orders", "headers": {"Content-Type": ["application/json"]},
                "body": {"contentType": "application/json", "encoded": false, "content": {"sku": "A-1", "amount": 2}}
              },
              "response": {"status": 201, "headers": {"Location": ["/orders/8"]}}
            },
            {
              "type": "Asynchronous/Messages", "description": "an order was shipped", "contents": {"content": "x"}
            }
          ],
          "metadata": {"pactSpecification": {"version": "4.0"}}
        }
        """

    static func read(_ text: String) throws -> (pact: Pact, diagnostics: [Diagnostic]) {
        let (pact, diagnostics) = Pact.read(Array(text.utf8), name: "orders.pact.json")
        return (try #require(pact, "\(diagnostics.map(\.message))"), diagnostics)
    }

    /// A response's mismatches, of a body beside an example with rules of version 4.
    static func mismatches(_ example: String, _ rules: String, _ actual: String) throws -> [String] {
        func response(_ body: String, _ rules: String) throws -> PactResponse {
            let text = """
                {"status": 200, "headers": {"Content-Type": "application/json"}, "body": {"content": \(body)},
                 "matchingRules": {"body": \(rules)}}
                """
            let file = try #require(DocumentReader.read(Array(text.utf8), name: "case.json", uri: "case.json").file)
            var reader = PactReader(version: .v4)
            let response = reader.response(Located(file))
            #expect(reader.diagnostics.isEmpty)
            return response
        }
        return try response(example, rules).mismatches(of: response(actual, "{}")).map(\.description)
    }
}
