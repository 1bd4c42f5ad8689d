// Between recorded exchanges and those that are sent.

import HTTPTypes
import JSONValues
package import HTTPExchange

extension HAR.Message.Request {
    /// The request as it would be sent: the path and query of the URL, without the fields that HTTP/2 puts in its place, and
    /// without those that speak of the connection alone.
    package var request: Request {
        Request(
            method: HTTPRequest.Method(rawValue: method.uppercased()) ?? .get, target: target,
            headers: HTTPFields(recorded: headers, withoutEncoding: false), body: body?.bytes ?? formBytes)
    }

    /// A form that was only taken apart.
    private var formBytes: [UInt8] {
        guard let body, case .missing = body.content, !body.parameters.isEmpty else { return [] }
        // Values stand decoded or encoded, as the tool pleased; one with a sign that needs escaping is decoded.
        let pairs = body.parameters.map { "\(HAR.escaped($0.name))=\(HAR.escaped($0.value))" }
        return Array(pairs.joined(separator: "&").utf8)
    }

    private var target: String {
        let rest = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
        let path = rest.drop { $0 != "/" && $0 != "?" && $0 != "#" }.prefix { $0 != "#" }
        return path.hasPrefix("/") ? String(path) : "/" + path
    }

    /// `https://shop.example:8443`; nil where the URL is not absolute.
    package var origin: String? {
        guard let mark = url.firstRange(of: "://") else { return nil }
        let authority = url[mark.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        return authority.isEmpty ? nil : String(url[..<mark.upperBound] + authority)
    }
}

extension HAR.Message.Response {
    /// The response with its content decoded, as recordings have it: without `Content-Encoding` and `Content-Length`, which
    /// were those of the wire. Nil where there was none.
    package var response: Response? {
        guard (100...999).contains(status) else { return nil }
        return Response(
            status: status, headers: HTTPFields(recorded: headers, withoutEncoding: true), body: body.bytes ?? [])
    }
}

extension HAR.Entry {
    /// An exchange to be recorded.
    /// - Parameters:
    ///   - started: RFC 3339.
    ///   - origin: `https://shop.example`, before the target.
    package init(
        started: String, origin: String, request: Request, response: Response, timings: HAR.Timings = HAR.Timings()
    ) {
        self.init(
            started: started,
            request: HAR.Message.Request(
                method: request.method.rawValue, url: origin + request.target, httpVersion: "HTTP/1.1",
                cookies: HAR.cookies(request.headers), headers: HAR.pairs(request.headers), query: HAR.query(request),
                body: request.body.isEmpty
                    ? nil
                    : HAR.Message.Body(
                        mimeType: request.headers[.contentType] ?? "", content: .bytes(request.body), parameters: [],
                        size: nil, others: [:]),
                headersSize: nil, bodySize: JSONNumber(request.body.count), others: [:]),
            response: HAR.Message.Response(
                status: response.status, statusText: Response.phrase(of: response.status), httpVersion: "HTTP/1.1",
                cookies: response.headers[values: .setCookie].map { HAR.cookie($0) },
                headers: HAR.pairs(response.headers),
                body: HAR.Message.Body(
                    mimeType: response.headers[.contentType] ?? "", content: .bytes(response.body), parameters: [],
                    size: JSONNumber(response.body.count), others: [:]),
                redirectURL: response.headers[.location] ?? "", headersSize: nil,
                bodySize: JSONNumber(response.body.count), others: [:]),
            timings: timings)
    }
}

extension HAR {
    fileprivate static func pairs(_ fields: HTTPFields) -> [Pair] {
        fields.map { Pair(name: $0.name.rawName, value: $0.value) }
    }

    fileprivate static func cookies(_ fields: HTTPFields) -> [Pair] {
        fields[values: .cookie].flatMap { $0.split(separator: ";") }.map { pair in
            let pair = pair.drop { $0 == " " }
            let name = pair.prefix { $0 != "=" }
            return Pair(name: String(name), value: String(pair.dropFirst(name.count + 1)))
        }
    }

    /// What a server sets (RFC 6265, section 5.2), with the attributes that the format names.
    fileprivate static func cookie(_ field: String) -> Pair {
        let parts = field.split(separator: ";", omittingEmptySubsequences: false).map {
            part -> (Substring, Substring) in
            let name = part.prefix { $0 != "=" }
            return (name.drop { $0 == " " }, part.dropFirst(name.count + 1))
        }
        var cookie = Pair(name: String(parts[0].0), value: String(parts[0].1))
        for (name, value) in parts.dropFirst() {
            switch name.lowercased() {
            case "path": cookie.others["path"] = .string(String(value))
            case "domain": cookie.others["domain"] = .string(String(value))
            case "httponly": cookie.others["httpOnly"] = true
            case "secure": cookie.others["secure"] = true
            default: break
            }
        }
        return cookie
    }

    /// Decoded, as the format asks for.
    fileprivate static func query(_ request: Request) -> [Pair] {
        (request.query ?? "").split(separator: "&").map { pair in
            let name = pair.prefix { $0 != "=" }
            return Pair(
                name: Percent.decoded(name, plusIsSpace: true),
                value: Percent.decoded(pair.dropFirst(name.count + 1), plusIsSpace: true))
        }
    }

    /// For a form (WHATWG URL, section 5), leaving what is escaped already.
    static func escaped(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "*"), UInt8(ascii: "%"), UInt8(ascii: "+"):
                bytes.append(byte)
            case UInt8(ascii: " "): bytes.append(UInt8(ascii: "+"))
            default: Percent.append(byte, to: &bytes)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension HTTPFields {
    private static let mostRecorded = 10_000

    /// Fields that can be sent. Browsers join several of `Set-Cookie` by line ends.
    fileprivate init(recorded pairs: [HAR.Pair], withoutEncoding: Bool) {
        self.init()
        for pair in pairs {
            guard let name = HTTPField.Name(pair.name) else { continue }
            switch name.canonicalName {
            case "connection", "keep-alive", "transfer-encoding", "proxy-connection", "upgrade": continue
            case "content-length", "content-encoding": if withoutEncoding { continue }
            default: break
            }
            // `HTTPFields` holds 65,535; no server takes or sends as many.
            guard count < Self.mostRecorded else { return }
            for line in pair.value.split(separator: "\n", maxSplits: 100, omittingEmptySubsequences: true) {
                append(HTTPField(name: name, value: String(line)))
            }
            if pair.value.isEmpty { append(HTTPField(name: name, value: "")) }
        }
    }
}

extension HAR.Message.Body {
    /// Without its content.
    package init(mimeType: String) {
        self.init(mimeType: mimeType, content: .missing, parameters: [], size: nil, others: [:])
    }

    /// Whether each line of it stands for itself, as an event or a JSON text.
    package var isOfLines: Bool {
        ["ndjson", "jsonl", "event-stream"].contains { mimeType.lowercased().contains($0) }
    }
}
