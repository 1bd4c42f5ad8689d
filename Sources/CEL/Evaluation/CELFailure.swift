// Why an evaluation had no value.

import Expressions

/// A failure while evaluating. Conditions absorb failures (`false && 1/0 > 0` is false), so it is cheap to make; its
/// message is written only when it is read.
struct CELFailure: Error, Sendable {
    var reason: Reason
    /// Bytes of UTF-8 before the operation that failed; -1 while that is not known.
    var offset: Int

    init(_ reason: Reason, at offset: Int = -1) {
        self.reason = reason
        self.offset = offset
    }

    enum Reason: Sendable {
        case noSuchKey(CELValue)
        case notAMap(field: String, CELType)
        case noSuchOverload(function: String, [CELType])
        case unboundVariable(String)
        case unboundFunction(String)
        case overflow(String)
        case divisionByZero
        case modulusByZero
        case indexOutOfRange(Int64, count: Int)
        case unsupportedKey(CELType)
        case repeatedKey(String)
        case notBoolean(CELType)
        case notIterable(CELType)
        case notOptional(CELType)
        case emptyOptional
        /// A value that a function cannot take; the text says which.
        case invalid(String)
        case limit(String)
    }

    /// Whether no condition can absorb it, because a limit was reached.
    var isFatal: Bool { if case .limit = reason { true } else { false } }

    func at(_ place: Int) -> CELFailure { offset < 0 ? CELFailure(reason, at: place) : self }
}

extension CELFailure {
    func fault(at place: Int) -> UnlocatedError {
        let offset = self.offset < 0 ? place : self.offset
        func fault(_ message: String, found: String? = nil, expected: String? = nil) -> UnlocatedError {
            UnlocatedError(stage: .evaluation, offset: offset, message: message, found: found, expected: expected)
        }
        switch reason {
        case .noSuchKey(let key): return fault("no such key \(key.shown)")
        case .notAMap(let field, let type): return fault("no field '\(field)' here", found: "\(type)", expected: "map")
        case .noSuchOverload(let function, let types):
            return fault(
                "no such overload of '\(function)'", found: "(\(types.map(\.description).joined(separator: ", ")))")
        case .unboundVariable(let name): return fault("the variable '\(name)' has no value")
        case .unboundFunction(let name): return fault("there is no function '\(name)'")
        case .overflow(let operation): return fault("\(operation) overflows")
        case .divisionByZero: return fault("division by zero")
        case .modulusByZero: return fault("modulus by zero")
        case .indexOutOfRange(let index, let count):
            return fault("index out of range", found: "\(index)", expected: "0 up to \(count - 1)")
        case .unsupportedKey(let type):
            return fault("this is no key of a map", found: "\(type)", expected: "bool, int, uint or string")
        case .repeatedKey(let key): return fault("the key \(key) stands twice in a map")
        case .notBoolean(let type): return fault("a condition is not a bool", found: "\(type)", expected: "bool")
        case .notIterable(let type): return fault("nothing to go through", found: "\(type)", expected: "list or map")
        case .notOptional(let type): return fault("this is no optional", found: "\(type)", expected: "optional_type")
        case .emptyOptional: return fault("the optional holds no value")
        case .invalid(let message): return fault(message)
        case .limit(let message): return .limit(message, at: offset)
        }
    }
}

extension CELValue {
    /// The value as a message shows it: short, and in CEL's own spelling.
    var shown: String {
        switch self {
        case .null: return "null"
        case .bool(let value): return String(value)
        case .int(let value): return String(value)
        case .uint(let value): return "\(value)u"
        case .double(let value): return shownDouble(value)
        case .string(let value):
            let start = value.unicodeScalars.prefix(40)
            return "'\(String(String.UnicodeScalarView(start)))\(start.endIndex < value.endIndex ? "…" : "")'"
        default: return "a \(type)"
        }
    }
}
