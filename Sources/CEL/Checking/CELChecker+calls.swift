// Checks calls and operators: which overload fits, and which literals take another type.

import Expressions
import JSONValues
import JSONSchema

extension CELChecker {
    mutating func call(_ name: String, on target: CELSyntax?, _ arguments: [CELSyntax], at offset: Int) -> CELTerm {
        if let target, let (namespace, absolute) = qualifiedName(target),
            let function = function(namespace + "." + name, absolute: absolute)
        {
            return call(function, isMember: false, arguments.map { check($0) }, at: offset)
        }
        if let target {
            guard let function = environment.functions[name],
                isDeferred || function.overloads.contains(where: \.isMember)
            else {
                let problems = self.problems.count
                let receiver = check(target)
                _ = arguments.map { check($0) }
                // A misspelt namespace is one problem, not two.
                if self.problems.count > problems, case .failing = receiver.form { self.problems.removeLast() }
                return undeclared(name, target: target, at: offset)
            }
            return call(function, isMember: true, ([target] + arguments).map { check($0) }, at: offset)
        }
        guard let function = function(name, absolute: false) else {
            _ = arguments.map { check($0) }
            return undeclared(name, target: nil, at: offset)
        }
        return call(function, isMember: false, arguments.map { check($0) }, at: offset)
    }

    private func function(_ name: String, absolute: Bool) -> CELFunction? {
        environment.first(of: name, absolute: absolute) { environment.functions[$0] }
    }

    private mutating func undeclared(_ name: String, target: CELSyntax?, at offset: Int) -> CELTerm {
        var full = name
        var known = environment.functions.values.filter { $0.overloads.contains { !$0.isMember } }.map(\.name)
        if let target {
            known = environment.functions.values.filter { $0.overloads.contains(where: \.isMember) }.map(\.name)
            known += ["all", "exists", "exists_one", "filter", "map", "optMap", "optFlatMap"]
            if let (namespace, _) = qualifiedName(target), !namespace.isEmpty {
                let qualified = namespace + "." + name
                let functions = environment.functions.keys.filter { $0.contains(".") }
                if let nearest = nearestName(to: qualified, among: functions.sorted()) {
                    known = [nearest]
                    full = qualified
                }
            }
        }
        return fail(
            .unboundFunction(name),
            .check(
                "there is no function '\(full)'", at: offset, found: "'\(full)'",
                suggestion: nearestName(to: full, among: known.sorted()).map { "'\($0)'" }),
            at: offset)
    }

    private mutating func call(_ function: CELFunction, isMember: Bool, _ arguments: [CELTerm], at offset: Int)
        -> CELTerm
    {
        if isDeferred { return CELTerm(form: .call(function, arguments), type: .dyn, offset: offset) }
        var arguments = arguments
        if let type = result(of: function, isMember: isMember, arguments) {
            do throws(CELFailure) {
                _ = try function.prepare?(arguments.map(\.literal))
            } catch {
                problems.append(error.fault(at: offset).asProblem)
            }
            return CELTerm(form: .call(function, arguments), type: type, offset: offset)
        }
        if environment.numbers == .adapting {
            for (index, argument) in arguments.enumerated() {
                for type in [CELType.uint, .double, .int] {
                    guard let adapted = argument.retyped(type) else { continue }
                    var attempt = arguments
                    attempt[index] = adapted
                    if let result = result(of: function, isMember: isMember, attempt) {
                        arguments = attempt
                        return CELTerm(form: .call(function, arguments), type: result, offset: offset)
                    }
                }
            }
        }
        let types = arguments.map { resolved($0.type) }
        let shown = function.overloads.prefix(8).map { $0.shown(function.name) }.joined(separator: ", ")
        let found =
            isMember
            ? "\(types[0]).\(function.name)(\(types.dropFirst().map(\.description).joined(separator: ", ")))"
            : "\(function.name)(\(types.map(\.description).joined(separator: ", ")))"
        return fail(
            .noSuchOverload(function: function.name, types),
            .check(
                "'\(function.name)' does not take these arguments", at: offset, found: found,
                expected: shown.isEmpty ? nil : shown), at: offset)
    }

