// A CEL expression: parsed, checked and compiled once, evaluated often.

package import Expressions

/// An expression of the Common Expression Language ([CEL](https://github.com/google/cel-spec)).
///
/// It has no loops, no I/O and no recursion, and every evaluation runs within the bounds of `CELLimits`, so that an
/// expression from anyone can be evaluated.
package struct CELExpression: Sendable {
    /// The text that was compiled.
    package let source: String
    /// The type of the value, as far as it is known before evaluation.
    package let type: CELType
    /// The shape of the value, as far as it is known before evaluation.
    package let shape: CELShape
    /// The inputs that its value depends on.
    package let inputs: CELInputs
    private let program: CELProgram
    private let localCount: Int
    private let limits: CELLimits
    private let definitions: CELDefinitions

    /// Parses and checks an expression. Throws the first error.
    package init(
        parsing source: String, environment: CELEnvironment, limits: CELLimits? = nil
    ) throws(ExpressionError) {
        var environment = environment
        if let limits { environment.limits = limits }
        let (expression, problems) = CELExpression.compile(source, environment: environment)
        guard let expression else {
            throw problems.first ?? ExpressionError(.syntax("the expression is empty", at: 0), in: source)
        }
        self = expression
    }

    /// Parses and checks an expression, and returns it or all errors.
    package static func compile(
        _ source: String, environment: CELEnvironment, definitions: CELDefinitions = CELDefinitions()
    ) -> (expression: CELExpression?, problems: [ExpressionError]) {
        compile(
            CELSource(source, limits: environment.limits, numbers: environment.numbers), environment: environment,
            definitions: definitions)
    }

    /// Checks, and tells all that is wrong with the expression. It was parsed by the environment's bounds and numbers.
    package static func compile(
        _ source: CELSource, environment: CELEnvironment, definitions: CELDefinitions = CELDefinitions()
    ) -> (expression: CELExpression?, problems: [ExpressionError]) {
        compile(source, environment, definitions, naming: source.names) { $0 }
    }

    /// A condition on each row of a list, which the environment has as a variable: the value of the expression is the list of the
    /// positions whose row meets it, which an index finds where it can.
    package static func compile(
        selecting row: String, of list: String, where source: CELSource, environment: CELEnvironment,
        definitions: CELDefinitions = CELDefinitions()
    ) -> (expression: CELExpression?, problems: [ExpressionError]) {
        compile(source, environment, definitions, naming: source.names.subtracting([row])) { condition in
            func name(_ name: String) -> CELSyntax {
                CELSyntax(form: .name(name, absolute: false), offset: condition.offset)
            }
            let loop = CELSyntax.Loop(
                kind: .transformList, range: name(list), variables: ["@position", row], condition: condition,
                transform: name("@position"))
            return CELSyntax(form: .loop(loop), offset: condition.offset)
        }
    }

    private static func compile(
        _ source: CELSource, _ environment: CELEnvironment, _ definitions: CELDefinitions, naming names: Set<String>,
        _ completed: (CELSyntax) -> CELSyntax
    ) -> (expression: CELExpression?, problems: [ExpressionError]) {
        let syntax: CELSyntax
        do throws(UnlocatedError) {
            let parsed = try source.parsed.get()
            syntax = try definitions.given(completed(parsed), naming: names, limits: environment.limits)
        } catch {
            return (nil, [ExpressionError(error, in: source.text)])
        }
        var checker = CELChecker(definitions.declaring(environment))
        let term = checker.check(syntax)
        guard checker.problems.isEmpty else {
            return (nil, checker.problems.map { ExpressionError($0, in: source.text) })
        }
        return (CELExpression(source.text, term, checker, definitions), [])
    }

    private init(_ source: String, _ term: CELTerm, _ checker: CELChecker, _ definitions: CELDefinitions) {
        self.source = source
        self.definitions = definitions
        type = checker.inference.resolved(term.type, final: true)
        shape = CELShapeReader(inference: checker.inference).shape(of: term)
        inputs = CELInputs(term)
        program = CELProgram(term, CELPlan(inference: checker.inference, numbers: checker.environment.numbers))
        localCount = checker.localCount
        limits = checker.environment.limits
    }

    /// Evaluates the expression. `budget` is the number of steps that it may take, by default the environment's limit.
    package func evaluate(_ bindings: CELBindings, budget: Int? = nil) throws(ExpressionError) -> CELValue {
        var frame = frame(bindings, budget)
        do throws(CELFailure) {
            return try program.code.step(&frame)
        } catch {
            throw self.error(error)
        }
    }

    /// Evaluates a condition. Throws if the value is not a bool.
    package func holds(_ bindings: CELBindings, budget: Int? = nil) throws(ExpressionError) -> Bool {
        var frame = frame(bindings, budget)
        do throws(CELFailure) {
            return try program.condition.test(&frame)
        } catch {
            throw self.error(error)
        }
    }

    private func error(_ failure: CELFailure) -> ExpressionError { error(failure.fault(at: 0)) }

    private func error(_ fault: UnlocatedError) -> ExpressionError {
        definitions.error(for: fault) ?? ExpressionError(fault, in: source)
    }

    /// Makes an error about the shape of the value, with its place in the source.
    package func shapeError(
        _ message: String, at place: CELShape.Place, found: String? = nil, expected: String? = nil,
        suggestion: String? = nil
    ) -> ExpressionError {
        error(.check(message, at: place.offset, found: found, expected: expected, suggestion: suggestion))
    }

    private func frame(_ bindings: CELBindings, _ budget: Int?) -> CELFrame {
        CELFrame(
            bindings: bindings, locals: localCount == 0 ? [] : Array(repeating: nil, count: localCount),
            meter: CELMeter(steps: budget ?? limits.steps, memory: limits.memoryBytes))
    }
}
