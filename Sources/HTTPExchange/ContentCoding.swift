// Takes the content coding off a message's body, so that it can be read.

import Zlib
package import HTTPTypes

/// Content codings of [RFC 9110, section 8.4.1](https://www.rfc-editor.org/rfc/rfc9110#section-8.4.1).
package enum ContentCoding {
    /// Content without its codings, or what keeps them on.
    package enum Decoded: Hashable, Sendable {
        case plain([UInt8])
        case opaque(Obstacle)
    }

    /// Why content cannot be read.
    package enum Obstacle: Hashable, Sendable, CustomStringConvertible {
        case unknown(coding: String)
        case broken(coding: String)
        case tooLarge(limit: Int)

        package var description: String {
            switch self {
            case .unknown(let coding): "its coding \(coding) cannot be taken off"
            case .broken(let coding): "it is no whole \(coding)"
            case .tooLarge(let limit): "it holds more than \(limit) bytes"
            }
        }
    }

    /// The codings that can be taken off, as `Accept-Encoding` names them.
    package static let known = ["gzip", "deflate", "identity"]

    /// How many are taken off one body. Each costs as much as the limit lets it, and a head has room for thousands of names.
    private static let most = 4

    /// - Parameters:
    ///   - codings: the values of `Content-Encoding`.
    ///   - limit: bytes of the result; a small body may be a very large one when it is unpacked.
    package static func decode(_ body: [UInt8], codings: [String], limit: Int) -> Decoded {
        let names = codings.flatMap { $0.split(separator: ",") }
            .map { name in String(name.filter { $0 != " " && $0 != "\t" }).lowercased() }
            .filter { !$0.isEmpty && $0 != "identity" }
        guard names.count <= most else {
            return .opaque(.unknown(coding: names.prefix(most).joined(separator: ", ") + ", …"))
        }
        var bytes = body
        // The last in the list was put on last.
        for name in names.reversed() {
            guard !bytes.isEmpty else { return .plain([]) }
            var outcome: Decoded
            switch name {
            case "gzip", "x-gzip": outcome = inflated(bytes, name, window: gzipWindow, limit: limit)
            case "deflate":
                outcome = inflated(bytes, name, window: MAX_WBITS, limit: limit)
                // Meant is the zlib format; some send the bare stream.
                if case .opaque(.broken) = outcome {
                    outcome = inflated(bytes, name, window: -MAX_WBITS, limit: limit)
                }
            default: outcome = .opaque(.unknown(coding: name))
            }
            guard case .plain(let unpacked) = outcome else { return outcome }
            bytes = unpacked
        }
        return .plain(bytes)
    }

    /// What a client accepts, without what could not be read here. A field that was not there stays so.
    package static func restricted(_ accepted: String) -> String {
        let kept = accepted.split(separator: ",").filter { item in
            let name = item.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }.lowercased()
            return known.contains(name) || name == "x-gzip"
        }
        let text = kept.map { $0.drop { $0 == " " } }.joined(separator: ", ")
        return text.isEmpty ? "identity" : text
    }

    /// With it zlib expects the gzip format (RFC 1952).
    private static let gzipWindow = MAX_WBITS + 16

    /// Several members of gzip (RFC 1952, section 2.2) are one after another.
    private static func inflated(_ body: [UInt8], _ name: String, window: Int32, limit: Int) -> Decoded {
        let broken = Decoded.opaque(.broken(coding: name))
        var stream = z_stream()
        guard inflateInit2_(&stream, window, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            return broken
        }
        defer { inflateEnd(&stream) }
        var input = body
        var result: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 64 * 1024)
        // Safe: zlib stays within `avail_in` and `avail_out`, and is done before the arrays go.
        return input.withUnsafeMutableBufferPointer { input in
            stream.next_in = input.baseAddress
            stream.avail_in = UInt32(input.count)
            while true {
                let status = piece.withUnsafeMutableBufferPointer { piece -> Int32 in
                    stream.next_out = piece.baseAddress
                    stream.avail_out = UInt32(piece.count)
                    let status = inflate(&stream, Z_NO_FLUSH)
                    result += piece[..<(piece.count - Int(stream.avail_out))]
                    return status
                }
                guard result.count <= limit else { return .opaque(.tooLarge(limit: limit)) }
                switch status {
                case Z_OK: continue
                case Z_STREAM_END where stream.avail_in > 0 && window == gzipWindow:
                    guard inflateReset(&stream) == Z_OK else { return broken }
                case Z_STREAM_END: return .plain(result)
                default: return broken
                }
            }
        }
    }
}

extension ContentCoding {
    /// The body of a message as its fields say it is packed.
    package static func decode(_ body: [UInt8], _ headers: HTTPFields, limit: Int) -> Decoded {
        decode(body, codings: headers[values: .contentEncoding], limit: limit)
    }
}
