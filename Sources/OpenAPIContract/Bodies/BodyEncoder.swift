// A JSON value as the bytes of a body, by a media type of the contract.

import HTTPExchange
import HTTPTypes
package import JSONValues
import JSONSchema
import SourceDocuments

extension MediaType {
    /// The bytes that stand for a value, and the content type that goes with them.
    package func encode(_ value: JSON) -> (contentType: String, bytes: [UInt8]) {
        let type = concreteType(for: value)
        switch type.kind {
        case .json:
            var bytes: [UInt8] = []
            value.write(into: &bytes)
            return (type.text, bytes)
        case .jsonLines:
            let lines = (value.array ?? [value]).map { $0.serialized() + "\n" }
            return (type.text, Array(lines.joined().utf8))
        case .eventStream: return (type.text, Array(events(value).utf8))
        case .form: return (type.text, Array(FormEncoder(self).text(value).utf8))
        case .multipart:
            let body = MultipartEncoder(self).encode(value)
            return ("\(type.essence); boundary=\(body.boundary)", body.bytes)
        case .xml: return (type.text, Array((value.string ?? XMLText.document(value, schema: schema)).utf8))
        case .text, .binary: return (type.text, Array(value.wireText.utf8))
        }
    }

    /// A type that falls under the range: the range itself unless it has a wildcard.
    private func concreteType(for value: JSON) -> MediaRange {
        guard let media else { return value.string == nil ? .json : .text }
        if media.isConcrete { return media }
        if media.subtype.hasPrefix("*+") {
            return MediaRange("\(media.type == "*" ? "application" : media.type)/\(media.subtype.dropFirst(2))")
                ?? .json
        }
        return switch media.type {
        case "text": .text
        case "image": MediaRange(type: "image", subtype: "png")
        case "audio": MediaRange(type: "audio", subtype: "mpeg")
        case "video": MediaRange(type: "video", subtype: "mp4")
        default: value.string == nil ? .json : shape.isBinary ? .octets : media.type == "application" ? .json : .text
        }
    }
}

extension MediaRange {
    fileprivate static let json = MediaRange(type: "application", subtype: "json")
    fileprivate static let text = MediaRange(type: "text", subtype: "plain")
    fileprivate static let octets = MediaRange(type: "application", subtype: "octet-stream")

    /// As a `Content-Type` header says it.
    fileprivate var text: String {
        if parameters.isEmpty { return essence }
        return essence
            + parameters.map { "; \($0.name)=\(FieldText.quoted($0.value))" }.joined()
    }
}
