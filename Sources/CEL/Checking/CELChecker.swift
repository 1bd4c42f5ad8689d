// Turns syntax into terms: looks up names, infers types, and collects type errors.

import Expressions
import JSONValues
import JSONSchema

/// Checks one expression against an environment. All problems are collected; a part with a problem is typed `dyn`, so that it
/// causes no others.
struct CELChecker {
    let environment: CELEnvironment
    var inference = CELInference()
    var problems: [UnlocatedError] = []
    /// The macro variables in scope, the innermost last.
    var scopes: [(name: String, local: Int, type: CELType)] = []
    var localCount = 0

    init(_ environment: CELEnvironment) { self.environment = environment }

    var isDeferred: Bool { environment.checking == .deferred }

    mutating func check(_ syntax: CELSyntax) -> CELTerm {
        switch syntax.form {
        case .literal(let value):
            return CELTerm(form: .constant(value), type: value.type, offset: syntax.offset)
        case .name(let name, let absolute):
            return resolve(name, absolute: absolute, at: syntax.offset) ?? undeclared(name, at: syntax.offset)
        case .select(let operand, let field, let optional):
            return select(syntax, operand, field, optional: optional)
        case .presence(let operand, let field): return presence(operand, field, at: syntax.offset)
        case .index(let operand, let index, let optional):
            return self.index(operand, index, optional: optional, at: syntax.offset)
        case .call(let name, let target, let arguments):
            return call(name, on: target, arguments, at: syntax.offset)
        case .list(let elements): return list(elements, at: syntax.offset)
        case .map(let entries): return map(entries, at: syntax.offset)
        case .unary(let meaning, let operand): return unary(meaning, operand, at: syntax.offset)
        case .binary(let meaning, let left, let right): return binary(meaning, left, right, at: syntax.offset)
        case .all(let terms):
            return CELTerm(form: .all(terms.map { condition($0) }), type: .bool, offset: syntax.offset)
        case .any(let terms):
            return CELTerm(form: .any(terms.map { condition($0) }), type: .bool, offset: syntax.offset)
        case .conditional(let test, let then, let otherwise):
            return conditional(test, then, otherwise, at: syntax.offset)
        case .loop(let loop): return self.loop(loop, at: syntax.offset)
        case .bind(let name, let value, let body):
            let value = check(value)
            return scoped([(name, value.type)]) { checker, locals in
                let body = checker.check(body)
                return CELTerm(
                    form: .bind(local: locals[0], value: value, body: body), type: body.type, offset: syntax.offset)
            }
        case .unwrap(let target, let name, let body, let flat):
            return unwrap(target, name, body, flat: flat, at: syntax.offset)
        }
    }

    /// A placeholder term for a part with a problem.
    mutating func fail(
        _ reason: CELFailure.Reason, _ problem: @autoclosure () -> UnlocatedError, at offset: Int
    ) -> CELTerm {
        if !isDeferred { problems.append(problem()) }
        return CELTerm(form: .failing(reason), type: .dyn, offset: offset)
    }

    func resolved(_ type: CELType) -> CELType { inference.resolved(type) }

    /// Checks with further macro variables in scope.
    mutating func scoped(
        _ variables: [(name: String, type: CELType)], _ body: (inout CELChecker, [Int]) -> CELTerm
    ) -> CELTerm {
        let locals = variables.indices.map { localCount + $0 }
        localCount += variables.count
        for (variable, local) in zip(variables, locals) { scopes.append((variable.name, local, variable.type)) }
        defer { scopes.removeLast(variables.count) }
        return body(&self, locals)
    }

    mutating func condition(_ syntax: CELSyntax) -> CELTerm {
        let term = check(syntax)
        if !isDeferred, !inference.fits([term.type], [.bool]) {
            problems.append(
                .check("a condition is not a bool", at: term.offset, found: "\(resolved(term.type))", expected: "bool"))
        }
        return term
    }
}

// MARK: - Names

extension CELChecker {
    /// The variable or type of that name.
    mutating func resolve(_ name: String, absolute: Bool, at offset: Int) -> CELTerm? {
        if !absolute, let scope = scopes.last(where: { $0.name == name }) {
            return CELTerm(form: .local(scope.local), type: scope.type, offset: offset)
        }
        return environment.first(of: name, absolute: absolute) { candidate in
            if let type = environment.variables[candidate] {
                return CELTerm(form: .variable(candidate), type: type, offset: offset)
            }
            return CELEnvironment.types[candidate].map {
                CELTerm(form: .constant(.type($0)), type: .type($0), offset: offset)
            }
        }
    }

    private mutating func undeclared(_ name: String, at offset: Int) -> CELTerm {
        let known = Array(environment.variables.keys) + scopes.map(\.name) + Array(CELEnvironment.types.keys)
        return fail(
            .unboundVariable(name),
            .check(
                "there is no variable '\(name)'", at: offset, found: "'\(name)'",
                suggestion: nearestName(to: name, among: known.filter { !$0.hasPrefix("@") }.sorted()).map { "'\($0)'" }
            ),
            at: offset)
    }

