// Writes HAR 1.2 with every member that the format asks for, so that any reader takes it.

package import JSONValues
import HTTPExchange

extension HAR {
    package var json: JSON {
        var log: JSONObject = ["version": .string(version), "creator": creator.json]
        if let browser { log["browser"] = browser.json }
        if !pages.isEmpty { log["pages"] = .array(pages) }
        log["entries"] = .array(entries.map(\.json))
        if let comment { log["comment"] = .string(comment) }
        log.add(others)
        var root: JSONObject = ["log": .object(log)]
        root.add(beside)
        return .object(root)
    }
}

extension JSONObject {
    /// Members that are not there yet.
    fileprivate mutating func add(_ others: JSONObject) {
        for (name, value) in others where self[name] == nil { self[name] = value }
    }
}

extension HAR.Software {
    fileprivate var json: JSON {
        var object: JSONObject = ["name": .string(name), "version": .string(version)]
        object.add(others)
        return .object(object)
    }
}

extension HAR.Pair {
    fileprivate var json: JSON {
        var object: JSONObject = ["name": .string(name), "value": .string(value)]
        object.add(others)
        return .object(object)
    }
}

extension HAR.Entry {
    /// As the recorder of a long file writes it, one by one.
    package var json: JSON {
        var object = JSONObject()
        if let page { object["pageref"] = .string(page) }
        object["startedDateTime"] = .string(started ?? "1970-01-01T00:00:00.000Z")
        object["time"] = .number(time ?? timings.total)
        object["request"] = request.json
        object["response"] = response.json
        object["cache"] = others["cache"] ?? [:]
        object["timings"] = timings.json
        if let serverIPAddress { object["serverIPAddress"] = .string(serverIPAddress) }
        if let connection { object["connection"] = .string(connection) }
        if let comment { object["comment"] = .string(comment) }
        object.add(others)
        return .object(object)
    }
}

extension HAR.Timings {
    fileprivate var json: JSON {
        // `send`, `wait` and `receive` are asked for; the others are -1 where they do not apply.
        var object = JSONObject()
        for (name, value) in [("blocked", blocked), ("dns", dns), ("connect", connect), ("ssl", ssl)] {
            object[name] = .number(value ?? JSONNumber(-1))
        }
        for (name, value) in [("send", send), ("wait", wait), ("receive", receive)] {
            object[name] = .number(value ?? JSONNumber(0))
        }
        object.add(others)
        return .object(object)
    }

    /// `ssl` is part of `connect`.
    fileprivate var total: JSONNumber {
        let sum = [blocked, dns, connect, send, wait, receive].reduce(0) { $0 + ($1?.double ?? 0) }
        return JSONNumber(sum) ?? JSONNumber(0)
    }
}

extension HAR.Message.Request {
    fileprivate var json: JSON {
        var object: JSONObject = [
            "method": .string(method), "url": .string(url), "httpVersion": .string(httpVersion),
            "cookies": .array(cookies.map(\.json)), "headers": .array(headers.map(\.json)),
            "queryString": .array(query.map(\.json)),
        ]
        if let body { object["postData"] = body.postData }
        object["headersSize"] = .number(headersSize ?? JSONNumber(-1))
        object["bodySize"] = .number(
            bodySize ?? body?.bytes.map { JSONNumber($0.count) } ?? JSONNumber(body == nil ? 0 : -1))
        object.add(others)
        return .object(object)
    }
}

extension HAR.Message.Response {
    fileprivate var json: JSON {
        var object: JSONObject = [
            "status": .number(JSONNumber(status)), "statusText": .string(statusText),
            "httpVersion": .string(httpVersion), "cookies": .array(cookies.map(\.json)),
            "headers": .array(headers.map(\.json)), "content": body.response,
            "redirectURL": .string(redirectURL), "headersSize": .number(headersSize ?? JSONNumber(-1)),
        ]
        object["bodySize"] = .number(bodySize ?? body.bytes.map { JSONNumber($0.count) } ?? JSONNumber(-1))
        object.add(others)
        return .object(object)
    }
}

extension HAR.Message.Body {
    /// Text and how it is encoded. What is no UTF-8 is base64.
    private var written: (text: String, encoding: String?)? {
        switch content {
        case .missing: return nil
        case .unreadable(let text, let encoding): return (text, encoding)
        case .bytes(let bytes):
            if let text = String(validating: bytes, as: UTF8.self) { return (text, nil) }
            return (Base64.standard.encode(bytes), "base64")
        }
    }

    fileprivate var postData: JSON {
        var object: JSONObject = ["mimeType": .string(mimeType)]
        if !parameters.isEmpty { object["params"] = .array(parameters.map(\.json)) }
        if let written {
            object["text"] = .string(written.text)
            // The format has no encoding for requests: those who need one read this.
            if let encoding = written.encoding { object["encoding"] = .string(encoding) }
        }
        if let size { object["size"] = .number(size) }
        object.add(others)
        return .object(object)
    }

    fileprivate var response: JSON {
        var object: JSONObject = [
            "size": .number(size ?? bytes.map { JSONNumber($0.count) } ?? JSONNumber(-1)),
            "mimeType": .string(mimeType),
        ]
        if let written {
            object["text"] = .string(written.text)
            if let encoding = written.encoding { object["encoding"] = .string(encoding) }
        }
        object.add(others)
        return .object(object)
    }
}
