// Expressions that want to hang, to fill the memory or to overflow the stack.

import Expressions
import Foundation
import JSONValues
import JSONSchema
import OwnThread
import Testing

@testable import CEL

@Suite struct CELLimitTests {
    private static func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

    /// What nests as deep as it may, in every way that there is to nest.
    static func nestings(_ depth: Int) -> [(name: String, source: String)] {
        [
            ("parentheses", repeated("(", depth) + "1" + repeated(")", depth)),
            ("lists", repeated("[", depth) + "1" + repeated("]", depth)),
            ("maps", repeated("{1:", depth) + "1" + repeated("}", depth)),
            ("calls", repeated("dyn(", depth) + "1" + repeated(")", depth)),
            ("members", "{'a': 1}" + repeated(".a", depth)),
            ("indexes", "[1]" + repeated("[0]", depth)),
            ("sums", "1" + repeated(" + 1", depth)),
            ("sums of sums", repeated("(", depth / 2) + "1" + repeated(" + 1)", depth / 2)),
            ("conditions", repeated("true ? 1 : ", depth) + "1"),
            ("negations", repeated("!(", depth) + "true" + repeated(")", depth)),
            ("macros", repeated("[1].map(x, ", depth) + "1" + repeated(")", depth)),
            ("bindings", repeated("cel.bind(x, 1, ", depth) + "1" + repeated(")", depth)),
            ("blocks", "cel.block([" + repeated("1,", depth) + "1], cel.index(0))"),
            ("receivers", "'a'" + repeated(".trim()", depth)),
        ]
    }

    /// As deep as it may be, it is evaluated on a small stack; ever so little or a lot deeper it is refused.
    @Test(arguments: nestings(CELLimits.standard.depth - 4).map(\.name))
    func deepEnough(name: String) async throws {
        let source = try #require(Self.nestings(CELLimits.standard.depth - 4).first { $0.name == name }?.source)
        let message = await onSmallStack {
            var environment = CELEnvironment()
            environment.checking = .deferred
            do throws(ExpressionError) {
                return try CELExpression(parsing: source, environment: environment).evaluate([:]).type.description
            } catch {
                return error.stage == .limit ? error.description : "fails"
            }
        }
        #expect(!message.contains("nests"), "\(message)")
    }

    @Test(arguments: nestings(10).map(\.name), [CELLimits.standard.depth + 1, 20_000])
    func tooDeep(name: String, depth: Int) async throws {
        let source = try #require(Self.nestings(depth * 2).first { $0.name == name }?.source)
        var environment = CELEnvironment()
        environment.limits.sourceBytes = 10_000_000
        let problems = await onSmallStack { [environment] in
            CELExpression.compile(source, environment: environment).problems.map(\.message).joined()
        }
        #expect(problems == "the expression nests deeper than the \(environment.limits.depth) levels allowed")
    }

    @Test func wideIsNotDeep() throws {
        let many = 3000
        let environment = CELEnvironment(variables: ["x": .bool])
        let conjunction = Array(repeating: "x", count: many).joined(separator: " && ")
        #expect(try CELExpression(parsing: conjunction, environment: environment).holds(["x": true]))
        let list = "[" + Array(repeating: "1", count: many).joined(separator: ", ") + "]"
        #expect(try CELExpression(parsing: "size(\(list)) == \(many)", environment: environment).holds([:]))
    }

    @Test func length() {
        let source = "'" + Self.repeated("a", 70_000) + "'"
        let problems = CELExpression.compile(source, environment: CELEnvironment()).problems
        #expect(
            problems.map(\.description) == ["1:1: the expression is 70002 bytes long, more than the 65536 allowed"])
    }

    @Test(arguments: [
        // Ten to the tenth passes through the innermost body.
        (0..<10).reduce("true") { body, level in "l.all(v\(level), \(body))" },
        "l.map(a, l.map(b, l.map(c, l.map(d, l.map(e, l.map(f, l.map(g, l.map(h, [a, b, c]))))))))",
        "l.exists(a, l.exists(b, l.exists(c, l.exists(d, l.exists(e, l.exists(f, l.exists(g, l.exists(h, a > 99))))))))",
        // Values that double with every name: 2^56 elements to compare, to write, to put in order.
        doubling("v55 == v55"), doubling("'%s'.format([v55]) == ''"), doubling("v55 in [v55, [1]]"),
        // Strings that double.
        (0..<50).reduce("cel.bind(s0, 'aaaaaaaa', ") { text, level in
            text + "cel.bind(s\(level + 1), s\(level) + s\(level), "
        } + "size(s50) > 0" + repeated(")", 51),
        "l.map(a, l.map(b, l.map(c, l.map(d, l.map(e, l.map(f, 'a'.replace('', '0123456789').replace('', 'x')))))))",
        "lists.range(2000000000)", "['a', 'b'].map(x, lists.range(1000000)).map(y, y + y + y + y)",
        "'%.1000f'.format([1.0]) + lists.range(100000).map(x, '%.1000f'.format([1e-300])).join()",
        // A binding that fails is computed anew for each who asks.
        (0..<56).reduce("cel.bind(b0, 1 / 0 > 0, ") { text, level in
            text + "cel.bind(b\(level + 1), b\(level) || b\(level), "
        } + "b56" + repeated(")", 57),
    ])
    func endsInTime(source: String) throws {
        let environment = CELEnvironment(variables: ["l": .list(.int)])
        let expression = try CELExpression(parsing: source, environment: environment)
        let list: CELValue = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
        do {
            _ = try expression.evaluate(["l": list], budget: 100_000)
            Issue.record("ends")
        } catch {
            #expect(error.stage == .limit, "\(error)")
        }
    }

    /// `v0` is `[1, 1]`, `v1` is `[v0, v0]`, and so on.
    private static func doubling(_ body: String) -> String {
        (0..<56).reduce("") { text, level in
            text + "cel.bind(v\(level), [\(level == 0 ? "1, 1" : "v\(level - 1), v\(level - 1)")], "
        } + body + repeated(")", 56)
    }

    @Test func aBudgetIsTheCallers() throws {
        let expression = try CELExpression(
            parsing: "l.all(x, x >= 0)", environment: CELEnvironment(variables: ["l": .list(.int)]))
        let list = CELValue.list((0..<1000).map { .int($0) })
        #expect(try expression.holds(["l": list], budget: 10_000))
        #expect(throws: ExpressionError.self) { try expression.holds(["l": list], budget: 1000) }
    }

    @Test func noConditionAbsorbsALimit() throws {
        let expression = try CELExpression(
            parsing: "lists.range(100000).all(x, x >= 0) || true", environment: CELEnvironment())
        #expect(throws: ExpressionError.self) { try expression.holds([:], budget: 1000) }
    }

    @Test func definitionsNestOnlySoDeep() {
        let environment = CELEnvironment()
        func compile(_ count: Int) -> [String] {
            let sources = (0..<count).map { (name: "d\($0)", source: $0 == 0 ? "1" : "d\($0 - 1) + 1") }
            let (definitions, problems) = CELDefinitions.compile(sources, environment: environment)
            let last = CELExpression.compile("d\(count - 1)", environment: environment, definitions: definitions)
            return (problems.map(\.problem) + last.problems).map(\.message)
        }
        #expect(compile(100) == [])
        #expect(
            compile(127).last
                == "with the definitions that it uses, the expression nests deeper than the 128 levels allowed")
    }

    @Test func theShapeOfAValueThatDoublesIsBounded() throws {
        let expression = try CELExpression(parsing: Self.doubling("v55"), environment: CELEnvironment())
        #expect(expression.shape.size <= 20_000)
    }
}
