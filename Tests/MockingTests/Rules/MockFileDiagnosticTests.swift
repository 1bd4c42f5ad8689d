// One table of what can be wrong with a mock file, and the very words that are said about it.

@testable import MockRules
import SourceDocuments
import OpenAPIContract
import Testing

@testable import Mocking

struct MockFileCase: CustomTestStringConvertible, Sendable {
    let name: String
    let text: String
    let expected: [String]

    init(_ name: String, _ text: String, _ expected: String...) {
        self.name = name
        self.text = text
        self.expected = expected
    }

    var testDescription: String { name }

    static let structure: [MockFileCase] = [
        MockFileCase("empty", ""),
        MockFileCase(
            "no mapping", "- a",
            "mock.yaml:1:1: error: the mock file must be a mapping [wrong-type]"),
        MockFileCase(
            "not YAML", "state: [",
            "mock.yaml:1:9: error: not YAML: while parsing a flow node: did not find expected node content [yaml-syntax] Close it."
        ),
        MockFileCase(
            "a misspelt section", "operatoins: {}",
            "mock.yaml:1:1: error: the mock file has no field 'operatoins' [unknown-field] Did you mean 'operations'?"),
        MockFileCase(
            "a misspelt operation", "operations:\n  addLines:\n    - respond: 200",
            "mock.yaml:2:3: error: there is no operation 'addLines' [unknown-name] Did you mean 'addLine'?"),
        MockFileCase(
            "an operation by method and path", "operations:\n  POST /lines:\n    - respond: 400"),
        MockFileCase(
            "rules that are no list", "operations:\n  clear:\n    respond: 204",
            "mock.yaml:2:3: error: the rules of 'clear' must be a list, each entry after '- ' [wrong-type]"),
        MockFileCase(
            "a rule without an answer", "operations:\n  clear:\n    - when: true",
            "mock.yaml:3:7: error: a rule has no 'respond' [missing-field] Say what it answers: respond: 200."),
        MockFileCase(
            "a rule that is never reached", "operations:\n  clear:\n    - respond: 204\n    - respond: 409",
            "mock.yaml:4:7: warning: this rule is never reached: the one before it has no 'when' [invalid-value] Move it up, or give that one a condition."
        ),
        MockFileCase(
            "a file that is not there", "state:\n  users: data/users.json",
            "mock.yaml:2:10: error: there is no file 'data/users.json' [no-such-file] Paths start from the contract's folder."
        ),
        MockFileCase(
            "a name that no expression can use", "state: {in: []}\ndefine: {a-b: '1', params: '2'}",
            "mock.yaml:1:9: error: a name under 'state' must be a name that an expression can use [invalid-value]",
            "mock.yaml:2:15: error: the name of a definition must be a name that an expression can use [invalid-value]",
            "mock.yaml:2:28: error: 'params' is a variable already [invalid-value] Give it another name."),
    ]

    static let answers: [MockFileCase] = [
        MockFileCase(
            "an undeclared status", "operations:\n  clear:\n    - respond: 500",
            "mock.yaml:3:16: error: 'clear' does not declare the status 500 [impossible-answer] Declare it in the contract, or answer with one that is."
        ),
        MockFileCase(
            "no status", "operations:\n  clear:\n    - respond: {status: ok}",
            "mock.yaml:3:25: error: this is no status [invalid-value]"),
        MockFileCase(
            "a misspelt example", "operations:\n  addLine:\n    - respond: {status: 200, example: oen}",
            "mock.yaml:3:39: error: there is no example of the 200 of 'addLine' 'oen' [unknown-name] Did you mean 'one'?"
        ),
        MockFileCase(
            "a body where there is none", "operations:\n  clear:\n    - respond: {status: 204, body: '1'}",
            "mock.yaml:3:36: error: the 204 of 'clear' has no content [impossible-answer] Leave the body out, or declare content in the contract."
        ),
        MockFileCase(
            "a body of another type", "operations:\n  addLine:\n    - respond: {status: 200, body: 'params.product'}",
            "mock.yaml:3:44: error: the answer does not fit its schema [invalid-expression]"),
        MockFileCase(
            "a misspelt property",
            "operations:\n  addLine:\n    - respond:\n        body: |\n          {'product': params.product,\n           'numbr': 1}",
            "mock.yaml:6:12: error: the schema has no property 'numbr' [invalid-expression] Did you mean 'number'?"),
        MockFileCase(
            "a property of another type, deep inside",
            "operations:\n  listLines:\n    - respond: {status: 200, body: '[1, 2].map(n, {\"product\": \"p\", \"number\": string(n)})'}",
            "mock.yaml:3:78: error: the answer does not fit its schema [invalid-expression]"),
        MockFileCase(
            "a template that lacks a property",
            "operations:\n  addLine:\n    - respond: {body: {product: params.product}}",
            "mock.yaml:3:17: error: the answer lacks the property 'number' [impossible-answer]"),
        MockFileCase(
            "rows that have what the schema forbids",
            state: "lines: [{product: tea, number: 1, secret: true}]",
            "operations:\n  listLines:\n    - respond: {status: 200, body: state.lines}",
            "mock.yaml:5:42: error: a row of lines: the schema has no property 'secret' [invalid-expression]"),
        MockFileCase(
            "a constant that the schema does not take",
            "operations:\n  addLine:\n    - respond: {body: {product: \"'tea'\", number: -1}}",
            "mock.yaml:3:51: error: the answer does not fit its schema [invalid-expression]"),
        MockFileCase(
            "a header of another type",
            "operations:\n  listLines:\n    - respond: {headers: {X-Total: \"'many'\"}, body: '[]'}",
            "mock.yaml:3:37: error: the answer does not fit its schema [invalid-expression]"),
    ]

