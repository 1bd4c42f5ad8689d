// Handlebars templates, taken apart.

/// A piece of a template.
indirect enum TemplateNode {
    case text(String)
    case value(TemplateCall)
    /// `{{#name …}} body {{else}} inverse {{/name}}`
    case block(TemplateCall, names: [String], body: [TemplateNode], inverse: [TemplateNode])
}

/// A path, or a helper with its arguments.
struct TemplateCall {
    enum Argument {
        case path(String)
        case string(String)
        /// A number, `true`, `false` or `null`, as written.
        case literal(String)
        indirect case call(TemplateCall)
    }

    let name: String
    var arguments: [Argument] = []
    var options: [(name: String, value: Argument)] = []

    func option(_ name: String) -> Argument? { options.first { $0.name == name }?.value }
}

/// Why a template cannot be carried.
struct TemplateFailure: Error {
    let what: String

    init(_ what: String) { self.what = what }
}

/// Reads a template.
struct HandlebarsParser {
    private enum Tag {
        case text(String)
        case value(TemplateCall)
        case open(TemplateCall, names: [String], isInverse: Bool)
        case otherwise(TemplateCall?)
        case close(String)
    }

    private var tags: [Tag] = []
    private var position = 0
    private static let depth = 32

    static func parse(_ text: String) throws(TemplateFailure) -> [TemplateNode] {
        var parser = HandlebarsParser()
        parser.tags = try Self.tags(text)
        let (nodes, end) = try parser.nodes(depth: 0)
        guard end == nil else { throw TemplateFailure("a block is closed that was not opened") }
        return nodes
    }

    // MARK: - Blocks

    private mutating func nodes(depth: Int) throws(TemplateFailure) -> (nodes: [TemplateNode], end: Tag?) {
        guard depth <= Self.depth else { throw TemplateFailure("its blocks are nested too deeply") }
        var nodes: [TemplateNode] = []
        while position < tags.count {
            let tag = tags[position]
            position += 1
            switch tag {
            case .text(let text): nodes.append(.text(text))
            case .value(let call): nodes.append(.value(call))
            case .close, .otherwise: return (nodes, tag)
            case .open(let call, let names, let isInverse):
                let block = try block(call, names, depth: depth + 1)
                guard isInverse, case .block(let call, let names, let body, let inverse) = block else {
                    nodes.append(block)
                    continue
                }
                nodes.append(.block(call, names: names, body: inverse, inverse: body))
            }
        }
        return (nodes, nil)
    }

    private mutating func block(
        _ call: TemplateCall, _ names: [String], depth: Int
    ) throws(TemplateFailure) -> TemplateNode {
        let (body, end) = try nodes(depth: depth)
        switch end {
        case .close: return .block(call, names: names, body: body, inverse: [])
        case .otherwise(let chained?):
            let inner = try block(chained, [], depth: depth + 1)
            return .block(call, names: names, body: body, inverse: [inner])
        case .otherwise(nil):
            let (inverse, end) = try nodes(depth: depth)
            guard case .close = end else { throw TemplateFailure("'\(call.name)' is not closed") }
            return .block(call, names: names, body: body, inverse: inverse)
        default: throw TemplateFailure("'\(call.name)' is not closed")
        }
    }

    // MARK: - Tags

    private static func tags(_ text: String) throws(TemplateFailure) -> [Tag] {
        var tags: [Tag] = []
        var rest = Substring(text)
        var trims = false
        func add(_ text: Substring) {
            var text = text
            if trims { text = text.drop { $0.isWhitespace } }
            trims = false
            if !text.isEmpty { tags.append(.text(String(text))) }
        }
        while let start = rest.firstRange(of: "{{") {
            var before = rest[..<start.lowerBound]
            if before.hasSuffix("\\") {
                guard let end = rest[start.upperBound...].firstRange(of: "}}") else { break }
                add(before.dropLast())
                tags.append(.text(String(rest[start.lowerBound..<end.upperBound])))
                rest = rest[end.upperBound...]
                continue
            }
            rest = rest[start.upperBound...]
            // A brace of JSON before a tag: `{{{` is `{` and a tag where the tag ends with two braces.
            var isRaw = rest.hasPrefix("{")
            if isRaw, let end = rest.firstRange(of: "}}"), !rest[end.lowerBound...].hasPrefix("}}}") {
                isRaw = false
                before = rest.base[before.startIndex..<start.lowerBound]
                add(before)
                tags.append(.text("{"))
                rest = rest.dropFirst()
                before = rest.prefix(0)
            }
            if isRaw { rest = rest.dropFirst() }
            if rest.hasPrefix("~") {
                rest = rest.dropFirst()
                while before.last?.isWhitespace ?? false { before = before.dropLast() }
            }
            add(before)
            if rest.hasPrefix("!--") {
                guard let end = rest.firstRange(of: "--}}") else { throw TemplateFailure("a comment does not end") }
                rest = rest[end.upperBound...]
                continue
            }
            guard let end = end(of: rest) else { throw TemplateFailure("a '{{' has no '}}'") }
            var content = rest[..<end]
            rest = rest[rest.index(end, offsetBy: 2)...]
            if isRaw, rest.hasPrefix("}") { rest = rest.dropFirst() }
            if content.hasSuffix("~") {
                content = content.dropLast()
                trims = true
            }
            if let tag = try tag(content) { tags.append(tag) }
        }
        add(rest)
        return tags
    }

