// Operators: arithmetic, comparison, membership.

extension CELPlan {
    func relation(_ meaning: CELBinaryOperator, _ left: CELTerm, _ right: CELTerm, at offset: Int) -> CELTest {
        let (first, second) = (step(left), step(right))
        switch meaning {
        case .equal:
            return { frame throws(CELFailure) in
                let (left, right) = (try first(&frame), try second(&frame))
                return try left.equals(right, &frame.meter)
            }
        case .notEqual:
            return { frame throws(CELFailure) in
                let (left, right) = (try first(&frame), try second(&frame))
                return !(try left.equals(right, &frame.meter))
            }
        case .contained:
            return { frame throws(CELFailure) in
                let (left, right) = (try first(&frame), try second(&frame))
                return try contains(right, left, &frame.meter, at: offset)
            }
        default:
            return { frame throws(CELFailure) in
                let (left, right) = (try first(&frame), try second(&frame))
                let (order, comparable) = left.order(right)
                guard comparable else {
                    throw CELFailure(.noSuchOverload(function: meaning.rawValue, [left.type, right.type]), at: offset)
                }
                return order.map { meaning.accepts($0) } ?? false
            }
        }
    }

    func negation(_ operand: CELTerm, at offset: Int) -> CELStep {
        let operand = step(operand)
        return { frame throws(CELFailure) in
            let value = try operand(&frame)
            switch value {
            case .int(let number):
                guard number != .min else { throw CELFailure(.overflow("-(\(number))"), at: offset) }
                return .int(-number)
            case .double(let number): return .double(-number)
            default: throw CELFailure(.noSuchOverload(function: "-", [value.type]), at: offset)
            }
        }
    }

    func arithmetic(_ meaning: CELBinaryOperator, _ left: CELTerm, _ right: CELTerm, at offset: Int) -> CELStep {
        let (first, second) = (step(left), step(right))
        let isAdapting = numbers == .adapting
        return { frame throws(CELFailure) in
            let (left, right) = (try first(&frame), try second(&frame))
            do throws(CELFailure) {
                if let result = try computed(meaning, left, right, &frame.meter) { return result }
                if isAdapting, let result = try mixed(meaning, left, right) { return result }
            } catch {
                throw error.at(offset)
            }
            throw CELFailure(.noSuchOverload(function: meaning.rawValue, [left.type, right.type]), at: offset)
        }
    }
}

extension CELBinaryOperator {
    /// What `<`, `<=`, `>` and `>=` say of two values in that order.
    func accepts(_ order: CELOrder) -> Bool {
        switch self {
        case .less: order == .before
        case .lessOrEqual: order != .after
        case .greater: order == .after
        case .greaterOrEqual: order != .before
        default: false
        }
    }
}

/// `value in container`.
private func contains(
    _ container: CELValue, _ value: CELValue, _ meter: inout CELMeter, at offset: Int
) throws(CELFailure) -> Bool {
    switch container {
    case .list(.values(let values)):
        if case .int(let number) = value { return try contains(values, number, &meter) }
        for index in values.indices {
            try meter.step()
            if try values[index].equals(value, &meter) { return true }
        }
        return false
    case .list(.kept(let list)):
        try meter.step()
        if let positions = list.positions(where: nil, equals: value) { return !positions.isEmpty }
        return try contains(.list(.values(list.values)), value, &meter, at: offset)
    case .list(let list):
        for index in 0..<list.count {
            try meter.step()
            if try list[index].equals(value, &meter) { return true }
        }
        return false
    case .map(let map):
        try meter.step()
        return CELKey(value).map { map.value($0) != nil } ?? false
    default: throw CELFailure(.noSuchOverload(function: "in", [value.type, container.type]), at: offset)
    }
}

/// What lists are mostly looked through for: the elements need not be copied.
private func contains(_ values: [CELValue], _ number: Int64, _ meter: inout CELMeter) throws(CELFailure) -> Bool {
    for index in values.indices {
        try meter.step()
        if case .int(let element) = values[index] {
            if element == number { return true }
        } else if try values[index].equals(.int(number), &meter) {
            return true
        }
    }
    return false
}

