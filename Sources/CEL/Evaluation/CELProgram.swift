// The executable form of an expression, made when it is first evaluated.

import Synchronization

/// A plan's closure. One that is stored in anything generic, an array or a dictionary, is called by way of two others; in a
/// structure of its own it is not.
struct CELCode: Sendable {
    let step: CELStep
}

/// The same of a condition.
struct CELCondition: Sendable {
    let test: CELTest
}

/// Most expressions of a mock file are never evaluated, so plans are made lazily. The checker has reported all errors before.
final class CELProgram: Sendable {
    private let term: CELTerm
    private let plan: CELPlan
    private let madeCode = Mutex<CELCode?>(nil)
    private let madeCondition = Mutex<CELCondition?>(nil)

    init(_ term: CELTerm, _ plan: CELPlan) {
        self.term = term
        self.plan = plan
    }

    /// Evaluates the expression.
    var code: CELCode {
        madeCode.withLock { made in
            if let made { return made }
            let code = CELCode(step: plan.step(term))
            made = code
            return code
        }
    }

    /// Evaluates the expression as a condition.
    var condition: CELCondition {
        madeCondition.withLock { made in
            if let made { return made }
            let condition = CELCondition(test: plan.test(term))
            made = condition
            return condition
        }
    }
}
