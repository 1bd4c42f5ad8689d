// Name and value pairs of a query, a form or a cookie, before anybody has split or decoded them further.

import JSONValues
import HTTPExchange
import SourceDocuments

/// Pairs in their order, the names decoded and the values as they stood on the wire.
package struct Pairs {
    struct Pair {
        let name: String
        /// Percent-encoded.
        let raw: String
    }

    var pairs: [Pair]
    /// In queries and forms `+` is a space; in cookies it is itself.
    let plusIsSpace: Bool

    /// - Parameter query: without its question mark.
    package init(query: some StringProtocol) {
        plusIsSpace = true
        pairs = Substring(query).utf8.split(separator: UInt8(ascii: "&")).map { Pairs.pair($0, plusIsSpace: true) }
    }

    /// The `Cookie` header's value (RFC 6265, section 4.2).
    init(cookie: some StringProtocol) {
        plusIsSpace = false
        pairs = Substring(cookie).utf8.split(separator: UInt8(ascii: ";")).map { pair in
            Pairs.pair(pair.drop { $0 == UInt8(ascii: " ") }, plusIsSpace: false)
        }
    }

    private static func pair(_ text: Substring.UTF8View, plusIsSpace: Bool) -> Pair {
        let equals = text.firstIndex(of: UInt8(ascii: "=")) ?? text.endIndex
        return Pair(
            name: Percent.decoded(Substring(text[..<equals]), plusIsSpace: plusIsSpace),
            raw: String(Substring(text[equals...].dropFirst())))
    }

    /// The values of that name as they stood on the wire, still percent-encoded.
    package func values(_ name: String) -> [String] { pairs.filter { $0.name == name }.map(\.raw) }

    func decoded(_ raw: String) -> String { Percent.decoded(raw, plusIsSpace: plusIsSpace) }

    func decoded(_ raw: Substring) -> String { Percent.decoded(raw, plusIsSpace: plusIsSpace) }

    /// What stands in brackets behind the name: `filter[a][b]=1` gives `["a", "b"]` and `1`.
    func bracketed(_ name: String) -> [(path: [String], raw: String)] {
        pairs.compactMap { pair in
            guard pair.name.utf8.contains(UInt8(ascii: "[")), pair.name.hasPrefix(name),
                pair.name.count > name.count
            else { return nil }
            return Pairs.brackets(pair.name.dropFirst(name.count)).map { (path: $0, raw: pair.raw) }
        }
    }

    /// The same for all names at once, which takes no longer than to read the pairs.
    func byName() -> PairsByName {
        var index = PairsByName()
        for pair in pairs {
            index.own[pair.name, default: []].append(pair.raw)
            guard let bracket = pair.name.utf8.firstIndex(of: UInt8(ascii: "[")),
                let path = Pairs.brackets(pair.name[bracket...])
            else { continue }
            index.bracketed[String(pair.name[..<bracket]), default: []].append((path, pair.raw))
        }
        return index
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

/// Pairs by their names, for whoever asks for many of them.
struct PairsByName {
    fileprivate(set) var own: [String: [String]] = [:]
    /// See ``Pairs/bracketed(_:)``.
    fileprivate(set) var bracketed: [String: [(path: [String], raw: String)]] = [:]
}
