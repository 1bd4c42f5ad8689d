// Name and value pairs of a query, a form or a cookie, before anybody has split or decoded them further.

import HTTPExchange

/// Pairs in their order, the names decoded and the values as they stood on the wire.
struct Pairs {
    struct Pair {
        let name: String
        /// Percent-encoded.
        let raw: String
    }

    var pairs: [Pair]
    /// In queries and forms `+` is a space; in cookies it is itself.
    let plusIsSpace: Bool

    init(query: some StringProtocol) {
        plusIsSpace = true
        pairs = query.split(separator: "&").map { Pairs.pair($0, plusIsSpace: true) }
    }

    /// The `Cookie` header's value (RFC 6265, section 4.2).
    init(cookie: some StringProtocol) {
        plusIsSpace = false
        pairs = cookie.split(separator: ";").map { Pairs.pair($0.drop { $0 == " " }, plusIsSpace: false) }
    }

    private static func pair(_ text: some StringProtocol, plusIsSpace: Bool) -> Pair {
        guard let equals = text.firstIndex(of: "=") else {
            return Pair(name: Percent.decoded(text, plusIsSpace: plusIsSpace), raw: "")
        }
        return Pair(
            name: Percent.decoded(text[..<equals], plusIsSpace: plusIsSpace),
            raw: String(text[text.index(after: equals)...]))
    }

    func values(_ name: String) -> [String] { pairs.filter { $0.name == name }.map(\.raw) }

    func decoded(_ raw: some StringProtocol) -> String { Percent.decoded(raw, plusIsSpace: plusIsSpace) }

    /// What stands in brackets behind the name: `filter[a][b]=1` gives `["a", "b"]` and `1`.
    func bracketed(_ name: String) -> [(path: [String], raw: String)] {
        pairs.compactMap { pair in
            guard pair.name.hasPrefix(name), pair.name.count > name.count else { return nil }
            return Pairs.brackets(pair.name.dropFirst(name.count)).map { (path: $0, raw: pair.raw) }
        }
    }

    /// The names between brackets, nil for a text that is anything else.
    private static func brackets(_ text: Substring) -> [String]? {
        var path: [String] = []
        var rest = text
        while !rest.isEmpty {
            guard rest.first == "[", let end = rest.firstIndex(of: "]"), path.count < 32 else { return nil }
            path.append(String(rest[rest.index(after: rest.startIndex)..<end]))
            rest = rest[rest.index(after: end)...]
        }
        return path
    }
}
