// Secrets in texts that people and programs read: settings, code, logs, markup, tables.

import JSONValues
import Markup

extension Redactor {
    // MARK: - Names with values behind them

    /// `password=…`, `"password": "…"`, `X-Api-Key: …` at the start of a line.
    /// - Parameter isYAML: whether `password: …` in a line says it too.
    mutating func assignments(_ text: String, isYAML: Bool = false) -> String {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var done = 0
        for index in bytes.indices where index >= done && (bytes[index] == Self.equals || bytes[index] == Self.colon) {
            guard let name = Self.name(before: index, from: done, in: bytes), isSecret(name.text),
                let value = value(after: index, name, isYAML: isYAML, in: bytes)
            else { continue }
            let found = String(decoding: bytes[value], as: UTF8.self)
            let redacted = name.text.lowercased() == "authorization" ? authorization(found) : secret(found)
            guard redacted != found else { continue }
            result += bytes[done..<value.lowerBound]
            result += redacted.utf8
            done = value.upperBound
        }
        return done == 0 ? text : String(decoding: result + bytes[done...], as: UTF8.self)
    }

    private static let equals = UInt8(ascii: "=")
    private static let colon = UInt8(ascii: ":")

    private struct Name {
        let text: String
        /// Whether it is the first of its line.
        let isFirst: Bool
        /// The quote before it where there is none behind it: what follows ends there.
        let quote: UInt8?
    }

    /// The word before a sign, with or without quotes.
    private static func name(before index: Int, from start: Int, in bytes: [UInt8]) -> Name? {
        var end = index
        // `key := "…"`
        if end > start, bytes[index] == equals, bytes[end - 1] == colon { end -= 1 }
        while end > start, bytes[end - 1] == UInt8(ascii: " ") { end -= 1 }
        let closed = end
        while end > start, "\"'\\".utf8.contains(bytes[end - 1]) { end -= 1 }
        var begin = end
        while begin > start, end - begin < 64, isNamePart(bytes[begin - 1]) { begin -= 1 }
        guard begin < end else { return nil }
        var before = begin
        while before > 0, " \t-\"'".utf8.contains(bytes[before - 1]) { before -= 1 }
        let isFirst = before == 0 || bytes[before - 1] == UInt8(ascii: "\n") || bytes[before - 1] == UInt8(ascii: "\r")
        let isOpen = closed == end && begin > start && "\"'".utf8.contains(bytes[begin - 1])
        return Name(
            text: String(decoding: bytes[begin..<end], as: UTF8.self), isFirst: isFirst,
            quote: isOpen ? bytes[begin - 1] : nil)
    }

