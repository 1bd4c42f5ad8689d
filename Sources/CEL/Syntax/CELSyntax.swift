// What the parser makes of an expression: macros told apart, names not yet looked up.

/// An expression as written, with the place of its operator or first word.
struct CELSyntax: Sendable {
    let form: Form
    /// Bytes of UTF-8 before it.
    let offset: Int
    /// Levels of the tree from here down: whatever walks it recurses no deeper.
    let height: Int

    init(form: Form, offset: Int) {
        self.form = form
        self.offset = offset
        var below = 0
        form.forEachChild { below = max(below, $0.height) }
        height = 1 + below
    }

    indirect enum Form: Sendable {
        case literal(CELValue)
        /// `.name` is absolute: no container is tried before it.
        case name(String, absolute: Bool)
        /// `e.field`, or `e.?field`.
        case select(CELSyntax, field: String, optional: Bool)
        /// `has(e.field)`.
        case presence(CELSyntax, field: String)
        /// `e[i]`, or `e[?i]`.
        case index(CELSyntax, CELSyntax, optional: Bool)
        /// `f(x)`, or `e.f(x)`.
        case call(String, target: CELSyntax?, arguments: [CELSyntax])
        case list([Element])
        case map([Entry])
        case unary(CELUnaryOperator, CELSyntax)
        case binary(CELBinaryOperator, CELSyntax, CELSyntax)
        /// `a && b && c`.
        case all([CELSyntax])
        /// `a || b || c`.
        case any([CELSyntax])
        case conditional(CELSyntax, then: CELSyntax, otherwise: CELSyntax)
        case loop(Loop)
        /// `cel.bind(name, value, body)`.
        case bind(name: String, value: CELSyntax, body: CELSyntax)
        /// `e.optMap(name, body)`, or `e.optFlatMap(name, body)`.
        case unwrap(CELSyntax, name: String, body: CELSyntax, flat: Bool)
    }

    struct Element: Sendable {
        var value: CELSyntax
        /// `[?e]` is an element only if the optional holds a value.
        var isOptional: Bool
    }

    struct Entry: Sendable {
        var key: CELSyntax
        var value: CELSyntax
        /// `{?k: e}` is an entry only if the optional holds a value.
        var isOptional: Bool
    }

    /// A macro that goes through a list or the keys of a map.
    struct Loop: Sendable {
        var kind: CELLoopKind
        var range: CELSyntax
        /// One, or with the macros of two variables index and element, or key and value.
        var variables: [String]
        var condition: CELSyntax?
        var transform: CELSyntax?
    }
}

extension CELSyntax.Form {
    func forEachChild(_ body: (CELSyntax) -> Void) {
        switch self {
        case .literal, .name: break
        case .select(let operand, _, _), .presence(let operand, _), .unary(_, let operand): body(operand)
        case .index(let first, let second, _), .binary(_, let first, let second), .bind(_, let first, let second),
            .unwrap(let first, _, let second, _):
            body(first)
            body(second)
        case .call(_, let target, let arguments):
            if let target { body(target) }
            for argument in arguments { body(argument) }
        case .list(let elements):
            for element in elements { body(element.value) }
        case .map(let entries):
            for entry in entries {
                body(entry.key)
                body(entry.value)
            }
        case .all(let terms), .any(let terms):
            for term in terms { body(term) }
        case .conditional(let condition, let then, let otherwise):
            body(condition)
            body(then)
            body(otherwise)
        case .loop(let loop):
            body(loop.range)
            if let condition = loop.condition { body(condition) }
            if let transform = loop.transform { body(transform) }
        }
    }
}

enum CELUnaryOperator: String, Sendable {
    case not = "!"
    case negate = "-"
}

enum CELBinaryOperator: String, Sendable {
    case add = "+"
    case subtract = "-"
    case multiply = "*"
    case divide = "/"
    case modulo = "%"
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case contained = "in"
}

enum CELLoopKind: String, Sendable {
    case all, exists
    case existsOne = "exists_one"
    case filter, map
    case transformList, transformMap, transformMapEntry
    case sortBy
}
