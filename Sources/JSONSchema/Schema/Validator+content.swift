// Checks what a string holds: its encoding, its media type, and the schema of a JSON document in it.

import JSONValues

extension Validator {
    mutating func checkContent(_ content: Content, _ id: SchemaNode.ID, _ value: Value) -> Bool {
        guard let text = value.string else { return true }
        let bytes: [UInt8]
        if let coding = content.coding {
            guard let decoded = coding.decode(text, upTo: content.kind?.telling ?? 0) else {
                return fail(.contentEncoding, id, value, coding.expectation)
            }
            bytes = decoded
        } else {
            bytes = Array(text.utf8.prefix(content.kind?.telling ?? 0))
        }
        guard let kind = content.kind else { return true }
        switch kind {
        case .image(let image):
            return bytes.starts(with: image.signature)
                || fail(.contentMediaType, id, value, "a \(image.rawValue) image")
        case .other: return true
        case .json:
            let document: JSON
            do throws(JSONError) {
                document = try JSON(parsing: bytes)
            } catch {
                return fail(.contentMediaType, id, value, "a JSON document: \(error.message)")
            }
            guard let schema = content.schema, !accepts(document, schema) else { return true }
            guard goesOn else { return false }
            let wanted = describe(schema)
            return fail(.contentSchema, id, value, "a JSON document that \(wanted)")
        }
    }
}

/// The encodings that are checked, of those that `contentEncoding` can name
/// ([RFC 4648](https://www.rfc-editor.org/rfc/rfc4648)); their names do not mind letter case.
enum ContentCoding: String, Sendable {
    case base64, base64url

    init?(name: String) { self.init(rawValue: name.lowercased()) }

    func decode(_ text: String, upTo limit: Int) -> [UInt8]? {
        switch self {
        case .base64: Base64.standard.decode(text, upTo: limit)
        case .base64url: Base64.urlSafe.decode(text, upTo: limit)
        }
    }

    var expectation: String {
        switch self {
        case .base64: Format.byte.expectation
        case .base64url: Format.base64url.expectation
        }
    }
}

/// What can be told of bytes by their media type.
enum ContentKind: Sendable {
    case json
    case image(Image)
    case other

    enum Image: String, Sendable {
        case png = "PNG"
        case jpeg = "JPEG"
        case gif = "GIF"

        /// What every file of the kind begins with.
        var signature: [UInt8] {
            switch self {
            case .png: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            case .jpeg: [0xFF, 0xD8, 0xFF]
            case .gif: Array("GIF8".utf8)
            }
        }
    }

    /// How many of the first bytes tell whether they are of the kind.
    var telling: Int {
        switch self {
        case .json: .max
        case .image(let image): image.signature.count
        case .other: 0
        }
    }

    init(mediaType: String) {
        let end = mediaType.utf8.firstIndex { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: " ") }
        let essence = mediaType[..<(end ?? mediaType.endIndex)].lowercased()
        switch essence {
        case "image/png": self = .image(.png)
        case "image/jpeg": self = .image(.jpeg)
        case "image/gif": self = .image(.gif)
        case "application/json": self = .json
        default: self = essence.hasSuffix("+json") ? .json : .other
        }
    }
}
