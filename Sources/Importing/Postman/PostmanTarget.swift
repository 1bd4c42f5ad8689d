// URLs of Postman's requests.

import JSONValues

/// A URL, text or taken apart, with its variables replaced.
struct PostmanTarget {
    /// `https://api.example.com`; nil where it is not known.
    let origin: String?
    /// Path and query, percent-encoded.
    var target: String
    /// The path with parameters, where it has any.
    let template: String?

    init(_ url: Sourced, _ variables: inout PostmanVariables) {
        // Only the text has it all: of what is taken apart a query may be missing.
        var raw = url.json.string ?? url.text("raw") ?? ""
        if raw.isEmpty, url.json.object != nil {
            let host = url["host"]?.json.array?.compactMap(\.string).joined(separator: ".") ?? url.text("host") ?? ""
            let path =
                url["path"]?.json.array?.map { $0.string ?? $0["value"]?.string ?? "" }.joined(separator: "/")
                ?? url.text("path") ?? ""
            raw = (url.text("protocol").map { $0 + "://" } ?? "") + host + "/" + path
            let pairs = (url["query"]?.elements ?? []).filter { !$0.flag("disabled") }.map {
                "\($0.text("key") ?? "")=\($0.text("value") ?? "")"
            }
            if !pairs.isEmpty { raw += "?" + pairs.joined(separator: "&") }
        }
        let disabled = (url["query"]?.elements ?? []).filter { $0.flag("disabled") }.compactMap { $0.text("key") }
        let text = variables.resolved(raw)
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
        let own = Self.values(url["variable"], &variables)
        var (pieces, values): ([String], [String]) = ([], [])
        for segment in path.drop(while: { $0 == "/" }).split(separator: "/", omittingEmptySubsequences: false) {
            if segment.hasPrefix(":"), segment.count > 1 {
                let name = String(segment.dropFirst())
                pieces.append("{\(name)}")
                values.append(Self.encoded(own[name].flatMap { $0.isEmpty ? nil : $0 } ?? name))
            } else if segment.hasPrefix("{{"), segment.hasSuffix("}}") {
                let name = String(segment.dropFirst(2).dropLast(2))
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
        let query = pairs.map { pair in
            let name = pair.prefix { $0 != "=" }
            let value = pair.dropFirst(name.count + 1)
            return Self.encoded(name) + (name.count == pair.count ? "" : "=" + Self.encoded(value))
        }
        target = "/" + values.joined(separator: "/") + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
    }

    private static func values(_ list: Sourced?, _ variables: inout PostmanVariables) -> [String: String] {
        var values: [String: String] = [:]
        for entry in list?.elements ?? [] {
            guard let key = entry.text("key") ?? entry.text("id") else { continue }
            values[key] = variables.resolved(entry.text("value") ?? "")
        }
        return values
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
