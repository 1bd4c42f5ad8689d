// Whether one value is what one matcher demands.

import HTTPExchange
import JSONValues
import OpenAPIContract
import RegularExpressions
import SourceDocuments

extension Matcher {
    /// Why a value is refused.
    struct Refusal: Error {
        let message: String
        /// What would have been taken.
        let expected: String
        var isCertain = true
    }

    /// A value beside its example.
    struct Pair {
        /// The example.
        let expected: JSON
        let actual: JSON
        /// Whether both are texts by themselves, as in headers and XML, where `12` may be a number.
        var isText = false
        /// Whether the rule stands above the value.
        var isCascaded = false
    }

    /// - Throws: why the value is refused.
    func judge(_ pair: Pair) throws(Refusal) {
        let actual = pair.actual
        switch self {
        case .equality:
            if pair.actual != pair.expected {
                throw Refusal(message: "another value", expected: pair.expected.excerpt)
            }
        case .type(let minimum, let maximum):
            try judgeType(pair, minimum, maximum)
        case .regex(let pattern): try judge(actual, by: pattern)
        case .include(let part):
            if !actual.plainText.utf8.contains(part) {
                throw Refusal(message: "the text does not hold what it must", expected: "a text with '\(part)'")
            }
        case .integer: try demand(actual.isNumber(pair.isText, .integer), "no integer", "an integer")
        case .decimal: try demand(actual.isNumber(pair.isText, .decimal), "no decimal number", "a decimal number")
        case .number: try demand(actual.isNumber(pair.isText, .any), "no number", "a number")
        case .boolean:
            let isBoolean = actual.bool != nil || (pair.isText && ["true", "false"].contains(actual.string))
            try demand(isBoolean, "no boolean", "true or false")
        case .null: try demand(actual.isNull, "not null", "null")
        case .date(let pattern):
            let isMoment = actual.string.map(pattern.accepts) ?? false
            try demand(isMoment, "no \(pattern.kind.noun) of this format", "'\(pattern.text)'")
        case .semver: try demand(actual.string?.isSemanticVersion ?? false, "no semantic version", "such as 1.2.3")
        case .notEmpty: try demand(!actual.isEmptyValue, "empty", "something")
        case .statusCode(let statuses):
            try demand(
                actual.number?.int64.map { statuses.contains(Int($0)) } ?? false, "another status", statuses.description
            )
        case .contentType(let type):
            let found = ContentSniffer.type(of: Array(actual.plainText.utf8))
            try demand(ContentSniffer.isSame(found, type), "content of another type", type)
        case .values, .eachKey, .eachValue, .arrayContains: break
        }
    }

    private func demand(_ holds: Bool, _ message: String, _ expected: String) throws(Refusal) {
        if !holds { throw Refusal(message: message, expected: expected) }
    }

    private func judgeType(_ pair: Pair, _ minimum: Int?, _ maximum: Int?) throws(Refusal) {
        guard pair.isText || pair.actual.isSameKind(as: pair.expected) else {
            throw Refusal(message: "a value of another type", expected: pair.expected.kindName)
        }
        guard !pair.isCascaded, case .array(let values) = pair.actual else { return }
        if let minimum, values.count < minimum {
            throw Refusal(message: "the list is too short", expected: "at least \(minimum) elements")
        }
        if let maximum, values.count > maximum {
            throw Refusal(message: "the list is too long", expected: "at most \(maximum) elements")
        }
    }

    private func judge(_ actual: JSON, by pattern: Pattern) throws(Refusal) {
        guard actual.object == nil, actual.array == nil else {
            throw Refusal(message: "no single value", expected: "a match of /\(pattern.source)/")
        }
        let text = actual.plainText
        guard !pattern.matchesWhole(text) else { return }
        throw Refusal(
            message: "the value does not match", expected: "a match of /\(pattern.source)/",
            isCertain: !pattern.matches(in: text))
    }
}

extension Matcher.StatusClass: CustomStringConvertible {
    package var description: String {
        switch self {
        case .hundreds(let classes): "\(classes.lowerBound * 100) to \(classes.upperBound * 100 + 99)"
        case .codes(let codes): "one of \(codes.map(String.init).joined(separator: ", "))"
        }
    }

    fileprivate func contains(_ status: Int) -> Bool {
        switch self {
        case .hundreds(let classes): classes.contains(status / 100)
        case .codes(let codes): codes.contains(status)
        }
    }
}

