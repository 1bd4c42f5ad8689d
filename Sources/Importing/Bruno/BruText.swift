// The Bru language: blocks of pairs, of text, or of a list.

/// A file, or a block that has blocks: `name {`, lines, `}` on a line of its own.
struct BruText {
    struct Block {
        let name: String
        /// Without what they are indented by.
        let lines: [Substring]
        /// Of its first line in the file, from 1.
        let line: Int
    }

    /// In the order of the file.
    let blocks: [Block]
    /// The pairs beside the blocks.
    let pairs: [(name: String, value: String)]
    /// Names of blocks that are not closed.
    let open: [String]

    init(_ text: String) {
        self.init(lines: text.split(omittingEmptySubsequences: false) { $0.isNewline }, from: 1)
    }

    init(_ block: Block) { self.init(lines: block.lines, from: block.line + 1) }

    private init(lines: [Substring], from first: Int) {
        var blocks: [Block] = []
        var others: [Substring] = []
        var open: [String] = []
        var index = 0
        while index < lines.count {
            let line = lines[index]
            guard let name = Self.opened(by: line) else {
                others.append(line)
                index += 1
                continue
            }
            let closing =
                String(repeating: " ", count: Self.indentation(line)) + (line.trimmedEnd.hasSuffix("[") ? "]" : "}")
            let end = lines[(index + 1)...].firstIndex { $0.trimmedEnd == closing }
            if end == nil { open.append(name) }
            let inner = Array(lines[(index + 1)..<(end ?? lines.count)])
            blocks.append(Block(name: name, lines: Self.dedented(inner), line: first + index))
            index = (end ?? lines.count) + 1
        }
        self.blocks = blocks
        self.open = open
        pairs = Self.pairs(Self.dedented(others))
    }

    subscript(name: String) -> Block? { blocks.first { $0.name == name } }

    /// The value of a pair of a block.
    func value(_ name: String, of block: String) -> String? {
        self[block]?.pairs.first { $0.name == name }?.value
    }

    private static func opened(by line: Substring) -> String? {
        let text = line.trimmedEnd
        guard text.hasSuffix(" {") || text.hasSuffix(" [") else { return nil }
        let name = text.dropLast(2).drop { $0 == " " }
        let plain = name.hasSuffix(":") ? name.dropLast() : name
        let isName = !plain.isEmpty && plain.allSatisfy { $0.isLetter || $0.isNumber || "-:_".contains($0) }
        return isName ? String(plain) : nil
    }

    private static func indentation(_ line: Substring) -> Int { line.prefix { $0 == " " }.count }

    private static func dedented(_ lines: [Substring]) -> [Substring] {
        let least = lines.filter { !$0.allSatisfy(\.isWhitespace) }.map(indentation).min() ?? 0
        return lines.map { $0.dropFirst(min(least, indentation($0))) }
    }

    /// `name: value`; a value of several lines stands between `'''`. What is switched off has a `~` before it.
    fileprivate static func pairs(_ lines: [Substring]) -> [(name: String, value: String)] {
        var pairs: [(name: String, value: String)] = []
        var index = 0
        while index < lines.count {
            var line = lines[index].drop { $0 == " " || $0 == "\t" }
            index += 1
            // A local variable has an @; so have annotations, which are no pairs.
            if line.hasPrefix("@") {
                line = line.dropFirst()
                if line.prefix(while: { $0 != ":" }).contains("(") { continue }
            }
            guard let (name, rest) = split(line) else { continue }
            var value = rest.trimmed
            if value.hasPrefix("'''") {
                var texts = [value.dropFirst(3)[...]]
                while index < lines.count, !(texts.last?.trimmedEnd.hasSuffix("'''") ?? true) {
                    texts.append(lines[index])
                    index += 1
                }
                if let last = texts.popLast() {
                    let end = last.trimmedEnd
                    let kept = end.hasSuffix("'''") ? end.dropLast(3) : end
                    if !kept.allSatisfy(\.isWhitespace) { texts.append(kept) }
                }
                if texts.first?.isEmpty ?? false { texts.removeFirst() }
                value = dedented(texts).joined(separator: "\n")
            }
            pairs.append((name, value))
        }
        return pairs
    }

    private static func split(_ line: Substring) -> (name: String, value: String)? {
        let isOff = line.hasPrefix("~")
        let rest = isOff ? line.dropFirst() : line
        if rest.hasPrefix("\"") {
            var name = ""
            var index = rest.index(after: rest.startIndex)
            while index < rest.endIndex, rest[index] != "\"" {
                if rest[index] == "\\", rest.index(after: index) < rest.endIndex { index = rest.index(after: index) }
                name.append(rest[index])
                index = rest.index(after: index)
            }
            guard index < rest.endIndex, let colon = rest[index...].firstIndex(of: ":") else { return nil }
            return ((isOff ? "~" : "") + name, String(rest[rest.index(after: colon)...]))
        }
        guard let colon = rest.firstIndex(of: ":") else { return nil }
        return ((isOff ? "~" : "") + String(rest[..<colon]).trimmed, String(rest[rest.index(after: colon)...]))
    }
}

extension BruText.Block {
    var pairs: [(name: String, value: String)] { BruText.pairs(lines) }

    /// Those that are not switched off.
    var fields: [SavedRequest.Field] {
        pairs.filter { !$0.name.hasPrefix("~") }.map { pair in
            SavedRequest.Field(name: pair.name, value: pair.value, isFile: pair.value.hasPrefix("@file("))
        }
    }

    var text: String { lines.joined(separator: "\n") }
}

extension Substring {
    var trimmedEnd: Substring {
        var text = self
        while text.last?.isWhitespace ?? false { text = text.dropLast() }
        return text
    }
}
