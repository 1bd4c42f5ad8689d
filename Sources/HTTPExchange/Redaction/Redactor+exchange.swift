// The secrets of a whole exchange: its address, fields, cookies, forms and bodies.

import HTTPTypes
import JSONSchema

extension Redactor {
    /// The exchange as it may be written.
    package mutating func redact(_ entry: HAR.Entry) -> HAR.Entry {
        var entry = entry
        // What stands by its name comes first, so that it is known where it stands without one.
        entry.request.headers = fields(entry.request.headers)
        entry.response.headers = fields(entry.response.headers)
        entry.request.cookies = entry.request.cookies.map { cookie($0) }
        entry.response.cookies = entry.response.cookies.map { cookie($0) }
        entry.request.query = pairs(entry.request.query)
        entry.request.body = entry.request.body.map { body($0, entry.request.headers) }
        entry.response.body = body(entry.response.body, entry.response.headers)
        entry.request.url = redact(entry.request.url)
        entry.response.redirectURL = redact(entry.response.redirectURL)
        entry.comment = entry.comment.map { redact($0) }
        // Once more, for what was only met in the bodies.
        entry.request.url = redact(entry.request.url)
        entry.request.headers = fields(entry.request.headers)
        entry.response.headers = fields(entry.response.headers)
        entry.others = others(entry.others)
        entry.request.others = others(entry.request.others)
        entry.response.others = others(entry.response.others)
        return entry
    }

    private mutating func others(_ object: JSONObject) -> JSONObject { redact(.object(object)).object ?? object }

    private mutating func pairs(_ pairs: [HAR.Pair]) -> [HAR.Pair] {
        pairs.map { pair in
            var pair = pair
            pair.value = redact(pair.value, named: pair.name)
            pair.others = others(pair.others)
            return pair
        }
    }

    /// The value of a cookie is a secret, whatever its name.
    private mutating func cookie(_ pair: HAR.Pair) -> HAR.Pair {
        var pair = pair
        pair.value = redact(pair.value, named: "cookie")
        return pair
    }

    private mutating func fields(_ fields: [HAR.Pair]) -> [HAR.Pair] {
        fields.map { field in
            var field = field
            switch field.name.lowercased() {
            case "authorization", "proxy-authorization": field.value = authorization(field.value)
            case "cookie": field.value = cookies(field.value, separator: "; ")
            case "set-cookie":
                // Browsers join several by line ends; attributes follow the first pair.
                field.value = field.value.split(separator: "\n").map { setCookie(String($0)) }.joined(separator: "\n")
            default: field.value = redact(field.value, named: field.name)
            }
            return field
        }
    }

    /// The scheme stays, so that the contract's judge still finds it.
    private mutating func authorization(_ value: String) -> String {
        guard rules.isSecret("authorization") else { return redact(value) }
        guard let blank = value.firstIndex(of: " ") else { return redact(value, named: "authorization") }
        let scheme = value[...blank]
        let credentials = String(value[value.index(after: blank)...])
        guard scheme.lowercased() == "basic ", let bytes = Base64.standard.decode(credentials),
            let pair = String(validating: bytes, as: UTF8.self), let colon = pair.firstIndex(of: ":")
        else { return scheme + redact(credentials, named: "authorization") }
        // A password may stand elsewhere as well: it is the secret, and so is its user here.
        let user = redact(String(pair[..<colon]), named: "authorization")
        let password = redact(String(pair[pair.index(after: colon)...]), named: "password")
        return scheme + Base64.standard.encode(Array("\(user):\(password)".utf8))
    }

    private mutating func cookies(_ value: String, separator: String) -> String {
        value.split(separator: ";").map { pair in
            let pair = pair.drop { $0 == " " }
            guard let equals = pair.firstIndex(of: "=") else { return String(pair) }
            return pair[...equals] + redact(String(pair[pair.index(after: equals)...]), named: "cookie")
        }.joined(separator: separator)
    }

    private mutating func setCookie(_ value: String) -> String {
        let first = value.prefix { $0 != ";" }
        return cookies(String(first), separator: "; ") + value[first.endIndex...]
    }

