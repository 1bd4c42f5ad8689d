// A multipart form as a JSON object, part by part.

import HTTPExchange
import JSONValues
import JSONSchema

/// Reads `multipart/form-data` by the schema and the encoding of each property.
struct MultipartDecoder {
    private let shape: WireShape
    private let encoding: [PropertyEncoding]

    init(_ media: MediaType) {
        shape = media.shape
        encoding = media.encoding
    }

    func decode(_ parts: [BodyPart]) -> DecodedBody {
        var members: [(name: String, values: [JSON])] = []
        var positions: [String: Int] = [:]
        for part in parts {
            guard let name = part.name else {
                return .malformed(found: "a part without a name", expected: "Content-Disposition: form-data; name=…")
            }
            let property = shape.property(name)
            let element = property.isArray ? property.items ?? .any : property
            let encoding = encoding.first { $0.property == name }
            if let type = part.contentType, let ranges = encoding?.contentType, !MultipartDecoder.takes(ranges, type) {
                return .malformed(found: "the part '\(name)' is \(type.essence)", expected: ranges)
            }
            let value = value(of: part, element, encoding)
            if let known = positions[name] {
                members[known].values.append(value)
            } else {
                positions[name] = members.count
                members.append((name, [value]))
            }
        }
        return .value(
            .object(
                JSONObject(
                    members.map { name, values in
                        (name, values.count > 1 || wantsList(name, values) ? .array(values) : values[0])
                    })))
    }

    /// A single part for a list, unless the part is the list already.
    private func wantsList(_ name: String, _ values: [JSON]) -> Bool {
        guard shape.property(name).isArray else { return false }
        if case .array? = values.first { return false }
        return true
    }

    private func value(of part: BodyPart, _ shape: WireShape, _ encoding: PropertyEncoding?) -> JSON {
        let declared = encoding?.contentType.flatMap { MediaRange($0) }
        let kind = (part.contentType ?? declared)?.kind
        let isBinary = part.filename != nil || shape.isBinary || kind == .binary
        if kind == .json || (!isBinary && shape.isObject), let value = try? JSON(parsing: part.bytes) { return value }
        if isBinary {
            // A character for each byte: lengths count, and nothing is lost.
            return .string(TextCharset.text(part.bytes, charset: "iso-8859-1") ?? "")
        }
        return shape.scalar(TextCharset.text(part.bytes, charset: part.contentType?["charset"]) ?? "")
    }

    /// Whether a type is in a list such as `image/png, image/*`.
    private static func takes(_ ranges: String, _ type: MediaRange) -> Bool {
        ranges.split(separator: ",").contains { MediaRange($0)?.includes(type) ?? false }
    }
}
