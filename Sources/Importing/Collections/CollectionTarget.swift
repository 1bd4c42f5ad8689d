// URLs of the requests of collections.

import JSONValues

/// A URL with its variables replaced.
struct CollectionTarget {
    /// `https://api.example.com`; nil where it is not known.
    let origin: String?
    /// Path and query, percent-encoded.
    var target: String
    /// The path with parameters, where it has any.
    let template: String?

    init(_ saved: SavedRequest, _ variables: inout CollectionVariables) {
        let disabled = saved.leftOut
        let text = variables.resolved(saved.url)
        var rest = Substring(text.prefix { $0 != "#" })
        var scheme: Substring?
        if let end = rest.firstRange(of: "://") {
            scheme = rest[..<end.lowerBound]
            rest = rest[end.upperBound...]
        }
        let host = rest.hasPrefix("/") ? "" : rest.prefix { $0 != "/" && $0 != "?" }
        rest = rest.dropFirst(host.count)
        let isNamed = !host.isEmpty && !host.contains("{{")
        origin = isNamed ? "\(scheme ?? "https")://\(host)" : nil
        let path = rest.prefix { $0 != "?" }
        let own = saved.pathValues.mapValues { variables.resolved($0) }
        var (pieces, values): ([String], [String]) = ([], [])
        for segment in path.drop(while: { $0 == "/" }).split(separator: "/", omittingEmptySubsequences: false) {
            if segment.hasPrefix(":"), segment.count > 1 {
                let name = String(segment.dropFirst())
                pieces.append("{\(name)}")
                values.append(Self.encoded(own[name].flatMap { $0.isEmpty ? nil : $0 } ?? name))
            } else if segment.hasPrefix("{{"), segment.hasSuffix("}}") {
                let name = CollectionVariables.name(segment.dropFirst(2).dropLast(2))
                pieces.append("{\(name)}")
                values.append(Self.encoded(name))
            } else {
                pieces.append(Self.encoded(segment))
                values.append(Self.encoded(segment))
            }
        }
        let hasParameters = pieces.contains { $0.hasPrefix("{") }
        template = hasParameters ? "/" + pieces.joined(separator: "/") : nil
        let pairs = rest.dropFirst(path.count + 1).split(separator: "&").filter { pair in
            !disabled.contains(String(pair.prefix { $0 != "=" }))
        }
        let query =
            pairs.map { pair in
                let name = pair.prefix { $0 != "=" }
                let value = pair.dropFirst(name.count + 1)
                return Self.encoded(name) + (name.count == pair.count ? "" : "=" + Self.encoded(value))
            }
            + saved.query.map {
                Percent.encoded(variables.resolved($0.name)) + "=" + Percent.encoded(variables.resolved($0.value))
            }
        target = "/" + values.joined(separator: "/") + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
    }

    /// Escapes what no URL has; escapes that are there stay.
    private static func encoded(_ text: some StringProtocol) -> String {
        text.utf8.map { byte in
            let isPlain = byte > 0x20 && byte < 0x7F && !"\"<>\\^`{|}".utf8.contains(byte)
            guard !isPlain else { return String(UnicodeScalar(byte)) }
            let digits = String(byte, radix: 16, uppercase: true)
            return "%" + (digits.count == 1 ? "0" : "") + digits
        }.joined()
    }
}