    static let changes: [MockFileCase] = [
        MockFileCase(
            "a value of another type", state: "{visits: 0, last: null, lines: [{number: 1, name: tea}]}",
            "operations:\n  clear:\n    - change:\n        - set: {visits: \"'many'\", last: 5}\n        - update: lines\n          set: {number: string(row.number), name: row.name}\n      respond: 204",
            "mock.yaml:6:25: error: 'visits' starts as a number [invalid-expression] Give it such a value, put dyn() around this one, or start with null.",
            "mock.yaml:8:25: error: a row of 'lines'.number starts as a number [invalid-expression] Give it such a value, put dyn() around this one, or start with null."
        )
    ]

    static let expressions: [MockFileCase] = [
        MockFileCase(
            "syntax", "operations:\n  clear:\n    - when: call ==\n      respond: 204",
            "mock.yaml:3:20: error: this does not belong here [invalid-expression]"),
        MockFileCase(
            "in a block",
            "operations:\n  clear:\n    - when: |\n        call == 1\n          && cal == 2\n      respond: 204",
            "mock.yaml:5:14: error: there is no variable 'cal' [invalid-expression] Did you mean 'call'?"),
        MockFileCase(
            "a misspelt parameter", "operations:\n  addLine:\n    - when: params.prodct == 'tea'\n      respond: 400",
            "mock.yaml:3:20: error: params of 'addLine' has no field 'prodct' [invalid-expression] Did you mean 'product'?"
        ),
        MockFileCase(
            "a misspelt field of a row", state: "lines: [{user: 1, number: 2}]",
            "operations:\n  clear:\n    - when: state.lines.exists(l, l.nmber > 1)\n      respond: 204",
            "mock.yaml:5:37: error: a row of lines has no field 'nmber' [invalid-expression] Did you mean 'number'?"),
        MockFileCase(
            "a misspelt collection", state: "lines: []",
            "operations:\n  clear:\n    - change:\n        - remove: line\n      respond: 204",
            "mock.yaml:6:19: error: there is no name under 'state' 'line' [unknown-name] Did you mean 'lines'?"),
        MockFileCase(
            "a condition that is no bool", "operations:\n  clear:\n    - when: call + 1\n      respond: 204",
            "mock.yaml:3:18: error: a condition is not a bool [invalid-expression]"),
        MockFileCase(
            "types that do not meet", "operations:\n  addLine:\n    - when: params.product > 3\n      respond: 400",
            "mock.yaml:3:28: error: '>' has no meaning between these [invalid-expression]"),
        MockFileCase(
            "rows without fields of their own have those that rules give them", state: "lines: []",
            "operations:\n  clear:\n    - change:\n        - insert: lines\n          set: {name: \"'x'\"}\n        - update: lines\n          where: row.nam == 'x'\n          set: {name: row.name + 1}\n      respond: 204",
            "mock.yaml:9:22: error: a row of lines has no field 'nam' [invalid-expression] Did you mean 'name'?"),
        MockFileCase(
            "every mistake at once",
            "define:\n  a: b +\n  c: paramz.user\noperations:\n  clear:\n    - when: a && x\n      respond: 299\n    - when: y\n      respond: 204",
            "mock.yaml:2:9: error: this does not belong here [invalid-expression]",
            "mock.yaml:3:6: note: nothing uses the definition 'c' [unknown-name] Leave it out, or use it.",
            "mock.yaml:3:6: error: there is no variable 'paramz' [invalid-expression] Did you mean 'params'?",
            "mock.yaml:6:18: error: there is no variable 'x' [invalid-expression]",
            "mock.yaml:7:16: error: 'clear' does not declare the status 299 [impossible-answer] Declare it in the contract, or answer with one that is.",
            "mock.yaml:8:13: error: there is no variable 'y' [invalid-expression]"),
    ]

