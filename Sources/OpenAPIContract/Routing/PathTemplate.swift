// A path as the contract writes it, taken apart: /repos/{owner}/compare/{base}...{head}

import JSONValues
import HTTPExchange
import SourceDocuments

/// A key of `paths`. Parameters stand anywhere in a segment; literals and text from the wire meet in one spelling (see
/// `PathText`).
package struct PathTemplate: Sendable, Hashable {
    /// A piece of a segment.
    package enum Part: Sendable, Hashable {
        /// Text in the spelling of `PathText`.
        case literal(String)
        /// A name between braces. One that spans takes in slashes too: `{proxy+}`, `{path*}`.
        case parameter(String, spans: Bool)
    }

    /// What stands between two slashes.
    package typealias Segment = [Part]

    /// The key as it stands in the contract.
    package let text: String
    /// What stands between the slashes; a path that ends in a slash has an empty last segment.
    package let segments: [Segment]
    /// What a key such as `/x?query=1` asks of the query.
    package let query: [Pair]
    /// The names of the parameters, in order.
    package let parameterNames: [String]
    /// Problems of the key that do not keep it from being used.
    let oddities: [String]

    /// What a template asks of the query.
    package struct Pair: Sendable, Hashable {
        /// Percent-decoded.
        package let name: String
        /// Nil where any value will do.
        package let value: String?
    }

    /// Never fails: what is odd about a template becomes a diagnostic when the contract is loaded.
    package init(_ text: String) {
        self.text = text
        var oddities: [String] = []
        var rest = text[...]
        // A fragment tells two keys apart for readers only: it never goes over the wire.
        if let fragment = PathTemplate.index(of: UInt8(ascii: "#"), in: rest) { rest = rest[..<fragment] }
        var query: [Pair] = []
        if let mark = PathTemplate.index(of: UInt8(ascii: "?"), in: rest) {
            query = PathTemplate.pairs(rest[rest.index(after: mark)...])
            rest = rest[..<mark]
        }
        if rest.hasPrefix("/") { rest = rest.dropFirst() } else { oddities.append("does not start with '/'") }
        var segments: [Segment] = [[]]
        var literal = ""
        func end() {
            if !literal.isEmpty { segments[segments.count - 1].append(.literal(PathText.canonical(literal))) }
            literal = ""
        }
        while let character = rest.popFirst() {
            switch character {
            case "/":
                end()
                segments.append([])
            case "{":
                guard let close = rest.firstIndex(of: "}") else {
                    oddities.append("has a '{' without its '}'")
                    literal.append("{")
                    continue
                }
                if close == rest.startIndex { oddities.append("has a '{}' without a name") }
                end()
                segments[segments.count - 1].append(PathTemplate.parameter(String(rest[..<close])))
                rest = rest[rest.index(after: close)...]
            default: literal.append(character)
            }
        }
        end()
        self.segments = segments
        self.query = query
        parameterNames = segments.flatMap {
            $0.compactMap { if case .parameter(let name, _) = $0 { name } else { nil } }
        }
        self.oddities = oddities
    }

    private static func parameter(_ expression: String) -> Part {
        var name = expression[...]
        var spans = false
        if let last = name.last, last == "+" || last == "*" {
            name = name.dropLast()
            spans = true
        } else if name.first == "+" {
            name = name.dropFirst()
            spans = true
        }
        // `{id:[0-9]+}` as some frameworks write it: the name ends at the colon.
        if let colon = name.firstIndex(of: ":") { name = name[..<colon] }
        return .parameter(String(name), spans: spans)
    }

    /// Outside braces.
    private static func index(of character: UInt8, in text: Substring) -> Substring.Index? {
        var depth = 0
        return text.utf8.firstIndex { byte in
            if byte == UInt8(ascii: "{") { depth += 1 }
            if byte == UInt8(ascii: "}") { depth -= 1 }
            return depth <= 0 && byte == character
        }
    }

    private static func pairs(_ query: Substring) -> [Pair] {
        query.split(separator: "&").map { pair in
            let name = pair.prefix { $0 != "=" }
            let value = pair.dropFirst(name.count).dropFirst()
            let isFixed = pair.contains("=") && !value.contains("{")
            return Pair(name: Percent.decoded(name), value: isFixed ? Percent.decoded(value) : nil)
        }
    }
}

extension PathTemplate: CustomStringConvertible {
    package var description: String { text }
}
