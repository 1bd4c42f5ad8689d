// A body as a JSON value, by its content type.

import HTTPExchange
import HTTPTypes
import JSONValues
import JSONSchema

/// What a body's bytes stand for.
enum DecodedBody {
    /// JSON, or what a form or text amounts to.
    case value(JSON)
    /// The lines of JSON Lines and their like, and the schema of each; without one they are an array.
    case sequence([JSON], item: Schema?)
    /// Bytes that nothing is said about but their type.
    case opaque
    case malformed(found: String, expected: String)
    /// Of more values than are held in memory for a message.
    case tooLarge(found: String, expected: String)
}

enum BodyDecoder {
    /// - Parameter contentType: the type that the message states.
    static func decode(_ bytes: [UInt8], contentType: MediaRange, media: MediaType) -> DecodedBody {
        switch contentType.kind {
        case .json:
            if let refused = tooLarge(bytes) { return refused }
            do {
                return .value(try JSON(parsing: bytes))
            } catch {
                return .malformed(
                    found: "line \(error.line), column \(error.column): \(error.found)", expected: error.expected)
            }
        case .jsonLines: return decodeLines(bytes, media)
        case .eventStream: return decodeEvents(bytes, media)
        case .form:
            guard let text = String(validating: bytes, as: UTF8.self) else {
                return .malformed(found: "bytes that are not UTF-8", expected: "name=value pairs")
            }
            let pairs = Pairs(query: text)
            if let refused = tooMany(pairs.pairs.count) { return refused }
            return .value(FormDecoder(media).decode(pairs))
        case .multipart:
            guard let boundary = contentType["boundary"] else {
                return .malformed(found: "no boundary in the content type", expected: "multipart/…; boundary=…")
            }
            guard let parts = MultipartBody.parts(bytes, boundary: boundary) else {
                return .malformed(found: "no part between boundaries", expected: "parts between '--\(boundary)'")
            }
            if let refused = tooMany(parts.count) { return refused }
            guard contentType.subtype == "form-data" else { return .opaque }
            return MultipartDecoder(media).decode(parts)
        case .text:
            guard let text = TextCharset.text(bytes, charset: contentType["charset"]) else {
                return .malformed(found: "bytes that are not UTF-8", expected: "text")
            }
            return .value(media.shape.scalar(text))
        case .xml, .binary: return .opaque
        }
    }

    /// A value takes up to forty times as much in memory as in a message: 60 MB of empty lists are 2 GB.
    private static let mostValues = 1_000_000

    private static func tooLarge(_ bytes: [UInt8]) -> DecodedBody? {
        guard bytes.count > mostValues else { return nil }
        // Each value but the first stands behind one of these. Those in texts count too, which few have a million of.
        let count = bytes.withUnsafeBufferPointer { bytes in
            bytes.reduce(into: 0) { count, byte in
                let begins = byte == UInt8(ascii: ",") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{")
                count += begins ? 1 : 0
            }
        }
        guard count > mostValues else { return nil }
        return .tooLarge(found: "about \(count) values", expected: "at most \(mostValues), which is what is judged")
    }

    private static func tooMany(_ fields: Int) -> DecodedBody? {
        guard fields > FormDecoder.mostFields else { return nil }
        return .malformed(found: "\(fields) fields", expected: "at most \(FormDecoder.mostFields) fields in a form")
    }

    private static func decodeLines(_ bytes: [UInt8], _ media: MediaType) -> DecodedBody {
        var values: [JSON] = []
        // JSON text sequences (RFC 7464) put a record separator before each value.
        for (index, line) in bytes.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == 0x1E }).enumerated() {
            if line.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) { continue }
            do {
                values.append(try JSON(parsing: Array(line)))
            } catch {
                return .malformed(found: "line \(index + 1): \(error.found)", expected: error.expected)
            }
        }
        return .sequence(values, item: media.itemSchema)
    }
}

/// The character sets that need no tables.
enum TextCharset {
    static func text(_ bytes: [UInt8], charset: String?) -> String? {
        switch charset?.lowercased() {
        case "iso-8859-1", "latin1", "us-ascii": String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        case nil, "utf-8", "utf8": String(validating: bytes, as: UTF8.self)
        default: String(decoding: bytes, as: UTF8.self)
        }
    }
}
