// Puts the values of a request where the contract wants them.
import Foundation

/// Builds one call: path first, then query, headers and body.
nonisolated struct CallBuilder {
    private var call: HTTPCall
    private let path: String
    private var query: [String] = []
    private var cookies: [String] = []

    enum QueryStyle {
        case form, formList, spaces, pipes, deepObject, json
    }

    /// - Parameter accept: the media types of the answers, the best first.
    @inline(never)
    init(_ operation: String, _ method: String, _ path: CallPath, accept: String = "application/json") throws {
        self.path = try path.text.get()
        call = HTTPCall(operation: operation, method: method, target: self.path)
        if !accept.isEmpty { call.headers["Accept"] = accept }
    }

    /// The call with everything in place.
    @inline(never)
    func built() -> HTTPCall {
        var call = call
        call.target = query.isEmpty ? path : path + (path.contains("?") ? "&" : "?") + query.joined(separator: "&")
        if !cookies.isEmpty { call.headers["Cookie"] = cookies.joined(separator: "; ") }
        return call
    }

    mutating func keepRedirects() { call.followsRedirects = false }

    // MARK: Query

    @_semantics("optimize.sil.specialize.generic.never")
    mutating func query(
        _ name: String, _ value: (some ParameterValue)?, _ style: QueryStyle = .form, allowReserved: Bool = false
    ) throws {
        guard let value else { return }
        let pairs = try at(name) {
            try Self.queryPairs(name, value.parameterValue(), style, allowReserved: allowReserved)
        }
        query += pairs.map { "\($0)=\($1)" }
    }

    /// Names and values, percent-encoded.
    static func queryPairs(
        _ name: String, _ value: JSONValue, _ style: QueryStyle, allowReserved: Bool = false
    ) throws -> [(String, String)] {
        func encoded(_ text: String) -> String { text.percentEncoded(allowReserved: allowReserved) }
        let key = name.percentEncoded()
        if style == .json { return [(key, encoded(try value.jsonText))] }
        if value.isEmpty { return [] }
        if case .array(let elements) = value {
            if style == .deepObject {
                return try elements.enumerated().flatMap { index, element in
                    // Which members belong together only a number says.
                    try queryPairs(
                        element.isScalar ? "\(name)[]" : "\(name)[\(index)]", element, style,
                        allowReserved: allowReserved)
                }
            }
            let texts = try elements.map { try $0.parameterText }.map(encoded)
            switch style {
            case .form, .deepObject: return texts.map { (key, $0) }
            case .formList, .json: return [(key, texts.joined(separator: ","))]
            case .spaces: return [(key, texts.joined(separator: "%20"))]
            case .pipes: return [(key, texts.joined(separator: "%7C"))]
            }
        }
        guard let members = value.sortedMembers else { return [(key, encoded(try value.parameterText))] }
        if style == .deepObject {
            return try members.flatMap {
                try queryPairs("\(name)[\($0.key)]", $0.value, style, allowReserved: allowReserved)
            }
        }
        let pairs = try members.map { ($0.key.percentEncoded(), encoded(try $0.value.parameterText)) }
        switch style {
        case .form: return pairs
        case .spaces: return [(key, pairs.map { "\($0)%20\($1)" }.joined(separator: "%20"))]
        case .pipes: return [(key, pairs.map { "\($0)%7C\($1)" }.joined(separator: "%7C"))]
        default: return [(key, pairs.map { "\($0),\($1)" }.joined(separator: ","))]
        }
    }

    // MARK: Headers and cookies

    @_semantics("optimize.sil.specialize.generic.never")
    mutating func header(
        _ name: String, _ value: (some ParameterValue)?, explode: Bool = false, json: Bool = false
    ) throws {
        guard let text = try at(name, { try Self.headerText(name, value, explode: explode, json: json) }) else {
            return
        }
        call.headers[name] = text
    }

    /// The style `simple`; nil where there is nothing to send.
    static func headerText(
        _ name: String, _ value: (some ParameterValue)?, explode: Bool = false, json: Bool = false
    ) throws -> String? {
        guard let value = try value?.parameterValue(), json || !value.isEmpty else { return nil }
        let text: String
        if json {
            text = try value.jsonText
        } else if case .array(let elements) = value {
            text = try elements.map { try $0.parameterText }.joined(separator: ",")
        } else if let members = value.sortedMembers {
            text = try members.map { "\($0.key)\(explode ? "=" : ",")\(try $0.value.parameterText)" }
                .joined(separator: ",")
        } else {
            text = try value.parameterText
        }
        guard text.isFieldValue else { throw WireFailure(name, "a header has no control characters") }
        return text
    }

    mutating func cookie(
        _ name: String, _ value: (some ParameterValue)?, explode: Bool = true, json: Bool = false
    ) throws {
        guard let value else { return }
        let style: QueryStyle = json ? .json : explode ? .form : .formList
        let pairs = try at(name) { try Self.queryPairs(name, value.parameterValue(), style) }
        cookies += pairs.map { "\($0)=\($1)" }
    }

    // MARK: Body

    @_semantics("optimize.sil.specialize.generic.never")
    mutating func json(_ value: some Encodable, as mediaType: String = "application/json") throws {
        body(.data(try JSONEncoder.stable.encode(value)), as: mediaType)
    }

    mutating func json(_ value: some WireCoded, as mediaType: String = "application/json") throws {
        body(.data(try JSONEncoder.stable.encode(Wired(value))), as: mediaType)
    }

    mutating func text(_ value: some ParameterValue, as mediaType: String = "text/plain") throws {
        let text = try value.parameterValue().parameterText
        guard let data = text.data(using: try String.Encoding(mediaType: mediaType)) else {
            throw WireFailure("body", "has characters that the charset of \(mediaType) has not")
        }
        body(.data(data), as: mediaType)
    }

    mutating func lines(_ values: [some Encodable], as mediaType: String) throws {
        let lines = try values.map { try JSONEncoder.stable.encode($0) + Data("\n".utf8) }
        body(.data(Data(lines.joined())), as: mediaType)
    }

    mutating func body(_ body: HTTPBody, as mediaType: String) {
        call.body = body
        call.headers["Content-Type"] = mediaType
    }

    private func at<Value>(_ name: String, _ make: () throws -> Value) throws -> Value {
        do { return try make() } catch { throw WireFailure(name, WireFailure(error).reason) }
    }
}

