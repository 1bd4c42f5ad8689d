// Conversions between types.

import Expressions

extension CELFunction {
    static let conversions: [CELFunction] = [
        conversion("int", to: .int, from: [.int, .uint, .double, .string, .timestamp]) { value throws(CELFailure) in
            switch value {
            case .int: return value
            case .uint(let number): return try outOfRange(value, "int", unless: Int64(exactly: number).map { .int($0) })
            case .double(let number):
                guard number > -0x1p63, number < 0x1p63 else { return try outOfRange(value, "int", unless: nil) }
                return .int(Int64(number))
            case .string(let text): return try unreadable(text, "int", unless: Int64(text).map { .int($0) })
            case .timestamp(let time): return .int(time.seconds)
            default: return nil
            }
        },
        conversion("uint", to: .uint, from: [.int, .uint, .double, .string]) { value throws(CELFailure) in
            switch value {
            case .uint: return value
            case .int(let number):
                return try outOfRange(value, "uint", unless: UInt64(exactly: number).map { .uint($0) })
            case .double(let number):
                guard number > -1, number < 0x1p64 else { return try outOfRange(value, "uint", unless: nil) }
                return .uint(UInt64(number))
            case .string(let text):
                guard !text.hasPrefix("+"), let number = UInt64(text) else {
                    return try unreadable(text, "uint", unless: nil)
                }
                return .uint(number)
            default: return nil
            }
        },
        conversion("double", to: .double, from: [.int, .uint, .double, .string]) { value throws(CELFailure) in
            switch value {
            case .double: return value
            case .int(let number): return .double(Double(number))
            case .uint(let number): return .double(Double(number))
            case .string(let text): return try unreadable(text, "double", unless: double(text).map { .double($0) })
            default: return nil
            }
        },
        conversion(
            "string", to: .string,
            from: [.int, .uint, .double, .bool, .string, .bytes, .timestamp, .duration, .address, .network]
        ) { value throws(CELFailure) in
            switch value {
            case .string: return value
            case .int(let number): return .string(String(number))
            case .uint(let number): return .string(String(number))
            case .double(let number): return .string(shownDouble(number))
            case .bool(let truth): return .string(String(truth))
            case .bytes(let bytes):
                guard let text = String(validating: bytes, as: UTF8.self) else {
                    throw CELFailure(.invalid("the bytes are not UTF-8"))
                }
                return .string(text)
            case .timestamp(let time): return .string(time.description)
            case .duration(let span): return .string(span.description)
            case .address(let address): return .string(address.description)
            case .network(let network): return .string(network.description)
            default: return nil
            }
        },
        conversion("bytes", to: .bytes, from: [.string, .bytes]) { value throws(CELFailure) in
            switch value {
            case .bytes: return value
            case .string(let text): return .bytes(Array(text.utf8))
            default: return nil
            }
        },
        conversion("bool", to: .bool, from: [.bool, .string]) { value throws(CELFailure) in
            switch value {
            case .bool: return value
            case .string(let text):
                if ["1", "t", "true", "TRUE", "True"].contains(text) { return .bool(true) }
                if ["0", "f", "false", "FALSE", "False"].contains(text) { return .bool(false) }
                return try unreadable(text, "bool", unless: nil)
            default: return nil
            }
        },
        conversion("timestamp", to: .timestamp, from: [.timestamp, .string, .int]) { value throws(CELFailure) in
            switch value {
            case .timestamp: return value
            case .string(let text):
                return try unreadable(text, "timestamp", unless: CELTimestamp(rfc3339: text).map { .timestamp($0) })
            case .int(let seconds):
                return try outOfRange(value, "timestamp", unless: CELTimestamp(seconds: seconds).map { .timestamp($0) })
            default: return nil
            }
        },
        conversion("duration", to: .duration, from: [.duration, .string]) { value throws(CELFailure) in
            switch value {
            case .duration: return value
            case .string(let text):
                return try unreadable(text, "duration", unless: CELDuration(text).map { .duration($0) })
            default: return nil
            }
        },
    ]

    private static func conversion(
        _ name: String, to result: CELType, from sources: [CELType],
        _ body: @escaping @Sendable (CELValue) throws(CELFailure) -> CELValue?
    ) -> CELFunction {
        CELFunction(
            name, sources.map { .global($0, result: result) },
            .unary { value, meter throws(CELFailure) in
                switch value {
                case .string(let text): try meter.build(text.utf8.count)
                case .bytes(let bytes): try meter.build(bytes.count)
                default: break
                }
                return try body(value)
            })
    }

    private static func outOfRange(
        _ value: CELValue, _ type: String, unless converted: CELValue?
    ) throws(CELFailure) -> CELValue {
        guard let converted else { throw CELFailure(.invalid("\(value.shown) is out of the range of \(type)")) }
        return converted
    }

    private static func unreadable(
        _ text: String, _ type: String, unless converted: CELValue?
    ) throws(CELFailure) -> CELValue {
        guard let converted else { throw CELFailure(.invalid("\(CELValue.string(text).shown) is no \(type)")) }
        return converted
    }

    private static func double(_ text: String) -> Double? {
        switch text {
        case "NaN": return .nan
        case "Infinity", "+Infinity": return .infinity
        case "-Infinity": return -.infinity
        default: break
        }
        guard let last = text.utf8.last, text.utf8.allSatisfy({ isDigit($0) || "+-.eE".utf8.contains($0) }),
            isDigit(last) || last == UInt8(ascii: ".")
        else { return nil }
        return Double(text)
    }
}

/// The shortest decimal that reads back as the same number, without a fraction of zero.
func shownDouble(_ value: Double) -> String {
    if value.isNaN { return "NaN" }
    if value.isInfinite { return value < 0 ? "-Infinity" : "Infinity" }
    var text = String(describing: value)
    if text.hasSuffix(".0") { text.removeLast(2) }
    return text
}
