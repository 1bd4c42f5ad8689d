// Terms to closures: what is decided once, so that evaluation only computes.

import JSONSchema

/// What one evaluation works with.
struct CELFrame: Sendable {
    let bindings: CELBindings
    /// The values of macros' variables; nil before `cel.bind` has computed its own.
    var locals: [CELValue?]
    var meter: CELMeter
}

typealias CELStep = @Sendable (inout CELFrame) throws(CELFailure) -> CELValue
typealias CELTest = @Sendable (inout CELFrame) throws(CELFailure) -> Bool

/// Compiles a checked expression. A condition compiles to a test, which never wraps its answer in a value.
struct CELPlan: Sendable {
    let inference: CELInference
    let numbers: CELEnvironment.Numbers
    /// What computes the values of `cel.bind`.
    private var bindings: [Int: CELStep] = [:]

    init(inference: CELInference, numbers: CELEnvironment.Numbers) {
        self.inference = inference
        self.numbers = numbers
    }

    func step(_ term: CELTerm) -> CELStep {
        switch term.form {
        case .constant(let value): return { _ throws(CELFailure) in value }
        case .variable(let name): return variable(name, at: term.offset)
        case .local(let local): return variable(ofMacro: local)
        case .failing(let reason):
            let failure = CELFailure(reason, at: term.offset)
            return { _ throws(CELFailure) in throw failure }
        case .select(let operand, let field, let optional):
            return select(operand, field, optional: optional, term)
        case .index(let operand, let index, let optional): return self.index(operand, index, optional: optional, term)
        case .call(let function, let arguments): return call(function, arguments, at: term.offset)
        case .unary(.negate, let operand): return negation(operand, at: term.offset)
        case .binary(let meaning, let left, let right) where !meaning.isRelation:
            return arithmetic(meaning, left, right, at: term.offset)
        case .presence, .unary(.not, _), .binary, .all, .any:
            let test = test(term)
            return { frame throws(CELFailure) in .bool(try test(&frame)) }
        case .conditional(let condition, let then, let otherwise):
            let (test, then, otherwise) = (test(condition), step(then), step(otherwise))
            return { frame throws(CELFailure) in
                try test(&frame) ? try then(&frame) : try otherwise(&frame)
            }
        case .list(let elements): return list(elements)
        case .map(let entries): return map(entries, at: term.offset)
        case .loop(let loop):
            switch loop.kind {
            case .all, .exists, .existsOne:
                let test = test(term)
                return { frame throws(CELFailure) in .bool(try test(&frame)) }
            case .filter, .map, .transformList, .transformMap, .transformMapEntry, .sortBy:
                return collect(loop, at: term.offset)
            }
        case .bind(let local, let value, let body): return bound(local, to: value, in: body)
        case .unwrap(let target, let local, let body, let flat):
            return unwrap(target, local: local, body: body, flat: flat, at: term.offset)
        }
    }

    func test(_ term: CELTerm) -> CELTest {
        let offset = term.offset
        switch term.form {
        case .constant(.bool(let value)): return { _ throws(CELFailure) in value }
        case .unary(.not, let operand):
            let test = test(operand)
            return { frame throws(CELFailure) in !(try test(&frame)) }
        case .all(let terms): return conjunction(terms.map { test($0) })
        case .any(let terms): return disjunction(terms.map { test($0) })
        case .binary(let meaning, let left, let right) where meaning.isRelation:
            return relation(meaning, left, right, at: offset)
        case .presence(let operand, let field): return presence(operand, field, at: offset)
        case .loop(let loop) where loop.kind == .all || loop.kind == .exists: return quantifier(loop)
        case .loop(let loop) where loop.kind == .existsOne: return exactlyOne(loop)
        default:
            let step = step(term)
            return { frame throws(CELFailure) in
                let value = try step(&frame)
                guard case .bool(let answer) = value else { throw CELFailure(.notBoolean(value.type), at: offset) }
                return answer
            }
        }
    }

    func reading(_ type: CELType) -> JSONReading { JSONReading(inference.resolved(type, final: true)) }

    private func variable(_ name: String, at offset: Int) -> CELStep {
        { frame throws(CELFailure) in
            guard let value = frame.bindings[name] else { throw CELFailure(.unboundVariable(name), at: offset) }
            return value
        }
    }

    /// False as soon as one test is, whatever fails before or after it.
    private func conjunction(_ tests: [CELTest]) -> CELTest {
        { frame throws(CELFailure) in
            var failure: CELFailure?
            for test in tests {
                do throws(CELFailure) {
                    guard try test(&frame) else { return false }
                } catch {
                    if error.isFatal { throw error }
                    failure = failure ?? error
                }
            }
            if let failure { throw failure }
            return true
        }
    }

    /// True as soon as one test is, whatever fails before or after it.
    private func disjunction(_ tests: [CELTest]) -> CELTest {
        { frame throws(CELFailure) in
            var failure: CELFailure?
            for test in tests {
                do throws(CELFailure) {
                    if try test(&frame) { return true }
                } catch {
                    if error.isFatal { throw error }
                    failure = failure ?? error
                }
            }
            if let failure { throw failure }
            return false
        }
    }

    /// Computes the value when the body first asks for it, as what is never asked for must not fail.
    private func bound(_ local: Int, to value: CELTerm, in body: CELTerm) -> CELStep {
        var inner = self
        inner.bindings[local] = step(value)
        let body = inner.step(body)
        return { frame throws(CELFailure) in
            frame.locals[local] = nil
            return try body(&frame)
        }
    }

    private func variable(ofMacro local: Int) -> CELStep {
        guard let compute = bindings[local] else {
            return { frame throws(CELFailure) in frame.locals[local] ?? .null }
        }
        return { frame throws(CELFailure) in
            if let value = frame.locals[local] { return value }
            try frame.meter.step()
            let value = try compute(&frame)
            frame.locals[local] = value
            return value
        }
    }
}

extension CELBinaryOperator {
    /// Whether the answer is a bool.
    var isRelation: Bool {
        switch self {
        case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .contained: true
        case .add, .subtract, .multiply, .divide, .modulo: false
        }
    }
}
