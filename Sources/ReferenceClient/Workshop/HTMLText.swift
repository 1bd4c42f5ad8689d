// Plain text from the HTML that WordPress renders titles and contents as.

import Foundation

/// The text of a piece of HTML.
public enum HTMLText {
    /// Character references decoded, tags left out; block ends and `<br>` become line ends, runs of white space one space.
    ///
    /// What is no well-formed tag or reference stays as it is written.
    public static func plain(_ html: String) -> String {
        var text = ""
        var rest = html[...]
        while let next = rest.firstIndex(where: { $0 == "<" || $0 == "&" }) {
            text += rest[..<next].replacing(anyOf: "\n\r\t", with: " ")
            rest = rest[next...]
            if rest.first == "&" {
                let (character, length) = reference(rest)
                text += character
                rest = rest.dropFirst(length)
            } else if let (name, end) = tag(rest) {
                if breaksLine.contains(name) { text += "\n" }
                let opens = !rest.hasPrefix("</")
                rest = rest[end...]
                if opens, name == "script" || name == "style" { rest = content(after: rest, of: name) }
            } else {
                text += "<"
                rest = rest.dropFirst()
            }
        }
        text += rest.replacing(anyOf: "\n\r\t", with: " ")
        let lines = text.split(separator: "\n").map { line in
            line.split(separator: " ").joined(separator: " ")
        }
        return lines.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// Character references decoded (HTML Standard, section 13.5), everything else as it stands.
    public static func decodingReferences(_ html: String) -> String {
        var text = ""
        var rest = html[...]
        while let next = rest.firstIndex(of: "&") {
            text += rest[..<next]
            let (character, length) = reference(rest[next...])
            text += character
            rest = rest[next...].dropFirst(length)
        }
        return text + rest
    }

    /// The text of the reference at the start, and how many characters it is written with.
    private static func reference(_ text: Substring) -> (String, Int) {
        let body = text.dropFirst().prefix(32).prefix { $0 != ";" }
        guard text.dropFirst(body.count + 1).first == ";", !body.isEmpty else { return ("&", 1) }
        let length = body.count + 2
        if body.first == "#" {
            let digits = body.dropFirst()
            let isHex = digits.first == "x" || digits.first == "X"
            let number = isHex ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits, radix: 10)
            guard let number else { return ("&", 1) }
            let scalar = Unicode.Scalar(windows1252[number] ?? number)
            return (scalar.flatMap { $0.value == 0 ? nil : String($0) } ?? "\u{FFFD}", length)
        }
        guard let character = named[String(body)] else { return ("&", 1) }
        return (character, length)
    }

    private static func tag(_ text: Substring) -> (name: String, end: String.Index)? {
        if text.hasPrefix("<!--") {
            let end = text.range(of: "-->")?.upperBound ?? text.endIndex
            return ("", end)
        }
        var rest = text.dropFirst()
        if rest.first == "/" || rest.first == "!" { rest = rest.dropFirst() }
        guard let first = rest.first, first.isASCII, first.isLetter else { return nil }
        let name = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
        var quote: Character?
        for index in rest.indices {
            let character = rest[index]
            if let open = quote {
                if character == open { quote = nil }
            } else if character == "\"" || character == "'" {
                quote = character
            } else if character == ">" {
                return (name.lowercased(), rest.index(after: index))
            }
        }
        return nil
    }

    private static func content(after rest: Substring, of name: String) -> Substring {
        rest.indices.first { rest[$0] == "<" && rest[$0...].prefix(name.count + 2).lowercased() == "</\(name)" }
            .map { rest[$0...] } ?? ""
    }

    private static let breaksLine: Set<String> = [
        "p", "br", "div", "li", "ul", "ol", "tr", "table", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "section",
        "article", "header", "footer", "hr", "figure", "figcaption", "pre",
    ]

    /// Numbers of the C1 range mean characters of Windows-1252 (HTML Standard, section 13.2.5.80).
    private static let windows1252: [UInt32: UInt32] = [
        0x80: 0x20AC, 0x82: 0x201A, 0x83: 0x0192, 0x84: 0x201E, 0x85: 0x2026, 0x86: 0x2020, 0x87: 0x2021, 0x88: 0x02C6,
        0x89: 0x2030, 0x8A: 0x0160, 0x8B: 0x2039, 0x8C: 0x0152, 0x8E: 0x017D, 0x91: 0x2018, 0x92: 0x2019, 0x93: 0x201C,
        0x94: 0x201D, 0x95: 0x2022, 0x96: 0x2013, 0x97: 0x2014, 0x98: 0x02DC, 0x99: 0x2122, 0x9A: 0x0161, 0x9B: 0x203A,
        0x9C: 0x0153, 0x9E: 0x017E, 0x9F: 0x0178,
    ]

    /// The named references that WordPress and its editors write; others stay as they are written.
    private static let named: [String: String] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "shy": "\u{AD}", "copy": "©",
        "reg": "®", "trade": "™", "deg": "°", "plusmn": "±", "times": "×", "divide": "÷", "frac12": "½", "frac14": "¼",
        "frac34": "¾", "sup2": "²", "sup3": "³", "micro": "µ", "middot": "·", "bull": "•", "hellip": "…", "ndash": "–",
        "mdash": "—", "lsquo": "‘", "rsquo": "’", "sbquo": "‚", "ldquo": "“", "rdquo": "”", "bdquo": "„", "laquo": "«",
        "raquo": "»", "lsaquo": "‹", "rsaquo": "›", "euro": "€", "pound": "£", "cent": "¢", "yen": "¥", "sect": "§",
        "para": "¶", "larr": "←", "rarr": "→", "uarr": "↑", "darr": "↓", "harr": "↔", "ensp": "\u{2002}",
        "emsp": "\u{2003}", "thinsp": "\u{2009}", "zwnj": "\u{200C}", "zwj": "\u{200D}", "minus": "−", "prime": "′",
        "Prime": "″", "hearts": "♥", "eacute": "é", "egrave": "è", "agrave": "à", "ccedil": "ç", "ouml": "ö",
        "auml": "ä", "uuml": "ü", "szlig": "ß", "Ouml": "Ö", "Auml": "Ä", "Uuml": "Ü", "iuml": "ï", "euml": "ë",
    ]
}

extension Substring {
    fileprivate func replacing(anyOf characters: String, with replacement: Character) -> String {
        String(map { characters.contains($0) || $0 == "\r\n" ? replacement : $0 })
    }
}