    /// `a.b.c` as one name, unless it starts with the variable of a macro.
    func qualifiedName(_ syntax: CELSyntax) -> (name: String, absolute: Bool)? {
        switch syntax.form {
        case .name(let name, let absolute):
            if !absolute, scopes.contains(where: { $0.name == name }) { return nil }
            return (name, absolute)
        case .select(let operand, let field, optional: false):
            return qualifiedName(operand).map { ($0.name + "." + field, $0.absolute) }
        default: return nil
        }
    }
}

// MARK: - Access

extension CELChecker {
    private mutating func select(_ syntax: CELSyntax, _ operand: CELSyntax, _ field: String, optional: Bool) -> CELTerm
    {
        if !optional, let (name, absolute) = qualifiedName(syntax),
            let term = resolve(name, absolute: absolute, at: syntax.offset)
        {
            return term
        }
        let term = check(operand)
        guard let (type, wasOptional) = fieldType(field, of: term, at: syntax.offset) else {
            return CELTerm(
                form: .failing(.notAMap(field: field, resolved(term.type))), type: .dyn, offset: syntax.offset)
        }
        return CELTerm(
            form: .select(term, field: field, optional: optional),
            type: optional || wasOptional ? .optional(type) : type, offset: syntax.offset)
    }

    private mutating func presence(_ operand: CELSyntax, _ field: String, at offset: Int) -> CELTerm {
        let term = check(operand)
        _ = fieldType(field, of: term, at: offset)
        return CELTerm(form: .presence(term, field: field), type: .bool, offset: offset)
    }

    /// Nil, with a problem noted, where the operand has no such field.
    private mutating func fieldType(_ field: String, of term: CELTerm, at offset: Int) -> (CELType, Bool)? {
        if isDeferred { return (.dyn, false) }
        var type = resolved(term.type)
        var isOptional = false
        if case .optional(let wrapped) = type {
            type = resolved(wrapped)
            isOptional = true
        }
        switch type {
        case .record(let record):
            if let type = record.type(of: field) { return (type, isOptional) }
            problems.append(
                .check(
                    "\(record.name) has no field '\(field)'", at: offset, found: "'\(field)'",
                    expected: CELChecker.listed(record.fieldNames),
                    suggestion: nearestName(to: field, among: record.fieldNames).map { "'\($0)'" }))
            return nil
        case .map(_, let value): return (value, isOptional)
        case .dyn: return (.dyn, isOptional)
        case .variable:
            _ = inference.fits([type], [.dyn])
            return (.dyn, isOptional)
        default:
            problems.append(.check("no field '\(field)' here", at: offset, found: "\(type)", expected: "map"))
            return nil
        }
    }

    private static func listed(_ names: [String]) -> String? {
        guard !names.isEmpty else { return nil }
        let shown = names.prefix(12).map { "'\($0)'" }.joined(separator: ", ")
        return "one of " + shown + (names.count > 12 ? " and \(names.count - 12) more" : "")
    }

    private mutating func index(_ operand: CELSyntax, _ index: CELSyntax, optional: Bool, at offset: Int) -> CELTerm {
        let operand = check(operand)
        let index = check(index)
        let form = CELTerm.Form.index(operand, index, optional: optional)
        if isDeferred { return CELTerm(form: form, type: .dyn, offset: offset) }
        var container = resolved(operand.type)
        var givesOptional = optional
        if case .optional(let wrapped) = container {
            container = resolved(wrapped)
            givesOptional = true
        }
        let value: CELType
        switch container {
        case .record:
            if case .constant(.string(let field)) = index.form {
                guard let (type, _) = fieldType(field, of: operand, at: index.offset) else {
                    return CELTerm(form: .failing(.noSuchKey(.string(field))), type: .dyn, offset: offset)
                }
                value = type
            } else {
                guard inference.fits([index.type], [.string]) else {
                    return noIndex(container, index, at: offset, expected: "string")
                }
                value = .dyn
            }
        case .list(let element):
            let isWhole = inference.fits([index.type], [.int])
            guard isWhole || (environment.numbers == .adapting && inference.fits([index.type], [.uint])) else {
                return noIndex(container, index, at: offset, expected: "int")
            }
            value = element
        case .map(let key, let type):
            let isNumber = resolved(key).isNumeric && resolved(index.type).isNumeric
            guard inference.fits([index.type], [key]) || (environment.numbers == .adapting && isNumber) else {
                return noIndex(container, index, at: offset, expected: "\(resolved(key))")
            }
            value = type
        case .dyn, .variable: value = .dyn
        default:
            return fail(
                .noSuchOverload(function: "[]", [container, index.type]),
                .check("nothing here can be looked up", at: offset, found: "\(container)", expected: "list or map"),
                at: offset)
        }
        return CELTerm(form: form, type: givesOptional ? .optional(value) : value, offset: offset)
    }

    private mutating func noIndex(_ container: CELType, _ index: CELTerm, at offset: Int, expected: String) -> CELTerm {
        let type = resolved(index.type)
        return fail(
            .noSuchOverload(function: "[]", [container, type]),
            .check("\(container) is not looked up by \(type)", at: index.offset, found: "\(type)", expected: expected),
            at: offset)
    }
}
