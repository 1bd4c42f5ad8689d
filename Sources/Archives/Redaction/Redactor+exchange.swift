// The secrets of a whole exchange: its address, fields, cookies, forms and bodies.

import HTTPExchange
import HTTPTypes
import JSONValues

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
        let known = pseudonyms.count
        entry.request.body = entry.request.body.map { body($0) }
        let sent = pseudonyms.count
        entry.response.body = body(entry.response.body)
        entry.request.url = redact(entry.request.url)
        entry.response.redirectURL = redact(entry.response.redirectURL)
        entry.comment = entry.comment.map { redact($0) }
        if pseudonyms.count > known {
            // Once more, for what was only met in the bodies.
            entry.request.headers = again(entry.request.headers)
            entry.response.headers = again(entry.response.headers)
        }
        if pseudonyms.count > sent { entry.request.body = entry.request.body.map { again($0) } }
        entry.others = others(entry.others)
        entry.request.others = others(entry.request.others)
        entry.response.others = others(entry.response.others)
        return entry
    }

    private func again(_ fields: [HAR.Pair]) -> [HAR.Pair] {
        fields.map { field in
            var field = field
            field.value = pseudonyms.replacing(in: field.value)
            return field
        }
    }

    private func again(_ body: HAR.Message.Body) -> HAR.Message.Body {
        guard case .bytes(let bytes) = body.content, let text = String(validating: bytes, as: UTF8.self) else {
            return body
        }
        let shown = pseudonyms.replacing(in: text)
        return shown == text ? body : redacted(body, to: Array(shown.utf8))
    }

    private mutating func others(_ object: JSONObject) -> JSONObject {
        object.isEmpty ? object : redact(.object(object)).object ?? object
    }

    private mutating func pairs(_ pairs: [HAR.Pair]) -> [HAR.Pair] {
        let names = Set(pairs.lazy.map(\.name))
        let hasCode = names.contains("code") && !names.isDisjoint(with: Redactor.besideCodes)
        let query = pairs.first { $0.name == "query" }?.value
        return pairs.map { pair in
            var pair = pair
            let isCode = hasCode && pair.name == "code" && pair.value.utf8.count >= 6
            let variables = pair.name == "variables" ? variables(pair.value, of: query) : nil
            pair.value = isCode ? secret(pair.value) : variables ?? redact(pair.value, named: pair.name)
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
            case let name where rules.isSecretField(name): field.value = secret(field.value)
            case let name where Redactor.plainFields.contains(name): field.value = pseudonyms.replacing(in: field.value)
            default: field.value = redact(field.value, named: field.name)
            }
            return field
        }
    }

    /// What has values of HTTP alone.
    private static let plainFields: Set<String> = [
        "accept", "accept-encoding", "accept-language", "accept-ranges", "age", "cache-control", "connection",
        "content-encoding", "content-language", "content-length", "content-type", "date", "expires", "host",
        "last-modified", "server", "transfer-encoding", "vary",
    ]

    /// The scheme stays, so that the contract's judge still finds it.
    mutating func authorization(_ value: String) -> String {
        guard isSecret("authorization") else { return redact(value) }
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

    private mutating func body(_ body: HAR.Message.Body) -> HAR.Message.Body {
        var body = body
        body.parameters = pairs(body.parameters)
        body.others = others(body.others)
        guard case .bytes(let bytes) = body.content, !bytes.isEmpty else {
            if case .unreadable = body.content { body = leftOut(body, "it cannot be read") }
            return body
        }
        let type = body.mimeType.lowercased()
        if type.hasPrefix("multipart/") { return redacted(body, to: multipart(bytes, body.mimeType)) }
        guard let text = Redactor.text(bytes, type) else {
            // Compressed or encrypted content cannot be looked into; a picture can hold no more than a picture.
            let isMedia = ["image/", "audio/", "video/", "font/"].contains { type.hasPrefix($0) }
            return isMedia ? body : leftOut(body, "it is no text")
        }
        let shown = content(text, type)
        return shown == text ? body : redacted(body, to: Array(shown.utf8))
    }

    /// Nil where it is none. Messages of Protocol Buffers and their like can be UTF-8 as well, but have other control characters than a text.
    private static func text(_ bytes: [UInt8], _ type: String) -> String? {
        let isText = bytes.allSatisfy { $0 >= 0x20 || (0x09...0x0D).contains($0) || $0 == 0x1B || $0 == 0x1E }
        let isPackage = ["protobuf", "grpc", "msgpack", "cbor"].contains { type.contains($0) }
        return isText && !isPackage ? String(validating: bytes, as: UTF8.self) : nil
    }

    /// A text by its type.
    private mutating func content(_ text: String, _ type: String) -> String {
        if HAR.Message.Body(mimeType: type).isOfLines { return lines(text) }
        if type.contains("csv") || type.contains("tab-separated") { return table(text) }
        if type.contains("yaml") { return shapes(assignments(text, isYAML: true)) }
        return redact(text)
    }

    private mutating func lines(_ text: String) -> String {
        // As bytes: CR and LF together are one character.
        text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
            let end = line.last == UInt8(ascii: "\r") ? "\r" : ""
            let text = String(decoding: line.dropLast(end.isEmpty ? 0 : 1), as: UTF8.self)
            let data = ["data: ", "data:"].first { text.hasPrefix($0) } ?? ""
            return data + redact(String(text.dropFirst(data.count))) + end
        }.joined(separator: "\n")
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
        guard let start = type.end(of: "boundary=") else { return [] }
        let boundary = type[start...].prefix { $0 != ";" }.filter { $0 != "\"" }
        // Bytes as scalars, so that every byte stands for itself.
        let text = String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        let parts = text.components(around: "--\(boundary)")
        let redacted = parts.map { part -> String in
            // Some end lines with LF alone.
            guard let end = part.firstRange(of: "\r\n\r\n") ?? part.firstRange(of: "\n\n") else { return part }
            let head = part[..<end.lowerBound]
            let tail = ["\r\n", "\n"].first { part.hasSuffix($0) } ?? ""
            let content = part[end.upperBound...].dropLast(tail.isEmpty ? 0 : 1)
            let raw = content.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
            let value = self.part(raw, head.lowercased(), named: Redactor.partName(head))
            let written = String(String.UnicodeScalarView(value.map { Unicode.Scalar($0) }))
            return pseudonyms.replacing(in: String(head)) + part[end] + written + tail
        }
        return redacted.joined(separator: "--\(boundary)").unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    }
}

