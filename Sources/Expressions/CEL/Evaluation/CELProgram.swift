// What computes an expression, made when it is first evaluated.

import Synchronization

/// Of the many expressions of a mock file few are ever asked for: what is wrong with one the checker has said before.
final class CELProgram: Sendable {
    private final class CompiledOnce<Code: Sendable>: Sendable {
        let code: Code

        init(_ code: Code) { self.code = code }
    }

    private let term: CELTerm
    private let plan: CELPlan
    /// Of two that are made at the same time, one is kept.
    private let madeStep = AtomicLazyReference<CompiledOnce<CELStep>>()
    private let madeTest = AtomicLazyReference<CompiledOnce<CELTest>>()

    init(_ term: CELTerm, _ plan: CELPlan) {
        self.term = term
        self.plan = plan
    }

    /// For its value.
    var step: CELStep { (madeStep.load() ?? madeStep.storeIfNil(CompiledOnce(plan.step(term)))).code }

    /// For whether it holds.
    var test: CELTest { (madeTest.load() ?? madeTest.storeIfNil(CompiledOnce(plan.test(term)))).code }
}
