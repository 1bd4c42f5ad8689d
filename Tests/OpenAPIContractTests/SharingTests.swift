// Contracts that share a server: what they claim, and where they are in each other's way.

import HTTPTypes
import Testing

@testable import OpenAPIContract

@Suite struct SharingTests {
    private static func contract(_ server: String?, _ operations: String...) throws -> Contract {
        let paths = operations.map { operation in
            let words = operation.split(separator: " ")
            let names = PathTemplate(String(words[1])).parameterNames.map {
                "{name: \($0), in: path, required: true, schema: {}}"
            }
            return """
                  \(words[1]):
                    \(words[0].lowercased()):
                      parameters: [\(names.joined(separator: ", "))]
                      responses: {"204": {description: Done}}

                """
        }.joined()
        let servers = server.map { "servers: [{url: '\($0)'}]\n" } ?? ""
        let text = "openapi: 3.1.0\ninfo: {title: T, version: '1'}\n\(servers)paths:\n\(paths)"
        return try #require(Contract.load(files: ["openapi.yaml": text]).contract)
    }

    @Test(
        arguments: [
            (nil, "GET /pets", nil, "GET /things", []),
            (nil, "GET /pets", nil, "GET /pets", ["GET /pets, GET /pets"]),
            // Which methods the path has is one answer of one contract.
            (nil, "GET /pets", nil, "POST /pets", ["GET /pets, POST /pets"]),
            ("/a", "GET /pets", "/b", "GET /pets", []),
            ("https://api.example/a", "GET /pets", nil, "GET /a/pets", ["GET /pets, GET /a/pets"]),
            (nil, "GET /pets/{id}", nil, "GET /pets/mine", ["GET /pets/{id}, GET /pets/mine"]),
            (nil, "GET /pets/{id}/name", nil, "GET /pets/{id}", []),
            (nil, "GET /files/{path+}", nil, "GET /files/a/b", ["GET /files/{path+}, GET /files/a/b"]),
        ] as [(String?, String, String?, String, [String])])
    func clashes(server: String?, path: String, other: String?, its: String, expected: [String]) throws {
        let (one, two) = (try Self.contract(server, path), try Self.contract(other, its))
        #expect(one.clashes(with: two).map { "\($0.own.title), \($0.other.title)" } == expected)
        #expect(two.clashes(with: one).count == expected.count)
    }

    @Test(
        arguments: [
            ("/v1", "/v1/pets?limit=3", 3), ("/v1", "/v1", 3), ("/v1", "/v2/pets", nil), ("/v1", "/v10", nil),
            (nil, "/anything", 0), ("/", "/anything", 0),
        ] as [(String?, String, Int?)])
    func basePaths(server: String?, target: String, length: Int?) throws {
        #expect(try Self.contract(server, "GET /pets").basePathLength(covering: target) == length)
    }

    @Test(arguments: [
        (HTTPRequest.Method.get, "/pets", Contract.Claim.operation), (.delete, "/pets", .path), (.get, "/dogs", .none),
        (.get, "/v1/pets?limit=1", .operation),
    ])
    func claims(method: HTTPRequest.Method, target: String, claim: Contract.Claim) throws {
        #expect(try Self.contract("/v1", "GET /pets").claim(on: method, target) == claim)
    }
}