    /// Where the tag's `}}` is, outside quotes.
    private static func end(of text: Substring) -> Substring.Index? {
        var quote: Character?
        var index = text.startIndex
        while index < text.endIndex {
            let character = text[index]
            if let open = quote {
                if character == open { quote = nil }
            } else if character == "'" || character == "\"" {
                quote = character
            } else if text[index...].hasPrefix("}}") {
                return index
            }
            index = text.index(after: index)
        }
        return text.firstRange(of: "}}")?.lowerBound
    }

    private static func tag(_ content: Substring) throws(TemplateFailure) -> Tag? {
        let text = String(content).trimmed
        guard let first = text.first else { return nil }
        switch first {
        case "!": return nil
        case "/": return .close(String(text.dropFirst()).trimmed)
        case ">": throw TemplateFailure("it has a partial, '{{\(text)}}'")
        case "#", "^":
            let inner = String(text.dropFirst()).trimmed
            if first == "^", inner.isEmpty { return .otherwise(nil) }
            var (words, names) = (inner, [String]())
            if let bar = inner.firstRange(of: " as |") {
                words = String(inner[..<bar.lowerBound])
                names = inner[bar.upperBound...].prefix { $0 != "|" }.split(separator: " ").map(String.init)
            }
            return .open(try call(words), names: names, isInverse: first == "^")
        case "&": return .value(try call(String(text.dropFirst())))
        default:
            if text == "else" { return .otherwise(nil) }
            if text.hasPrefix("else ") { return .otherwise(try call(String(text.dropFirst(5)))) }
            return .value(try call(text))
        }
    }

    // MARK: - Calls

    static func call(_ text: String) throws(TemplateFailure) -> TemplateCall {
        var rest = Substring(text)
        let call = try Self.call(&rest, depth: 0)
        guard rest.allSatisfy(\.isWhitespace) else { throw TemplateFailure("'{{\(text)}}' cannot be read") }
        return call
    }

    private static func call(_ rest: inout Substring, depth: Int) throws(TemplateFailure) -> TemplateCall {
        guard depth <= Self.depth else { throw TemplateFailure("its calls are nested too deeply") }
        guard let first = try argument(&rest, depth: depth) else { throw TemplateFailure("a tag is empty") }
        var call: TemplateCall
        switch first {
        case .path(let name): call = TemplateCall(name: name)
        // A literal, or what a call gives, stands for itself.
        default: call = TemplateCall(name: "", arguments: [first])
        }
        while true {
            rest = rest.drop { $0.isWhitespace }
            guard let next = rest.first, next != ")" else { return call }
            let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
            if !name.isEmpty, rest.dropFirst(name.count).first == "=" {
                rest = rest.dropFirst(name.count + 1)
                guard let value = try argument(&rest, depth: depth) else { return call }
                call.options.append((String(name), value))
            } else if let value = try argument(&rest, depth: depth) {
                call.arguments.append(value)
            }
        }
    }

    private static func argument(_ rest: inout Substring, depth: Int) throws(TemplateFailure) -> TemplateCall.Argument?
    {
        rest = rest.drop { $0.isWhitespace }
        guard let first = rest.first else { return nil }
        if first == "(" {
            rest = rest.dropFirst()
            let call = try call(&rest, depth: depth + 1)
            guard rest.first == ")" else { throw TemplateFailure("a '(' has no ')'") }
            rest = rest.dropFirst()
            return .call(call)
        }
        if first == "'" || first == "\"" {
            rest = rest.dropFirst()
            var text = ""
            while let character = rest.popFirst() {
                if character == "\\", let next = rest.first, next == first || next == "\\" {
                    text.append(rest.removeFirst())
                } else if character == first {
                    return .string(text)
                } else {
                    text.append(character)
                }
            }
            throw TemplateFailure("a quote is not closed")
        }
        var word = ""
        while let character = rest.first, !character.isWhitespace, character != ")", character != "(" {
            if character == "[", let end = rest.firstIndex(of: "]") {
                word += rest[...end]
                rest = rest[rest.index(after: end)...]
                continue
            }
            if character == "=", !word.isEmpty { break }
            word.append(character)
            rest = rest.dropFirst()
        }
        guard !word.isEmpty else { throw TemplateFailure("'\(rest.prefix(20))' cannot be read") }
        if ["true", "false", "null", "undefined"].contains(word) {
            return .literal(word == "undefined" ? "null" : word)
        }
        if Double(word) != nil { return .literal(word) }
        return .path(word)
    }
}
