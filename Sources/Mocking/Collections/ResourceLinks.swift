// Addresses in a resource: they lead to that resource, and not to the one that an example shows.

import ContractCollections
import HTTPExchange
import JSONValues
import JSONSchema
import OpenAPIContract

/// Puts the values of a resource's own path into the URLs that have the path of such a resource, or of one above it or below it. Other
/// URLs stay as they are, and so does what would break the schema.
struct ResourceLinks {
    private let item: [PathTemplate.Segment]
    private let scopeCount: Int
    private let idProperty: String?
    private let schema: Schema?
    /// Longest first.
    private let basePaths: [String]
    /// What the parameters before the id are to be; nil for what stays.
    private let scope: [String]
    private let id: String?
    /// What the resource was called before.
    private let old: String?
    /// Where the resource can be read; nil where nothing reads it, or it has no id yet.
    private let address: String?
    private let declared: ResourceCollection

    /// Nil where no path asks for one of the resources.
    init?(_ declared: ResourceCollection, scope: [String], id: String?, old: String?) {
        guard let operation = declared.onItem else { return nil }
        self.declared = declared
        item = operation.path.segments.filter { !$0.isEmpty }
        scopeCount = declared.scopeCount
        idProperty = declared.idProperty
        schema = declared.itemSchema
        basePaths = Set(operation.servers.map(\.basePath) + [""]).sorted { $0.count > $1.count }
        self.scope = scope.count == declared.scopeCount ? scope : []
        self.id = declared.idParameter?.location == .path ? id : nil
        self.old = old
        address =
            declared.read == nil || self.scope.count < scopeCount
            ? nil : self.id.flatMap { [scope = self.scope] id in operation.address(scope + [id]) }
    }

    /// - Parameter sent: names of what the client has said itself.
    func pointed(_ resource: JSONObject, keeping sent: Set<String> = []) -> JSONObject {
        var pointed = resource
        for (name, value) in resource where !sent.contains(name) {
            let other = self.pointed(value, called: name, depth: 0)
            guard other != value, schema?.property(name)?.accepts(other, direction: .response) ?? true else { continue }
            pointed[name] = other
        }
        return pointed
    }

    private static let links: Set<String> = ["links", "urls", "relations", "meta", "hrefs", "uris", "subresourceuris"]
    private static let plain: Set<String> = ["href", "url", "uri", "link"]
    private static let own: Set<String> = [
        "href", "url", "uri", "link", "self", "selflink", "selfurl", "selfuri", "selfhref", "resourceuri",
        "resourceurl", "apiurl", "canonicalurl", "location", "permalink",
    ]
    private static let ids: Set<String> = ["id", "uid", "uuid", "guid", "sid", "gid"]

    private func word(_ name: String) -> String { name.lowercased().filter(\.isLetter) }

    private func pointed(_ value: JSON, called name: String, depth: Int) -> JSON {
        switch value {
        case .string(let text): .string(invented(text, name, depth) ?? pointed(text, called: word(name)))
        case .object(let object): depth < 3 && !isAnother(object) ? .object(pointed(object, name, depth)) : value
        // Of several each is another, unless it says what it is to the resource: `{"rel": "self", "href": …}`.
        case .array(let elements):
            .array(
                elements.map { element in
                    guard let relation = element["rel"]?.string else { return element }
                    return pointed(element, called: relation, depth: depth + 1)
                })
        case .null, .bool, .number: value
        }
    }

    private func pointed(_ object: JSONObject, _ name: String, _ depth: Int) -> JSONObject {
        var pointed = object
        for (inner, value) in object {
            let isPlain = Self.plain.contains(word(inner)) && !Self.links.contains(word(name))
            pointed[inner] = self.pointed(value, called: isPlain ? name : inner, depth: depth + 1)
        }
        return pointed
    }

    /// The resource's own address in place of one that was made up and leads nowhere; nil for any other text.
    private func invented(_ text: String, _ name: String, _ depth: Int) -> String? {
        guard let address, text.hasPrefix("https://example.com/"), Self.own.contains(word(name)) else { return nil }
        let isServers = schema?.property(name)?.isReadOnly == true || declared.hasSent && !declared.isSent(name)
        return word(name).hasPrefix("self") || depth == 0 && isServers ? address : nil
    }