    // MARK: - Bodies

    private mutating func body(_ body: HAR.Message.Body, _ headers: [HAR.Pair]) -> HAR.Message.Body {
        var body = body
        body.parameters = pairs(body.parameters)
        body.others = others(body.others)
        guard case .bytes(let bytes) = body.content, !bytes.isEmpty else {
            if case .unreadable = body.content { body = leftOut(body, "it cannot be read") }
            return body
        }
        guard let text = String(validating: bytes, as: UTF8.self), !text.contains("\0") else {
            // Compressed or encrypted content cannot be looked into; a picture can hold no more than a picture.
            let isMedia = ["image/", "audio/", "video/", "font/"].contains { body.mimeType.lowercased().hasPrefix($0) }
            if body.mimeType.lowercased().hasPrefix("multipart/") {
                return redacted(body, to: multipart(bytes, body.mimeType))
            }
            return isMedia ? body : leftOut(body, "it is no text")
        }
        if body.mimeType.lowercased().hasPrefix("multipart/") {
            return redacted(body, to: multipart(bytes, body.mimeType))
        }
        if body.isOfLines {
            // As bytes: CR and LF together are one character.
            let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
                let end = line.last == UInt8(ascii: "\r") ? "\r" : ""
                let text = String(decoding: line.dropLast(end.isEmpty ? 0 : 1), as: UTF8.self)
                let data = ["data: ", "data:"].first { text.hasPrefix($0) } ?? ""
                return data + redact(String(text.dropFirst(data.count))) + end
            }
            return self.redacted(body, to: Array(lines.joined(separator: "\n").utf8))
        }
        return redacted(body, to: Array(redact(text).utf8))
    }

    private func redacted(_ body: HAR.Message.Body, to bytes: [UInt8]) -> HAR.Message.Body {
        var body = body
        body.content = .bytes(bytes)
        if body.size != nil { body.size = JSONNumber(bytes.count) }
        return body
    }

    private func leftOut(_ body: HAR.Message.Body, _ reason: String) -> HAR.Message.Body {
        var body = body
        body.content = .missing
        body.others["_redacted"] = .string("left out: \(reason)")
        return body
    }

    /// Each part by its name; files that are no text are left out.
    private mutating func multipart(_ bytes: [UInt8], _ type: String) -> [UInt8] {
        guard let mark = type.range(ofBoundary: "boundary=") else { return [] }
        let boundary = type[mark].prefix { $0 != ";" }.filter { $0 != "\"" }
        // Bytes as scalars, so that every byte stands for itself.
        let text = String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        let parts = text.components(around: "--\(boundary)")
        let redacted = parts.map { part -> String in
            guard let end = part.firstRange(of: "\r\n\r\n") else { return part }
            let head = part[..<end.lowerBound]
            let tail = part.hasSuffix("\r\n") ? "\r\n" : ""
            let content = part[end.upperBound...].dropLast(tail.isEmpty ? 0 : 1)
            let name = head.firstRange(of: "name=\"").map { head[$0.upperBound...].prefix { $0 != "\"" } } ?? ""
            let raw = content.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
            let value: [UInt8]
            if let text = String(validating: raw, as: UTF8.self), !text.contains("\0") {
                value = Array(redact(text, named: String(name)).utf8)
            } else {
                value = head.lowercased().contains("content-type: image/") ? raw : []
            }
            let written = String(String.UnicodeScalarView(value.map { Unicode.Scalar($0) }))
            return head + "\r\n\r\n" + written + tail
        }
        return redacted.joined(separator: "--\(boundary)").unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    }
}

extension String {
    /// What follows the mark, in any case.
    fileprivate func range(ofBoundary mark: String) -> Range<Index>? {
        lowercased().firstRange(of: mark).map { found in
            let start = index(
                startIndex, offsetBy: lowercased().distance(from: lowercased().startIndex, to: found.upperBound))
            return start..<endIndex
        }
    }

    fileprivate func components(around separator: String) -> [String] {
        split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    }
}
