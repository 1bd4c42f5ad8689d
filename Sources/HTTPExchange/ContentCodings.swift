// Which content codings a client takes.

/// An `Accept-Encoding` field (RFC 9110, section 12.5.3).
package enum ContentCodings {
    /// Whether gzip is asked for, and liked no less than the content as it is.
    package static func takesGzip(_ field: String) -> Bool {
        var (gzip, identity, others): (Double?, Double?, Double?)
        for part in field.split(separator: ",") {
            let words = part.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
            guard let name = words.first else { continue }
            let quality = words.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            switch name {
            case "gzip", "x-gzip": gzip = quality
            case "identity": identity = quality
            case "*": others = quality
            default: break
            }
        }
        let wanted = gzip ?? others ?? 0
        return wanted > 0 && wanted >= identity ?? 0
    }

    /// Whether content of that type becomes smaller; pictures, sound and archives are compressed already.
    package static func isWorthwhile(contentType: String) -> Bool {
        let type = contentType.prefix { $0 != ";" && $0 != " " }.lowercased()
        if type == "text/event-stream" { return false }
        return type.hasPrefix("text/") || type.hasSuffix("json") || type.hasSuffix("xml") || type.hasSuffix("yaml")
            || type == "application/javascript" || type == "application/jsonl" || type == "application/x-ndjson"
            || type == "application/x-jsonlines" || type == "application/graphql"
            || type == "application/x-www-form-urlencoded"
    }
}
