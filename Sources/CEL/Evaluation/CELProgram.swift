// The executable form of an expression, made when it is first evaluated.

import Synchronization

/// Most expressions of a mock file are never evaluated, so plans are made lazily. The checker has reported all errors before.
final class CELProgram: Sendable {
    private final class CompiledOnce<Code: Sendable>: Sendable {
        let code: Code

        init(_ code: Code) { self.code = code }
    }

    private let term: CELTerm
    private let plan: CELPlan
    /// Two threads may make it at the same time; one of the two is kept.
    private let madeStep = AtomicLazyReference<CompiledOnce<CELStep>>()
    private let madeTest = AtomicLazyReference<CompiledOnce<CELTest>>()

    init(_ term: CELTerm, _ plan: CELPlan) {
        self.term = term
        self.plan = plan
    }

    /// Evaluates the expression.
    var step: CELStep { (madeStep.load() ?? madeStep.storeIfNil(CompiledOnce(plan.step(term)))).code }

    /// Evaluates the expression as a condition.
    var test: CELTest { (madeTest.load() ?? madeTest.storeIfNil(CompiledOnce(plan.test(term)))).code }
}
