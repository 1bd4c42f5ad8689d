// Who may ask.

@testable import MockRules
import SourceDocuments
import OpenAPIContract
import HTTPTypes
import Testing

@testable import Mocking

@Suite struct IdentityTests {
    private static let contract = """
        openapi: 3.1.0
        info: {title: Doors, version: "1"}
        paths:
          /token: {get: {operationId: token, security: [{token: []}], responses: &known {'200': {description: Known., content: {application/json: {schema: {type: string}}}}, '401': {description: Unknown.}}}}
          /basic: {get: {operationId: basic, security: [{basic: []}], responses: *known}}
          /key: {get: {operationId: key, security: [{key: []}], responses: {'200': {description: Known., content: {application/json: {schema: {type: string}}}}, '403': {description: Unknown.}}}}
          /both: {get: {operationId: both, security: [{token: [], key: []}], responses: *known}}
          /either: {get: {operationId: either, security: [{token: []}, {key: []}], responses: *known}}
          /anyone: {get: {operationId: anyone, security: [{}, {token: []}], responses: *known}}
          /open: {get: {operationId: open, responses: *known}}
        components:
          securitySchemes:
            token: {type: http, scheme: bearer}
            basic: {type: http, scheme: basic}
            key: {type: apiKey, in: header, name: X-Key}
        """

    private static let identities = """
        identities:
          anna: {bearer: token-anna, username: anna, password: 'pass:word', key: k1}
          robot: {key: k2, bearer: token-robot}

        """

    private static let rules = ["token", "basic", "key", "both", "either", "anyone", "open"].map {
        "  \($0): [{respond: {status: 200, body: identity}}]\n"
    }.joined()

    private func told(_ target: String, _ headers: [String: String], identities: String = identities) throws -> String {
        let contract = try #require(Contract.load(files: ["openapi.yaml": Self.contract]).contract)
        let file = identities + "operations:\n" + Self.rules
        let (behaviour, found) = Behaviour.load(from: ContractFolder(files: ["mock.yaml": file]), for: contract)
        #expect(DiagnosticReport(found).text == "")
        let mock = Mock(contract, behaviour: try #require(behaviour))
        var fields = HTTPFields()
        for (name, value) in headers { if let name = HTTPField.Name(name) { fields[name] = value } }
        return mock.told(.get, target, headers: fields)
    }

    private static let unknown = "401"

    @Test(
        arguments: [
            ("/token", ["Authorization": "Bearer token-anna"], #"200 "anna""#),
            ("/token", ["Authorization": "bearer token-robot"], #"200 "robot""#),
            ("/token", ["Authorization": "Bearer token-nobody"], unknown), ("/token", [:], unknown),
            ("/basic", ["Authorization": "Basic YW5uYTpwYXNzOndvcmQ="], #"200 "anna""#),
            ("/basic", ["Authorization": "Basic YW5uYTp3cm9uZw=="], unknown),
            ("/key", ["X-Key": "k2"], #"200 "robot""#), ("/key", ["X-Key": "k3"], "403"),
            ("/both", ["Authorization": "Bearer token-anna", "X-Key": "k1"], #"200 "anna""#),
            // Both are known, but not as one.
            ("/both", ["Authorization": "Bearer token-anna", "X-Key": "k2"], unknown),
            ("/either", ["X-Key": "k1"], #"200 "anna""#),
            ("/either", ["Authorization": "Bearer x", "X-Key": "k2"], #"200 "robot""#),
            ("/anyone", [:], #"200 """#), ("/anyone", ["Authorization": "Bearer token-anna"], #"200 "anna""#),
            ("/anyone", ["Authorization": "Bearer x"], unknown), ("/open", ["Authorization": "Bearer x"], #"200 """#),
        ] as [(String, [String: String], String)])
    func onlyThoseWhoAreListed(target: String, headers: [String: String], told: String) throws {
        let answer = try self.told(target, headers)
        #expect(told.hasPrefix("200") ? answer == told : answer.hasPrefix(told))
    }

    @Test func whereNobodyIsListedAnyCredentialsWillDo() throws {
        #expect(try told("/token", ["Authorization": "Bearer whatever"], identities: "") == #"200 """#)
        #expect(try told("/token", [:], identities: "").hasPrefix("401"))
        #expect(try told("/basic", ["Authorization": "Basic !"], identities: "").hasPrefix("401"))
    }

    static let mistakes: [MockFileCase] = [
        MockFileCase(
            "no credentials", "identities: {anna: {}}",
            "mock.yaml:1:14: error: the identity 'anna' has no credentials [missing-field]"),
        MockFileCase(
            "a password of nobody", "identities: {anna: {key: k, password: p}}",
            "mock.yaml:1:39: error: a 'password' has no 'username' [missing-field] Name the user it belongs to."),
        MockFileCase(
            "a misspelt field", "identities: {anna: {baerer: t, key: k}}",
            "mock.yaml:1:21: error: an identity has no field 'baerer' [unknown-field] Did you mean 'bearer'?"),
        MockFileCase(
            "a token that is a number", "identities: {anna: {bearer: 12}}",
            "mock.yaml:1:14: error: the identity 'anna' has no credentials [missing-field]",
            "mock.yaml:1:29: error: 'bearer' must be text [wrong-type]"),
    ]

    @Test(arguments: mistakes) func tells(row: MockFileCase) throws {
        #expect(try CartShop.load(row.text).problems == row.expected)
    }
}
