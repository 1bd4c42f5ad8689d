// One finding of an earlier run, asked again: its requests alone, and whether the backend still answers so.

package import HTTPExchange
import HTTPTypes
import JSONSchema
package import OpenAPIContract

/// Sends the requests of a recorded finding. What the answers call things now is asked for in place of what they called them then.
package struct Reproduction: Sendable {
    package enum Outcome: Sendable {
        /// As it was.
        case stillThere(found: String)
        case gone(found: String)
        case unanswered(NoResponse)
    }

    private let contract: Contract
    private let finding: FindingRecord
    private let identity: Identity
    private let oldBase: String
    private let newBase: String

    /// - Parameters:
    ///   - backend: the URL that the finding was recorded with.
    ///   - basePath: that of the backend that is asked now.
    /// - Throws: where the record does not hold the requests whole.
    package init(
        _ finding: FindingRecord, recordedWith backend: String, in contract: Contract, identity: Identity,
        basePath: String
    ) throws(RunRecord.Invalid) {
        guard !finding.exchanges.isEmpty else {
            throw RunRecord.Invalid(description: "the report has no exchange of '\(finding.id)'")
        }
        guard finding.exchanges.allSatisfy({ $0.requestBody?.cut ?? 0 == 0 }) else {
            throw RunRecord.Invalid(
                description: "a request of '\(finding.id)' is too long to stand whole in the report")
        }
        self.finding = finding
        self.contract = contract
        self.identity = identity
        oldBase = (try? BackendURL(parsing: backend))?.path ?? ""
        newBase = basePath
    }

    package func run(send: Verifier.Send) async -> Outcome {
        var renamed: [String: String] = [:]
        var last: (request: Request, response: Response)?
        for (index, recorded) in finding.exchanges.enumerated() {
            let request = identity.applied(to: recorded.request(from: oldBase, to: newBase).renaming(renamed))
            do throws(NoResponse) {
                let response = try await send(request)
                last = (request, response)
                let isLast = index == finding.exchanges.count - 1
                if !isLast, let before = recorded.status, response.status / 100 != before / 100 {
                    return .gone(
                        found: "\(response.status) to \(request.method.rawValue) \(request.path), \(before) before")
                }
                if let before = recorded.answer, let now = try? JSON(parsing: response.body) {
                    before.names(differingFrom: now, into: &renamed)
                }
            } catch {
                return finding.check == Check.noResponse.rawValue
                    ? .stillThere(found: error.message) : .unanswered(error)
            }
        }
        guard let last else { return .gone(found: "nothing was sent") }
        let found = String(last.response.status)
        return isStillThere(last.request, last.response, renamed) ? .stillThere(found: found) : .gone(found: found)
    }

    private func isStillThere(_ request: Request, _ response: Response, _ renamed: [String: String]) -> Bool {
        let status = response.status
        switch Check(rawValue: finding.check) {
        case .usedAfterDelete where finding.location == "body":
            return lists(finding.found, renamed, response) ?? false
        case .notListed: return lists(finding.expected, renamed, response) == false
        case .pageOverflow:
            // It is told as `50 at most`.
            guard let most = Int(finding.expected.prefix { $0.isNumber }), let body = body(response) else {
                return false
            }
            return body.longestList > most
        case .undeclaredStatus, .contentType, .missingHeader, .invalidHeader, .malformedBody, .bodyShape:
            return isJudgedSo(request, response)
        case .serverError: return status >= 500
        case .noResponse: return false
        case .unexpectedStatus: return finding.expected != String(status)
        case .violationAccepted, .requiredHeaderIgnored, .authenticationIgnored: return (200...299).contains(status)
        case .undeclaredMethod: return String(status) == finding.found
        // What several exchanges together show is still so if the last one ends as it did.
        default:
            let recorded = finding.exchanges.last
            return recorded?.status == status
                && (recorded?.answer == nil || recorded?.answer?.shape == body(response)?.shape)
        }
    }

    /// Whether a list holds the thing that was made; nil where the answer is no list.
    /// - Parameter id: of the thing in the record, as JSON.
    private func lists(_ id: String, _ renamed: [String: String], _ response: Response) -> Bool? {
        guard (200...299).contains(response.status), let body = body(response) else { return nil }
        let old = (try? JSON(parsing: id))?.scalarText ?? id
        // Other members may have the id's value by chance.
        let members = Set(finding.exchanges.compactMap(\.answer).flatMap { $0.members(holding: old) })
        return body.holds(renamed[old] ?? old, in: members)
    }

    private func body(_ response: Response) -> JSON? { try? JSON(parsing: response.body) }

    /// Whether the judge finds the same in the same place.
    private func isJudgedSo(_ request: Request, _ response: Response) -> Bool {
        guard let operation = contract.operation(id: finding.operation) else { return false }
        var request = request
        let base = operation.servers.first?.basePath ?? ""
        if request.target.hasPrefix(newBase) { request.target = base + request.target.dropFirst(newBase.count) }
        let violations =
            if case .judged(let judged) = contract.judge(request) {
                contract.judge(response, to: judged)
            } else {
                contract.judge(response, of: operation)
            }
        return violations.contains {
            $0.severity == .violation && $0.check.rawValue == finding.check
                && $0.location.inAnyElement.description == finding.location
        }
    }
}

