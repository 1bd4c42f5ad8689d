// A parameter's value as text on the wire, by its style: the way back from `ParameterDecoder`.

import JSONValues
import HTTPExchange

/// One name and value of a query, form or cookie, both percent-encoded.
struct EncodedPair {
    let name: String
    let value: String

    var text: String { "\(name)=\(value)" }
}

struct ParameterEncoder {
    let name: String
    let style: Parameter.Style
    let explode: Bool
    let allowReserved: Bool
    /// Headers are not percent-encoded.
    let isRaw: Bool

    init(_ parameter: Parameter) {
        name = parameter.name
        style = parameter.style
        explode = parameter.explode
        allowReserved = parameter.allowReserved
        isRaw = parameter.location == .header
    }

    init(name: String, style: Parameter.Style, explode: Bool, allowReserved: Bool = false, isRaw: Bool = false) {
        self.name = name
        self.style = style
        self.explode = explode
        self.allowReserved = allowReserved
        self.isRaw = isRaw
    }

    /// The text of a path segment's parameter or of a header.
    func text(_ value: JSON) -> String {
        switch style {
        case .label: "." + joined(value, by: explode ? "." : ",")
        case .matrix: matrix(value)
        case .simple, .form, .spaceDelimited, .pipeDelimited, .deepObject, .cookie: joined(value, by: ",")
        }
    }

    /// What a query or cookie takes for the value; nothing for an empty list that is exploded.
    func pairs(_ value: JSON) -> [EncodedPair] {
        let name = isRaw ? name : Percent.encoded(name)
        if style == .deepObject { return bracketed(value, under: name) }
        switch value {
        case .array(let elements) where explode: return elements.map { EncodedPair(name: name, value: atom($0)) }
        case .object(let members) where explode:
            return members.flatMap { key, value in
                ParameterEncoder(name: key, style: .form, explode: true, allowReserved: allowReserved).pairs(value)
            }
        case .array, .object: return [EncodedPair(name: name, value: joined(value, by: delimiter))]
        case .null, .bool, .number, .string: return [EncodedPair(name: name, value: atom(value))]
        }
    }

    private var delimiter: String {
        switch style {
        case .spaceDelimited: "%20"
        case .pipeDelimited: "%7C"
        case .simple, .label, .matrix, .form, .deepObject, .cookie: ","
        }
    }

    private func bracketed(_ value: JSON, under name: String) -> [EncodedPair] {
        switch value {
        case .object(let members): members.flatMap { bracketed($0.value, under: "\(name)%5B\(encoded($0.key))%5D") }
        case .array(let elements):
            elements.enumerated().flatMap { bracketed($0.element, under: "\(name)%5B\($0.offset)%5D") }
        case .null, .bool, .number, .string: [EncodedPair(name: name, value: atom(value))]
        }
    }

    private func matrix(_ value: JSON) -> String {
        switch value {
        case .array(let elements) where explode: elements.map { ";\(encoded(name))=\(atom($0))" }.joined()
        case .object(let members) where explode: members.map { ";\(encoded($0.key))=\(atom($0.value))" }.joined()
        case .null, .bool, .number, .string, .array, .object: ";\(encoded(name))=\(joined(value, by: ","))"
        }
    }

    private func joined(_ value: JSON, by delimiter: String) -> String {
        switch value {
        case .array(let elements): elements.map { part($0.wireText) }.joined(separator: delimiter)
        case .object(let members):
            members.map { part($0.key) + (explode ? "=" : delimiter) + part($0.value.wireText) }
                .joined(separator: delimiter)
        case .null, .bool, .number, .string: atom(value)
        }
    }

    /// A scalar; what is nested deeper than a style can say goes as JSON.
    private func atom(_ value: JSON) -> String { encoded(value.wireText) }

    /// One of several values in one text: what stands between them is not allowed in it, reserved or not.
    private func part(_ text: String) -> String {
        guard allowReserved, !isRaw else { return encoded(text) }
        return encoded(text).replacing(",", with: "%2C").replacing("=", with: "%3D")
    }

    private func encoded(_ text: String) -> String {
        isRaw ? text : Percent.encoded(text, keepingReserved: allowReserved)
    }
}

extension JSON {
    /// A scalar as the text of a parameter; anything else as JSON.
    var wireText: String { string ?? serialized() }
}
