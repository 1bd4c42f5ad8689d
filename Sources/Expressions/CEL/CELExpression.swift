// A CEL expression: parsed, checked and compiled once, evaluated often.

/// An expression of the Common Expression Language ([CEL](https://github.com/google/cel-spec)).
///
/// It has no loops, no I/O and no recursion, and every evaluation runs within the bounds of `CELLimits`, so that an
/// expression from anyone can be evaluated.
package struct CELExpression: Sendable {
    package let source: String
    /// What the expression gives, as far as it is known before evaluation.
    package let type: CELType
    private let step: CELStep
    private let test: CELTest
    private let localCount: Int
    private let limits: CELLimits

    /// Parses and checks; what is wrong with the expression is thrown, the first of it where there is more.
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

    /// Parses and checks, and tells all that is wrong with the expression.
    package static func compile(
        _ source: String, environment: CELEnvironment
    ) -> (expression: CELExpression?, problems: [ExpressionError]) {
        let syntax: CELSyntax
        do throws(ExpressionFault) {
            syntax = try CELParser.parse(source, limits: environment.limits)
        } catch {
            return (nil, [ExpressionError(error, in: source)])
        }
        var checker = CELChecker(environment)
        let term = checker.check(syntax)
        guard checker.problems.isEmpty else { return (nil, checker.problems.map { ExpressionError($0, in: source) }) }
        let plan = CELPlan(inference: checker.inference, numbers: environment.numbers)
        return (CELExpression(source, term, checker, plan), [])
    }

    private init(_ source: String, _ term: CELTerm, _ checker: CELChecker, _ plan: CELPlan) {
        self.source = source
        type = checker.inference.resolved(term.type, final: true)
        step = plan.step(term)
        test = plan.test(term)
        localCount = checker.localCount
        limits = checker.environment.limits
    }

    /// The expression's value. `budget` is how many steps it may take, the environment's bound if it is left out.
    package func evaluate(_ bindings: CELBindings, budget: Int? = nil) throws(ExpressionError) -> CELValue {
        var frame = frame(bindings, budget)
        do throws(CELFailure) {
            return try step(&frame)
        } catch {
            throw ExpressionError(error.fault(at: 0), in: source)
        }
    }

    /// Whether the condition holds; anything but a bool fails.
    package func holds(_ bindings: CELBindings, budget: Int? = nil) throws(ExpressionError) -> Bool {
        var frame = frame(bindings, budget)
        do throws(CELFailure) {
            return try test(&frame)
        } catch {
            throw ExpressionError(error.fault(at: 0), in: source)
        }
    }

    private func frame(_ bindings: CELBindings, _ budget: Int?) -> CELFrame {
        CELFrame(
            bindings: bindings, locals: localCount == 0 ? [] : Array(repeating: nil, count: localCount),
            meter: CELMeter(steps: budget ?? limits.steps, memory: limits.memoryBytes))
    }
}
