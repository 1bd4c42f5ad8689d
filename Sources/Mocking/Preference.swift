// What a client asks of the mock with one request: RFC 7240, and the twins in the query for where headers cannot be set.

import JSONValues
import HTTPExchange
import SourceDocuments
import OpenAPIContract
import HTTPTypes

/// `Prefer: code=401, example=empty-cart, dynamic=true, seed=7`, or `?__code=401&__example=…`. The query counts only
/// where the header names nothing of ours.
struct Preference: Hashable, Sendable {
    var code: Int?
    var example: String?
    var dynamic = false
    var seed: UInt64?

    struct Invalid: Error, Hashable, Sendable {
        let name: String
        let value: String
        let expected: String
    }

    init() {}

    /// Nil where the request prefers nothing.
    init?(_ request: Request) throws(Invalid) {
        let asked = Preference.ofHeader(request) ?? Preference.ofQuery(request)
        guard let asked else { return nil }
        for (name, value) in asked {
            switch name {
            case .code:
                guard value.utf8.count == 3, let code = Int(value), (200...599).contains(code) else {
                    throw Invalid(
                        name: name.rawValue, value: value, expected: "a status from 200 to 599, such as code=404")
                }
                self.code = code
            case .example:
                guard !value.isEmpty else {
                    throw Invalid(name: name.rawValue, value: value, expected: "the name of an example")
                }
                example = value
            case .dynamic:
                guard value == "true" || value == "false" || value == "" else {
                    throw Invalid(name: name.rawValue, value: value, expected: "true or false")
                }
                dynamic = value != "false"
            case .seed:
                guard let seed = UInt64(value) else {
                    throw Invalid(
                        name: name.rawValue, value: value, expected: "a whole number from 0 to 18446744073709551615")
                }
                self.seed = seed
            }
        }
    }

    /// As it goes into `Preference-Applied` (RFC 7240, section 3).
    var applied: String {
        var text = ""
        func add(_ part: String) { text += text.isEmpty ? part : ", " + part }
        if let code { add("code=" + String(code)) }
        if let example { add("example=" + FieldText.quoted(example)) }
        if dynamic { add("dynamic=true") }
        if let seed { add("seed=" + String(seed)) }
        return text
    }

    private static let prefer = HTTPField.Name("Prefer")

    private enum Name: String {
        case code, example, dynamic, seed
    }

    private typealias Bytes = UnsafeBufferPointer<UInt8>.SubSequence

    private static func ofHeader(_ request: Request) -> [(name: Name, value: String)]? {
        guard let prefer, request.has(.prefer) else { return nil }
        let asked = request.headers[values: prefer].flatMap { FieldText.split($0[...], at: ",") }.compactMap {
            preference in
            // Parameters of a preference stand behind semicolons; ours have none.
            FieldText.split(preference[...], at: ";").first.flatMap { preference in
                var preference = preference
                return preference.withUTF8 { pair($0[...]) }
            }
        }
        return asked.isEmpty ? nil : asked
    }

    private static func ofQuery(_ request: Request) -> [(name: Name, value: String)]? {
        request.withTarget { bytes in
            guard mayAskByQuery(bytes) else { return nil }
            var asked: [(name: Name, value: String)] = []
            var start = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.count
            while start < bytes.count {
                let part = bytes[(start + 1)...].prefix { $0 != UInt8(ascii: "&") }
                if part.starts(with: "__".utf8), let (name, value) = pair(part.dropFirst(2)) {
                    asked.append((name, Percent.decoded(value, plusIsSpace: true)))
                }
                start = part.endIndex
            }
            return asked.isEmpty ? nil : asked
        }
    }

    /// Whether two underscores stand next to each other: what the rest looks at more closely is rare.
    private static func mayAskByQuery(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var index = 1
        while index < bytes.count {
            // Every other byte will do.
            if bytes[index] == UInt8(ascii: "_") {
                if bytes[index - 1] == UInt8(ascii: "_") { return true }
                if index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "_") { return true }
            }
            index += 2
        }
        return false
    }

    /// Nil where it is none of ours.
    private static func pair(_ bytes: Bytes) -> (name: Name, value: String)? {
        let equals = bytes.firstIndex(of: UInt8(ascii: "=")) ?? bytes.endIndex
        let name = String(decoding: trimmed(bytes[..<equals]), as: UTF8.self)
        guard let name = Name(rawValue: name.lowercased()) else { return nil }
        return (name, FieldText.unquoted(String(decoding: trimmed(bytes[equals...].dropFirst()), as: UTF8.self)))
    }

    private static func trimmed(_ bytes: Bytes) -> Bytes {
        var rest = bytes
        while let first = rest.first, first == 0x20 || first == 0x09 { rest.removeFirst() }
        while let last = rest.last, last == 0x20 || last == 0x09 { rest.removeLast() }
        return rest
    }
}