    /// What the call gives: the type of the first overload that fits. Where arguments are `dyn` several may, and the
    /// type is `dyn` too, unless they agree. Nil where none fits.
    private mutating func result(of function: CELFunction, isMember: Bool, _ arguments: [CELTerm]) -> CELType? {
        let types = arguments.map { $0.type }
        let isKnown = !types.contains { resolved($0).holdsDynamic }
        var result: CELType?
        for overload in function.overloads where overload.isMember == isMember {
            guard let declared = overload.parameters(forCount: arguments.count) else { continue }
            var variables: [String: CELType] = [:]
            let parameters = declared.map { $0.instantiated(&variables, &inference) }
            let given = overload.result.instantiated(&variables, &inference)
            guard inference.fits(types, parameters) else { continue }
            let type = resolved(given)
            if isKnown { return type }
            result = result.map { $0 == type ? type : .dyn } ?? type
        }
        return result
    }
}

// MARK: - Operators

extension CELChecker {
    mutating func unary(_ meaning: CELUnaryOperator, _ operand: CELSyntax, at offset: Int) -> CELTerm {
        let term = check(operand)
        let form = CELTerm.Form.unary(meaning, term)
        if isDeferred { return CELTerm(form: form, type: .dyn, offset: offset) }
        for type in meaning == .not ? [CELType.bool] : [.int, .double] where inference.fits([term.type], [type]) {
            return CELTerm(form: form, type: resolved(term.type).isDynamic ? .dyn : type, offset: offset)
        }
        let type = resolved(term.type)
        return fail(
            .noSuchOverload(function: meaning.rawValue, [type]),
            .check(
                "'\(meaning.rawValue)' has no meaning here", at: offset, found: "\(type)",
                expected: meaning == .not ? "bool" : "int or double"), at: offset)
    }

    mutating func binary(_ meaning: CELBinaryOperator, _ left: CELSyntax, _ right: CELSyntax, at offset: Int) -> CELTerm
    {
        var operands = [check(left), check(right)]
        if meaning != .contained { adapt(&operands) }
        let form = CELTerm.Form.binary(meaning, operands[0], operands[1])
        if isDeferred { return CELTerm(form: form, type: .dyn, offset: offset) }
        let found = operands.map { $0.type }
        var result: CELType?
        for signature in meaning.signatures(environment.numbers) {
            var variables: [String: CELType] = [:]
            let parameters = [
                signature.left.instantiated(&variables, &inference),
                signature.right.instantiated(&variables, &inference),
            ]
            let given = signature.result.instantiated(&variables, &inference)
            guard inference.fits(found, parameters) else { continue }
            let type = resolved(given)
            result = result.map { $0 == type ? type : .dyn } ?? type
            // Every other overload that fits gives a bool as well.
            if meaning.isRelation { break }
        }
        if let result { return CELTerm(form: form, type: result, offset: offset) }
        let types = operands.map { resolved($0.type) }
        return fail(
            .noSuchOverload(function: meaning.rawValue, types),
            .check(
                "'\(meaning.rawValue)' has no meaning between these", at: offset, found: "\(types[0]) and \(types[1])",
                expected: CELChecker.remedy(meaning, types)), at: offset)
    }

    private static func remedy(_ meaning: CELBinaryOperator, _ types: [CELType]) -> String {
        if types.allSatisfy(\.isNumeric) { return "numbers of one type, such as \(types[0])(…) makes" }
        return switch meaning {
        case .contained: "a list of it, or a map that has it as key"
        case .equal, .notEqual: "values of one type, or dyn() around one of them"
        case .less, .lessOrEqual, .greater, .greaterOrEqual: "two values that have an order"
        case .add: "two numbers, strings, bytes or lists of one type, or times"
        case .subtract: "two numbers of one type, or times"
        case .multiply, .divide, .modulo: "two numbers of one type"
        }
    }