    private static func isNamePart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "["), UInt8(ascii: "]"):
            true
        default: false
        }
    }

    private func value(after index: Int, _ name: Name, isYAML isInYAML: Bool, in bytes: [UInt8]) -> Range<Int>? {
        let isYAML = isInYAML && name.isFirst
        let isFirst = name.isFirst || name.quote != nil
        let (quoteBefore, name) = (name.quote, name.text)
        var begin = index + 1
        // `'password' => '…'`
        if bytes[index] == Self.equals, begin < bytes.count, bytes[begin] == UInt8(ascii: ">") { begin += 1 }
        while begin < bytes.count, bytes[begin] == UInt8(ascii: " ") { begin += 1 }
        if isYAML, let block = Self.block(after: index, from: begin, in: bytes) { return block }
        if bytes[index] == Self.colon, let quote = Self.typedLiteral(from: begin, in: bytes) { begin = quote }
        let hasBlanks = begin > index + 1 || bytes[index - 1] == UInt8(ascii: " ")
        while begin < bytes.count, bytes[begin] == UInt8(ascii: "\\") { begin += 1 }
        guard begin < bytes.count else { return nil }
        let quote = bytes[begin]
        var end: Int
        var isQuoted = false
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            isQuoted = true
            // A literal over several lines, of GraphQL, Python or TOML.
            let isLong = bytes[begin...].starts(with: [quote, quote, quote])
            begin += isLong ? 3 : 1
            end = begin
            while end < bytes.count, isLong ? !bytes[end...].starts(with: [quote, quote, quote]) : bytes[end] != quote {
                end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
            }
            end = min(end, bytes.count)
        } else if bytes[index] == Self.colon {
            // A field of a message or of settings, and nothing that a person says.
            let isField = isFirst && (name.contains("-") || ["authorization", "cookie"].contains(name.lowercased()))
            end = begin
            guard isYAML || isField else {
                guard hasBlanks else { return nil }
                while end < bytes.count, bytes[end] > 0x20, !",;)]}\"'<>".utf8.contains(bytes[end]) { end += 1 }
                // `Password: k3y…`: one word, with a digit, is no sentence.
                let isWord = bytes[begin..<end].contains(where: SecretShapes.isDigit)
                let least = rules.tells(name) ? isInYAML ? 3 : 6 : 16
                return end - begin >= least && (isWord || isInYAML) ? begin..<end : nil
            }
            while end < bytes.count, bytes[end] != UInt8(ascii: "\n"), bytes[end] != UInt8(ascii: "\r"),
                bytes[end] != quoteBefore
            {
                end += 1
            }
        } else {
            end = begin
            while end < bytes.count, bytes[end] > 0x20, !",;&)]}\"'<>".utf8.contains(bytes[end]) { end += 1 }
            // `password = …` of settings is a line of its own; of a program it is seldom one word with a digit.
            let isLine = end == bytes.count || bytes[end] == UInt8(ascii: "\n") || bytes[end] == UInt8(ascii: "\r")
            let isSetting =
                isFirst && isLine && rules.tells(name) && bytes[begin..<end].contains(where: SecretShapes.isDigit)
                && !bytes[begin..<end].contains(UInt8(ascii: "("))
            guard !hasBlanks || isSetting else { return nil }
        }
        let value = bytes[begin..<end]
        guard value.count >= 3, value.first != Self.equals else { return nil }
        let digits = value.count(where: SecretShapes.isDigit)
        // `key: "name"` is of any object, `pin="1234"` of one that has one.
        guard isYAML || rules.tells(name) || (digits > 0 && (isQuoted || value.count >= 6)) else { return nil }
        return begin..<end
    }

    /// The quote after a type: `key: string = "…"`.
    private static func typedLiteral(from begin: Int, in bytes: [UInt8]) -> Int? {
        var index = begin
        while index < bytes.count, index - begin < 40, isNamePart(bytes[index]) || " <>|?".utf8.contains(bytes[index]) {
            index += 1
        }
        guard index > begin, index < bytes.count, bytes[index] == equals else { return nil }
        index += 1
        while index < bytes.count, bytes[index] == UInt8(ascii: " ") { index += 1 }
        return index < bytes.count && "\"'".utf8.contains(bytes[index]) ? index : nil
    }

    /// The lines of a block scalar or of a list in YAML, which stand further in than their name.
    private static func block(after index: Int, from begin: Int, in bytes: [UInt8]) -> Range<Int>? {
        let newline = UInt8(ascii: "\n")
        guard begin < bytes.count, "|>\r\n".utf8.contains(bytes[begin]),
            let head = bytes[begin...].firstIndex(of: newline), head - begin <= 4
        else { return nil }
        let isList = bytes[begin] <= newline + 3
        let line = bytes[..<index].lastIndex(of: newline).map { $0 + 1 } ?? 0
        func indentation(_ start: Int) -> Int { bytes[start...].prefix { $0 == UInt8(ascii: " ") }.count }
        let own = indentation(line)
        var (first, last) = (-1, head)
        var start = head + 1
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: newline) ?? bytes.count
            let inner = indentation(start)
            let text = bytes[(start + inner)..<end]
            if !text.isEmpty, text.first != UInt8(ascii: "\r") {
                let isItem = text.starts(with: "- ".utf8) && !text.contains(colon)
                guard isList ? isItem && inner >= own : inner > own else { break }
                if first < 0 { first = start + inner + (isList ? 2 : 0) }
                last = end
            }
            start = end + 1
        }
        return first >= 0 && first < last ? first..<last : nil
    }

    // MARK: - Markup

    /// Elements, attributes and inputs by their names; all other texts as texts.
    mutating func markup(_ text: String, depth: Int) -> String {
        let bytes = Array(text.utf8)
        var scanner = MarkupScanner(bytes)
        var result: [UInt8] = []
        var done = 0
        func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        func put(_ text: String, at range: Range<Int>) {
            result += bytes[done..<range.lowerBound]
            result += text.utf8
            done = range.upperBound
        }
        // Elements that are open, and whether what is in them is secret.
        var open: [(name: String, isSecret: Bool)] = []
        // The text of a `<key>` or `<name>` names the next element's (property lists, SOAP), that of a `<th>` or `<dt>` what it heads.
        var label: String?
        var labelled: String?
        while let token = scanner.next() {
            switch token {
            case .start(let name, let attributes, let isEmpty):
                let local = Self.local(string(name))
                let told = attributes.contains { attribute in
                    let key = string(attribute.name).lowercased()
                    let value = string(attribute.value)
                    return ["name", "id", "key"].contains(key) && rules.isSecret(value)
                        || key == "type" && value.lowercased() == "password"
                }
                for attribute in attributes {
                    let key = string(attribute.name)
                    let found = string(attribute.value)
                    let plain = MarkupScanner.unescaped(found)
                    let isNamed = isSecret(Self.local(key)) && key.lowercased() != "key"
                    let isValue = told && ["value", "content"].contains(key.lowercased())
                    let redacted = isNamed || isValue ? secret(plain) : redact(plain, depth: depth)
                    if redacted != plain { put(MarkupText.escaped(redacted), at: attribute.value) }
                }
                let isVoid = isEmpty || Self.voidElements.contains(local.lowercased())
                let isLabelled = labelled.map { Self.follows(local.lowercased(), $0) } ?? false
                let isSecretToo =
                    open.last?.isSecret == true || isLabelled || Self.isSecretElement(local, rules)
                    || told && !isVoid && attributes.contains { string($0.name).lowercased() == "name" }
                        && open.count < 512
                label = ["key", "name", "th", "dt"].first { $0 == local.lowercased() }
                labelled = nil
                if !isVoid, open.count < 512 { open.append((local, isSecretToo)) }
            case .end(let name):
                let local = Self.local(string(name))
                if let index = open.lastIndex(where: { $0.name == local }) { open.removeSubrange(index...) }
            case .text(let range, let isEscaped):
                let found = string(range)
                let plain = isEscaped ? MarkupScanner.unescaped(found) : found
                let trimmed = plain.trimmed
                guard !trimmed.isEmpty else { continue }
                let redacted = open.last?.isSecret == true ? secret(trimmed) : redact(trimmed, depth: depth)
                if let named = label { (label, labelled) = (nil, rules.isSecret(trimmed) ? named : nil) }
                guard redacted != trimmed else { continue }
                put(isEscaped ? MarkupText.escaped(redacted) : redacted, at: range)
            case .aside(let range), .declaration(let range):
                let found = string(range)
                let redacted = shapes(assignments(found))
                if redacted != found { put(redacted, at: range) }
            }
        }
        return done == 0 ? text : String(decoding: result + bytes[done...], as: UTF8.self)
    }

    /// Whether an element is what the one before it is the label of.
    private static func follows(_ name: String, _ label: String) -> Bool {
        label == "th" ? name == "td" : label == "dt" ? name == "dd" : true
    }

    /// Elements of HTML that have no end tag.
    private static let voidElements: Set<String> = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
    ]

    /// `<key>` and `<title>` are of any document.
    private static func isSecretElement(_ name: String, _ rules: RedactionRules) -> Bool {
        name.lowercased() != "key" && rules.isSecret(name)
    }

    /// Without the prefix of its namespace.
    private static func local(_ name: String) -> String {
        name.lastIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? name
    }

    // MARK: - Tables

    /// Columns by the names in the first line (RFC 4180).
    mutating func table(_ text: String) -> String {
        let bytes = Array(text.utf8)
        let head = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        let separator = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")].max { one, other in
            head.count { $0 == one } < head.count { $0 == other }
        }
        guard let separator else { return redact(text) }
        var secrets: [Bool] = []
        var result: [UInt8] = []
        var (index, column, row) = (0, 0, 0)
        while index < bytes.count {
            var end = index
            let isQuoted = bytes[index] == UInt8(ascii: "\"")
            if isQuoted {
                end += 1
                while end < bytes.count,
                    bytes[end] != UInt8(ascii: "\"") || (end + 1 < bytes.count && bytes[end + 1] == UInt8(ascii: "\""))
                {
                    end += bytes[end] == UInt8(ascii: "\"") ? 2 : 1
                }
                end = min(end + 1, bytes.count)
            }
            while end < bytes.count, bytes[end] != separator, bytes[end] != UInt8(ascii: "\n"),
                bytes[end] != UInt8(ascii: "\r")
            {
                end += 1
            }
            let field = String(decoding: bytes[index..<end], as: UTF8.self)
            let plain = isQuoted ? field.trimmed(of: "\"") : field
            if row == 0 { secrets.append(isSecret(plain.trimmed)) }
            let isSecretToo = row > 0 && column < secrets.count && secrets[column]
            let redacted = isSecretToo ? secret(plain) : redact(plain)
            result +=
                redacted == plain ? Array(bytes[index..<end]) : Array((isQuoted ? "\"\(redacted)\"" : redacted).utf8)
            index = end
            guard index < bytes.count else { break }
            if bytes[index] == separator {
                column += 1
            } else if bytes[index] == UInt8(ascii: "\n") {
                (row, column) = (row + 1, 0)
            }
            result.append(bytes[index])
            index += 1
        }
        return String(decoding: result, as: UTF8.self)
    }
}

extension String {
    /// Without white space around it.
    var trimmed: String {
        let start = drop { $0.isWhitespace }
        return String(start.prefix(start.count - start.reversed().prefix { $0.isWhitespace }.count))
    }

    /// Without a quote at each end.
    fileprivate func trimmed(of quote: Character) -> String {
        count >= 2 && first == quote && last == quote ? String(dropFirst().dropLast()) : self
    }
}
