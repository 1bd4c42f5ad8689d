// Text to query: the grammar of RFC 9535, appendix A.

/// Parses a JSONPath. Blanks stand only where the grammar has them.
struct JSONPathParser {
    let source: [UInt8]
    var position = 0
    var depth = 0
    let limits: JSONPathLimits

    static func parse(_ text: String, limits: JSONPathLimits) throws(UnlocatedError) -> JSONPathQuery {
        guard text.utf8.count <= limits.sourceBytes else {
            throw .limit(
                "the path is \(text.utf8.count) bytes long, more than the \(limits.sourceBytes) allowed", at: 0)
        }
        var parser = JSONPathParser(source: Array(text.utf8), limits: limits)
        guard parser.take("$") else { throw parser.unexpected("'$', the root") }
        let query = JSONPathQuery(isRelative: false, segments: try parser.segments())
        guard parser.position == parser.source.count else { throw parser.unexpected("a segment, '.', '..' or '['") }
        return query
    }

    private init(source: [UInt8], limits: JSONPathLimits) {
        self.source = source
        self.limits = limits
    }
}

// MARK: - Bytes

extension JSONPathParser {
    func peek(_ distance: Int = 0) -> UInt8? {
        position + distance < source.count ? source[position + distance] : nil
    }

    func isNext(_ text: String) -> Bool { source[position...].starts(with: text.utf8) }

    mutating func take(_ text: String) -> Bool {
        guard isNext(text) else { return false }
        position += text.utf8.count
        return true
    }

    mutating func skipBlanks() {
        while let byte = peek(), [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
    }

    func unexpected(_ expected: String) -> UnlocatedError {
        var found = "the end of the path"
        if position < source.count {
            let scalar = String(decoding: source[position...].prefix(4), as: UTF8.self).unicodeScalars.first
            found = scalar.map { "'\($0)'" } ?? "a broken character"
        }
        return .syntax("this does not belong here", at: position, found: found, expected: expected)
    }

    mutating func nested<Result>(
        _ body: (inout JSONPathParser) throws(UnlocatedError) -> Result
    ) throws(UnlocatedError) -> Result {
        depth += 1
        defer { depth -= 1 }
        guard depth <= limits.depth else {
            throw .limit("the path nests deeper than the \(limits.depth) levels allowed", at: position)
        }
        return try body(&self)
    }
}

// MARK: - Segments and selectors

extension JSONPathParser {
    mutating func segments() throws(UnlocatedError) -> [JSONPathSegment] {
        var segments: [JSONPathSegment] = []
        while true {
            let start = position
            skipBlanks()
            if take("..") {
                let selectors: [JSONPathSelector] =
                    if peek() == UInt8(ascii: "[") {
                        try bracketed()
                    } else {
                        [try shorthand()]
                    }
                segments.append(JSONPathSegment(isDescendant: true, selectors: selectors))
            } else if take(".") {
                segments.append(JSONPathSegment(isDescendant: false, selectors: [try shorthand()]))
            } else if peek() == UInt8(ascii: "[") {
                segments.append(JSONPathSegment(isDescendant: false, selectors: try bracketed()))
            } else {
                // Blanks belong to a query only between its segments.
                position = start
                return segments
            }
        }
    }

    /// `*` or a name, as it stands after a dot.
    private mutating func shorthand() throws(UnlocatedError) -> JSONPathSelector {
        if take("*") { return .wildcard }
        let start = position
        while let byte = peek(), isNameStart(byte) || byte >= 0x80 || (position > start && isDigit(byte)) {
            position += 1
        }
        guard position > start else { throw unexpected("a name, '*' or '['") }
        return .name(String(decoding: source[start..<position], as: UTF8.self))
    }

    private mutating func bracketed() throws(UnlocatedError) -> [JSONPathSelector] {
        position += 1
        var selectors: [JSONPathSelector] = []
        repeat {
            skipBlanks()
            selectors.append(try selector())
            skipBlanks()
        } while take(",")
        guard take("]") else { throw unexpected("',' or ']'") }
        return selectors
    }

    private mutating func selector() throws(UnlocatedError) -> JSONPathSelector {
        switch peek() {
        case UInt8(ascii: "'"), UInt8(ascii: "\""): return .name(try string())
        case UInt8(ascii: "*"):
            position += 1
            return .wildcard
        case UInt8(ascii: "?"):
            position += 1
            skipBlanks()
            return .filter(try condition())
        default: return try indexOrSlice()
        }
    }

    private mutating func indexOrSlice() throws(UnlocatedError) -> JSONPathSelector {
        let start = try integer()
        let mark = position
        skipBlanks()
        guard take(":") else {
            position = mark
            guard let start else { throw unexpected("a name in quotes, an index, a slice, '*' or '?'") }
            return .index(start)
        }
        skipBlanks()
        let end = try integer()
        let afterEnd = position
        skipBlanks()
        guard take(":") else {
            position = afterEnd
            return .slice(start: start, end: end, step: 1)
        }
        let afterColon = position
        skipBlanks()
        let step = try integer()
        if step == nil { position = afterColon }
        return .slice(start: start, end: end, step: step ?? 1)
    }

    /// A whole number that every JSON reader can hold exactly (section 2.1); nil where none stands here.
    private mutating func integer() throws(UnlocatedError) -> Int? {
        let start = position
        if peek() == UInt8(ascii: "-") { position += 1 }
        let digits = position
        while isDigit(peek()) { position += 1 }
        guard position > start else { return nil }
        let text = String(decoding: source[start..<position], as: UTF8.self)
        guard position > digits else { throw unexpected("digits") }
        guard source[digits] != UInt8(ascii: "0") || text == "0" else {
            throw .syntax("an index has no leading zero and no negative zero", at: start, found: text)
        }
        guard let value = Int(text), abs(value) < 1 << 53 else {
            throw .syntax("an index is beyond ±(2^53 - 1)", at: start, found: text)
        }
        return value
    }
}
