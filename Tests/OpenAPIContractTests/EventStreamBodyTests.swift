// Content of `text/event-stream`: what schemas say of it, and how values become events.

import JSONValues
import HTTPExchange
@testable import OpenAPIContract
import HTTPTypes
import Testing

@Suite struct EventStreamBodyTests {
    private static let note = "{type: object, required: [text], properties: {text: {type: string}}}"
    private static let item = """
        {type: object, required: [data], properties: {event: {enum: [add, drop]}, id: {type: string}, retry: {type: integer},
        data: {type: string, contentMediaType: application/json, contentSchema: \(note)}}}
        """
    private static let structured = "{type: object, required: [data], properties: {data: \(note)}}"

    private func media(_ schema: String) throws -> (Contract, MediaType) {
        let text = """
            openapi: 3.2.0
            info: {title: T, version: '1'}
            paths:
              /events:
                get:
                  responses: {"200": {description: All, content: {text/event-stream: {\(schema)}}}}
            """
        let contract = try #require(Contract.load(files: ["openapi.yaml": text]).contract)
        return (contract, try #require(contract.operations[0].responses[0].content.first))
    }

    @Test(
        arguments: [
            ("schema: \(note)", "data: {\"text\": \"a\"}\n\ndata: {\"text\": \"b\"}\n\n", []),
            ("schema: \(note)", "data: {\"text\": 1}\n\n", ["/0/text"]),
            ("schema: \(note)", "data: {\"text\": \"a\"}\n\ndata: {}\n\n", ["/1"]),
            ("schema: \(note)", "data: {\"text\": \"a\"}\n\ndata: [DONE]\n\n", []),
            ("schema: \(note)", "data: no JSON\n\n", ["/0"]),
            ("schema: {oneOf: [\(note)]}", "data: {}\n\n", ["/0"]),
            ("schema: {type: string}", "data: whatever\n\n", []), ("schema: {}", "data: whatever\n\n", []),
            ("schema: {type: array, items: \(item)}", "event: lose\ndata: {\"text\": \"a\"}\n\n", ["/0/event"]),
            ("itemSchema: \(item)", "event: add\nid: 1\nretry: 5\ndata: {\"text\": \"a\"}\n\n", []),
            ("itemSchema: \(item)", "event: lose\ndata: {\"text\": \"a\"}\n\n", ["/0/event"]),
            ("itemSchema: \(item)", "data: {\"text\": \"a\"}\n\ndata: {}\n\n", ["/1/data"]),
            ("itemSchema: \(structured)", "data: {\"text\": \"a\"}\n\n", []),
            ("itemSchema: \(structured)", "data: {\"text\": 1}\n\n", ["/0/data/text"]),
            ("itemSchema: \(item)", ": only comments\n\n", []),
        ] as [(String, String, [String])])
    func judging(schema: String, content: String, places: [String]) throws {
        let (contract, _) = try media(schema)
        let response = Response(
            status: 200, headers: [.contentType: "text/event-stream"], body: Array(content.utf8))
        let violations = contract.judge(response, of: contract.operations[0])
        let found = violations.map { violation -> String in
            if case .body(let pointer) = violation.location { "\(pointer)" } else { "\(violation.location)" }
        }
        #expect(found == places, "\(violations)")
    }

    @Test func whatIsNoTextIsMalformed() throws {
        let (contract, _) = try media("schema: \(Self.note)")
        let response = Response(status: 200, headers: [.contentType: "text/event-stream"], body: [0xFF, 0xFE])
        #expect(contract.judge(response, of: contract.operations[0]).map(\.check) == [.malformedBody])
    }

    @Test(
        arguments: [
            ("schema: \(note)", ["text": "a"], "data: {\"text\":\"a\"}\n\n"),
            (
                "schema: \(note)", [["text": "a"], ["text": "b"]],
                "data: {\"text\":\"a\"}\n\ndata: {\"text\":\"b\"}\n\n"
            ),
            (
                "schema: \(note)", [["event": "add", "id": 7, "data": ["text": "a"]]],
                "event: add\nid: 7\ndata: {\"text\":\"a\"}\n\n"
            ),
            ("schema: \(note)", "event: add\ndata: {}\n", "event: add\ndata: {}\n\n"),
            ("schema: {type: string}", "hello\nthere", "data: hello\ndata: there\n\n"),
            ("itemSchema: \(item)", [["data": "{}", "retry": 9]], "retry: 9\ndata: {}\n\n"),
            ("itemSchema: \(structured)", [["data": ["text": "a"]]], "data: {\"text\":\"a\"}\n\n"),
        ] as [(String, JSON, String)])
    func writing(schema: String, value: JSON, text: String) throws {
        let (_, media) = try media(schema)
        let encoded = media.encode(value)
        #expect(encoded.contentType == "text/event-stream")
        #expect(String(decoding: encoded.bytes, as: UTF8.self) == text)
    }
}
