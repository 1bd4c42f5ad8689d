// The value of a parameter, read off a request by the parameter's style.

import JSONValues
import JSONSchema
import HTTPExchange
import SourceDocuments
import HTTPTypes

/// The parts of a request that parameters stand in.
struct ParameterDecoder {
    let path: [Route.PathValue]
    let query: Pairs
    let rawQuery: String?
    let headers: HTTPFields
    let cookies: Pairs
    private let operation: Operation

    init(_ request: Request, path: [Route.PathValue], operation: Operation) {
        self.path = path
        rawQuery = request.query.map(String.init)
        query = Pairs(query: rawQuery ?? "")
        headers = request.headers
        cookies = Pairs(cookie: request.headers[.cookie] ?? "")
        self.operation = operation
    }

    enum Outcome {
        case absent
        /// What it may mean, the likeliest first; at least one.
        case values([JSON])
        case malformed(String, expected: String)
    }

    func decode(_ parameter: Parameter) -> Outcome {
        if let content = parameter.content { return decode(content, of: parameter) }
        switch parameter.location {
        case .path: return decodePath(parameter)
        case .query: return decodePairs(query, parameter)
        case .cookie: return decodePairs(cookies, parameter)
        case .header: return decodeHeader(parameter)
        case .querystring: return rawQuery.map { .values([.string(query.decoded($0))]) } ?? .absent
        }
    }

    /// The text of a parameter whose value is a document of its own.
    private func decode(_ content: MediaType, of parameter: Parameter) -> Outcome {
        let text: String? =
            switch parameter.location {
            case .path: path.first { $0.name == parameter.name }.map { Percent.decoded($0.text) }
            case .query: query.values(parameter.name).first.map(query.decoded)
            case .cookie: cookies.values(parameter.name).first.map(cookies.decoded)
            case .header: header(parameter.name)
            case .querystring: rawQuery
            }
        guard let text else { return .absent }
        switch content.media?.kind {
        case .json:
            do {
                return .values([try JSON(parsing: text)])
            } catch {
                return .malformed(text, expected: "JSON: \(error.message)")
            }
        case .form: return .values([FormDecoder(content).decode(Pairs(query: text))])
        case .jsonLines, .eventStream, .multipart, .text, .xml, .binary, nil:
            return .values([.string(Percent.decoded(text))])
        }
    }

    /// What a list means if the encoded commas in it stand between elements; empty where it has none.
    func readingEncodedCommas(of parameter: Parameter) -> [JSON] {
        guard parameter.shape.kinds.contains(.array) else { return [] }
        func candidates(_ raw: Substring, _ decode: @escaping (Substring) -> String) -> [JSON] {
            let bare = raw.replacing("%2C", with: ",").replacing("%2c", with: ",")
            guard bare != raw else { return [] }
            return StyledText(delimiter: .character(","), decode: decode).candidates(bare, parameter.shape)
        }
        switch (parameter.location, parameter.style) {
        case (.query, .form):
            let own = query.values(parameter.name)
            guard own.count == 1, !parameter.explode else { return [] }
            return candidates(own[0][...]) { query.decoded($0) }
        case (.path, .simple):
            return path.first { $0.name == parameter.name }.map { candidates($0.text[...]) { Percent.decoded($0) } }
                ?? []
        default: return []
        }
    }

    // MARK: Paths

    private func decodePath(_ parameter: Parameter) -> Outcome {
        guard let raw = path.first(where: { $0.name == parameter.name })?.text else { return .absent }
        switch parameter.style {
        case .label:
            guard raw.hasPrefix(".") else {
                return .malformed(Percent.decoded(raw), expected: "a dot before the value")
            }
            let text = StyledText(
                delimiter: .character(parameter.explode ? "." : ","), assignment: parameter.explode ? "=" : nil,
                decode: { Percent.decoded($0) })
            return .values(text.candidates(raw.dropFirst(), parameter.shape))
        case .matrix: return decodeMatrix(raw, parameter)
        case .simple, .form, .spaceDelimited, .pipeDelimited, .deepObject, .cookie:
            let text = StyledText(
                delimiter: .character(","), assignment: parameter.explode ? "=" : nil, decode: { Percent.decoded($0) })
            return .values(text.candidates(raw[...], parameter.shape))
        }
    }

