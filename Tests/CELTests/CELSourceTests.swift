// What is known of an expression before it is checked.

import Expressions
import CEL
import Testing

@Suite struct CELSourceTests {
    @Test(arguments: [
        ("state.rows.filter(r, r.id == params.id)", ["params", "state"]),
        ("cel.bind(a, b, a + c)", ["b", "c"]),
        ("r + [1].map(r, r)[0]", ["r"]),
        ("{'a': x, y: 1}.size() + f(z)", ["x", "y", "z"]),
        ("a ? b : [c]", ["a", "b", "c"]),
        ("1 + 2", []),
        ("a +", []),
    ])
    func namesAreThoseThatNoMacroGives(text: String, names: [String]) {
        #expect(CELSource(text).names.sorted() == names)
    }

    @Test(arguments: [
        ("has(params.a) ? params.a : has(params.b)", ["a", "b"]),
        ("[has(params.a.b), has(other.c)]", []),
        ("rows.map(params, has(params.a)) == []", []),
        ("has(params.a", []),
    ])
    func fieldsThatAreTestedForAreKnown(text: String, fields: [String]) {
        #expect(CELSource(text).fieldsTested(of: "params").sorted() == fields)
    }

    @Test func whatDoesNotParseIsToldByWhoeverCompilesIt() {
        let source = CELSource("1 +")
        for _ in 0..<2 {
            let problems = CELExpression.compile(source, environment: CELEnvironment()).problems
            #expect(problems.map(\.message) == ["this does not belong here"])
        }
    }
}
