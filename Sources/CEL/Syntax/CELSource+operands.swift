// The parts of a condition whose values tell why it holds or does not.

extension CELSource {
    /// What its comparisons and calls start from, as texts that are expressions themselves, each once and in their order: `params.user_id`,
    /// `size(user)`. What hangs on the variable of a macro is left out, the list that the macro goes through is not. Empty where it does
    /// not parse.
    package var operands: [String] {
        guard case .success(let syntax) = parsed else { return [] }
        var collector = OperandCollector()
        collector.collect(syntax, bound: [])
        return collector.texts
    }
}

private struct OperandCollector {
    /// More than a person reads.
    private static let limit = 20
    private(set) var texts: [String] = []

    mutating func collect(_ syntax: CELSyntax, bound: Set<String>) {
        guard texts.count < Self.limit else { return }
        switch syntax.form {
        case .loop(let loop):
            collect(loop.range, bound: bound)
            let inner = bound.union(loop.variables)
            if let condition = loop.condition { collect(condition, bound: inner) }
            if let transform = loop.transform { collect(transform, bound: inner) }
        case .bind(let name, let value, let body), .unwrap(let value, let name, let body, _):
            collect(value, bound: bound)
            collect(body, bound: bound.union([name]))
        case .name, .select, .index, .call, .presence:
            if let text = syntax.written, syntax.freeNames.isDisjoint(with: bound), !syntax.freeNames.isEmpty {
                if !texts.contains(text) { texts.append(text) }
            } else {
                syntax.form.forEachChild { collect($0, bound: bound) }
            }
        case .literal, .list, .map, .unary, .binary, .all, .any, .conditional:
            syntax.form.forEachChild { collect($0, bound: bound) }
        }
    }
}

extension CELSyntax {
    /// As a person would write it; nil for what is no chain of names, fields, indices and calls.
    fileprivate var written: String? {
        switch form {
        case .name(let name, let absolute): return (absolute ? "." : "") + name
        case .select(let operand, let field, let optional):
            return operand.written.map { "\($0)\(optional ? ".?" : ".")\(field)" }
        case .presence(let operand, let field): return operand.written.map { "has(\($0).\(field))" }
        case .index(let operand, let index, let optional):
            guard let operand = operand.written, let index = index.written else { return nil }
            return "\(operand)[\(optional ? "?" : "")\(index)]"
        case .call(let name, let target, let arguments):
            let texts = arguments.compactMap(\.written)
            guard texts.count == arguments.count, CELExpression.isName(name) else { return nil }
            let call = "\(name)(\(texts.joined(separator: ", ")))"
            guard let target else { return call }
            return target.written.map { "\($0).\(call)" }
        case .literal(let value): return value.written
        default: return nil
        }
    }
}

extension CELValue {
    fileprivate var written: String? {
        switch self {
        case .int(let value): "\(value)"
        case .uint(let value): "\(value)u"
        case .bool(let value): "\(value)"
        case .string(let text) where text.allSatisfy({ $0.isASCII && $0 >= " " && $0 != "\\" && $0 != "'" }):
            "'\(text)'"
        default: nil
        }
    }
}
