// Media types and ranges (RFC 9110, section 8.3.1 and 12.5.1): what a body is, and what a contract takes.

/// `application/json`, `text/*`, `*/*`, with parameters. Types and parameter names are in lower case.
package struct MediaRange: Sendable, Hashable {
    /// `*` for any.
    package let type: String
    /// `*` for any.
    package let subtype: String
    /// In the order in which they are written, without the weight.
    package let parameters: [Parameter]

    /// `charset=utf-8`
    package struct Parameter: Sendable, Hashable {
        /// In lower case.
        package let name: String
        /// Without quotes.
        package let value: String
    }

    /// A type without parameters.
    package init(type: String, subtype: String) {
        self.type = type
        self.subtype = subtype
        parameters = []
    }

    /// Nil where the text is no media range.
    package init?(_ text: String) { self.init(text[...]) }

    /// Nil where the text is no media range.
    package init?(_ text: Substring) {
        if let slash = MediaRange.slash(inPlain: text) {
            type = String(text[..<slash])
            subtype = String(text[text.utf8.index(after: slash)...])
            parameters = []
            return
        }
        let parts = FieldText.split(text, at: ";")
        guard let first = parts.first else { return nil }
        let names = first.split(separator: "/", omittingEmptySubsequences: false).map(MediaRange.trimmed)
        guard names.count == 2, names.allSatisfy({ !$0.isEmpty && !$0.contains(" ") }) else { return nil }
        type = names[0].lowercased()
        subtype = names[1].lowercased()
        parameters = parts.dropFirst().compactMap { part in
            guard let equals = part.firstIndex(of: "=") else { return nil }
            let name = MediaRange.trimmed(part[..<equals]).lowercased()
            let value = FieldText.unquoted(MediaRange.trimmed(part[part.index(after: equals)...]))
            return Parameter(name: name, value: value)
        }
    }

    /// Where the slash is in a text that is nothing but type and subtype in lower case, as nearly all are.
    private static func slash(inPlain text: Substring) -> Substring.Index? {
        var slash: Substring.Index?
        var isEmpty = true
        for index in text.utf8.indices {
            switch text.utf8[index] {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "*"),
                UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
                isEmpty = false
            case UInt8(ascii: "/") where slash == nil && !isEmpty:
                slash = index
                isEmpty = true
            default: return nil
            }
        }
        return isEmpty ? nil : slash
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        let start = text.firstIndex { $0 != " " && $0 != "\t" } ?? text.endIndex
        let end = text.lastIndex { $0 != " " && $0 != "\t" }
        return end.map { String(text[start...$0]) } ?? ""
    }
}

extension MediaRange {
    package subscript(parameter: String) -> String? { parameters.first { $0.name == parameter }?.value }

    /// `type/subtype` without parameters.
    package var essence: String { type + "/" + subtype }

    /// Whether it stands for one type only.
    package var isConcrete: Bool { type != "*" && !subtype.contains("*") }

    /// Whether a body of that type fits. A parameter of the range must be there with the same value, but for the character set
    /// and the boundary, which say how a body is written, not what it is.
    package func includes(_ other: MediaRange) -> Bool {
        guard type == "*" || type == other.type, MediaRange.fits(subtype, other.subtype) else { return false }
        return parameters.allSatisfy { parameter in
            switch parameter.name {
            case "charset", "boundary", "q": true
            default: other[parameter.name]?.lowercased() == parameter.value.lowercased()
            }
        }
    }

    /// `*` stands for any subtype, and `*+json` for any with that suffix.
    private static func fits(_ pattern: String, _ subtype: String) -> Bool {
        guard pattern.hasPrefix("*") else { return pattern == subtype }
        return subtype.hasSuffix(pattern.dropFirst())
    }

    /// How much the range fixes: the closest of several that include a type is meant (RFC 9110, section 12.5.1).
    package var precision: Int {
        let fixed = (type == "*" ? 0 : 100) + (subtype == "*" ? 0 : subtype.hasPrefix("*") ? 25 : 50)
        return fixed + min(parameters.count { $0.name != "q" && $0.name != "charset" }, 20)
    }

    /// What its bytes are.
    package var kind: Kind {
        if subtype == "json" || subtype.hasSuffix("+json") { return .json }
        switch (type, subtype) {
        case ("application", "x-www-form-urlencoded"): return .form
        case ("multipart", _): return .multipart
        case ("application", "jsonl"), ("application", "x-ndjson"), ("application", "json-seq"),
            ("application", "x-jsonlines"):
            return .jsonLines
        case ("text", "json"), ("text", "x-json"): return .json
        case ("text", "event-stream"): return .eventStream
        case (_, "xml"): return .xml
        case _ where subtype.hasSuffix("+xml"): return .xml
        case ("text", _): return .text
        case ("application", "yaml"), ("application", "x-yaml"), ("application", "javascript"),
            ("application", "graphql"):
            return .text
        default: return .binary
        }
    }

    /// The families of content that are read differently.
    package enum Kind: Sendable, Hashable {
        case json, jsonLines, eventStream, form, multipart, text, xml, binary
    }
}
