// Compiles terms into closures.

import JSONValues
import JSONSchema

/// The variables, locals and budget of one evaluation.
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
    /// The plans of the values of `cel.bind`.
    private var bindings: [Int: CELCode] = [:]
    /// The inputs of these values, for those that depend only on variables and on each other.
    private var inputs: [Int: CELInputs] = [:]

    init(inference: CELInference, numbers: CELEnvironment.Numbers) {
        self.inference = inference
        self.numbers = numbers
    }

    func step(_ term: CELTerm) -> CELStep {
        if let value = literal(term) { return { _ throws(CELFailure) in value } }
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
        case .all(let terms): return logicalChain(terms[...], decisive: false)
        case .any(let terms): return logicalChain(terms[...], decisive: true)
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

    /// The value of a constant term: a literal, or a list of literals.
    func literal(_ term: CELTerm) -> CELValue? {
        switch term.form {
        case .constant(let value): return value
        case .list(let elements):
            var values: [CELValue] = []
            for element in elements {
                guard !element.isOptional, let value = literal(element.value) else { return nil }
                values.append(value)
            }
            return CELValue.list(.values(values)).kept
        default: return nil
        }
    }

    private func variable(_ name: String, at offset: Int) -> CELStep {
        let name = JSONMemberName(name)
        return { frame throws(CELFailure) in
            guard let value = frame.bindings[name] else { throw CELFailure(.unboundVariable(name.text), at: offset) }
            return value
        }
    }

    /// `&&` or `||`: one test that is decisive settles the answer, whatever fails before or after it. Halved again and
    /// again, so that many terms do not nest deep; and built from terms, as a closure that has been in an array is
    /// called by way of two others.
    private func logicalChain(_ terms: ArraySlice<CELTerm>, decisive: Bool) -> CELTest {
        if let only = terms.first, terms.count == 1 { return test(only) }
        let middle = (terms.startIndex + terms.endIndex) / 2
        let first = logicalChain(terms[..<middle], decisive: decisive)
        let second = logicalChain(terms[middle...], decisive: decisive)
        return { frame throws(CELFailure) in
            do throws(CELFailure) {
                if try first(&frame) == decisive { return decisive }
            } catch {
                if error.isFatal { throw error }
                guard try second(&frame) == decisive else { throw error }
                return decisive
            }
            return try second(&frame)
        }
    }

    /// Computes the value when the body first asks for it, as what is never asked for must not fail.
    private func bound(_ local: Int, to value: CELTerm, in body: CELTerm) -> CELStep {
        var inner = self
        inner.bindings[local] = CELCode(step: remembered(value, as: local, &inner.inputs))
        let body = inner.step(body)
        return { frame throws(CELFailure) in
            frame.locals[local] = nil
            return try body(&frame)
        }
    }

    /// Computes a value that goes through lists only where it has not been computed from the same before.
    private func remembered(_ value: CELTerm, as local: Int, _ inputs: inout [Int: CELInputs]) -> CELStep {
        let compute = step(value)
        var own = CELInputs(value)
        for local in value.freeLocals {
            guard let inputs = self.inputs[local] else { return compute }
            own.formUnion(inputs)
        }
        inputs[local] = own
        guard value.hasLoop, lookup(value) == nil, let memo = CELMemo(own) else { return compute }
        return { frame throws(CELFailure) in try memo.value(&frame, compute) }
    }

    /// Whether the variable is `cel.bind`'s, which may not have been computed yet.
    func isBound(_ local: Int) -> Bool { bindings[local] != nil }

    private func variable(ofMacro local: Int) -> CELStep {
        guard let compute = bindings[local]?.step else {
            return { frame throws(CELFailure) in frame.locals[local] ?? .null }
        }
        return { frame throws(CELFailure) in
            if let value = frame.locals[local] { return value }
            try frame.meter.step()
            let value = try compute(&frame).kept
            frame.locals[local] = value
            return value
        }
    }
}

extension CELBinaryOperator {
    /// Whether the function gives a bool.
    var isRelation: Bool {
        switch self {
        case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .contained: true
        case .add, .subtract, .multiply, .divide, .modulo: false
        }
    }
}
