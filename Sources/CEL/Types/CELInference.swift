// What is known of types while an expression is checked: which type fits which, and what variables stand for.

/// Type variables and what they were found to be. Whether a type fits another is asked here, as the answer may settle a
/// variable.
struct CELInference {
    /// By the variable's number.
    private var known: [CELType?] = []
    /// What was known before the types were compared that are being compared.
    private var before: [(number: Int, type: CELType?)] = []

    mutating func newVariable() -> CELType {
        known.append(nil)
        return .variable(known.count - 1)
    }

    private mutating func bind(_ number: Int, as type: CELType) {
        before.append((number, known[number]))
        known[number] = type
    }

    /// The type with all that is known of its variables put in; `final` makes `dyn` of the rest.
    func resolved(_ type: CELType, final: Bool = false) -> CELType {
        switch type {
        case .variable(let number):
            if let found = known[number] { return resolved(found, final: final) }
            return final ? .dyn : type
        case .list(let element): return .list(resolved(element, final: final))
        case .map(let key, let value):
            return .map(key: resolved(key, final: final), value: resolved(value, final: final))
        case .optional(let wrapped): return .optional(resolved(wrapped, final: final))
        case .type(let type): return .type(type.map { resolved($0, final: final) })
        case .opaque(let name, let parameters): return .opaque(name, parameters.map { resolved($0, final: final) })
        case .dyn, .null, .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration, .record, .parameter:
            return type
        }
    }

    /// Whether values of the first types can stand where the second are asked for; nothing is settled unless all fit.
    mutating func fits(_ types: [CELType], _ wanted: [CELType]) -> Bool {
        guard types.count == wanted.count else { return false }
        before.removeAll(keepingCapacity: true)
        for (type, wanted) in zip(types, wanted) where !fit(type, wanted) {
            for (number, type) in before.reversed() { known[number] = type }
            return false
        }
        return true
    }

    /// The type of a list's elements or a condition's branches: the more general of two that fit, else `dyn`.
    mutating func joined(_ first: CELType?, _ second: CELType) -> CELType {
        guard let first else { return second }
        return fits([first], [second]) ? moreGeneralType(resolved(first), resolved(second)) : .dyn
    }

    private mutating func fit(_ type: CELType, _ wanted: CELType) -> Bool {
        if case .variable(let number) = wanted {
            let (isValid, wasKnown) = substitute(type, for: number)
            if isValid { return true }
            if wasKnown { return false }
        }
        if case .variable(let number) = type { return substitute(wanted, for: number).isValid }
        switch (type, wanted) {
        case (.dyn, _), (_, .dyn): return true
        case (.null, let other), (let other, .null): return CELInference.isNullable(other)
        case (.list(let left), .list(let right)): return fit(left, right)
        case (.map(let leftKey, let leftValue), .map(let rightKey, let rightValue)):
            return fit(leftKey, rightKey) && fit(leftValue, rightValue)
        case (.record(let left), .record(let right)): return left == right
        case (.record, .map(let key, let value)), (.map(let key, let value), .record):
            return fit(.string, key) && fit(.dyn, value)
        case (.optional(let left), .optional(let right)): return fit(left, right)
        case (.type, .type): return true
        case (.opaque(let leftName, let left), .opaque(let rightName, let right)):
            return leftName == rightName && left.count == right.count && zip(left, right).allSatisfy { fit($0, $1) }
        default: return type == wanted
        }
    }

    /// Takes `type` for what the variable stands for, or widens what was known of it.
    private mutating func substitute(_ type: CELType, for number: Int) -> (isValid: Bool, wasKnown: Bool) {
        if type == .variable(number) { return (true, true) }
        if let found = known[number] {
            if type == found { return (true, true) }
            guard fit(type, found) else { return (false, true) }
            let wider = moreGeneralType(type, known[number] ?? found)
            if !contains(wider, number) { bind(number, as: wider) }
            return (true, true)
        }
        guard !contains(type, number) else { return (false, false) }
        bind(number, as: type)
        return (true, false)
    }

    private func contains(_ type: CELType, _ number: Int) -> Bool {
        switch type {
        case .variable(let other): other == number || known[other].map { contains($0, number) } ?? false
        case .list(let element): contains(element, number)
        case .map(let key, let value): contains(key, number) || contains(value, number)
        case .optional(let wrapped): contains(wrapped, number)
        case .type(let type): type.map { contains($0, number) } ?? false
        case .opaque(_, let parameters): parameters.contains { contains($0, number) }
        default: false
        }
    }

    private func moreGeneralType(_ left: CELType, _ right: CELType) -> CELType {
        CELInference.isNoMoreSpecific(left, right) ? left : right
    }

    private static func isNoMoreSpecific(_ left: CELType, _ right: CELType) -> Bool {
        switch (left, right) {
        case (.dyn, _), (.variable, _): true
        case (_, .dyn), (_, .variable): false
        case (.list(let left), .list(let right)), (.optional(let left), .optional(let right)):
            isNoMoreSpecific(left, right)
        case (.map(let leftKey, let leftValue), .map(let rightKey, let rightValue)):
            isNoMoreSpecific(leftKey, rightKey) && isNoMoreSpecific(leftValue, rightValue)
        case (.opaque(let leftName, let left), .opaque(let rightName, let right)):
            leftName == rightName && left.count == right.count
                && zip(left, right).allSatisfy { isNoMoreSpecific($0, $1) }
        case (.type, .type): true
        case (.map, .record): true
        case (_, .null): isNullable(left)
        default: left == right
        }
    }

    /// Where null can stand in for a value.
    private static func isNullable(_ type: CELType) -> Bool {
        switch type {
        case .null, .timestamp, .duration, .record, .optional, .opaque: true
        default: false
        }
    }
}

extension CELType {
    /// The type of a declaration with fresh variables for its parameters.
    func instantiated(_ variables: inout [String: CELType], _ inference: inout CELInference) -> CELType {
        switch self {
        case .parameter(let name):
            if let variable = variables[name] { return variable }
            let variable = inference.newVariable()
            variables[name] = variable
            return variable
        case .list(let element): return .list(element.instantiated(&variables, &inference))
        case .map(let key, let value):
            return .map(
                key: key.instantiated(&variables, &inference), value: value.instantiated(&variables, &inference))
        case .optional(let wrapped): return .optional(wrapped.instantiated(&variables, &inference))
        case .type(let type): return .type(type?.instantiated(&variables, &inference))
        case .opaque(let name, let parameters):
            return .opaque(name, parameters.map { $0.instantiated(&variables, &inference) })
        case .dyn, .null, .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration, .record, .variable:
            return self
        }
    }
}