    /// `;color=blue,black`, exploded `;color=blue;color=black` or `;R=100;G=200`.
    private func decodeMatrix(_ raw: String, _ parameter: Parameter) -> Outcome {
        guard raw.hasPrefix(";") else {
            return .malformed(Percent.decoded(raw), expected: "';\(parameter.name)=' before the value")
        }
        var pairs: [(name: String, value: Substring)] = []
        for part in raw.dropFirst().split(separator: ";", omittingEmptySubsequences: false) {
            let name = part.prefix { $0 != "=" }
            pairs.append((Percent.decoded(name), part.dropFirst(name.count).dropFirst()))
        }
        let shape = parameter.shape
        if parameter.explode, shape.isObject {
            let members = pairs.map { ($0.name, shape.property($0.name).scalar(Percent.decoded($0.value))) }
            return .values([.object(JSONObject(members))])
        }
        let own = pairs.filter { $0.name == parameter.name }
        guard let first = own.first, own.count == pairs.count else {
            return .malformed(Percent.decoded(raw), expected: "';\(parameter.name)=' before the value")
        }
        if parameter.explode, shape.isArray || own.count > 1 {
            let items = shape.items ?? .any
            return .values([.array(own.map { items.scalar(Percent.decoded($0.value)) })])
        }
        let text = StyledText(delimiter: .character(","), decode: { Percent.decoded($0) })
        return .values(text.candidates(first.value, shape))
    }

    // MARK: Queries and cookies

    private func decodePairs(_ pairs: Pairs, _ parameter: Parameter) -> Outcome {
        let shape = parameter.shape
        let own = pairs.values(parameter.name)
        if parameter.style == .deepObject || own.isEmpty {
            let bracketed = pairs.bracketed(parameter.name)
            if !bracketed.isEmpty, parameter.style == .deepObject || shape.kinds.contains(.array) {
                return .values([BracketTree(bracketed).value(shape, decode: pairs.decoded)])
            }
        }
        if parameter.explode, shape.isObject, own.isEmpty {
            // Members of a deep object stand in brackets, and nowhere else.
            return parameter.style == .deepObject ? .absent : decodeExploded(pairs, shape)
        }
        guard let first = own.first else { return .absent }
        let text = StyledText(delimiter: delimiter(of: parameter), decode: { pairs.decoded($0) })
        if parameter.explode {
            var array: JSON {
                let items = shape.items ?? .any
                return .array(own.map { items.scalar(pairs.decoded($0)) })
            }
            if shape.isArray || own.count > 1 { return .values([array]) }
            let scalars = text.scalars(pairs.decoded(first), shape)
            return .values(shape.kinds.contains(.array) && shape.kinds != .any ? scalars + [array] : scalars)
        }
        if own.count > 1 {
            let items = shape.items ?? .any
            let parts = own.flatMap { text.split($0[...]) }
            return .values([.array(parts.map { items.scalar(pairs.decoded($0)) })])
        }
        return .values(text.candidates(first[...], shape))
    }

    private func delimiter(of parameter: Parameter) -> StyledText.Delimiter {
        switch parameter.style {
        case .spaceDelimited: .space
        case .pipeDelimited: .bar
        case .form, .simple, .label, .matrix, .deepObject, .cookie: .character(",")
        }
    }

    /// An object whose properties are parameters of their own.
    private func decodeExploded(_ pairs: Pairs, _ shape: WireShape) -> Outcome {
        var members: [(String, JSON)] = []
        // The names of other parameters are left alone.
        let declared = Set(operation.parameters.lazy.filter { $0.location == .query }.map(\.name))
        for pair in pairs.pairs where !members.contains(where: { $0.0 == pair.name }) {
            guard shape.declares(pair.name) || (shape.additional != nil && !declared.contains(pair.name)) else {
                continue
            }
            let property = shape.property(pair.name)
            let values = pairs.values(pair.name).map(pairs.decoded)
            let value =
                values.count > 1 || property.isArray
                ? JSON.array(values.map((property.items ?? .any).scalar)) : property.scalar(values[0])
            members.append((pair.name, value))
        }
        return members.isEmpty ? .absent : .values([.object(JSONObject(members))])
    }

    // MARK: Headers

    private func header(_ name: String) -> String? {
        guard let name = HTTPField.Name(name) else { return nil }
        let values = headers[values: name]
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }

    private func decodeHeader(_ parameter: Parameter) -> Outcome {
        guard let text = header(parameter.name) else { return .absent }
        return .values(HeaderText.candidates(text, shape: parameter.shape, explode: parameter.explode))
    }
}