extension DatePattern.Kind {
    fileprivate var noun: String {
        switch self {
        case .date: "date"
        case .time: "time"
        case .datetime: "date with a time"
        }
    }
}

private enum NumberKind { case integer, decimal, any }

extension JSON {
    /// A string's own text, and of anything else how JSON writes it.
    var plainText: String { string ?? serialized() }

    /// Short enough for a line.
    var excerpt: String {
        let text = serialized()
        return text.count > 120 ? "\(text.prefix(117))…" : text
    }

    fileprivate func isSameKind(as other: JSON) -> Bool {
        switch (self, other) {
        case (.null, .null), (.bool, .bool), (.number, .number), (.string, .string), (.array, .array),
            (.object, .object):
            true
        default: false
        }
    }

    fileprivate func isNumber(_ isText: Bool, _ kind: NumberKind) -> Bool {
        guard let number = number ?? (isText ? string.flatMap { JSONNumber($0) } : nil) else { return false }
        return switch kind {
        case .integer: number.isWrittenAsInteger
        case .decimal: !number.isWrittenAsInteger
        case .any: true
        }
    }

    fileprivate var isEmptyValue: Bool {
        switch self {
        case .null: true
        case .string(let text): text.isEmpty
        case .array(let values): values.isEmpty
        case .object(let members): members.isEmpty
        case .bool, .number: false
        }
    }
}

extension String.UTF8View {
    fileprivate func contains(_ part: String) -> Bool {
        let part = Array(part.utf8)
        guard !part.isEmpty else { return true }
        var rest = self[...]
        while rest.count >= part.count {
            if rest.starts(with: part) { return true }
            rest = rest.dropFirst()
        }
        return false
    }
}

extension String {
    /// [Semantic Versioning 2.0.0](https://semver.org).
    fileprivate var isSemanticVersion: Bool {
        let build = split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false)
        let core = build[0].split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        let numbers = core[0].split(separator: ".", omittingEmptySubsequences: false)
        func isNumber(_ text: Substring) -> Bool {
            !text.isEmpty && text.utf8.allSatisfy(\.isDigit) && (text == "0" || text.first != "0")
        }
        func isNames(_ text: Substring, refusingZeros: Bool) -> Bool {
            text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { name in
                !name.isEmpty && name.utf8.allSatisfy { $0.isAlphanumeric || $0 == UInt8(ascii: "-") }
                    && (!refusingZeros || !name.utf8.allSatisfy(\.isDigit) || isNumber(name))
            }
        }
        return numbers.count == 3 && numbers.allSatisfy(isNumber)
            && core.dropFirst().allSatisfy { isNames($0, refusingZeros: true) }
            && build.dropFirst().allSatisfy { isNames($0, refusingZeros: false) }
    }
}

/// What bytes are, by what they begin with.
enum ContentSniffer {
    static func type(of bytes: [UInt8]) -> String {
        let magic: [([UInt8], String)] = [
            ([0x89, 0x50, 0x4E, 0x47], "image/png"), ([0xFF, 0xD8, 0xFF], "image/jpeg"),
            (Array("GIF8".utf8), "image/gif"), (Array("%PDF".utf8), "application/pdf"),
            (Array("PK\u{3}\u{4}".utf8), "application/zip"), ([0x1F, 0x8B], "application/gzip"),
        ]
        if let known = magic.first(where: { bytes.starts(with: $0.0) }) { return known.1 }
        guard let text = String(validating: bytes, as: UTF8.self) else { return "application/octet-stream" }
        let start = text.drop(while: \.isWhitespace).prefix(64).lowercased()
        if start.hasPrefix("<!doctype html") || start.hasPrefix("<html") { return "text/html" }
        if start.hasPrefix("<") { return "application/xml" }
        let mayBeJSON = start.hasPrefix("{") || start.hasPrefix("[")
        if mayBeJSON, (try? JSON(parsing: bytes)) != nil { return "application/json" }
        return "text/plain"
    }

    /// Whether content found to be of one type is of the other: what is text by its bytes is of any type that texts are written in.
    static func isSame(_ found: String, _ wanted: String) -> Bool {
        guard let found = MediaRange(found), let wanted = MediaRange(wanted) else { return false }
        return found.essence == wanted.essence || (found.kind == wanted.kind && found.kind != .binary)
            || (found.essence == "text/plain" && wanted.type == "text")
    }
}