/// The path of a call, percent-encoded.
nonisolated struct CallPath: ExpressibleByStringLiteral {
    let text: Result<String, WireFailure>

    init(stringLiteral value: String) { text = .success(value) }
}

/// A path with its values in place: `"/items/\(id)"`, percent-encoded by the style of each.
nonisolated extension CallPath: ExpressibleByStringInterpolation {
    enum Style {
        case simple, label, matrix, json
    }

    init(stringInterpolation: StringInterpolation) { text = stringInterpolation.checked }

    struct StringInterpolation: StringInterpolationProtocol {
        var text = Result<String, WireFailure>.success("")
        /// The names of the values, each with the number of segments up to it.
        private var values: [(name: String, segments: Int)] = []

        /// A segment of one or two dots would be taken out of the path, wherever it came from.
        var checked: Result<String, WireFailure> {
            guard case .success(let path) = text else { return text }
            let segments = path.prefix { $0 != "?" }.split(separator: "/", omittingEmptySubsequences: false)
            guard let index = segments.firstIndex(of: ".") ?? segments.firstIndex(of: "..") else { return text }
            let value = values.last { $0.segments == index + 1 } ?? values.last
            return .failure(
                WireFailure(value?.name ?? "path", "a segment of dots alone would make this another path"))
        }

        init(literalCapacity: Int, interpolationCount: Int) {}

        @inline(never)
        mutating func appendLiteral(_ literal: String) { text = text.map { $0 + literal } }

        @_semantics("optimize.sil.specialize.generic.never")
        mutating func appendInterpolation(
            _ value: some ParameterValue, _ name: String = "path", _ style: Style = .simple, explode: Bool = false,
            spans: Bool = false
        ) {
            guard case .success(let before) = text else { return }
            do {
                let part = try CallPath.text(name, value.parameterValue(), style, explode: explode, spans: spans)
                if part.isEmpty { throw WireFailure(name, "an empty value would make this another path") }
                text = .success(before + part)
                let start = before.count(where: { $0 == "/" }) + 1
                for segment in start...(start + part.count(where: { $0 == "/" })) { values.append((name, segment)) }
            } catch {
                text = .failure(WireFailure(name, WireFailure(error).reason))
            }
        }
    }

    private static func text(
        _ name: String, _ value: JSONValue, _ style: Style, explode: Bool, spans: Bool
    ) throws -> String {
        if style == .json { return try value.jsonText.percentEncoded() }
        if value.isEmpty { return "" }
        let parts: [String]
        if case .array(let elements) = value {
            parts = try elements.map { try $0.parameterText.percentEncoded() }
        } else if let members = value.sortedMembers {
            parts = try members.flatMap { member in
                let text = try member.value.parameterText.percentEncoded()
                let key = member.key.percentEncoded()
                return explode ? [style == .matrix && text.isEmpty ? key : "\(key)=\(text)"] : [key, text]
            }
        } else {
            // One that spans takes in the slashes of several segments.
            parts = [
                try value.parameterText.split(separator: spans ? "/" : "\0", omittingEmptySubsequences: false)
                    .map { String($0).percentEncoded() }.joined(separator: spans ? "/" : "%00")
            ]
        }
        switch style {
        case .simple, .json: return parts.joined(separator: ",")
        case .label: return "." + parts.joined(separator: explode ? "." : ",")
        case .matrix:
            if explode, value.sortedMembers != nil { return parts.map { ";\($0)" }.joined() }
            // RFC 6570, section 3.2.7: no sign of equality before nothing.
            func named(_ text: String) -> String { text.isEmpty ? ";\(name)" : ";\(name)=\(text)" }
            return explode ? parts.map(named).joined() : named(parts.joined(separator: ","))
        }
    }
}
