// A JSON object as a form-encoded body, by the encoding of each property.

import JSONValues
import HTTPExchange

/// Writes `application/x-www-form-urlencoded`: the way back from `FormDecoder`.
struct FormEncoder {
    private let encoding: [PropertyEncoding]

    init(_ media: MediaType) { encoding = media.encoding }

    func text(_ value: JSON) -> String {
        guard case .object(let members) = value else { return Percent.encoded(value.wireText) }
        return members.flatMap { name, value in pairs(name, value) }.map(\.text).joined(separator: "&")
    }

    private func pairs(_ name: String, _ value: JSON) -> [EncodedPair] {
        let encoding = encoding.first { $0.property == name }
        if let style = encoding?.style {
            return ParameterEncoder(
                name: name, style: style, explode: encoding?.explode ?? true,
                allowReserved: encoding?.allowReserved ?? false
            ).pairs(value)
        }
        switch value {
        // Without a style each element is a pair of its own, and an object is written as JSON.
        case .array(let elements):
            return elements.map { EncodedPair(name: Percent.encoded(name), value: Percent.encoded($0.wireText)) }
        case .null, .bool, .number, .string, .object:
            return [EncodedPair(name: Percent.encoded(name), value: Percent.encoded(value.wireText))]
        }
    }
}
