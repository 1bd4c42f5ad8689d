// Reads HAR: whatever is clear is taken, whatever is missing has a plain value.

package import JSONValues
import JSONSchema
import HTTPExchange

extension HAR {
    /// Why a text is no HAR.
    package struct Invalid: Error, Hashable, CustomStringConvertible {
        package let message: String
        package let remedy: String
        /// Where in the text, if it is no JSON.
        package var line: Int?
        /// From 1, in Unicode scalars.
        package var column: Int?

        package var description: String {
            (line.map { "\($0):\(column ?? 1): " } ?? "") + "\(message). \(remedy)"
        }
    }

    /// Bytes of a file; in memory it takes several times as much.
    package static let sizeLimit = 1 << 28

    /// Reads a file's bytes. A byte order mark before them is taken (Charles and Fiddler write one).
    package init(parsing bytes: [UInt8]) throws(Invalid) {
        let json: JSON
        do {
            json = try JSON(
                parsing: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes,
                limits: JSONLimits(bytes: HAR.sizeLimit, duplicateKeys: .lastWins))
        } catch {
            throw Invalid(
                message: "this is no JSON: \(error.message)", remedy: "Export the recording again as HAR.",
                line: error.line, column: error.column)
        }
        try self.init(json)
    }

    /// Reads a whole file. Entries that are damaged are left out where the rest can be read.
    package init(_ json: JSON) throws(Invalid) {
        guard case .object(var root) = json, case .object(let log)? = root["log"] else {
            throw Invalid(
                message: "this is JSON, but no HAR: it has no 'log'", remedy: "Export the recording as HAR 1.2.")
        }
        guard case .array(let list)? = log["entries"] else {
            throw Invalid(message: "'log' has no list of 'entries'", remedy: "Export the recording as HAR 1.2.")
        }
        root["log"] = nil
        var fields = Fields(log)
        let version = fields.text("version") ?? "1.1"
        guard version.hasPrefix("1.") else {
            throw Invalid(message: "HAR \(version) is not known", remedy: "Export the recording as HAR 1.2.")
        }
        _ = fields.take("entries")
        var entries: [Entry] = []
        entries.reserveCapacity(list.count)
        for (index, element) in list.enumerated() {
            guard case .object(let object) = element, let entry = Entry(object) else {
                throw Invalid(
                    message: "entry \(index + 1) of 'log' is no exchange",
                    remedy: "It needs a request with 'method' and 'url'.")
            }
            entries.append(entry)
        }
        self.init(
            version: version, creator: fields.object("creator").map { Software($0) } ?? Software(name: "", version: ""),
            browser: fields.object("browser").map { Software($0) }, pages: fields.take("pages")?.array ?? [],
            entries: entries, comment: fields.text("comment"), others: fields.rest, beside: root)
    }
}

/// An object whose members are taken one after another; what is left is kept.
private struct Fields {
    private(set) var rest: JSONObject

    init(_ object: JSONObject) { rest = object }

    mutating func take(_ name: String) -> JSON? {
        let value = rest[name]
        if value != nil { rest[name] = nil }
        return value
    }

    /// Of another kind than is asked for: stays where it is.
    mutating func text(_ name: String) -> String? {
        switch rest[name] {
        case .string(let text)?:
            rest[name] = nil
            return text
        case .number(let number)?:
            rest[name] = nil
            return number.text
        default: return nil
        }
    }

    mutating func number(_ name: String) -> JSONNumber? {
        switch rest[name] {
        case .number(let number)?:
            rest[name] = nil
            return number
        case .string(let text)?:
            guard let number = JSONNumber(text) else { return nil }
            rest[name] = nil
            return number
        case .null?:
            rest[name] = nil
            return nil
        default: return nil
        }
    }

    mutating func object(_ name: String) -> JSONObject? {
        guard case .object(let object)? = rest[name] else { return nil }
        rest[name] = nil
        return object
    }

    mutating func pairs(_ name: String) -> [HAR.Pair] {
        guard case .array(let list)? = rest[name] else { return [] }
        rest[name] = nil
        return list.compactMap { element in
            guard case .object(let object) = element else { return nil }
            return HAR.Pair(object)
        }
    }
}

