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
    /// The parts that are evaluated for it.
    var children: [CELTerm] {
        switch form {
        case .constant, .variable, .local, .failing: []
        case .select(let operand, _, _), .presence(let operand, _), .unary(_, let operand): [operand]
        case .index(let left, let right, _), .binary(_, let left, let right): [left, right]
        case .call(_, let terms), .all(let terms), .any(let terms): terms
        case .conditional(let condition, let then, let otherwise): [condition, then, otherwise]
        case .list(let elements): elements.map(\.value)
        case .map(let entries): entries.flatMap { [$0.key, $0.value] }
        case .loop(let loop): [loop.range] + [loop.condition, loop.transform].compactMap { $0 }
        case .bind(_, let value, let body): [value, body]
        case .unwrap(let target, _, let body, _): [target, body]
        }
    }

    var literal: CELValue? { if case .constant(let value) = form { value } else { nil } }

    func uses(local: Int) -> Bool {
        if case .local(local) = form { return true }
        return children.contains { $0.uses(local: local) }
    }

    /// How many operations one evaluation takes at most, those of macros counted once.
    var size: Int { children.reduce(1) { $0 + $1.size } }
}
