// Functions on numbers, as cel-go's math extension has them.

extension CELFunction {
    static let mathematics: [CELFunction] =
        [
            leastOrGreatest("math.greatest", .after), leastOrGreatest("math.least", .before),
            rounding("math.ceil", .up), rounding("math.floor", .down), rounding("math.trunc", .towardZero),
            rounding("math.round", .toNearestOrAwayFromZero),
            numberPredicate("math.isNaN") { $0.isNaN }, numberPredicate("math.isInf") { $0.isInfinite },
            numberPredicate("math.isFinite") { $0.isFinite },
            bits("math.bitAnd", { $0 & $1 }), bits("math.bitOr", { $0 | $1 }), bits("math.bitXor", { $0 ^ $1 }),
            shift("math.bitShiftLeft") { $0 << $1 }, shift("math.bitShiftRight") { $0 >> $1 },
        ] + [
            CELFunction(
                "math.abs", numbers.map { .global($0, result: $0) },
                .unary { value, _ throws(CELFailure) in
                    switch value {
                    case .uint: return value
                    case .double(let number): return .double(number.magnitude)
                    case .int(let number):
                        guard number != .min else { throw CELFailure(.overflow("math.abs(\(number))")) }
                        return .int(abs(number))
                    default: return nil
                    }
                }),
            CELFunction(
                "math.sign", numbers.map { .global($0, result: $0) },
                .unary { value, _ throws(CELFailure) in
                    switch value {
                    case .uint(let number): return .uint(number == 0 ? 0 : 1)
                    case .int(let number): return .int(number.signum())
                    case .double(let number): return .double(number > 0 ? 1 : number < 0 ? -1 : number)
                    default: return nil
                    }
                }),
            CELFunction(
                "math.sqrt", numbers.map { .global($0, result: .double) },
                .unary { value, _ throws(CELFailure) in
                    switch value {
                    case .uint(let number): return .double(Double(number).squareRoot())
                    case .int(let number): return .double(Double(number).squareRoot())
                    case .double(let number): return .double(number.squareRoot())
                    default: return nil
                    }
                }),
            CELFunction(
                "math.bitNot", [.global(.int, result: .int), .global(.uint, result: .uint)],
                .unary { value, _ throws(CELFailure) in
                    switch value {
                    case .int(let number): return .int(~number)
                    case .uint(let number): return .uint(~number)
                    default: return nil
                    }
                }),
        ]

    private static let numbers: [CELType] = [.int, .uint, .double]

    /// The largest or the smallest of the arguments, or of one list.
    private static func leastOrGreatest(_ name: String, _ better: CELOrder) -> CELFunction {
        let overloads = (numbers + [.dyn]).flatMap { type -> [CELOverload] in
            let given: [CELOverload] = [.global(.list(type), result: type), .variadic(type, result: type)]
            return given
        }
        return CELFunction(
            name, overloads,
            .variadic { arguments, meter throws(CELFailure) in
                var candidates = arguments
                if case .list(let list)? = arguments.first, arguments.count == 1 {
                    try meter.buildList(of: list.count)
                    candidates = list.elements
                    if candidates.isEmpty { throw CELFailure(.invalid("\(name)() of an empty list")) }
                }
                guard var best = candidates.first, candidates.allSatisfy({ $0.type.isNumeric }) else { return nil }
                for candidate in candidates.dropFirst() where candidate.order(best).order == better { best = candidate }
                return best
            })
    }

    private static func rounding(_ name: String, _ rule: FloatingPointRoundingRule) -> CELFunction {
        CELFunction(
            name, [.global(.double, result: .double)],
            .unary { value, _ throws(CELFailure) in
                guard case .double(let number) = value else { return nil }
                return .double(number.rounded(rule))
            })
    }

    private static func numberPredicate(_ name: String, _ answer: @escaping @Sendable (Double) -> Bool) -> CELFunction {
        CELFunction(
            name, [.global(.double, result: .bool)],
            .unary { value, _ throws(CELFailure) in
                guard case .double(let number) = value else { return nil }
                return .bool(answer(number))
            })
    }

    private static func bits(_ name: String, _ operation: @escaping @Sendable (UInt64, UInt64) -> UInt64) -> CELFunction
    {
        CELFunction(
            name, [.global(.int, .int, result: .int), .global(.uint, .uint, result: .uint)],
            .binary { left, right, _ throws(CELFailure) in
                switch (left, right) {
                case (.uint(let left), .uint(let right)): return .uint(operation(left, right))
                case (.int(let left), .int(let right)):
                    return .int(Int64(bitPattern: operation(UInt64(bitPattern: left), UInt64(bitPattern: right))))
                default: return nil
                }
            })
    }

    /// Shifts of bits without a sign, whatever the number's type.
    private static func shift(_ name: String, _ operation: @escaping @Sendable (UInt64, Int64) -> UInt64) -> CELFunction
    {
        CELFunction(
            name, [.global(.int, .int, result: .int), .global(.uint, .int, result: .uint)],
            .binary { value, count, _ throws(CELFailure) in
                guard case .int(let count) = count else { return nil }
                func shifted(_ bits: UInt64) throws(CELFailure) -> UInt64 {
                    guard count >= 0 else { throw CELFailure(.invalid("\(name)() has a negative offset, \(count)")) }
                    return operation(bits, count)
                }
                switch value {
                case .uint(let number): return .uint(try shifted(number))
                case .int(let number): return .int(Int64(bitPattern: try shifted(UInt64(bitPattern: number))))
                default: return nil
                }
            })
    }
}
