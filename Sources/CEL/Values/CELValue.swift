// The values that CEL computes with; JSON among them stays JSON until it is looked into.

/// A CEL value. Lists and maps that come from JSON are kept as they are and read element by element, so that wrapping a
/// collection of a thousand rows costs nothing.
package enum CELValue: Sendable {
    case null
    case bool(Bool)
    case int(Int64)
    case uint(UInt64)
    case double(Double)
    case string(String)
    case bytes([UInt8])
    case timestamp(CELTimestamp)
    case duration(CELDuration)
    case list(CELList)
    case map(CELMap)
    case type(CELType)
    /// `optional.of(x)`, or `optional.none()` where there is no value.
    indirect case optional(CELValue?)
    /// An address of IPv4 or IPv6, `net.IP`.
    indirect case address(CELAddress)
    /// A range of addresses, `net.CIDR`.
    indirect case network(CELNetwork)
}

extension CELValue {
    /// The value's type as `type(x)` gives it: without element types.
    package var type: CELType {
        switch self {
        case .null: .null
        case .bool: .bool
        case .int: .int
        case .uint: .uint
        case .double: .double
        case .string: .string
        case .bytes: .bytes
        case .timestamp: .timestamp
        case .duration: .duration
        case .list: .list(.dyn)
        case .map: .map(key: .dyn, value: .dyn)
        case .type: .type(nil)
        case .optional: .optional(.dyn)
        case .address: .address
        case .network: .network
        }
    }

    /// A list of these values.
    package static func list(_ values: [CELValue]) -> CELValue { .list(.values(values)) }

    /// Whether `optional.ofNonZeroValue` takes the value for nothing.
    var isZero: Bool {
        switch self {
        case .null: true
        case .bool(let value): !value
        case .int(let value): value == 0
        case .uint(let value): value == 0
        case .double(let value): value == 0
        case .string(let value): value.isEmpty
        case .bytes(let value): value.isEmpty
        case .timestamp(let value): value == CELTimestamp.epoch
        case .duration(let value): value.nanoseconds == 0
        case .list(let value): value.isEmpty
        case .map(let value): value.isEmpty
        case .optional(let value): value == nil
        case .type, .address, .network: false
        }
    }
}

// No nil among them: it would be taken for the absence of a value where an optional is meant.
extension CELValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByStringLiteral, ExpressibleByArrayLiteral
{
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(integerLiteral value: Int64) { self = .int(value) }
    package init(floatLiteral value: Double) { self = .double(value) }
    package init(stringLiteral value: String) { self = .string(value) }
    package init(arrayLiteral elements: CELValue...) { self = .list(.values(elements)) }
}