    /// Whether a member of the resource is a resource by itself, which says that it is not this one.
    private func isAnother(_ object: JSONObject) -> Bool {
        let names = object.map(\.key).filter { $0 == idProperty || Self.ids.contains($0.lowercased()) }
        return names.contains { object[$0]?.idText.map { $0 != old } ?? false }
    }

    private func pointed(_ text: String, called name: String) -> String {
        guard let start = Self.pathStart(of: text) else { return text }
        let end = text[start...].firstIndex { "?#{".contains($0) } ?? text.endIndex
        let path = text[start..<end]
        for base in basePaths where path.hasPrefix(base + "/") {
            let segments = path.dropFirst(base.count).split(separator: "/").map(String.init)
            guard let others = replaced(segments, called: name) else { continue }
            let slash = path.hasSuffix("/") ? "/" : ""
            return text[..<start] + base + "/" + others.joined(separator: "/") + slash + text[end...]
        }
        return text
    }

    /// Where the path of a URL begins, or of a reference that is one from the root; nil for what is neither.
    private static func pathStart(of text: String) -> String.Index? {
        if text.hasPrefix("/"), !text.hasPrefix("//") { return text.startIndex }
        guard text.hasPrefix("http://") || text.hasPrefix("https://"), let mark = text.firstIndex(of: ":") else {
            return nil
        }
        let host = text[mark...].dropFirst(3)
        return host.firstIndex(of: "/")
    }

    /// Nil where the path is neither that of a resource like this nor that of one above it.
    private func replaced(_ segments: [String], called name: String) -> [String]? {
        var found = segments
        var parameter = 0
        var (depth, hasLiteral, hasParameter) = (0, false, false)
        for (part, text) in zip(item, segments) {
            let isInside = depth == item.count - 1 && segments.count > item.count
            guard let place = Place(part, in: text, isInside: isInside) else { break }
            depth += 1
            guard let value = place.value else {
                hasLiteral = true
                continue
            }
            hasParameter = true
            var own: String?
            if parameter < scopeCount {
                own = parameter < scope.count ? scope[parameter] : nil
            } else if leads(value, by: name, isBelow: segments.count > item.count) {
                own = id
            } else if Self.leadsElsewhere(name) {
                return nil
            }
            if let own { found[depth - 1] = place.before + Percent.encoded(own) + place.after }
            parameter += 1
        }
        return hasLiteral && hasParameter ? found : nil
    }

    /// Whether a URL with that id is meant to be this resource's.
    private func leads(_ value: String, by name: String, isBelow: Bool) -> Bool {
        if let old, value == old || Percent.decoded(value) == old { return true }
        return Self.own.contains(name) || isBelow && !Self.leadsElsewhere(name)
    }

    private static func leadsElsewhere(_ name: String) -> Bool {
        ["parent", "prev", "next", "source", "target", "original", "template", "replace"].contains(where: name.contains)
    }
}

extension Operation {
    /// Where the first server has the path with these values; nil where they are not as many as its parameters.
    fileprivate func address(_ values: some Collection<String>) -> String? {
        guard values.count == path.parameterNames.count else { return nil }
        var rest = Array(values)[...]
        let text = path.segments.map { segment in
            segment.map { part in
                switch part {
                case .literal(let literal): literal
                case .parameter: Percent.encoded(rest.popFirst() ?? "")
                }
            }.joined()
        }
        return (servers.first?.absoluteURL ?? "http://localhost") + "/" + text.joined(separator: "/")
    }
}

/// What a segment of a template has in one of a path: `SM1` in `SM1.json`.
private struct Place {
    let before: String
    /// Nil where the segment is a literal.
    let value: String?
    let after: String

    /// - Parameter isInside: whether an ending may be missing, as more of the path follows: `/Messages/SM1/Media.json`.
    init?(_ segment: PathTemplate.Segment, in text: String, isInside: Bool) {
        var (before, after, count) = ("", "", 0)
        for part in segment {
            switch part {
            case .literal(let literal): if count == 0 { before += literal } else { after += literal }
            case .parameter: count += 1
            }
        }
        if isInside, !text.hasSuffix(after) { after = "" }
        guard count > 0 else {
            guard text == before else { return nil }
            (self.before, value, self.after) = (before, nil, "")
            return
        }
        guard count == 1, text.count > before.count + after.count, text.hasPrefix(before), text.hasSuffix(after) else {
            return nil
        }
        (self.before, self.after) = (before, after)
        value = String(text.dropFirst(before.count).dropLast(after.count))
    }
}
