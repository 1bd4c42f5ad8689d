// What the lending library asks of the values that it is sent, written by hand: it is to be held to its contract, not to go by it.

import JSONValues

indirect enum Rule: Sendable {
    case text(ClosedRange<Int>)
    case matching(@Sendable (String) -> Bool)
    case integer(ClosedRange<Int>)
    case number(from: Double, past: Bool, to: Double)
    case flag
    case choice([String])
    case list(atMost: Int, unique: Bool, Rule)
    case orNull(Rule)
    case object([Field], closed: Bool)

    /// What is wrong with a value; nil where nothing is.
    func fault(in value: JSON, at place: String) -> String? {
        switch (self, value) {
        case (.text(let length), .string(let text)):
            return length.contains(text.unicodeScalars.count) ? nil : "\(place) has a wrong length"
        case (.matching(let matches), .string(let text)): return matches(text) ? nil : "\(place) is malformed"
        case (.integer(let range), .number(let number)):
            guard let whole = number.int64 else { return "\(place) is no integer" }
            return range.contains(Int(whole)) ? nil : "\(place) is out of range"
        case (.number(let low, let past, let high), .number(let number)):
            let value = number.double
            return (past ? value > low : value >= low) && value <= high ? nil : "\(place) is out of range"
        case (.flag, .bool): return nil
        case (.choice(let choices), .string(let text)):
            return choices.contains(text) ? nil : "\(place) is none of \(choices)"
        case (.list(let most, let unique, let rule), .array(let elements)):
            if elements.count > most { return "\(place) is too long" }
            if unique, Set(elements).count < elements.count { return "\(place) has something twice" }
            return elements.lazy.compactMap { rule.fault(in: $0, at: place) }.first
        case (.orNull, .null): return nil
        case (.orNull(let rule), _): return rule.fault(in: value, at: place)
        case (.object(let fields, let closed), .object(let members)):
            for field in fields {
                if let value = members[field.name] {
                    if let fault = field.rule.fault(in: value, at: field.name) { return fault }
                } else if field.required {
                    return "\(field.name) is missing"
                }
            }
            let unknown = members.keys.filter { key in !fields.contains { $0.name == key } }
            return closed && !unknown.isEmpty ? "\(unknown) is unknown" : nil
        default: return "\(place) is of a wrong type"
        }
    }
}

struct Field: Sendable {
    let name: String
    let rule: Rule
    let required: Bool

    init(_ name: String, _ rule: Rule, required: Bool = false) {
        self.name = name
        self.rule = rule
        self.required = required
    }
}

extension Rule {
    static let date = Rule.matching { text in
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.count) == [4, 2, 2], text.utf8.allSatisfy({ $0 == 0x2D || (0x30...0x39).contains($0) }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]), (1...12).contains(month)
        else { return false }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return (1...days[month - 1]).contains(day)
    }

    static let email = Rule.matching { text in
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty } && !text.contains(" ")
    }

    static let uuid = Rule.matching { text in
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        return parts.map(\.count) == [8, 4, 4, 4, 12] && text.allSatisfy { $0 == "-" || $0.isHexDigit }
    }

    static func digits(_ count: ClosedRange<Int>, after prefixes: [String] = [""]) -> Rule {
        .matching { text in
            prefixes.contains { prefix in
                let rest = text.dropFirst(prefix.count)
                return text.hasPrefix(prefix) && count.contains(rest.count)
                    && rest.utf8.allSatisfy { (0x30...0x39).contains($0) }
            }
        }
    }
}
