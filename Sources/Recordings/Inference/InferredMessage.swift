// Recorded bodies as values, whatever they are written in.

import HTTPExchange
import JSONValues
import Markup
import JSONSchema
import OpenAPIContract
import HTTPTypes

/// A body by its type, taken apart as far as it can be by itself.
struct InferredMessage {
    enum Content {
        case json(JSON)
        /// Of a form: texts, whose kinds are told by those of other bodies too.
        case fields([(name: String, value: Field)])
        case xml(XMLElement)
        case none
    }

    enum Field {
        case text(String)
        case json(JSON)
        /// Nothing is told of it but that it is there, and its type.
        case file(type: MediaRange?)
    }

    let type: String
    let content: Content

    init(_ contentType: String?, _ body: [UInt8]) {
        let range = contentType.flatMap { MediaRange($0) }
        type = range?.essence ?? "application/octet-stream"
        switch range?.kind {
        case .json: content = (try? JSON(parsing: body)).map { .json($0) } ?? .none
        case .text, .eventStream:
            content = String(validating: body, as: UTF8.self).map { .json(.string($0)) } ?? .none
        case .form:
            let pairs = OperationEvidence.pairs(String(decoding: body, as: UTF8.self))
            content = .fields(pairs.map { ($0.name, .text($0.value)) })
        case .multipart: content = Self.parts(body, boundary: range?["boundary"]).map { .fields($0) } ?? .none
        case .xml: content = XMLElement(parsing: body).map { .xml($0) } ?? .none
        case .jsonLines, .binary, nil: content = .none
        }
    }

    /// As it is by itself.
    var value: JSON? { ContentEvidence([self]).value(self) }

    private static func parts(_ body: [UInt8], boundary: String?) -> [(name: String, value: Field)]? {
        guard let boundary, let parts = MultipartBody.parts(body, boundary: boundary) else { return nil }
        var fields: [(name: String, value: Field)] = []
        for part in parts {
            guard let name = part.name else { return nil }
            fields.append((name, field(part)))
        }
        return fields
    }

    private static func field(_ part: BodyPart) -> Field {
        guard part.filename == nil, let text = String(validating: part.bytes, as: UTF8.self) else {
            return .file(type: part.contentType)
        }
        if part.contentType?.kind == .json, let json = try? JSON(parsing: part.bytes) { return .json(json) }
        return .text(text)
    }
}
