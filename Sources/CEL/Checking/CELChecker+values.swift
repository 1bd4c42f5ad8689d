// Checks lists, maps, conditions and macros.

import Expressions

extension CELChecker {
    mutating func list(_ elements: [CELSyntax.Element], at offset: Int) -> CELTerm {
        var values = elements.map { check($0.value) }
        adapt(&values)
        let terms = zip(values, elements).map { CELTerm.Element(value: $0, isOptional: $1.isOptional) }
        var type: CELType?
        for term in terms {
            type = inference.joined(type, term.isOptional ? unwrapped(term.value) : term.value.type)
        }
        return CELTerm(form: .list(terms), type: .list(type ?? inference.newVariable()), offset: offset)
    }

    mutating func map(_ entries: [CELSyntax.Entry], at offset: Int) -> CELTerm {
        var (keys, values): ([CELTerm], [CELTerm]) = ([], [])
        for entry in entries {
            keys.append(check(entry.key))
            values.append(check(entry.value))
        }
        adapt(&values)
        let terms = entries.indices.map {
            CELTerm.Entry(key: keys[$0], value: values[$0], isOptional: entries[$0].isOptional)
        }
        var key: CELType?
        var value: CELType?
        for term in terms {
            let type = resolved(term.key.type)
            switch type {
            case .bool, .int, .uint, .string, .dyn, .variable: break
            default:
                if !isDeferred {
                    problems.append(
                        .check(
                            "this is no key of a map", at: term.key.offset, found: "\(type)",
                            expected: "bool, int, uint or string"))
                }
            }
            key = inference.joined(key, term.key.type)
            value = inference.joined(value, term.isOptional ? unwrapped(term.value) : term.value.type)
        }
        let type = CELType.map(key: key ?? inference.newVariable(), value: value ?? inference.newVariable())
        return CELTerm(form: .map(terms), type: type, offset: offset)
    }

    /// The type in an optional; reports a problem if the term is not an optional.
    private mutating func unwrapped(_ term: CELTerm) -> CELType {
        let type = resolved(term.type)
        switch type {
        case .optional(let wrapped): return wrapped
        case .dyn: return .dyn
        default:
            let wrapped = inference.newVariable()
            if inference.fits([type], [.optional(wrapped)]) { return wrapped }
            if !isDeferred {
                problems.append(
                    .check(
                        "'?' stands before what is no optional", at: term.offset, found: "\(type)",
                        expected: "optional_type"))
            }
            return .dyn
        }
    }

    mutating func conditional(
        _ test: CELSyntax, _ then: CELSyntax, _ otherwise: CELSyntax, at offset: Int
    ) -> CELTerm {
        let test = condition(test)
        var branches = [check(then), check(otherwise)]
        adapt(&branches)
        let form = CELTerm.Form.conditional(test, then: branches[0], otherwise: branches[1])
        if isDeferred { return CELTerm(form: form, type: .dyn, offset: offset) }
        guard inference.fits([branches[0].type], [branches[1].type]) else {
            let types = branches.map { resolved($0.type) }
            return fail(
                .noSuchOverload(function: "?:", types),
                .check(
                    "the two branches of '?' differ in type", at: offset, found: "\(types[0]) and \(types[1])",
                    expected: "one type, or dyn() around one of them"),
                at: offset)
        }
        let type = inference.joined(branches[0].type, branches[1].type)
        return CELTerm(form: form, type: type, offset: offset)
    }

    mutating func unwrap(_ target: CELSyntax, _ name: String, _ body: CELSyntax, flat: Bool, at offset: Int) -> CELTerm
    {
        let target = check(target)
        let type = unwrapped(target)
        return scoped([(name, type)]) { checker, locals in
            let body = checker.check(body)
            let result = flat ? CELType.optional(checker.unwrapped(body)) : .optional(body.type)
            return CELTerm(
                form: .unwrap(target, local: locals[0], body: body, flat: flat), type: result, offset: offset)
        }
    }

    mutating func loop(_ loop: CELSyntax.Loop, at offset: Int) -> CELTerm {
        let range = check(loop.range)
        guard let (first, second) = elementTypes(of: range, pairs: loop.variables.count == 2) else {
            let type = resolved(range.type)
            return fail(
                .notIterable(type),
                .check("nothing to go through", at: range.offset, found: "\(type)", expected: "list or map"), at: offset
            )
        }
        return scoped(Array(zip(loop.variables, [first, second]))) { checker, locals in
            let condition = loop.condition.map { checker.condition($0) }
            let transform = loop.transform.map { checker.check($0) }
            let type: CELType
            switch loop.kind {
            case .all, .exists, .existsOne: type = .bool
            case .filter, .sortBy: type = .list(first)
            case .map, .transformList: type = .list(transform?.type ?? .dyn)
            case .transformMap: type = .map(key: first, value: transform?.type ?? .dyn)
            case .transformMapEntry: type = transform.map { checker.entryType($0) } ?? .dyn
            }
            return CELTerm(
                form: .loop(
                    CELTerm.Loop(
                        kind: loop.kind, range: range, locals: locals, condition: condition, transform: transform)),
                type: type, offset: offset)
        }
    }

    /// The types of a loop's variables: elements or keys; with two, index and element or key and value.
    private mutating func elementTypes(of range: CELTerm, pairs: Bool) -> (CELType, CELType)? {
        switch resolved(range.type) {
        case .list(let element): return pairs ? (.int, element) : (element, .dyn)
        case .map(let key, let value): return (key, value)
        case .record: return (.string, .dyn)
        case .dyn: return (.dyn, .dyn)
        case .variable:
            // What is not known yet must not be settled by what the body does with it.
            _ = inference.fits([range.type], [.dyn])
            return (.dyn, .dyn)
        default: return isDeferred ? (.dyn, .dyn) : nil
        }
    }

    private mutating func entryType(_ transform: CELTerm) -> CELType {
        let type = resolved(transform.type)
        switch type {
        case .map, .dyn: return type
        default:
            if !isDeferred {
                problems.append(
                    .check(
                        "transformMapEntry() makes entries from maps", at: transform.offset, found: "\(type)",
                        expected: "map"))
            }
            return .dyn
        }
    }
}
