// What is decoded at the first glance is what a closer look would give.

import JSONValues
import HTTPExchange
@testable import OpenAPIContract
import HTTPTypes
import Testing

@Suite struct ParameterPlanTests {
    private static let document = """
        openapi: 3.1.0
        info: {title: Scalars, version: "1"}
        paths:
          /things/{id}:
            get:
              parameters:
                - {name: id, in: path, required: true, schema: {type: string, maxLength: 6}}
                - {name: limit, in: query, schema: {type: integer, minimum: 1, maximum: 50}}
                - {name: word, in: query, required: true, schema: {type: [string, integer]}}
                - {name: flag, in: query, allowEmptyValue: true, schema: {type: [boolean, 'null']}}
                - {name: price, in: query, schema: {type: [number, string], maxLength: 3}}
                - {name: any, in: query}
              responses: {'200': {description: Found.}}
          /lists:
            get:
              parameters: [{name: ids, in: query, schema: {type: array, items: {type: integer}}}]
              responses: {'200': {description: Found.}}
        """

    private static let contract = Contract.load(files: ["openapi.yaml": document]).contract

    /// The values by name where a glance tells them.
    private func decoded(_ target: String) throws -> [String: JSON]? {
        let contract = try #require(Self.contract)
        let request = Request(target: target)
        let match = try #require(contract.match(.get, target).best)
        guard let values = match.operation.plan.values(of: request, path: match.values) else { return nil }
        var judge = RequestJudge(contract: contract, operation: match.operation, request: request)
        judge.checkClosely(match.values)
        #expect(values.map(\.value) == judge.parameters.map(\.value), "\(target)")
        #expect(values.map(\.parameter.name) == judge.parameters.map(\.parameter.name), "\(target)")
        #expect(judge.violations.isEmpty, "\(target)")
        return Dictionary(uniqueKeysWithValues: values.map { ($0.parameter.name, $0.value) })
    }

    @Test(arguments: [
        ("/things/a?word=x", ["id": "a", "word": "x"] as [String: JSON]),
        ("/things/%C3%A9?word=7&limit=50", ["id": "é", "word": 7, "limit": 50]),
        (
            "/things/1?&other=1&word=a+b%26c&&flag=true&any=%7B",
            [
                "id": "1", "word": "a b&c", "flag": true, "any": "{",
            ]
        ),
        ("/things/1?word=a&flag=", ["id": "1", "word": "a", "flag": .null]),
        ("/things/1?price=1234&word", ["id": "1", "word": "", "price": 1234]),
        ("/things/1?price=abc&word=", ["id": "1", "word": "", "price": "abc"]),
    ])
    func valuesAreTakenAtAGlance(target: String, values: [String: JSON]) throws {
        #expect(try decoded(target) == values)
    }

    @Test(arguments: [
        "/things/1", "/things/1?word=a&word=b", "/things/1?w%6Frd=a", "/things/1?word=a&limit=51",
        "/things/1?word=a&limit=x",
        "/things/1?word=a&limit=", "/things/1?word=a&price=abcd", "/things/1?word=a&any[b]=1",
        "/things/1?word=a&any%5Bb%5D=1", "/things/1234567?word=a",
    ])
    func everythingElseIsLookedAtMoreClosely(target: String) throws {
        #expect(try decoded(target) == nil)
    }

    @Test func listsAreNoScalars() throws {
        let contract = try #require(Self.contract)
        #expect(contract.operations[1].plan.values(of: Request(target: "/lists"), path: []) == nil)
    }

    /// Whatever stands in a query.
    @Test func changedQueriesAreReadAlike() throws {
        let parts = [
            "word", "limit", "flag", "any", "price", "=", "&", "1", "50", "true", "null", "%", "+", "%20", "[", "]",
            "#", "é",
        ]
        var state: UInt64 = 7
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        var plainCount = 0
        for _ in 0..<1_500 {
            let query = (0..<random(9)).map { _ in parts[random(parts.count)] }.joined()
            if try decoded("/things/a?word=x&" + query) != nil { plainCount += 1 }
        }
        #expect(plainCount > 300)
    }
}