/// Nil where the operator has no meaning between the two.
private func computed(
    _ meaning: CELBinaryOperator, _ left: CELValue, _ right: CELValue, _ meter: inout CELMeter
) throws(CELFailure) -> CELValue? {
    switch (left, right) {
    case (.int(let left), .int(let right)): return .int(try whole(meaning, left, right))
    case (.uint(let left), .uint(let right)): return .uint(try whole(meaning, left, right))
    case (.double(let left), .double(let right)): return fraction(meaning, left, right).map { .double($0) }
    case (.string(let left), .string(let right)):
        guard meaning == .add else { return nil }
        try meter.build(left.utf8.count + right.utf8.count)
        return .string(left + right)
    case (.bytes(let left), .bytes(let right)):
        guard meaning == .add else { return nil }
        try meter.build(left.count + right.count)
        return .bytes(left + right)
    case (.list(let left), .list(let right)):
        guard meaning == .add else { return nil }
        if right.isEmpty { return .list(left) }
        if left.isEmpty { return .list(right) }
        try meter.buildList(of: left.count + right.count)
        return .list(.values(left.elements + right.elements))
    case (.timestamp(let time), .duration(let span)):
        guard meaning == .add || meaning == .subtract else { return nil }
        guard let sum = time.adding(span, negated: meaning == .subtract) else {
            throw CELFailure(.overflow("\(time) \(meaning.rawValue) \(span)"))
        }
        return .timestamp(sum)
    case (.duration(let span), .timestamp(let time)):
        guard meaning == .add else { return nil }
        guard let sum = time.adding(span) else { throw CELFailure(.overflow("\(span) + \(time)")) }
        return .timestamp(sum)
    case (.timestamp(let left), .timestamp(let right)):
        guard meaning == .subtract else { return nil }
        guard let span = left.since(right) else { throw CELFailure(.overflow("\(left) - \(right)")) }
        return .duration(span)
    case (.duration(let left), .duration(let right)):
        guard meaning == .add || meaning == .subtract else { return nil }
        return .duration(CELDuration(nanoseconds: try whole(meaning, left.nanoseconds, right.nanoseconds)))
    default: return nil
    }
}

private func whole<Number: FixedWidthInteger>(
    _ meaning: CELBinaryOperator, _ left: Number, _ right: Number
) throws(CELFailure) -> Number {
    let (value, overflow): (Number, Bool)
    switch meaning {
    case .add: (value, overflow) = left.addingReportingOverflow(right)
    case .subtract: (value, overflow) = left.subtractingReportingOverflow(right)
    case .multiply: (value, overflow) = left.multipliedReportingOverflow(by: right)
    case .divide:
        guard right != 0 else { throw CELFailure(.divisionByZero) }
        (value, overflow) = left.dividedReportingOverflow(by: right)
    default:
        guard right != 0 else { throw CELFailure(.modulusByZero) }
        (value, overflow) = left.remainderReportingOverflow(dividingBy: right)
    }
    guard !overflow else { throw CELFailure(.overflow("\(left) \(meaning.rawValue) \(right)")) }
    return value
}

private func fraction(_ meaning: CELBinaryOperator, _ left: Double, _ right: Double) -> Double? {
    switch meaning {
    case .add: left + right
    case .subtract: left - right
    case .multiply: left * right
    case .divide: left / right
    default: nil
    }
}

/// Numbers of two types, computed by their values: whole ones exactly, as a `uint` where that can be.
private func mixed(_ meaning: CELBinaryOperator, _ left: CELValue, _ right: CELValue) throws(CELFailure) -> CELValue? {
    if let left = left.wide, let right = right.wide {
        let result = try whole(meaning, left, right)
        if let value = UInt64(exactly: result) { return .uint(value) }
        if let value = Int64(exactly: result) { return .int(value) }
        throw CELFailure(.overflow("\(left) \(meaning.rawValue) \(right)"))
    }
    if let left = left.approximate, let right = right.approximate {
        return fraction(meaning, left, right).map { .double($0) }
    }
    return nil
}

extension CELValue {
    fileprivate var wide: Int128? {
        switch self {
        case .int(let value): Int128(value)
        case .uint(let value): Int128(value)
        default: nil
        }
    }

    fileprivate var approximate: Double? {
        switch self {
        case .int(let value): Double(value)
        case .uint(let value): Double(value)
        case .double(let value): value
        default: nil
        }
    }
}
