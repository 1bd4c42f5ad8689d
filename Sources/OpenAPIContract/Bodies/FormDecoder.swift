// A form-encoded body as a JSON object, by the schema and the encoding of each property.

import HTTPExchange
import JSONValues

/// Reads `application/x-www-form-urlencoded` pairs. Bracketed names are understood whatever the style, since many clients write
/// nested values so.
struct FormDecoder {
    private let shape: WireShape
    private let encoding: [PropertyEncoding]

    init(_ media: MediaType) {
        shape = media.shape
        encoding = media.encoding
    }

    /// More fields than any form has, and than most servers take: who sends them means harm.
    static let mostFields = 10_000

    func decode(_ pairs: Pairs) -> JSON {
        let index = pairs.byName()
        var members: [(String, JSON)] = []
        var seen: Set<String> = []
        for pair in pairs.pairs {
            let name = baseName(pair.name)
            guard seen.insert(name).inserted else { continue }
            members.append((name, value(of: name, in: pairs, index)))
        }
        return .object(JSONObject(members))
    }

    /// The property that a pair belongs to: the name, unless only the part before its brackets is a property's.
    private func baseName(_ name: String) -> String {
        guard let bracket = name.firstIndex(of: "["), bracket != name.startIndex, name.hasSuffix("]") else {
            return name
        }
        return shape.declares(name) ? name : String(name[..<bracket])
    }

    private func value(of name: String, in pairs: Pairs, _ index: PairsByName) -> JSON {
        let property = shape.property(name)
        guard let own = index.own[name], let first = own.first else {
            return BracketTree(index.bracketed[name] ?? []).value(property, decode: pairs.decoded)
        }
        let encoding = encoding.first { $0.property == name }
        let items = property.items ?? .any
        if own.count > 1 { return .array(own.map { element(pairs.decoded($0), items, encoding) }) }
        if property.isArray, encoding?.style != nil, encoding?.explode == false {
            let delimiter: StyledText.Delimiter =
                switch encoding?.style {
                case .spaceDelimited: .space
                case .pipeDelimited: .bar
                default: .character(",")
                }
            let text = StyledText(delimiter: delimiter, decode: { pairs.decoded($0) })
            return text.candidates(first[...], property).first ?? .array([])
        }
        let text = pairs.decoded(first)
        if property.isArray {
            if let value = container(text), value.array != nil { return value }
            return .array([element(text, items, encoding)])
        }
        return element(text, property, encoding)
    }

    private func element(_ text: String, _ shape: WireShape, _ encoding: PropertyEncoding?) -> JSON {
        let isJSON = encoding?.contentType.flatMap { MediaRange($0) }?.kind == .json
        if isJSON, let value = try? JSON(parsing: text) { return value }
        if shape.isObject, let value = container(text) { return value }
        return shape.scalar(text)
    }

    /// A list or object that is written as JSON, which is what a property of that type defaults to (`contentType`).
    private func container(_ text: String) -> JSON? {
        guard text.hasPrefix("{") || text.hasPrefix("["), let value = try? JSON(parsing: text) else { return nil }
        return value
    }
}