    static let definitions: [MockFileCase] = [
        MockFileCase(
            "told once, where it stands",
            "define: {mine: 'params.usr > 0'}\noperations:\n  listLines:\n    - when: mine\n      respond: 401\n    - when: '!mine'\n      respond: 401",
            "mock.yaml:1:24: error: params of 'listLines' has no field 'usr', where 'listLines' uses it [invalid-expression] Did you mean 'user'?"
        ),
        MockFileCase(
            "of parameters that some operations lack",
            "define: {most: 'has(params.limit) ? params.limit : 10'}\noperations:\n  listLines:\n    - when: most > 3\n      respond: 401\n  clear:\n    - when: most > 3\n      respond: 204"
        ),
        MockFileCase(
            "that use each other in a circle",
            "define: {a: 'b', b: 'a'}\noperations:\n  clear:\n    - when: a\n      respond: 204",
            "mock.yaml:1:14: error: the definitions 'a', 'b' use each other [invalid-expression]"),
    ]

    init(_ name: String, state: String, _ text: String, _ expected: String...) {
        self.name = name
        self.text = "state:\n  \(state)\n" + text
        self.expected = expected
    }
}

@Suite struct MockFileDiagnosticTests {
    @Test(
        arguments: MockFileCase.structure + MockFileCase.answers + MockFileCase.changes + MockFileCase.expressions
            + MockFileCase.definitions)
    func tells(row: MockFileCase) throws {
        let (_, behaviour, problems) = try CartShop.load(row.text)
        #expect(problems == row.expected)
        #expect((behaviour == nil) == row.expected.contains { $0.contains(": error: ") })
    }

    private static let alternatives = """
        openapi: 3.1.0
        info: {title: Logins, version: "1"}
        paths:
          /login:
            post:
              operationId: logIn
              responses:
                '200':
                  description: Who it is, if anybody.
                  content:
                    application/json:
                      schema:
                        oneOf:
                          - {type: object, required: [logged_in, name], properties: {logged_in: {const: true}, name: {type: string}}}
                          - {type: object, required: [logged_in], properties: {logged_in: {const: false}}}
        """

    @Test(arguments: [
        (#"{logged_in: true, name: "'Anna'"}"#, []),
        ("{logged_in: false}", []),
        ("\"call == 1 ? {'logged_in': true, 'name': 'Anna'} : {'logged_in': false}\"", []),
        (#"{logged_in: "'yes'", name: "'Anna'"}"#, ["4:37: the answer does not fit its schema"]),
        ("{logged_in: true}", ["4:9: the answer lacks the property 'name'"]),
        ("{name: session.id}", ["4:9: the answer lacks the property 'logged_in'"]),
        ("\"{'name': session.id}\"", ["4:25: the answer lacks the property 'logged_in'"]),
        ("5", ["4:24: the answer does not fit its schema"]),
    ])
    func answersFitOneOfTheAlternatives(_ body: String, _ problems: [String]) throws {
        let contract = try #require(Contract.load(files: ["openapi.yaml": Self.alternatives]).contract)
        let mockFile = "operations:\n  logIn:\n    - respond:\n        body:          \(body)"
        let (_, diagnostics) = Behaviour.load(from: .init(files: ["mock.yaml": mockFile]), for: contract)
        #expect(
            diagnostics.map { "\($0.place.map { "\($0.line):\($0.column)" } ?? ""): \($0.message)" } == problems)
    }

    @Test func withoutAMockFileThereAreNoRules() throws {
        let (contract, _, _) = try CartShop.load("")
        let (behaviour, diagnostics) = Behaviour.load(from: .init(files: [:]), for: contract)
        #expect(behaviour?.rules.isEmpty == true)
        #expect(diagnostics.isEmpty)
    }

    @Test func faultsInTheDataAreToldInTheirFile() throws {
        let (_, behaviour, problems) = try CartShop.load(
            "state: {users: data/users.json}", files: ["data/users.json": "[{\"id\": 1},\n {\"id\" 2}]"])
        #expect(behaviour == nil)
        #expect(
            problems == [
                "data/users.json:2:8: error: not JSON: found '2', expected ':' [json-syntax] Mend it, or the comma, quote or bracket before it."
            ])
    }

    /// What an editor has while somebody types, and worse.
    @Test func hostileFilesDoNoHarm() throws {
        let whole =
            CartShop.state + """
                define: {user: 'state.users.filter(u, u.id == params.user)'}
                operations:
                  addLine:
                    - when: size(user) == 0
                      respond: 401
                    - change:
                        - upsert: lines
                          where: row.user == params.user && row.product == params.product
                          set: {user: params.user, product: params.product, number: 1}
                      respond: {status: 200, body: "{'product': params.product, 'number': 1}"}
                """
        #expect(try CartShop.load(whole).problems == [])
        for length in stride(from: 0, to: whole.count, by: 3) { _ = try CartShop.load(String(whole.prefix(length))) }
        for text in [
            "define: {a: \(String(repeating: "(", count: 10_000))}", "state: \(String(repeating: "[", count: 5_000))",
            "operations: {clear: [\(String(repeating: "{respond: 204}, ", count: 2_000))]}", "\u{0}",
            "state: {a: .inf}",
            "define:\n" + (0..<300).map { "  d\($0): d\($0 + 1) + d\($0 + 2)\n" }.joined(),
        ] {
            _ = try CartShop.load(text)
        }
    }
}