extension Redactor {
    /// - Parameter head: in lower case.
    private mutating func part(_ bytes: [UInt8], _ head: String, named name: String) -> [UInt8] {
        let field = head.firstRange(of: "content-type:").map {
            head[$0.upperBound...].prefix { $0 != "\r\n" && $0 != "\n" }
        }
        let type = field.map { String($0).trimmed } ?? ""
        guard let text = Redactor.text(bytes, type) else { return type.hasPrefix("image/") ? bytes : [] }
        if isSecret(name) { return Array(secret(text).utf8) }
        // Lines of base64 are one text.
        let isLines = head.contains("base64") && text.utf8.contains(UInt8(ascii: "\n"))
        return Array(content(isLines ? text.filter { !$0.isNewline } : text, type).utf8)
    }

    /// The `name` of its disposition, quoted or not (RFC 7578, section 4.2), and not a file's.
    private static func partName(_ head: some StringProtocol) -> String {
        for mark in head.ranges(of: "name=")
        where head[..<mark.lowerBound].last.map({ $0 == ";" || $0.isWhitespace }) ?? false {
            let rest = head[mark.upperBound...]
            return rest.first == "\""
                ? String(rest.dropFirst().prefix { $0 != "\"" }) : String(rest.prefix { !$0.isWhitespace && $0 != ";" })
        }
        // RFC 5987.
        guard let mark = head.firstRange(of: "name*=") else { return "" }
        let rest = head[mark.upperBound...].prefix { !$0.isWhitespace && $0 != ";" }
        return Percent.decoded(rest.drop { $0 != "'" }.dropFirst().drop { $0 != "'" }.dropFirst())
    }

    /// What stands beside an authorization code, and not beside that of a country (RFC 6749, sections 4.1.2 and 4.1.3).
    static let besideCodes: Set<String> = [
        "state", "grant_type", "redirect_uri", "client_id", "code_verifier", "session_state", "iss", "id_token",
    ]
}

extension String {
    fileprivate func components(around separator: String) -> [String] {
        split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    }
}
