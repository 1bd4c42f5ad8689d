// Swift text as it is written: lines, indentation, packing to the width of a line.

/// One file under construction.
struct Source {
    static let width = 120

    private(set) var lines: [String] = []
    fileprivate var depth = 0
    /// Whether a public declaration names a type of Foundation.
    var showsFoundation = false

    mutating func line(_ text: String = "") {
        lines.append(text.isEmpty ? "" : String(repeating: "    ", count: depth) + text)
    }

    /// An empty line, unless a block has just begun.
    mutating func addBlankLine() {
        guard let last = lines.last, !last.isEmpty, !last.hasSuffix("{") else { return }
        lines.append("")
    }

    /// Braces around lines; on one line where there is only one inside, and room for it.
    mutating func block(_ head: String, _ body: (inout Source) -> Void) {
        let start = lines.count
        line(head + " {")
        depth += 1
        body(&self)
        depth -= 1
        while lines.last == "" { lines.removeLast() }
        let count = lines.count - start - 1
        guard count > 0 else {
            lines[start] += "}"
            return
        }
        let only = lines[start + 1]
        let text = only.drop { $0 == " " }
        let joined = "\(lines[start]) \(text) }"
        let isFlat = !text.hasPrefix("//") && !text.hasPrefix("@") && text.count(where: { $0 == "{" }) <= 1
        if count == 1, joined.count <= Self.width, isFlat {
            lines[start] = joined
            lines.removeLast()
        } else {
            line("}")
        }
    }

    /// A property that is computed from another.
    mutating func accessors(_ head: String, get: String, set: String) {
        let whole = "\(head) { get { \(get) } set { \(set) } }"
        if depth * 4 + whole.count <= Self.width { return line(whole) }
        block(head) { source in
            source.line("get { \(get) }")
            source.line("set { \(set) }")
        }
    }

    /// `head(a, b, c) tail`, broken where it is too long for a line.
    mutating func call(_ head: String, _ arguments: [String], tail: String = "") {
        let whole = "\(head)(\(arguments.joined(separator: ", ")))\(tail)"
        if depth * 4 + whole.count <= Self.width || arguments.isEmpty { return line(whole) }
        line(head + "(")
        pack(arguments, separator: ",", indent: 1)
        line(")" + tail)
    }

    /// `[a, b]`, broken where it is too long.
    mutating func list(_ items: [String]) {
        let whole = "[\(items.joined(separator: ", "))]"
        if depth * 4 + whole.count <= Self.width { return line(whole) }
        line("[")
        pack(items, separator: ",", indent: 1)
        line("]")
    }

    /// A function whose parameters may take several lines.
    mutating func function(_ head: String, _ parameters: [String], tail: String = "", _ body: (inout Source) -> Void) {
        let whole = "\(head)(\(parameters.joined(separator: ", ")))\(tail)"
        if depth * 4 + whole.count + 2 <= Self.width { return block(whole, body) }
        line(head + "(")
        pack(parameters, separator: ",", indent: 1)
        line(")\(tail) {")
        indented(body)
        line("}")
    }

    /// `head(a, b) { x in value },` broken where it is too long.
    mutating func closure(_ head: String, _ arguments: [String], _ parameters: String, _ value: String) {
        let start = "\(head)(\(arguments.joined(separator: ", "))) { \(parameters)"
        let whole = "\(start) \(value) },"
        if depth * 4 + whole.count <= Self.width { return line(whole) }
        if depth * 4 + start.count <= Self.width {
            line(start)
        } else {
            line(head + "(")
            pack(arguments, separator: ",", indent: 1)
            line(") { \(parameters)")
        }
        indented { $0.line(value) }
        line("},")
    }

    /// `case x: value`, the value on a line of its own where it is too long.
    mutating func branch(_ label: String, _ value: String) {
        let whole = "\(label): \(value)"
        if depth * 4 + whole.count <= Self.width { return line(whole) }
        line(label + ":")
        indented { $0.line(value) }
    }

    /// `self.a = a; self.b = b`, on as many lines as it takes.
    mutating func assign(_ pairs: [(stored: String, value: String)]) {
        pack(pairs.map { "\($0.stored) = \($0.value)" }, separator: ";")
    }

    /// Items side by side, as many as a line takes.
    mutating func pack(_ items: [String], separator: String, indent: Int = 0) {
        let margin = (depth + indent) * 4
        var current = ""
        depth += indent
        for (index, item) in items.enumerated() {
            let text = index == items.count - 1 ? item : item + separator
            if current.isEmpty {
                current = text
            } else if margin + current.count + 1 + text.count <= Self.width {
                current += " " + text
            } else {
                line(separator == ";" ? String(current.dropLast()) : current)
                current = text
            }
        }
        if !current.isEmpty { line(current) }
        depth -= indent
    }

    /// `case a, b = "b"` on as many lines as it takes.
    mutating func cases(_ items: [String]) { declarations("case", items) }

    /// Declarations of one kind side by side, as many as a line takes.
    mutating func declarations(_ head: String, _ items: [String]) {
        var current = ""
        for item in items {
            if current.isEmpty {
                current = "\(head) \(item)"
            } else if depth * 4 + current.count + 2 + item.count <= Self.width {
                current += ", " + item
            } else {
                line(current)
                current = "\(head) \(item)"
            }
        }
        if !current.isEmpty { line(current) }
    }

    /// Doc comments, broken at words.
    mutating func documentation(_ paragraphs: [String], isDeprecated: Bool = false) {
        var all = paragraphs.filter { !$0.allSatisfy(\.isWhitespace) }
        if isDeprecated { all.append("**Deprecated.**") }
        for (index, paragraph) in all.enumerated() {
            if index > 0 { line("///") }
            for part in paragraph.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
                comment(part)
            }
        }
        // A paragraph may end in an empty line of its own.
        while let last = lines.last, last.allSatisfy({ $0 == "/" || $0 == " " }), last.hasSuffix("///") {
            lines.removeLast()
        }
    }

    private mutating func comment(_ text: Substring) {
        let clean = text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : String($0) }.joined()
        let indent = clean.prefix { $0 == " " }
        // The lines after the first of a list's item are indented, or Markdown ends the list.
        let isItem = ["- ", "* ", "+ "].contains { clean.dropFirst(indent.count).hasPrefix($0) }
        var current = String(indent)
        for word in clean.split(separator: " ") {
            if current.count > indent.count, depth * 4 + 4 + current.count + 1 + word.count > Self.width {
                line("/// " + current)
                current = indent + (isItem ? "  " : "") + word
                continue
            }
            current += current.count > indent.count ? " " + word : String(word)
        }
        if current.allSatisfy({ $0 == " " }) {
            if lines.last?.hasSuffix("///") == false { line("///") }
        } else {
            line("/// " + current)
        }
    }
}

extension String {
    /// The text as a Swift literal.
    var literal: String {
        var text = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case "\0": text += "\\0"
            default:
                if scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format
                    || scalar == "\u{2028}" || scalar == "\u{2029}"
                {
                    text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
                } else {
                    text.unicodeScalars.append(scalar)
                }
            }
        }
        return text + "\""
    }

    /// The text as a raw Swift literal, as readable as it is.
    var rawLiteral: String {
        // Source has no control characters, DEL among them, which JSON does not escape.
        if unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) { return literal }
        var hashes = "#"
        while contains("\"" + hashes) || contains("\\" + hashes) { hashes += "#" }
        return "\(hashes)\"\(self)\"\(hashes)"
    }
}

extension Source {
    mutating func indented(_ body: (inout Source) -> Void) {
        depth += 1
        body(&self)
        depth -= 1
    }
}
