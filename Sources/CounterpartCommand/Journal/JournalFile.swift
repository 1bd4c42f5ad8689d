// The journal of a mock as JSON: entries as the control API shows each.

import HTTPExchange
import HTTPTypes
import JSONValues

enum JournalFile {
    /// One exchange, without its secrets.
    struct Entry {
        let number: Int
        let request: Request
        /// Nil where none went out.
        let response: Response?
        /// Whether nothing of its contents was left out or cut.
        let isWhole: Bool
        /// Whether the answer broke the contract, meant or not.
        let breaksContract: Bool
        let json: JSON

        /// Nil where it is no entry with its contents.
        init?(_ json: JSON) {
            guard let method = json["method"]?.string.flatMap({ HTTPRequest.Method($0) }),
                let target = json["target"]?.string, let sent = json["request"].flatMap({ Message($0) }),
                let got = json["response"].flatMap({ Message($0) })
            else { return nil }
            number = json["number"]?.number?.int64.map { Int($0) } ?? 0
            request = Request(method: method, target: target, headers: sent.headers, body: sent.body)
            let status = json["status"]?.number?.int64.flatMap { (100...999).contains($0) ? Int($0) : nil }
            response = status.map { Response(status: $0, headers: got.headers, body: got.body) }
            isWhole = sent.isWhole && got.isWhole
            breaksContract = !(json["answer_violations"]?.array ?? []).isEmpty
            self.json = json
        }
    }

    private struct Message {
        var headers = HTTPFields()
        let body: [UInt8]
        let isWhole: Bool

        init?(_ json: JSON) {
            guard let fields = json["headers"]?.object else { return nil }
            for (name, values) in fields {
                guard let name = HTTPField.Name(name) else { continue }
                for value in values.array ?? [] {
                    headers.append(HTTPField(name: name, value: value.string ?? ""))
                }
            }
            if let text = json["text"]?.string {
                body = Array(text.utf8)
            } else {
                body = json["base64"]?.string.flatMap { Base64.standard.decode($0) } ?? []
            }
            isWhole = json["left_out"] == nil && json["cut"] != true
        }
    }

    /// The entries of a document that is a list of them, or has one; nil where it is none.
    static func entries(in json: JSON) -> [Entry]? {
        guard let list = json.array ?? json["entries"]?.array, !list.isEmpty else { return nil }
        let entries = list.compactMap { Entry($0) }
        return entries.count == list.count ? entries : nil
    }
}
