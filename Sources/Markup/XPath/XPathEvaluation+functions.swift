// The functions of XPath's core library.

extension XPathEvaluation {
    mutating func value(
        _ function: XPathFunction, _ arguments: [XPathExpression], _ context: Context
    ) throws(XPathError) -> XPathValue {
        var texts: [String] = []
        switch function {
        case .last: return .number(Double(context.size))
        case .position: return .number(Double(context.position))
        case .isTrue: return .boolean(true)
        case .isFalse: return .boolean(false)
        case .count: return .number(Double(try nodes(of: arguments[0], context).count))
        // Which attributes are identifiers is said by a document type, and documents with one are not read.
        case .id: return .nodes([])
        case .sum:
            let nodes = try nodes(of: arguments[0], context)
            var sum = 0.0
            for node in nodes { sum += XPathValue.number(of: try text(of: node)) }
            return .number(sum)
        case .localName, .namespaceURI, .name:
            let place = arguments.isEmpty ? context.node : try nodes(of: arguments[0], context).first
            guard let place else { return .text("") }
            let node = tree.nodes[place]
            return .text(
                function == .localName
                    ? node.name.local : function == .name ? node.name.written : node.namespace ?? "")
        case .boolean: return .boolean(boolean(try value(of: arguments[0], context)))
        case .not: return .boolean(!boolean(try value(of: arguments[0], context)))
        case .number:
            guard let argument = arguments.first else { return .number(try number(.nodes([context.node]))) }
            return .number(try number(try value(of: argument, context)))
        case .floor: return .number(try number(try value(of: arguments[0], context)).rounded(.down))
        case .ceiling: return .number(try number(try value(of: arguments[0], context)).rounded(.up))
        case .round: return .number(Self.rounded(try number(try value(of: arguments[0], context))))
        case .string, .stringLength, .normalizeSpace:
            let text =
                arguments.isEmpty
                ? try self.text(of: context.node) : try self.text(try value(of: arguments[0], context))
            try spend(text.utf8.count / 16)
            switch function {
            case .string: return .text(text)
            case .stringLength: return .number(Double(text.unicodeScalars.count))
            default:
                let words = text.unicodeScalars.split { XPathLexer.isBlank($0) }
                return .text(words.map { String($0) }.joined(separator: " "))
            }
        case .substring:
            let text = try self.text(try value(of: arguments[0], context))
            try spend(text.utf8.count / 16)
            let start = Self.rounded(try number(try value(of: arguments[1], context)))
            var end = Double.infinity
            if arguments.count > 2 { end = start + Self.rounded(try number(try value(of: arguments[2], context))) }
            let kept = text.unicodeScalars.enumerated().filter {
                Double($0.offset + 1) >= start && Double($0.offset + 1) < end
            }
            return .text(String(String.UnicodeScalarView(kept.map(\.element))))
        case .concat, .startsWith, .contains, .substringBefore, .substringAfter, .translate, .lang:
            for argument in arguments { texts.append(try text(try value(of: argument, context))) }
            try spend(texts.reduce(0) { $0 + $1.utf8.count } / 16)
        }
        switch function {
        case .concat: return .text(texts.joined())
        case .startsWith: return .boolean(texts[0].unicodeScalars.starts(with: texts[1].unicodeScalars))
        case .contains: return .boolean(texts[1].isEmpty || Self.range(of: texts[1], in: texts[0]) != nil)
        case .substringBefore:
            return .text(Self.range(of: texts[1], in: texts[0]).map { Self.string(texts[0], 0..<$0.lowerBound) } ?? "")
        case .substringAfter:
            return .text(
                Self.range(of: texts[1], in: texts[0]).map {
                    Self.string(texts[0], $0.upperBound..<texts[0].unicodeScalars.count)
                } ?? "")
        case .translate:
            let (from, to) = (Array(texts[1].unicodeScalars), Array(texts[2].unicodeScalars))
            let changes = Dictionary(
                from.enumerated().map { ($0.element, $0.offset < to.count ? to[$0.offset] : nil) }
            ) { first, _ in first }
            let changed = texts[0].unicodeScalars.compactMap { scalar in
                if let change = changes[scalar] { return change } else { return scalar }
            }
            return .text(String(String.UnicodeScalarView(changed)))
        default: return .boolean(speaks(context.node, texts[0].lowercased()))
        }
    }

    /// To the nearest whole number; of two that are as near the one towards positive infinity.
    private static func rounded(_ number: Double) -> Double { (number + 0.5).rounded(.down) }

    /// Whether `xml:lang` around a node is a language or one of its kinds (section 4.3).
    private func speaks(_ place: Int, _ language: String) -> Bool {
        var next = place
        while next != 0 {
            for attribute in tree.attributes(of: next) where tree.nodes[attribute].name.written == "xml:lang" {
                let found = tree.nodes[attribute].value.lowercased()
                return found == language || found.hasPrefix(language + "-")
            }
            next = tree.nodes[next].parent
        }
        return false
    }

    private static func string(_ text: String, _ range: Range<Int>) -> String {
        String(String.UnicodeScalarView(Array(text.unicodeScalars)[range]))
    }

    /// By characters; of an empty text the place at the start.
    private static func range(of part: String, in text: String) -> Range<Int>? {
        let (whole, wanted) = (Array(text.unicodeScalars), Array(part.unicodeScalars))
        guard wanted.count <= whole.count else { return nil }
        for start in 0...(whole.count - wanted.count) where whole[start...].starts(with: wanted) {
            return start..<start + wanted.count
        }
        return nil
    }
}
