// Equality and order of values.

import JSONValues

/// What an evaluation may still spend. Equality of deep values is work too, and counts.
struct CELMeter: Sendable {
    var steps: Int
    var memory: Int

    @inline(__always)
    mutating func step(_ count: Int = 1) throws(CELFailure) {
        steps -= count
        if steps < 0 { throw CELFailure(.limit("the expression takes more steps than it is allowed")) }
    }

    /// Bytes that are about to be built.
    @inline(__always)
    mutating func build(_ bytes: Int) throws(CELFailure) {
        memory -= bytes
        if memory < 0 { throw CELFailure(.limit("the expression builds more data than it is allowed")) }
    }

    mutating func buildList(of count: Int) throws(CELFailure) {
        try step(count)
        try build(count * MemoryLayout<CELValue>.stride)
    }
}

extension CELValue {
    /// CEL's `==`: numbers by value whatever their types, lists in order, maps by key, other types never equal.
    func equals(_ other: CELValue, _ meter: inout CELMeter) throws(CELFailure) -> Bool {
        // What lists are mostly looked through for; a pair of values would be copied first.
        if case .int(let left) = self, case .int(let right) = other { return left == right }
        switch (self, other) {
        case (.null, .null): return true
        case (.bool(let left), .bool(let right)): return left == right
        case (.uint(let left), .uint(let right)): return left == right
        case (.double(let left), .double(let right)): return left == right
        case (.string(let left), .string(let right)):
            try meter.step(1 + left.utf8.count / 64)
            return sameText(left, right)
        case (.bytes(let left), .bytes(let right)):
            try meter.step(1 + left.count / 64)
            return left == right
        case (.timestamp(let left), .timestamp(let right)): return left == right
        case (.duration(let left), .duration(let right)): return left == right
        case (.type(let left), .type(let right)): return left.runtimeName == right.runtimeName
        case (.address(let left), .address(let right)): return left == right
        case (.network(let left), .network(let right)): return left == right
        case (.optional(let left), .optional(let right)):
            guard let left, let right else { return left == nil && right == nil }
            return try left.equals(right, &meter)
        case (.list(let left), .list(let right)): return try left.equals(right, &meter)
        case (.map(let left), .map(let right)): return try left.equals(right, &meter)
        case (.int, .uint), (.int, .double), (.uint, .int), (.uint, .double), (.double, .int), (.double, .uint):
            return numericOrder(self, other) == .some(.same)
        default: return false
        }
    }
}

extension CELList {
    func equals(_ other: CELList, _ meter: inout CELMeter) throws(CELFailure) -> Bool {
        guard count == other.count else { return false }
        for index in 0..<count {
            try meter.step()
            guard try self[index].equals(other[index], &meter) else { return false }
        }
        return true
    }
}

extension CELMap {
    func equals(_ other: CELMap, _ meter: inout CELMeter) throws(CELFailure) -> Bool {
        guard count == other.count else { return false }
        switch self {
        case .json(let object):
            for (name, json) in object {
                try meter.step()
                guard let right = other.value(name), try CELValue(json).equals(right, &meter) else { return false }
            }
        case .entries(let entries):
            for (key, left) in zip(entries.keys, entries.values) {
                try meter.step()
                guard let key = CELKey(key), let right = other.value(key), try left.equals(right, &meter) else {
                    return false
                }
            }
        }
        return true
    }
}

enum CELOrder: Sendable { case before, same, after }

extension CELValue {
    /// The order of two values that have one: numbers with numbers, and else like with like. Nil where there is none,
    /// as with NaN; `comparable` tells which of the two it was.
    func order(_ other: CELValue) -> (order: CELOrder?, comparable: Bool) {
        func by<Value: Comparable>(_ left: Value, _ right: Value) -> (CELOrder?, Bool) {
            (left < right ? .before : left == right ? .same : .after, true)
        }
        switch (self, other) {
        case (.int(let left), .int(let right)): return by(left, right)
        case (.uint(let left), .uint(let right)): return by(left, right)
        case (.int, .uint), (.int, .double), (.uint, .int), (.uint, .double), (.double, .int), (.double, .uint),
            (.double, .double):
            return (numericOrder(self, other), true)
        case (.string(let left), .string(let right)):
            return (sameText(left, right) ? .same : textPrecedes(left, right) ? .before : .after, true)
        case (.bool(let left), .bool(let right)): return by(left ? 1 : 0, right ? 1 : 0)
        case (.bytes(let left), .bytes(let right)):
            return (left == right ? .same : left.lexicographicallyPrecedes(right) ? .before : .after, true)
        case (.timestamp(let left), .timestamp(let right)): return by(left, right)
        case (.duration(let left), .duration(let right)): return by(left.nanoseconds, right.nanoseconds)
        default: return (nil, false)
        }
    }
}

/// Numbers of different types by their values; nil for NaN and for what is no number.
private func numericOrder(_ left: CELValue, _ right: CELValue) -> CELOrder? {
    switch (left, right) {
    case (.int(let left), .uint(let right)):
        guard left >= 0 else { return .before }
        return order(UInt64(left), right)
    case (.uint, .int), (.double, .int), (.double, .uint):
        return switch numericOrder(right, left) {
        case .before?: .after
        case .after?: .before
        case .same?: .same
        case nil: nil
        }
    case (.int(let left), .double(let right)):
        // Within the range of the whole number it is the doubles that are compared, as cel-go does and the suite wants:
        // the largest int is no less than 2^63.
        if right > 0x1p63 { return .before }
        if right < -0x1p63 { return .after }
        return numericOrder(.double(Double(left)), .double(right))
    case (.uint(let left), .double(let right)):
        if right > 0x1p64 { return .before }
        if right < 0 { return .after }
        return numericOrder(.double(Double(left)), .double(right))
    case (.double(let left), .double(let right)):
        return left.isNaN || right.isNaN ? nil : order(left, right)
    default: return nil
    }
}

private func order<Value: Comparable>(_ left: Value, _ right: Value) -> CELOrder {
    left < right ? .before : left == right ? .same : .after
}

extension CELValue: Equatable {
    /// CEL's equality, which NaN does not share with itself.
    package static func == (left: CELValue, right: CELValue) -> Bool {
        var meter = CELMeter(steps: .max, memory: .max)
        do throws(CELFailure) {
            return try left.equals(right, &meter)
        } catch {
            return false
        }
    }
}
