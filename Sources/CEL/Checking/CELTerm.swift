// An expression that has been checked: names resolved, macros told apart, every part with its type.

/// A checked expression, or a part of one.
struct CELTerm: Sendable {
    var form: Form
    /// May hold variables of inference until the whole has been checked.
    var type: CELType
    /// Bytes of UTF-8 before it.
    var offset: Int

    indirect enum Form: Sendable {
        case constant(CELValue)
        /// A declared variable.
        case variable(String)
        /// The variable of a macro, by its place among the locals.
        case local(Int)
        /// What does not check, where checking is deferred: it fails when it is evaluated.
        case failing(CELFailure.Reason)
        case select(CELTerm, field: String, optional: Bool)
        case presence(CELTerm, field: String)
        case index(CELTerm, CELTerm, optional: Bool)
        case call(CELFunction, [CELTerm])
        case unary(CELUnaryOperator, CELTerm)
        case binary(CELBinaryOperator, CELTerm, CELTerm)
        case all([CELTerm])
        case any([CELTerm])
        case conditional(CELTerm, then: CELTerm, otherwise: CELTerm)
        case list([Element])
        case map([Entry])
        case loop(Loop)
        case bind(local: Int, value: CELTerm, body: CELTerm)
        case unwrap(CELTerm, local: Int, body: CELTerm, flat: Bool)
    }

    struct Element: Sendable {
        var value: CELTerm
        var isOptional: Bool
    }

    struct Entry: Sendable {
        var key: CELTerm
        var value: CELTerm
        var isOptional: Bool
    }

    struct Loop: Sendable {
        var kind: CELLoopKind
        var range: CELTerm
        var locals: [Int]
        var condition: CELTerm?
        var transform: CELTerm?
    }
}

extension CELTerm {
    /// Goes through the parts that are evaluated for it.
    func forEachChild(_ body: (CELTerm) -> Void) {
        switch form {
        case .constant, .variable, .local, .failing: break
        case .select(let operand, _, _), .presence(let operand, _), .unary(_, let operand): body(operand)
        case .index(let first, let second, _), .binary(_, let first, let second), .bind(_, let first, let second),
            .unwrap(let first, _, let second, _):
            body(first)
            body(second)
        case .call(_, let terms), .all(let terms), .any(let terms):
            for term in terms { body(term) }
        case .conditional(let condition, let then, let otherwise):
            body(condition)
            body(then)
            body(otherwise)
        case .list(let elements):
            for element in elements { body(element.value) }
        case .map(let entries):
            for entry in entries {
                body(entry.key)
                body(entry.value)
            }
        case .loop(let loop):
            body(loop.range)
            if let condition = loop.condition { body(condition) }
            if let transform = loop.transform { body(transform) }
        }
    }

    /// Whether it holds of one of the parts; those after it are not looked at.
    func hasChild(where condition: (CELTerm) -> Bool) -> Bool {
        var isFound = false
        forEachChild { isFound = isFound || condition($0) }
        return isFound
    }

    var literal: CELValue? { if case .constant(let value) = form { value } else { nil } }

    func uses(local: Int) -> Bool {
        if case .local(local) = form { return true }
        return hasChild { $0.uses(local: local) }
    }

    /// How many operations one evaluation takes at most, those of macros counted once.
    var size: Int {
        var size = 1
        forEachChild { size += $0.size }
        return size
    }
}
