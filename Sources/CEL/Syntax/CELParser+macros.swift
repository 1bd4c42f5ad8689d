// Expands macros: calls whose arguments are variable names and conditions.

import Expressions

extension CELParser {
    /// The call, or what it stands for where it is a macro: those of the standard, of two variables
    /// ([comprehensions v2](https://github.com/google/cel-go/tree/master/ext#twovarcomprehensions)), bindings, optionals,
    /// `sortBy`, and `cel.block`, which optimisers write.
    func expandedCall(
        _ name: String, on target: CELSyntax?, _ arguments: [CELSyntax], at offset: Int
    ) throws(UnlocatedError) -> CELSyntax {
        guard let target else {
            guard name == "has", arguments.count == 1 else {
                return try node(.call(name, target: nil, arguments: arguments), at: offset)
            }
            guard case .select(let operand, let field, optional: false) = arguments[0].form else {
                throw .syntax(
                    "has() takes a field to look for", at: arguments[0].offset, expected: "a selection such as has(a.b)"
                )
            }
            return try node(.presence(operand, field: field), at: offset)
        }
        if case .name("cel", absolute: false) = target.form,
            let expanded = try celMacro(name, arguments, at: offset)
        {
            return expanded
        }
        if let loop = try loop(name, over: target, arguments) { return try node(.loop(loop), at: offset) }
        if name == "optMap" || name == "optFlatMap", arguments.count == 2 {
            let variable = try variable(arguments[0], of: name)
            return try node(.unwrap(target, name: variable, body: arguments[1], flat: name == "optFlatMap"), at: offset)
        }
        return try node(.call(name, target: target, arguments: arguments), at: offset)
    }

    private func loop(_ name: String, over range: CELSyntax, _ arguments: [CELSyntax]) throws(UnlocatedError)
        -> CELSyntax
        .Loop?
    {
        func loop(
            _ kind: CELLoopKind, variables: Int, condition: CELSyntax? = nil, transform: CELSyntax? = nil
        ) throws(UnlocatedError) -> CELSyntax.Loop {
            var names: [String] = []
            for argument in arguments.prefix(variables) {
                let variable = try variable(argument, of: name)
                guard !names.contains(variable) else {
                    throw .syntax("the two variables of \(name)() have one name", at: argument.offset)
                }
                names.append(variable)
            }
            return CELSyntax.Loop(
                kind: kind, range: range, variables: names, condition: condition, transform: transform)
        }
        switch (name, arguments.count) {
        case ("all", 2): return try loop(.all, variables: 1, condition: arguments[1])
        case ("all", 3): return try loop(.all, variables: 2, condition: arguments[2])
        case ("exists", 2): return try loop(.exists, variables: 1, condition: arguments[1])
        case ("exists", 3): return try loop(.exists, variables: 2, condition: arguments[2])
        case ("exists_one", 2), ("existsOne", 2): return try loop(.existsOne, variables: 1, condition: arguments[1])
        case ("exists_one", 3), ("existsOne", 3): return try loop(.existsOne, variables: 2, condition: arguments[2])
        case ("filter", 2): return try loop(.filter, variables: 1, condition: arguments[1])
        case ("map", 2): return try loop(.map, variables: 1, transform: arguments[1])
        case ("map", 3): return try loop(.map, variables: 1, condition: arguments[1], transform: arguments[2])
        case ("transformList", 3): return try loop(.transformList, variables: 2, transform: arguments[2])
        case ("transformList", 4):
            return try loop(.transformList, variables: 2, condition: arguments[2], transform: arguments[3])
        case ("transformMap", 3): return try loop(.transformMap, variables: 2, transform: arguments[2])
        case ("transformMap", 4):
            return try loop(.transformMap, variables: 2, condition: arguments[2], transform: arguments[3])
        case ("transformMapEntry", 3): return try loop(.transformMapEntry, variables: 2, transform: arguments[2])
        case ("transformMapEntry", 4):
            return try loop(.transformMapEntry, variables: 2, condition: arguments[2], transform: arguments[3])
        case ("sortBy", 2): return try loop(.sortBy, variables: 1, transform: arguments[1])
        default: return nil
        }
    }

    private func variable(_ argument: CELSyntax, of macro: String) throws(UnlocatedError) -> String {
        guard case .name(let name, absolute: false) = argument.form else {
            throw .syntax(
                "\(macro)() takes the name of a variable first", at: argument.offset, expected: "a simple name")
        }
        return name
    }

    /// `cel.bind(x, value, body)`, and `cel.block([a, b], body)` with `cel.index(n)` and `cel.iterVar(d, n)` in it.
    private func celMacro(_ name: String, _ arguments: [CELSyntax], at offset: Int) throws(UnlocatedError)
        -> CELSyntax?
    {
        func number(_ index: Int) throws(UnlocatedError) -> Int64 {
            guard case .literal(.int(let value)) = arguments[index].form, value >= 0 else {
                throw .syntax("cel.\(name)() takes a number as it is written", at: arguments[index].offset)
            }
            return value
        }
        switch (name, arguments.count) {
        case ("bind", 3):
            let variable = try variable(arguments[0], of: "cel.bind")
            return try node(.bind(name: variable, value: arguments[1], body: arguments[2]), at: offset)
        case ("index", 1): return try node(.name("@index\(try number(0))", absolute: false), at: offset)
        case ("iterVar", 2):
            return try node(.name("@it:\(try number(0)):\(try number(1))", absolute: false), at: offset)
        case ("block", 2):
            guard case .list(let elements) = arguments[0].form else {
                throw .syntax("cel.block() takes a list of what it names", at: arguments[0].offset)
            }
            var body = arguments[1]
            for (index, element) in elements.enumerated().reversed() {
                body = try node(.bind(name: "@index\(index)", value: element.value, body: body), at: offset)
            }
            return body
        default: return nil
        }
    }
}
