// A YAML scalar as JSON, by the core schema of YAML 1.2.

import JSONValues

/// What an untagged plain scalar means ([YAML 1.2.2, section 10.3.2](https://yaml.org/spec/1.2.2/#1032-tag-resolution)). Dates, `yes`
/// and `1_000` of YAML 1.1 are strings; numbers keep the digits that they were written with.
enum YAMLScalar {
    /// The value of a scalar with that tag, which is nil if none is written, and what is odd about it.
    static func value(
        of text: String, tag: String?, isPlain: Bool, at position: Position
    ) -> (JSON, YAMLReader.Problem?) {
        switch tag {
        case nil: return isPlain ? value(ofPlain: text, at: position) : (.string(text), nil)
        case "tag:yaml.org,2002:str", "!", "tag:yaml.org,2002:binary", "tag:yaml.org,2002:timestamp":
            return (.string(text), nil)
        case "tag:yaml.org,2002:int", "tag:yaml.org,2002:float", "tag:yaml.org,2002:bool", "tag:yaml.org,2002:null":
            return value(ofPlain: text, at: position)
        case let tag?:
            let unknown = YAMLReader.Problem(
                code: .yamlUnknownTag, message: "the tag '\(tag)' means nothing here", remedy: "Leave the tag out.",
                position: position)
            return (value(ofPlain: text, at: position).0, unknown)
        }
    }

    private static func value(ofPlain text: String, at position: Position) -> (JSON, YAMLReader.Problem?) {
        guard let first = text.utf8.first else { return (.null, nil) }
        switch first {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): return (number(text).map(JSON.number) ?? .string(text), nil)
        case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
            if let number = number(text) { return (.number(number), nil) }
            guard notNumbers.contains(text) else { return (.string(text), nil) }
            let odd = YAMLReader.Problem(
                code: .yamlNotJSON, message: "'\(text)' is no number that JSON can say; it is read as text",
                remedy: "Quote it if text is meant.", position: position)
            return (.string(text), odd)
        default: return (word(text), nil)
        }
    }

    private static func word(_ text: String) -> JSON {
        switch text {
        case "~", "null", "Null", "NULL": .null
        case "true", "True", "TRUE": .bool(true)
        case "false", "False", "FALSE": .bool(false)
        default: .string(text)
        }
    }

    private static let notNumbers: Set = [
        ".inf", ".Inf", ".INF", "-.inf", "-.Inf", "-.INF", "+.inf", "+.Inf", "+.INF", ".nan", ".NaN", ".NAN",
    ]

    /// The number that a scalar of the core schema's `int` or `float` stands for. Infinities and NaN have no JSON number.
    private static func number(_ text: String) -> JSONNumber? {
        if let number = JSONNumber(text) { return number }
        if text.hasPrefix("0x") { return whole(text.utf8.dropFirst(2), base: 16) }
        if text.hasPrefix("0o") { return whole(text.utf8.dropFirst(2), base: 8) }
        return decimal(text)
    }

    /// `+12`, `012`, `.5`, `1.` and their like, which YAML reads and JSON does not, respelt without touching a digit that counts.
    private static func decimal(_ text: String) -> JSONNumber? {
        var rest = text.utf8[...]
        var sign = ""
        if let first = rest.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
            if first == UInt8(ascii: "-") { sign = "-" }
            rest = rest.dropFirst()
        }
        func digits() -> String {
            let run = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            rest = rest[run.endIndex...]
            return String(Substring(run))
        }
        let whole = digits()
        var fraction = ""
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            fraction = digits()
        }
        guard !whole.isEmpty || !fraction.isEmpty else { return nil }
        let significant = String(whole.drop { $0 == "0" })
        var spelt = sign + (significant.isEmpty ? "0" : significant)
        if !fraction.isEmpty { spelt += "." + fraction }
        // Only an exponent may be left, whose grammar JSON shares.
        guard rest.isEmpty || rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") else { return nil }
        return JSONNumber(spelt + String(Substring(rest)))
    }

    /// Octal and hexadecimal numbers of any length, in decimal.
    private static func whole(_ text: Substring.UTF8View, base: Int) -> JSONNumber? {
        guard !text.isEmpty, text.count <= 256 else { return nil }
        var decimal = [0]
        for byte in text {
            guard let digit = Character(UnicodeScalar(byte)).hexDigitValue, digit < base else { return nil }
            var carry = digit
            for index in decimal.indices {
                let sum = decimal[index] * base + carry
                decimal[index] = sum % 10
                carry = sum / 10
            }
            while carry > 0 {
                decimal.append(carry % 10)
                carry /= 10
            }
        }
        return JSONNumber(decimal.reversed().map(String.init).joined())
    }
}
