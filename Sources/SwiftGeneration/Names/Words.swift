// The words of a wire name, and the Swift name that they make.

import JSONValues

/// A name taken apart: `user_id`, `userId` and `User-ID` are the words `user` and `id`.
struct Words: Hashable {
    let words: [String]

    init(_ text: String) {
        var splitter = WordSplitter()
        for character in text { splitter.take(character) }
        words = splitter.words(text)
    }

    init(words: [String]) { self.words = words }

    /// `UserID`
    var upperCamel: String { Self.identifier(words.map(Self.capitalized).joined()) }

    /// `userID`
    var lowerCamel: String {
        guard let first = words.first else { return "empty" }
        return Self.identifier(first.lowercased() + words.dropFirst().map(Self.capitalized).joined())
    }

    /// The words of one element of what these name: `variants` is `variant`.
    var singular: Words {
        guard let last = words.last else { return self }
        return Words(words: words.dropLast() + [EnglishNoun.singular(of: last)])
    }

    /// Of `X-Total-Count`, `total count`.
    var withoutX: Words {
        words.count > 1 && words[0].lowercased() == "x" ? Words(words: Array(words.dropFirst())) : self
    }

    /// What stands in Swift names in capitals; `ids` is `IDs`.
    private static let initialisms: Set<String> = [
        "ach", "api", "bic", "cpu", "css", "csv", "cvc", "cvv", "dns", "ean", "eur", "gif", "gmt", "gps", "gpu", "gtin",
        "guid",
        "html", "http", "https", "iban", "id", "ip", "isbn", "iso", "jpg", "json", "jwt", "mac", "mfa", "otp", "pdf",
        "php",
        "pin", "png", "qr", "ram", "rgb", "sdk", "sha", "sku", "sms", "sql", "ssh", "ssl", "sso", "svg", "tcp", "tls",
        "tsv",
        "ttl", "udp", "ui", "upc", "uri", "url", "usb", "usd", "utc", "uuid", "vat", "vpn", "xml", "zip",
    ]

    private static func capitalized(_ word: String) -> String {
        let lower = word.lowercased()
        if initialisms.contains(lower) { return lower.uppercased() }
        if lower.hasSuffix("s"), initialisms.contains(String(lower.dropLast())) {
            return lower.dropLast().uppercased() + "s"
        }
        return word.prefix(1).uppercased() + word.dropFirst().lowercased()
    }

    /// A name cannot start with a digit.
    private static func identifier(_ name: String) -> String {
        guard let first = name.unicodeScalars.first else { return "empty" }
        return first.properties.isXIDStart ? name : "_" + name
    }
}

extension String {
    /// `getItem` as `GetItem`.
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

/// Cuts a name at separators and humps.
private struct WordSplitter {
    private var words: [String] = []
    private var word = ""

    mutating func take(_ character: Character) {
        guard character.unicodeScalars.allSatisfy(\.properties.isXIDContinue), character != "_" else {
            cut()
            return
        }
        let isUpper = character.isUppercase
        if isUpper, let last = word.last, !last.isUppercase {
            cut()
        } else if !isUpper, character.isLetter, word.count > 1, word.allSatisfy(\.isUppercase) {
            // `HTMLParser`: the last capital begins the next word. `URLs` is a plural, if nothing but `s` follows.
            if character == "s" {
                word.append(character)
                return
            }
            let last = word.removeLast()
            cut()
            word = String(last)
        } else if character.isLetter, !isUpper, word.count > 2, word.last == "s",
            word.dropLast().allSatisfy(\.isUppercase)
        {
            // It went on after all: `USsomething` is read as `U` and `Ssomething` would be, so keep it together.
            word = word.lowercased()
        }
        word.append(character)
    }

    private mutating func cut() {
        if !word.isEmpty { words.append(word) }
        word = ""
    }

    mutating func words(_ text: String) -> [String] {
        cut()
        if words.isEmpty { return text.isEmpty ? [] : text.unicodeScalars.map { Self.spelled[$0] ?? "symbol" } }
        // The sign distinguishes `+1` from `-1`.
        if let sign = text.first, words[0].first?.isNumber == true, sign == "+" || sign == "-" {
            words.insert(sign == "+" ? "plus" : "minus", at: 0)
        }
        return words
    }

    private static let spelled: [Unicode.Scalar: String] = [
        "+": "plus", "-": "minus", "*": "star", "/": "slash", ".": "dot", "<": "less", ">": "greater", "=": "equal",
        "!": "not", "%": "percent", "&": "and", "|": "or", "#": "hash", "@": "at", "$": "dollar", "_": "underscore",
        " ": "space", "~": "tilde", "^": "caret", "?": "question", ":": "colon", ";": "semicolon", ",": "comma",
    ]
}
