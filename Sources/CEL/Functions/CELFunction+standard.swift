// The standard functions, and the table of all there are.

import JSONValues
import RegularExpressions
import JSONSchema
import Synchronization

extension CELFunction {
    /// All functions but those that need time zones.
    static let standard: [String: CELFunction] = Dictionary(
        (general + conversions + strings + mathematics + optionals + lists + encoders + networks).map { ($0.name, $0) },
        uniquingKeysWith: { first, _ in first })

    private static let a = CELType.parameter("A")
    private static let anyMap = CELType.map(key: a, value: .parameter("B"))

    private static let general: [CELFunction] = [
        CELFunction(
            "size",
            [CELType.string, .bytes, .list(a), anyMap].flatMap { type in
                [.global(type, result: .int), .member(type, result: .int)] as [CELOverload]
            },
            .unary { value, meter throws(CELFailure) in
                switch value {
                case .string(let text):
                    try meter.step(text.utf8.count / 64)
                    return .int(Int64(text.unicodeScalars.count))
                case .bytes(let bytes): return .int(Int64(bytes.count))
                case .list(let list): return .int(Int64(list.count))
                case .map(let map): return .int(Int64(map.count))
                default: return nil
                }
            }),
        stringPredicate("contains") { text, part in find(part, in: text) },
        stringPredicate("startsWith") { text, part in text.starts(with: part) },
        stringPredicate("endsWith") { text, part in
            text.count >= part.count && text.suffix(part.count).elementsEqual(part)
        },
        matches,
        CELFunction(
            "type", [.global(a, result: .type(a))], .unary { value, _ throws(CELFailure) in .type(value.type) }),
        CELFunction("dyn", [.global(a, result: .dyn)], .unary { value, _ throws(CELFailure) in value }),
    ]

    /// A predicate on two strings, compared as UTF-8.
    private static func stringPredicate(
        _ name: String,
        _ answer: @escaping @Sendable (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Bool
    ) -> CELFunction {
        CELFunction(
            name, [.member(.string, .string, result: .bool)],
            .binary { text, part, meter throws(CELFailure) in
                guard case .string(let text) = text, case .string(let part) = part else { return nil }
                try meter.step((text.utf8.count + part.utf8.count) / 16)
                return .bool(withBytes(text) { text in withBytes(part) { answer(text, $0) } })
            })
    }

    /// Whether a regular expression in RE2's syntax, whose time is linear in the text, matches anywhere in it.
    private static let matches: CELFunction = {
        @Sendable func answer(_ text: CELValue, _ pattern: Pattern, _ meter: inout CELMeter) throws(CELFailure)
            -> CELValue?
        {
            guard case .string(let text) = text else { return nil }
            try meter.step(text.utf8.count / 4)
            switch pattern.verdict(on: text) {
            case .match: return .bool(true)
            case .noMatch: return .bool(false)
            case .gaveUp: throw CELFailure(.limit("the regular expression takes more steps than it is allowed"))
            }
        }
        @Sendable func compiled(_ source: String) throws(CELFailure) -> Pattern {
            var limits = PatternLimits()
            limits.length = 4096
            limits.instructions = 20_000
            do throws(PatternError) {
                return try Pattern(source, dialect: .re2, limits: limits)
            } catch {
                throw CELFailure(.invalid("no regular expression: \(error)"))
            }
        }
        var function = CELFunction(
            "matches", [.member(.string, .string, result: .bool), .global(.string, .string, result: .bool)],
            .binary { text, pattern, meter throws(CELFailure) in
                guard case .string(let source) = pattern else { return nil }
                try meter.step(source.utf8.count * 16)
                return try answer(text, try compiled(source), &meter)
            })
        function.prepare = { literals throws(CELFailure) in
            guard literals.count == 2 else { return nil }
            guard case .string(let source)? = literals[1] else {
                // Most calls match many texts against one pattern.
                let last = LastPattern()
                return .binary { text, pattern, meter throws(CELFailure) in
                    guard case .string(let source) = pattern else { return nil }
                    try meter.step(source.utf8.count * 16)
                    return try answer(text, try last.pattern(source, compiled), &meter)
                }
            }
            let pattern = try compiled(source)
            return .binary { text, _, meter throws(CELFailure) in try answer(text, pattern, &meter) }
        }
        return function
    }()

    /// Whether `text` contains the bytes of `part`, in time linear in both.
    private static func find(_ part: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>) -> Bool {
        firstOffset(of: part, in: text) != nil
    }
}

/// The last pattern of a call, compiled.
private final class LastPattern: Sendable {
    private let known = Mutex<(source: String, pattern: Pattern)?>(nil)

    func pattern(
        _ source: String, _ compile: (String) throws(CELFailure) -> Pattern
    ) throws(CELFailure) -> Pattern {
        let last = known.withLock { $0 }
        if let last, sameText(last.source, source) { return last.pattern }
        let pattern = try compile(source)
        known.withLock { $0 = (source, pattern) }
        return pattern
    }
}

/// The first offset of `part` in `text`, found by the algorithm of Knuth, Morris and Pratt.
func firstOffset<Unit: Equatable>(
    of part: some RandomAccessCollection<Unit>, in text: some RandomAccessCollection<Unit>
) -> Int? {
    let part = Array(part)
    guard let first = part.first else { return 0 }
    guard part.count <= text.count else { return nil }
    var fallback = [Int](repeating: 0, count: part.count)
    var length = 0
    for index in part.indices.dropFirst() {
        while length > 0, part[index] != part[length] { length = fallback[length - 1] }
        if part[index] == part[length] { length += 1 }
        fallback[index] = length
    }
    var matched = 0
    for (offset, unit) in text.enumerated() {
        if matched == 0, unit != first { continue }
        while matched > 0, unit != part[matched] { matched = fallback[matched - 1] }
        if unit == part[matched] { matched += 1 }
        if matched == part.count { return offset - part.count + 1 }
    }
    return nil
}
