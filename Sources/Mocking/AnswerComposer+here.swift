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
        return Set(servers.map(\.absoluteURL)).sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
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
        guard text.hasPrefix("http"), let server = serverURLs.first(where: { text.hasPrefix($0 + "/") }) else {
            return nil
        }
        let start = text.index(text.startIndex, offsetBy: server.count)
        let host = server.dropFirst(server.hasPrefix("https") ? 8 : 7)
        let base = host.firstIndex(of: "/").map { String(host[$0...]) } ?? ""
        // `{/key_id}` is for the client to fill in.
        var path = base + text[start...].prefix { !"?#{".contains($0) }
        if path.hasSuffix("/") { path.removeLast() }
        if case .none = contract.claim(on: .get, path) { return nil }
        return origin + base + text[start...]
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
