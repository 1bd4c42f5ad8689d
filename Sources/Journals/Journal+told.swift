// What processes that share a session tell each other of its journal.

import JSONValues
import Archives
import HTTPExchange
package import OpenAPIContract
import HTTPTypes

extension Journal {
    /// Of an entry that is told: longer ones are told without their contents.
    private static let toldBytes = 64 << 10

    /// Own entries that came after the one of that number and are out, as others may see them: without secrets. One whose answer is not out
    /// ends them, unless it came before `time`, since 1970.
    /// - Returns: the entries, and the number of the last that need not be told again.
    package func toTell(
        after number: Int, limit: Int, unlessSince time: Duration, _ redaction: Redaction
    ) -> (documents: [[UInt8]], last: Int) {
        var (documents, last): ([[UInt8]], Int) = ([], number)
        for entry in entries(after: number, limit: limit) {
            guard entry.delivered != nil || entry.told != nil || entry.time < time else { return (documents, last) }
            last = entry.number
            guard entry.told == nil else { continue }
            var document = Array(JSON.object(entry.wholeJSON(redaction)).serialized().utf8)
            if document.count > Self.toldBytes {
                document = Array(JSON.object(entry.json(redaction)).serialized().utf8)
            }
            documents.append(document)
        }
        return (documents, last)
    }

    /// Notes what another process has answered. What is no entry is passed over.
    package func note(told document: [UInt8], of contract: Contract) {
        guard let json = try? JSON(parsing: document), case .object(var members) = json,
            let time = json["time"]?.string.flatMap({ DateTime($0) }), let target = json["target"]?.string,
            let method = json["method"]?.string.flatMap({ HTTPRequest.Method($0) }),
            let decision = json["decision"]?.string, let kind = json["kind"]?.string
        else { return }
        let request = Request(
            method: method, target: target, headers: HTTPFields(told: json["request"]),
            body: json["request"]?.content ?? [])
        let status = json["status"]?.number?.int64.map { Int($0) }
        let response = Response(
            status: status ?? 0, headers: HTTPFields(told: json["response"]), body: json["response"]?.content ?? [])
        let parts = AnswerParts(
            response: PreparedResponse(response), decision: .elsewhere(kind: kind, decision),
            delivery: Delivery(ending: status == nil ? .unanswered(.close) : .complete),
            operation: json["operation"]?.string.flatMap { contract.operation(id: $0) }, requestViolations: [],
            ownViolations: [], nearest: [], unjudged: [], requestBytes: nil)
        func bytes(_ name: String) -> Int { json[name]?.number?.int64.map { Int($0) } ?? 0 }
        let counted = (bytes("request_bytes"), bytes("response_bytes"))
        note(at: .seconds(time.secondsSinceEpoch)) { number in
            members["number"] = .number(JSONNumber(number))
            return JournaledExchange(
                request, parts, told: members, bytes: counted, cost: 1_024 + 3 * document.count)
        }
    }
}

extension JSON {
    /// Of a message.
    fileprivate var content: [UInt8]? {
        self["text"]?.string.map { Array($0.utf8) } ?? self["base64"]?.string.flatMap { Base64.standard.decode($0) }
    }
}

extension HTTPFields {
    fileprivate init(told message: JSON?) {
        self.init()
        for (name, values) in message?["headers"]?.object ?? JSONObject() {
            guard let name = HTTPField.Name(name) else { continue }
            for value in values.array ?? [] {
                if let text = value.string { append(HTTPField(name: name, value: text)) }
            }
        }
    }
}
