// XML and HTML as their tags and texts, each with its place.

/// Takes a text apart at its tags ([XML 1.0](https://www.w3.org/TR/xml/)). It never fails: what is no markup is text, so that HTML can be
/// looked through too.
package struct MarkupScanner {
    /// A name and a value inside a start tag.
    package struct Attribute: Sendable {
        /// Of bytes of the text.
        package let name: Range<Int>
        /// Between its quotes.
        package let value: Range<Int>
    }

    /// What stands next in the text, by the range of its bytes.
    package enum Token: Sendable {
        /// - Parameter isEmpty: whether it is its own end tag (`<a/>`).
        case start(name: Range<Int>, attributes: [Attribute], isEmpty: Bool)
        case end(name: Range<Int>)
        /// As it stands, or within `CDATA`, where nothing is escaped.
        case text(Range<Int>, isEscaped: Bool)
        /// Comments, processing instructions.
        case aside(Range<Int>)
        /// `<!DOCTYPE …>` and what else begins so.
        case declaration(Range<Int>)
    }

    private let bytes: [UInt8]
    private var index = 0

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    package mutating func next() -> Token? {
        guard index < bytes.count else { return nil }
        guard bytes[index] == UInt8(ascii: "<") else { return text(from: index) }
        let start = index
        if starts(with: "<!--") { return aside(from: start, to: "-->") }
        if starts(with: "<?") { return aside(from: start, to: "?>") }
        if starts(with: "<![CDATA[") {
            let content = start + 9
            let end = find("]]>", from: content)
            index = min((end ?? bytes.count) + 3, bytes.count)
            return .text(content..<(end ?? bytes.count), isEscaped: false)
        }
        if starts(with: "<!") {
            index = find(">", from: start).map { $0 + 1 } ?? bytes.count
            return .declaration(start..<index)
        }
        return tag(from: start) ?? text(from: start)
    }

    private mutating func text(from start: Int) -> Token {
        index = start + 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "<") { index += 1 }
        return .text(start..<index, isEscaped: true)
    }

    private mutating func aside(from start: Int, to mark: String) -> Token {
        index = find(mark, from: start + 2).map { $0 + mark.utf8.count } ?? bytes.count
        return .aside(start..<index)
    }

    /// Nil where the sign begins no tag.
    private mutating func tag(from start: Int) -> Token? {
        var place = start + 1
        let isEnd = place < bytes.count && bytes[place] == UInt8(ascii: "/")
        if isEnd { place += 1 }
        let name = word(at: &place)
        guard let first = name.first, Self.isNameStart(bytes[first]) else { return nil }
        var attributes: [Attribute] = []
        while true {
            skipBlanks(&place)
            guard place < bytes.count else { return nil }
            if bytes[place] == UInt8(ascii: ">") {
                index = place + 1
                return isEnd ? .end(name: name) : .start(name: name, attributes: attributes, isEmpty: false)
            }
            if bytes[place] == UInt8(ascii: "/") {
                place += 1
                guard place < bytes.count, bytes[place] == UInt8(ascii: ">") else { continue }
                index = place + 1
                return .start(name: name, attributes: attributes, isEmpty: true)
            }
            let key = word(at: &place)
            guard !key.isEmpty else {
                // A sign that stands for nothing here, as in the tags that people write by hand.
                guard bytes[place] != UInt8(ascii: "<") else { return nil }
                place += 1
                continue
            }
            skipBlanks(&place)
            guard place < bytes.count, bytes[place] == UInt8(ascii: "=") else { continue }
            place += 1
            skipBlanks(&place)
            guard place < bytes.count else { return nil }
            let quote = bytes[place]
            if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
                let begin = place + 1
                guard let end = bytes[begin...].firstIndex(of: quote) else { return nil }
                attributes.append(Attribute(name: key, value: begin..<end))
                place = end + 1
            } else {
                attributes.append(Attribute(name: key, value: word(at: &place)))
            }
        }
    }

    private func word(at place: inout Int) -> Range<Int> {
        let start = place
        while place < bytes.count, !" \t\r\n<>=/\"'".utf8.contains(bytes[place]) { place += 1 }
        return start..<place
    }

    private func skipBlanks(_ place: inout Int) {
        while place < bytes.count, " \t\r\n".utf8.contains(bytes[place]) { place += 1 }
    }

    private func starts(with mark: String) -> Bool { bytes[index...].starts(with: mark.utf8) }

    private func find(_ mark: String, from start: Int) -> Int? {
        let mark = Array(mark.utf8)
        guard start <= bytes.count - mark.count else { return nil }
        return (start...(bytes.count - mark.count)).first { bytes[$0...].starts(with: mark) }
    }

    private static func isNameStart(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "_") || byte >= 0x80
    }

    // MARK: - Texts

    /// The text with its references taken back; those that are not known stay as they are.
    package static func unescaped(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        var result = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: "&") {
            result += rest[..<start]
            rest = rest[start...]
            guard let end = rest.prefix(12).firstIndex(of: ";"),
                let scalar = scalar(rest[rest.index(after: start)..<end])
            else {
                result += "&"
                rest = rest.dropFirst()
                continue
            }
            result.unicodeScalars.append(scalar)
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    private static func scalar(_ name: Substring) -> Unicode.Scalar? {
        switch name {
        case "amp": "&"
        case "lt": "<"
        case "gt": ">"
        case "quot": "\""
        case "apos": "'"
        default:
            if name.hasPrefix("#x") {
                UInt32(name.dropFirst(2), radix: 16).flatMap { Unicode.Scalar($0) }
            } else if name.hasPrefix("#") {
                UInt32(name.dropFirst()).flatMap { Unicode.Scalar($0) }
            } else {
                nil
            }
        }
    }
}