extension ExchangeRecord {
    fileprivate func request(from oldBase: String, to newBase: String) -> Request {
        var headers = HTTPFields()
        for field in requestFields {
            if let name = HTTPField.Name(field.name) { headers.append(HTTPField(name: name, value: field.value)) }
        }
        let path = target.hasPrefix(oldBase) ? newBase + target.dropFirst(oldBase.count) : target
        return Request(
            method: HTTPRequest.Method(rawValue: method) ?? .get, target: path, headers: headers,
            body: requestBody?.bytes ?? [])
    }

    /// The response's body, where it is JSON and stands whole in the record.
    fileprivate var answer: JSON? {
        guard let responseBody, responseBody.cut == 0 else { return nil }
        return try? JSON(parsing: responseBody.bytes)
    }
}

extension BodyRecord {
    fileprivate var bytes: [UInt8] { isBase64 ? Base64.standard.decode(text) ?? [] : Array(text.utf8) }
}

extension Request {
    /// Things by other names, in the path and in JSON.
    fileprivate func renaming(_ names: [String: String]) -> Request {
        guard !names.isEmpty else { return self }
        var request = self
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).map {
            names[String($0)] ?? String($0)
        }
        request.target = segments.joined(separator: "/") + target.dropFirst(path.count)
        if let json = try? JSON(parsing: body), !body.isEmpty {
            request.body = Array(json.renaming(names).serialized().utf8)
        }
        return request
    }
}

extension JSON {
    /// What the same members are called now.
    fileprivate func names(differingFrom other: JSON, into names: inout [String: String]) {
        switch (self, other) {
        case (.object(let members), .object(let others)):
            for (name, value) in members {
                if let other = others[name] { value.names(differingFrom: other, into: &names) }
            }
        case (.string(let was), .string(let now)): if was != now, !was.isEmpty { names[was] = now }
        case (.number(let was), .number(let now)): if was != now { names[was.text] = now.text }
        default: break
        }
    }

    fileprivate func renaming(_ names: [String: String]) -> JSON {
        switch self {
        case .string(let text): .string(names[text] ?? text)
        case .number(let number): names[number.text].flatMap { JSONNumber($0) }.map { .number($0) } ?? self
        case .array(let elements): .array(elements.map { $0.renaming(names) })
        case .object(let members): .object(JSONObject(members.map { ($0.key, $0.value.renaming(names)) }))
        case .null, .bool: self
        }
    }

    /// A string as it is, a number or boolean as it is written.
    fileprivate var scalarText: String? {
        switch self {
        case .string(let text): text
        case .number, .bool: serialized()
        case .null, .array, .object: nil
        }
    }

    /// The names of the members with that value, here and beneath.
    fileprivate func members(holding text: String) -> [String] {
        switch self {
        case .object(let object):
            object.flatMap { ($0.value.scalarText == text ? [$0.key] : []) + $0.value.members(holding: text) }
        case .array(let elements): elements.flatMap { $0.members(holding: text) }
        case .null, .bool, .number, .string: []
        }
    }

    /// Whether a member of one of these names has that value, here or beneath; of a list of ids, an element.
    fileprivate func holds(_ text: String, in names: Set<String>) -> Bool {
        switch self {
        case .object(let object):
            object.contains {
                (names.contains($0.key) && $0.value.scalarText == text) || $0.value.holds(text, in: names)
            }
        case .array(let elements): elements.contains { $0.scalarText == text || $0.holds(text, in: names) }
        case .null, .bool, .number, .string: false
        }
    }

    /// How many elements the longest list has, of those that are the value or a member of it.
    fileprivate var longestList: Int {
        switch self {
        case .array(let elements): elements.count
        case .object(let object): object.map { $0.value.array?.count ?? 0 }.max() ?? 0
        case .null, .bool, .number, .string: 0
        }
    }

    /// The value with every scalar's kind in its place. Lists grow meanwhile: each kind of element counts once.
    fileprivate var shape: JSON {
        switch self {
        case .object(let members): .object(JSONObject(members.map { ($0.key, $0.value.shape) }))
        case .array(let elements): .array(Set(elements.map(\.shape)).sorted { $0.serialized() < $1.serialized() })
        case .null: "null"
        case .bool: "boolean"
        case .number: "number"
        case .string: "string"
        }
    }
}
