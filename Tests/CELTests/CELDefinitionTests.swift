// Definitions: lazy, in any order, each to blame for its own mistakes.

import Expressions
import CEL
import JSONValues
import Testing

@Suite struct CELDefinitionTests {
    private static let environment = CELEnvironment(
        variables: ["x": .int, "rows": .list(.dyn)], numbers: .adapting)

    private func definitions(_ sources: KeyValuePairs<String, String>) -> (CELDefinitions, [String]) {
        let (definitions, problems) = CELDefinitions.compile(
            sources.map { (name: $0.key, source: $0.value) }, environment: Self.environment)
        return (definitions, problems.map { "\($0.name) \($0.problem.column): \($0.problem.message)" })
    }

    private func value(_ source: String, _ sources: KeyValuePairs<String, String>, x: Int64 = 3) throws -> JSON {
        let (definitions, problems) = definitions(sources)
        #expect(problems == [])
        let (expression, found) = CELExpression.compile(
            source, environment: Self.environment, definitions: definitions)
        #expect(found == [])
        return try #require(expression).evaluate(["x": .int(x)]).json()
    }

    @Test func theyUseEachOtherInAnyOrder() throws {
        #expect(try value("area", ["area": "side * side", "side": "x + 1"]) == 16)
        #expect(try value("a + b", ["a": "c", "b": "c * 2", "c": "x"]) == 9)
    }

    @Test func whatIsNotAskedForDoesNotFail() throws {
        #expect(try value("x > 0 ? x : broken", ["broken": "1 / 0"]) == 3)
        let (definitions, _) = definitions(["broken": "   1 / 0"])
        let expression = CELExpression.compile(
            "10 + broken", environment: Self.environment, definitions: definitions
        ).expression
        let error = #expect(throws: ExpressionError.self) { try expression?.evaluate([:]) }
        #expect(error?.definition == "broken")
        #expect(error?.column == 6)
    }

    @Test func variablesOfMacrosComeFirst() throws {
        #expect(try value("[1, 2].map(side, side * 2)", ["side": "x"]) == [2, 4])
        #expect(try value("[1, 2].map(i, i + side)", ["side": "x"]) == [4, 5])
        #expect(try value("cel.bind(side, 7, side) + side", ["side": "x"]) == 10)
    }

    @Test func mistakesAreToldOnceAndInTheirPlace() {
        #expect(definitions(["a": "x + ", "b": "a + 1"]).1 == ["a 5: this does not belong here"])
        #expect(definitions(["a": "x + y", "b": "a + 1"]).1 == ["a 5: there is no variable 'y'"])
        #expect(definitions(["a": "x + 'text'", "b": "a"]).1 == ["a 3: '+' has no meaning between these"])
        #expect(definitions(["a": "a + 1"]).1 == ["a 1: the definition uses itself"])
        #expect(
            definitions(["a": "b", "b": "c", "c": "a", "d": "a"]).1 == [
                "a 1: the definitions 'a', 'b', 'c' use each other"
            ])
    }

    @Test func aCircleIsOneProblemHoweverManyUseIt() {
        let circle = (0..<60).map { (name: "d\($0)", source: "d\(($0 + 1) % 60) + d\(($0 + 7) % 60)") }
        let (_, problems) = CELDefinitions.compile(circle, environment: Self.environment)
        #expect(problems.count == 1)
    }

    @Test func rowsAreSelectedByTheirPosition() throws {
        let rows = IndexedRows((0..<100).map { ["id": .number(JSONNumber($0 % 10)), "big": .bool($0 > 50)] })
        let (definitions, _) = definitions(["wanted": "x + 1"])
        func positions(_ condition: String, budget: Int? = nil) throws -> JSON {
            let (expression, problems) = CELExpression.compile(
                selecting: "row", of: "rows", where: CELSource(condition, numbers: .adapting),
                environment: Self.environment, definitions: definitions)
            #expect(problems == [])
            return try #require(expression).evaluate(["x": 3, "rows": .list(.rows(rows))], budget: budget).json()
        }
        #expect(try positions("row.id == wanted && row.big") == [54, 64, 74, 84, 94])
        #expect(try positions("row.id > 8 && !row.big") == [9, 19, 29, 39, 49])
        // The index spares the other rows: reading all takes more steps than these.
        #expect(try positions("row.id == 4 && row.big", budget: 60) == [54, 64, 74, 84, 94])
        #expect(throws: ExpressionError.self) { try positions("row.id >= 4 && row.big", budget: 60) }
    }

    @Test func theShapeOfAValueIsKnownFromHowItIsMade() throws {
        let (definitions, _) = definitions(["cards": "rows.map(r, {'id': r.id, 'name': 'n'})"])
        let expression = try #require(
            CELExpression.compile(
                "x > 1 ? cards.filter(c, c.id == x) : [{'id': x}]", environment: Self.environment,
                definitions: definitions
            ).expression)
        #expect(described(expression.shape) == "list({id: dyn, name: string})|list({id: int})")
    }

    private func described(_ shape: CELShape) -> String {
        switch shape.form {
        case .type(let type): "\(type)"
        case .list(let element): "list(\(described(element)))"
        case .choice(let choices): choices.map(described).joined(separator: "|")
        case .object(let members): "{\(members.map { "\($0.name): \(described($0.value))" }.joined(separator: ", "))}"
        }
    }
}
