// Links to the documented servers, as links to the mock: who follows them stays in it.

import HTTPExchange
import HTTPTypes
import Journals
import JSONValues
import JSONSchema
import OpenAPIContract
import Synchronization

extension AnswerComposer {
    /// URLs of the contract's servers, the longest first.
    static func serverURLs(of contract: Contract) -> [String] {
        let servers = contract.servers + contract.operations.flatMap(\.servers)
        let urls = Set(servers.map(\.absoluteURL)).sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
        // Who names no host of a vendor may still show one in examples.
        return urls + (urls.allSatisfy(isOfThisMachine) ? vendorBeginnings : [])
    }

    private static let vendorBeginnings = ["https://api.", "http://api."]

    private static func isOfThisMachine(_ url: String) -> Bool {
        ["localhost", "127.0.0.1", "[::1]", "0.0.0.0"].contains { host in
            ["http://", "https://"].contains { url.hasPrefix($0 + host) }
        }
    }

    /// The answer with the mock's own address in place of the servers' in URLs that one of the contract's paths fits. What somebody has
    /// written into a rule or recorded stays as it is, and so does an answer that would break the contract.
    func leadingHere(_ known: KnownAnswer, of operation: Operation, _ judged: JudgedRequest, prefix: String)
        -> KnownAnswer
    {
        guard !serverURLs.isEmpty, known.decision.isOfContract else { return known }
        let here = known.here.load()
        if let here, here.answer == nil { return known }
        guard judged.request.has(.host) else { return known }
        let origin = judged.request.origin + prefix
        if let here, here.origin == origin { return here.answer ?? known }
        let answer = pointed(known, operation, to: origin)
        _ = known.here.storeIfNil(AnswerHere(origin: origin, answer: answer))
        return answer ?? known
    }

    /// Nil where no URL leads anywhere else than before.
    private func pointed(_ known: KnownAnswer, _ operation: Operation, to origin: String) -> KnownAnswer? {
        var response = known.response.response
        guard namesServer(response.body), let content = response.jsonBody else { return nil }
        let other = pointed(content, to: origin)
        guard other != content else { return nil }
        response.body = Array(other.serialized().utf8)
        let answer = answer(operation, response, known.decision, to: nil)
        guard answer.violations.count <= known.violations.count else { return nil }
        return answer.taking(known.latency, fault: known.fault)
    }

    /// Whether a text in the content begins with a server's URL. Most have none, and are not read again.
    private func namesServer(_ body: [UInt8]) -> Bool {
        let quote = UInt8(ascii: "\"")
        return body.withUnsafeBufferPointer { bytes in
            serverURLs.contains { server in
                bytes.indices.contains { bytes[$0] == quote && bytes[($0 + 1)...].starts(with: server.utf8) }
            }
        }
    }

    private func pointed(_ value: JSON, to origin: String) -> JSON {
        switch value {
        case .string(let text): pointed(text, to: origin).map { .string($0) } ?? value
        case .array(let elements): .array(elements.map { pointed($0, to: origin) })
        case .object(let members): .object(JSONObject(members.map { ($0.key, pointed($0.value, to: origin)) }))
        case .null, .bool, .number: value
        }
    }

    private func pointed(_ text: String, to origin: String) -> String? {
        guard text.hasPrefix("http"), let server = server(of: text) else { return nil }
        let start = text.index(text.startIndex, offsetBy: server.count)
        let host = server.dropFirst(server.hasPrefix("https") ? 8 : 7)
        let base = host.firstIndex(of: "/").map { String(host[$0...]) } ?? ""
        var path = base + Self.filled(text[start...].prefix { $0 != "?" && $0 != "#" })
        if path.hasSuffix("/") { path.removeLast() }
        if case .none = contract.claim(on: .get, path) {
            // A host or a folder that has the API alone has no pages for people.
            guard serverURLs.contains(server), !base.isEmpty || Self.isOfAPI(host) else { return nil }
        }
        return origin + base + text[start...]
    }
}

extension AnswerComposer {
    /// What the URL's path comes after: a server of the contract, or a vendor's host where the contract names none.
    private func server(of text: String) -> String? {
        for server in serverURLs {
            if Self.vendorBeginnings.contains(server) {
                guard text.hasPrefix(server), let slash = text.dropFirst(server.count).firstIndex(of: "/") else {
                    continue
                }
                return String(text[..<slash])
            }
            if text.hasPrefix(server + "/") { return server }
        }
        return nil
    }

    /// A template that is for the client to fill in, filled in: `/contents/{+path}`. What need not be there is left out: `{/key_id}`.
    private static func filled(_ template: Substring) -> String {
        var filled = ""
        var rest = template
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            filled += rest[..<open]
            let first = rest[rest.index(after: open)]
            if !"/?&#;.".contains(first) { filled += "x" }
            rest = rest[rest.index(after: close)...]
        }
        return filled + rest
    }

    /// `api.hub.example`, `hub-api.example`
    private static func isOfAPI(_ host: some StringProtocol) -> Bool {
        let name = host.prefix { $0 != "/" && $0 != ":" }
        return name.split { $0 == "." || $0 == "-" }.dropLast().contains { $0.lowercased().hasPrefix("api") }
    }
}

/// An answer as it is under one address; nil where that makes no difference.
final class AnswerHere: Sendable {
    let origin: String
    let answer: KnownAnswer?

    init(origin: String, answer: KnownAnswer?) { (self.origin, self.answer) = (origin, answer) }
}

extension Server {
    /// The URL without a slash at its end; of one that names no host that of this machine.
    var absoluteURL: String {
        var url = defaultURL
        guard url.hasPrefix("http://") || url.hasPrefix("https://") else { return "http://localhost" + basePath }
        while url.hasSuffix("/") { url.removeLast() }
        return url
    }
}

extension Decision {
    /// Whether the answer follows from the contract alone.
    fileprivate var isOfContract: Bool {
        switch self {
        case .collection, .pair, .example, .sampled: true
        case .preferred(_, let decision): decision.isOfContract
        default: false
        }
    }
}