    /// Where literals stand beside numbers of one other type they take that type, if the environment has it so.
    mutating func adapt(_ terms: inout [CELTerm]) {
        guard environment.numbers == .adapting, !isDeferred else { return }
        var wanted: CELType?
        for term in terms where term.retyped(.double) == nil {
            let type = resolved(term.type)
            guard type.isNumeric, wanted == nil || wanted == type else { return }
            wanted = type
        }
        guard let wanted else { return }
        for index in terms.indices {
            if let adapted = terms[index].retyped(wanted) { terms[index] = adapted }
        }
    }
}

extension CELTerm {
    /// A whole literal, or a sum of such, with another type of number; nil where this is none or does not fit.
    func retyped(_ type: CELType) -> CELTerm? {
        func with(_ form: Form) -> CELTerm { CELTerm(form: form, type: type, offset: offset) }
        switch form {
        case .constant(.int(let value)):
            switch type {
            case .int: return with(.constant(.int(value)))
            case .uint: return UInt64(exactly: value).map { with(.constant(.uint($0))) }
            case .double: return with(.constant(.double(Double(value))))
            default: return nil
            }
        case .unary(.negate, let operand) where type != .uint:
            return operand.retyped(type).map { with(.unary(.negate, $0)) }
        case .binary(let meaning, let left, let right):
            guard [.add, .subtract, .multiply, .divide, .modulo].contains(meaning),
                meaning != .modulo || type != .double,
                let left = left.retyped(type), let right = right.retyped(type)
            else { return nil }
            return with(.binary(meaning, left, right))
        case .conditional(let test, let then, let otherwise):
            guard let then = then.retyped(type), let otherwise = otherwise.retyped(type) else { return nil }
            return with(.conditional(test, then: then, otherwise: otherwise))
        default: return nil
        }
    }
}

extension CELBinaryOperator {
    struct Signature: Sendable {
        var left: CELType
        var right: CELType
        var result: CELType

        init(_ left: CELType, _ right: CELType, _ result: CELType) {
            self.left = left
            self.right = right
            self.result = result
        }
    }

    func signatures(_ numbers: CELEnvironment.Numbers) -> [Signature] {
        switch self {
        case .add: CELBinaryOperator.sums
        case .subtract: CELBinaryOperator.differences
        case .multiply, .divide: CELBinaryOperator.products
        case .modulo: CELBinaryOperator.remainders
        case .equal, .notEqual: numbers == .exact ? CELBinaryOperator.equality : CELBinaryOperator.looseEquality
        case .less, .lessOrEqual, .greater, .greaterOrEqual: CELBinaryOperator.order
        case .contained: numbers == .exact ? CELBinaryOperator.membership : CELBinaryOperator.looseMembership
        }
    }

    private static let a = CELType.parameter("A")
    private static let numeric: [CELType] = [.int, .uint, .double]
    private static let products = numeric.map { Signature($0, $0, $0) }
    private static let remainders = [CELType.int, .uint].map { Signature($0, $0, $0) }
    private static let sums =
        [.int, .uint, .double, .string, .bytes, .list(a)].map { Signature($0, $0, $0) } + [
            Signature(.timestamp, .duration, .timestamp), Signature(.duration, .timestamp, .timestamp),
            Signature(.duration, .duration, .duration),
        ]
    private static let differences =
        products + [
            Signature(.timestamp, .timestamp, .duration), Signature(.timestamp, .duration, .timestamp),
            Signature(.duration, .duration, .duration),
        ]
    private static let mixedNumbers = numeric.flatMap { left in
        numeric.filter { $0 != left }.map { Signature(left, $0, .bool) }
    }
    private static let order =
        [.bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration].map { Signature($0, $0, .bool) }
        + mixedNumbers
    private static let equality = [Signature(a, a, .bool)]
    /// Null is a value that any JSON may have.
    private static let looseEquality =
        equality + mixedNumbers + [Signature(a, .null, .bool), Signature(.null, a, .bool)]
    private static let membership = [
        Signature(a, .list(a), .bool), Signature(a, .map(key: a, value: .parameter("B")), .bool),
    ]
    private static let looseMembership =
        membership + [Signature(.null, .list(a), .bool)]
        + numeric.flatMap { left in
            numeric.filter { $0 != left }.flatMap {
                [Signature(left, .list($0), .bool), Signature(left, .map(key: $0, value: a), .bool)]
            }
        }
}
