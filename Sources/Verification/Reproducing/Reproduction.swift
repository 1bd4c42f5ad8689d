// One finding of an earlier run, asked again: its requests alone, judged as a run would judge them.

import Lifecycles
package import ClientIdentities
package import VerificationReports
import JSONValues
package import HTTPExchange
import SourceDocuments
package import OpenAPIContract
import HTTPTypes

/// Sends the requests of a recorded finding. What the answers call resources now is asked for in place of what they called them then.
package struct Reproduction: Sendable {
    /// What the backend says to the same requests now.
    package enum Outcome: Sendable {
        /// As it was.
        case stillThere(found: String)
        case gone(found: String)
        /// What the finding needs could not be had.
        case cannotTell(reason: String)
        case unanswered(NoResponse)
    }

    private let contract: Contract
    private let finding: FindingRecord
    private let check: Check
    private let operation: Operation
    private let options: VerificationOptions
    private let oldBase: String
    private let newBase: String
    /// How many pages of a list are turned that has grown since.
    private static let mostPages = 50

    /// - Parameters:
    ///   - backend: the URL that the finding was recorded with.
    ///   - other: who the requests of another identity are from.
    ///   - basePath: that of the backend that is asked now.
    /// - Throws: where the record does not hold the requests whole, or is of another contract.
    package init(
        _ finding: FindingRecord, recordedWith backend: String, in contract: Contract, identity: Identity,
        other: Identity? = nil, basePath: String
    ) throws(RunRecord.Invalid) {
        guard !finding.exchanges.isEmpty else {
            throw RunRecord.Invalid(description: "the report has no exchange of '\(finding.id)'")
        }
        guard finding.exchanges.allSatisfy({ $0.requestBody?.cut ?? 0 == 0 }) else {
            throw RunRecord.Invalid(
                description: "a request of '\(finding.id)' is too long to stand whole in the report")
        }
        guard let check = Check(rawValue: finding.check) else {
            throw RunRecord.Invalid(description: "there is no check '\(finding.check)'")
        }
        guard let operation = contract.operation(id: finding.operation) else {
            throw RunRecord.Invalid(description: "the contract has no operation '\(finding.operation)'")
        }
        guard other != nil || !finding.exchanges.contains(where: { $0.identity == .other }) else {
            throw RunRecord.Invalid(
                description: "'\(finding.id)' needs a second identity: give it with --other-header or --other-auth")
        }
        self.finding = finding
        self.check = check
        self.operation = operation
        self.contract = contract
        oldBase = (try? BackendURL(parsing: backend))?.path ?? ""
        newBase = basePath
        var options = VerificationOptions(phases: [], identity: identity, otherIdentity: other, patience: 1)
        // Who asks for a finding again has seen its requests.
        options.isDestructive = true
        self.options = options
    }

    package func run(send: @escaping Verifier.Send) async -> Outcome {
        let wire = Wire(
            basePath: newBase, now: { .now }, sleep: { try? await Task.sleep(for: $0) }, send: send)
        let run = Run(contract: contract, options: options, wire: wire, progress: { _ in }, observe: { _ in })
        do throws(Run.End) {
            return try await replay(in: run)
        } catch {
            guard case .noResponse(let failure) = error else { return .cannotTell(reason: "\(error)") }
            return check == .noResponse ? .stillThere(found: failure.message) : .unanswered(failure)
        }
    }

    private func replay(in run: Run) async throws(Run.End) -> Outcome {
        var renamed: [String: String] = [:]
        var timeline = ResourceTimeline(contract, run.resources, isAlone: true)
        var last: CaseResult?
        var seen: [Finding] = []
        for (index, recorded) in finding.exchanges.enumerated() {
            let base = operation.servers.first?.basePath ?? ""
            let request = recorded.request(from: oldBase, to: base).renaming(renamed)
            let isLast = index == finding.exchanges.count - 1
            let test = testCase(request, recorded, isLast: isLast, in: run)
            guard let result = try await run.attempt(test) else { return .cannotTell(reason: "nothing was sent") }
            if !isLast, let before = recorded.status, result.status / 100 != before / 100 {
                return .cannotTell(
                    reason: "\(request.method.rawValue) \(request.path) is answered with \(result.status), "
                        + "and was with \(before)")
            }
            if let before = recorded.answer, let now = try? JSON(parsing: result.exchange.response.body) {
                before.names(differingFrom: now, into: &renamed)
            }
            seen = (isLast ? result.findings : []) + timeline.follow(result).map(\.finding)
            last = result
        }
        seen += try await restOfList(&timeline, in: run)
        guard let last else { return .cannotTell(reason: "nothing was sent") }
        return outcome(seen, last, timeline)
    }

    /// A list that has grown since has more pages than it had.
    private func restOfList(_ timeline: inout ResourceTimeline, in run: Run) async throws(Run.End) -> [Finding] {
        var seen: [Finding] = []
        for _ in 0..<Self.mostPages {
            guard check.judge(at: finding.location) == .timeline, let list = timeline.listing, !list.isAtEnd,
                let page = list.pages.last,
                let resource = run.resources.first(where: { $0.list === page.operation }),
                let request = ListPaging(resource).request(Draft(page.judged), after: list, limit: list.limit)?.request,
                let judged = run.judged(
                    run.identified(request, of: page.operation, as: page.result.test.identity), of: page.operation),
                let result = try await run.attempt(
                    TestCase(
                        "next page", page.operation, request, judged: judged, expectation: .anything,
                        identity: page.result.test.identity))
            else { return seen }
            seen += timeline.follow(result).map(\.finding)
        }
        return seen
    }

    // MARK: The case

    private func testCase(_ request: Request, _ recorded: ExchangeRecord, isLast: Bool, in run: Run) -> TestCase {
        var judged: JudgedRequest?
        var methods: [String] = []
        switch contract.judge(run.identified(request, of: operation, as: recorded.identity)) {
        case .judged(let request): judged = request
        case .noMethod(let declared, _): methods = declared.map(\.rawValue)
        case .noPath: break
        }
        if let judged, isLast, check == .validRefused {
            // When it was found, what it names was known to be there.
            let draft = Draft(judged)
            for site in draft.sites where ObservedValues.isReferenceName(site.name) {
                if let value = draft.value(at: site) { run.backend.values.note(value, named: site.name) }
            }
        }
        return TestCase(
            finding.name, judged?.operation ?? operation, request, judged: judged,
            expectation: isLast ? expectation(methods) : .anything, subject: finding.location,
            identity: recorded.identity)
    }

    /// What the last request was sent for.
    private func expectation(_ methods: [String]) -> TestCase.Expectation {
        switch check {
        case .unexpectedStatus: Int(finding.expected).map { .status($0) } ?? .anything
        case .violationAccepted, .requiredHeaderIgnored: .refusal
        case .validRefused: .acceptance
        case .authenticationIgnored: .authentication
        case .undeclaredMethod: .noMethod(methods)
        case .optionsAllow: .options(methods)
        case .undeclaredStatus, .contentType, .missingHeader, .invalidHeader, .malformedBody, .bodyShape, .noResponse,
            .serverError, .usedAfterDelete, .notAvailable, .notStored, .failedCreateStored, .failedChangeStored,
            .notListed, .pageOverflow, .otherIdentity, .timeBudget, .criterion, .providerState:
            .anything
        }
    }

    // MARK: The outcome

    private func outcome(_ seen: [Finding], _ last: CaseResult, _ timeline: ResourceTimeline) -> Outcome {
        let found = String(last.status)
        let judge = check.judge(at: finding.location)
        if judge != .times, judge != .workflow, let same = seen.first(where: { $0.isSame(as: finding) }) {
            return .stillThere(found: same.found)
        }
        switch judge {
        case .times:
            return .cannotTell(reason: "one answer says nothing of 95 in 100: verify the operation again")
        case .workflow:
            // The workflow itself is not run: its last answer is compared with what it was.
            let recorded = finding.exchanges.last
            let shape = (try? JSON(parsing: last.exchange.response.body))?.shape
            let isSame =
                recorded?.status == last.status && (recorded?.answer == nil || recorded?.answer?.shape == shape)
            return isSame ? .stillThere(found: found) : .gone(found: found)
        case .transport: return .gone(found: found)
        case .timeline:
            if [.notListed, .failedCreateStored].contains(check), timeline.listing?.isComplete != true {
                return .cannotTell(reason: "the list cannot be read to its end")
            }
            return last.succeeded || last.isMissing || last.isRefused
                ? .gone(found: found) : .cannotTell(reason: "the last request is answered with \(found)")
        case .answer, .expectation:
            let before = finding.exchanges.last?.status
            let isBarred = [401, 403, 404, 410, 429].contains(last.status) && before != last.status
            let isExpected = judge == .expectation && check != .serverError && check != .unexpectedStatus
            // A refusal is what a request that breaks the contract is to get.
            if isBarred, !(isExpected && check != .validRefused) {
                return .cannotTell(reason: "the request is answered with \(found), and was with \(before ?? 0)")
            }
            if judge == .answer, check != .undeclaredStatus, let before, before / 100 != last.status / 100 {
                return .cannotTell(reason: "the request is answered with \(found), and was with \(before)")
            }
            return .gone(found: found)
        }
    }
}

extension Finding {
    /// Whether it is of the same check in the same place.
    fileprivate func isSame(as record: FindingRecord) -> Bool {
        check.rawValue == record.check && operation.id == record.operation && location == record.location
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