extension HAR.Software {
    fileprivate init(_ object: JSONObject) {
        var fields = Fields(object)
        self.init(
            name: fields.text("name") ?? "", version: fields.text("version") ?? "", others: fields.rest)
    }
}

extension HAR.Pair {
    fileprivate init?(_ object: JSONObject) {
        var fields = Fields(object)
        guard let name = fields.text("name") else { return nil }
        self.init(name: name, value: fields.text("value") ?? "", others: fields.rest)
    }
}

extension HAR.Entry {
    fileprivate init?(_ object: JSONObject) {
        var fields = Fields(object)
        guard let request = fields.object("request").flatMap({ HAR.Message.Request($0) }) else { return nil }
        self.init(
            started: fields.text("startedDateTime"), time: fields.number("time"), request: request,
            response: HAR.Message.Response(fields.object("response") ?? [:]),
            timings: HAR.Timings(fields.object("timings") ?? [:]), serverIPAddress: fields.text("serverIPAddress"),
            connection: fields.text("connection"), page: fields.text("pageref"), comment: fields.text("comment"),
            others: fields.rest)
    }
}

extension HAR.Timings {
    fileprivate init(_ object: JSONObject) {
        var fields = Fields(object)
        func time(_ name: String) -> JSONNumber? {
            fields.number(name).flatMap { ($0.double < 0) ? nil : $0 }
        }
        self.init(
            blocked: time("blocked"), dns: time("dns"), connect: time("connect"), ssl: time("ssl"), send: time("send"),
            wait: time("wait"), receive: time("receive"), others: fields.rest)
    }
}

extension HAR.Message.Request {
    fileprivate init?(_ object: JSONObject) {
        var fields = Fields(object)
        guard let method = fields.text("method"), let url = fields.text("url") else { return nil }
        self.init(
            method: method, url: url, httpVersion: fields.text("httpVersion") ?? "", cookies: fields.pairs("cookies"),
            headers: fields.pairs("headers"), query: fields.pairs("queryString"),
            body: fields.object("postData").map { HAR.Message.Body($0) }, headersSize: fields.number("headersSize"),
            bodySize: fields.number("bodySize"), others: fields.rest)
    }
}

extension HAR.Message.Response {
    fileprivate init(_ object: JSONObject) {
        var fields = Fields(object)
        self.init(
            status: fields.number("status").flatMap { $0.int64 }.flatMap { Int(exactly: $0) } ?? 0,
            statusText: fields.text("statusText") ?? "", httpVersion: fields.text("httpVersion") ?? "",
            cookies: fields.pairs("cookies"), headers: fields.pairs("headers"),
            body: HAR.Message.Body(fields.object("content") ?? [:]), redirectURL: fields.text("redirectURL") ?? "",
            headersSize: fields.number("headersSize"), bodySize: fields.number("bodySize"), others: fields.rest)
    }
}

extension HAR.Message.Body {
    /// Base64 is told by `encoding`, which requests have from Charles and Proxyman alone, and as `_encoding` from mitmproxy.
    fileprivate init(_ object: JSONObject) {
        var fields = Fields(object)
        let mimeType = fields.text("mimeType") ?? ""
        let text = fields.text("text")
        let parameters = fields.pairs("params")
        let size = fields.number("size")
        let encoding = fields.text("encoding") ?? fields.text("_encoding")
        let content: Content
        switch (text, encoding) {
        case (nil, _) where size.map({ $0.double == 0 }) ?? false: content = .bytes([])
        case (nil, _): content = .missing
        case (let text?, nil): content = .bytes(Array(text.utf8))
        case (let text?, let encoding?) where encoding.lowercased() == "base64":
            let plain = text.filter { !$0.isWhitespace }
            content = Base64.standard.decode(plain).map { .bytes($0) } ?? .unreadable(text: text, encoding: encoding)
        case (let text?, let encoding?): content = .unreadable(text: text, encoding: encoding)
        }
        self.init(mimeType: mimeType, content: content, parameters: parameters, size: size, others: fields.rest)
    }
}
