// A JSON object as a multipart form, part by part.

import HTTPExchange
import JSONValues
import JSONSchema

/// Writes `multipart/form-data`: the way back from `MultipartDecoder`.
struct MultipartEncoder {
    private let shape: WireShape
    private let encoding: [PropertyEncoding]

    init(_ media: MediaType) {
        shape = media.shape
        encoding = media.encoding
    }

    func encode(_ value: JSON) -> (boundary: String, bytes: [UInt8]) {
        let members = value.object ?? JSONObject([("value", value)])
        var parts: [(head: String, content: [UInt8])] = []
        for (name, value) in members {
            let property = shape.property(name)
            if property.isArray, case .array(let elements) = value, !elements.contains(where: { $0.array != nil }) {
                for element in elements { parts.append(part(name, element, property.items ?? .any)) }
            } else {
                parts.append(part(name, value, property))
            }
        }
        let boundary = MultipartEncoder.boundary(for: parts.map(\.content))
        var bytes: [UInt8] = []
        for part in parts {
            bytes += Array("--\(boundary)\r\n\(part.head)\r\n\r\n".utf8)
            bytes += part.content
            bytes += Array("\r\n".utf8)
        }
        return (boundary, bytes + Array("--\(boundary)--\r\n".utf8))
    }

    private func part(_ name: String, _ value: JSON, _ shape: WireShape) -> (String, [UInt8]) {
        let encoding = encoding.first { $0.property == name }
        let quoted = name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "%22")
        var head = "Content-Disposition: form-data; name=\"\(quoted)\""
        if shape.isBinary, let text = value.string {
            let type = encoding?.contentType?.split(separator: ",").first.flatMap { MediaRange($0) }
            head +=
                "; filename=\"\(quoted)\"\r\nContent-Type: \(type.flatMap { $0.isConcrete ? $0.essence : nil } ?? "application/octet-stream")"
            return (head, MultipartEncoder.bytes(of: text))
        }
        switch value {
        case .object, .array: head += "\r\nContent-Type: application/json"
        case .null, .bool, .number, .string:
            if let type = encoding?.contentType, MediaRange(type)?.isConcrete ?? false {
                head += "\r\nContent-Type: \(type)"
            }
        }
        let isJSON = encoding?.contentType.flatMap { MediaRange($0) }?.kind == .json
        return (head, Array((isJSON ? value.serialized() : value.wireText).utf8))
    }

    /// A character for each byte, where the text can be bytes at all.
    private static func bytes(of text: String) -> [UInt8] {
        let scalars = text.unicodeScalars
        return scalars.allSatisfy { $0.value < 0x100 } ? scalars.map { UInt8($0.value) } : Array(text.utf8)
    }

    /// The same for the same parts, and in none of them.
    private static func boundary(for contents: [[UInt8]]) -> String {
        var number = 0
        while true {
            let boundary = "counterpart-part-\(number)"
            let mark = Array(boundary.utf8)
            if !contents.contains(where: { contains(mark, in: $0) }) { return boundary }
            number += 1
        }
    }

    private static func contains(_ mark: [UInt8], in bytes: [UInt8]) -> Bool {
        guard bytes.count >= mark.count else { return false }
        return (0...(bytes.count - mark.count)).contains { bytes[$0] == mark[0] && bytes[$0...].starts(with: mark) }
    }
}
