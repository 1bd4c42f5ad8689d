// The control API of a mock: one request in, one answer out, now or when something has come.

package import JSONValues
package import HTTPExchange
package import SessionStores
import OpenAPIContract
import ContractTools
import HTTPTypes

/// The control API of one mock (`control.openapi.yaml`), without a socket.
package struct Control: Sendable {
    /// An answer, or the wait for one: some requests are answered when something has happened, and some as long as things happen.
    package enum Reply: Sendable {
        case now(Response)
        case later(@Sendable () async -> Response)
        /// The head, and content that comes part by part.
        case stream(Response, ContentStream)
    }

    /// What is wrong with a request.
    struct Refused: Error {
        let problem: Problem

        init(_ status: Int, _ title: String, _ detail: String, _ extensions: JSONObject = JSONObject()) {
            problem = Problem(status: status, title: title, detail: detail, extensions: extensions)
        }
    }

    let mock: Mock
    private let access: ControlAccess
    /// The contracts of its server; nil where it is the only one.
    private let contracts: JSON?
    /// What the mock is a part of; nil where it stands alone.
    let site: ServedContract?
    /// Sessions that a store has.
    let atRest: [ListedSession]
    /// Whether the server is about to end.
    let isDraining: Bool
    /// Lets time pass.
    let sleep: @Sendable (Duration) async -> Void

    /// - Parameters:
    ///   - contracts: those of its server, where there are others; see `ServedContracts.listing`.
    ///   - site: where the mock is served, if its contract and its mock file are on a disk or may be replaced.
    ///   - atRest: sessions that a store has; those that the mock has too are told once.
    ///   - isDraining: whether the server is about to end.
    package init(
        mock: Mock, access: ControlAccess = ControlAccess(), contracts: JSON? = nil, site: ServedContract? = nil,
        atRest: [ListedSession] = [], isDraining: Bool = false,
        sleep: @escaping @Sendable (Duration) async -> Void = { duration in
            // Only cancellation ends it early, and then nobody waits any more.
            try? await Task.sleep(for: duration)
        }
    ) {
        self.mock = mock
        self.access = access
        self.contracts = contracts
        self.site = site
        self.atRest = atRest
        self.isDraining = isDraining
        self.sleep = sleep
    }

    /// Nil where the request is for the API that is mocked.
    /// - Parameter isLoopback: whether it comes from this machine.
    package func answer(_ request: Request, isLoopback: Bool) -> Reply? {
        let control: ControlRequest
        do throws(SessionRequest.InvalidName) {
            guard let request = try ControlRequest(request) else { return nil }
            control = request
        } catch {
            return .now(Unrouted.badSession(error).response(showsDecision: false))
        }
        if let refusal = access.refusal(of: control.request, isLoopback: isLoopback) { return .now(refusal.response()) }
        return answer(control)
    }

    private func answer(_ control: ControlRequest) -> Reply {
        switch ControlContract.contract.judge(control.request) {
        case .noPath(let nearest):
            return .now(
                Unrouted.noPath(control.request, nearest: nearest.all(in: ControlContract.contract))
                    .response(showsDecision: false))
        case .noMethod(let allow, _) where control.request.method == .head && allow.contains(.get):
            var request = control
            request.request.method = .get
            return answer(request)
        case .noMethod(let allow, let nearest):
            let unrouted: Unrouted =
                control.request.method == .options
                ? .methods(allow)
                : .noMethod(control.request, allow: allow, nearest: nearest.all(in: ControlContract.contract))
            return .now(unrouted.response(showsDecision: false))
        case .judged(let judged):
            guard judged.conforms else {
                let violations = judged.violations.filter { $0.severity == .violation }
                let status = violations.contains { $0.check == .requestContentType } ? 415 : 400
                return .now(Problem.violations(violations, status: status).response())
            }
            do throws(Refused) {
                return try answer(ControlCall(judged, session: control.session))
            } catch {
                return .now(error.problem.response())
            }
        }
    }

    private func answer(_ call: ControlCall) throws(Refused) -> Reply {
        // A test holds the document to these cases.
        guard let operation = ControlOperation(rawValue: call.judged.operation.id) else {
            throw Refused(501, "Not there", "The control API has no operation \(call.judged.operation.id).")
        }
        switch operation {
        case .showPage: return .now(page)
        case .getConsoleFile: return .now(try consoleFile(call))
        case .getDescription: return .now(description)
        case .listContracts: return .now(.json(contracts ?? .array([mock.listing(as: "default")])))
        case .getHealth: return .now(.json(health, status: isDraining ? 503 : 200))
        case .getContract: return .now(.json(ContractExport(mock.contract).document))
        case .getMetrics: return .now(metrics)
        case .listSessions: return .now(.json(sessions))
        case .createSession: return .now(try createSession(call))
        case .getSession: return .now(try session(call))
        case .endSession: return .now(try endSession(call))
        case .reset: return .now(reset(call))
        case .listJournal: return .now(try journal(call))
        case .clearJournal: return .now(clearJournal(call))
        case .countJournal: return .now(try count(call))
        case .awaitRequests: return try waiting(call)
        case .watchTraffic: return try traffic(call)
        case .getEntry: return .now(try entry(call))
        case .explainEntry: return .now(try explanation(call))
        case .listNearMisses: return .now(try nearMisses(call))
        case .verifyExpectations: return .now(.json(try verification(call)))
        case .expectRequests: return .now(try expect(call))
        case .clearExpectations: return .now(clearExpectations(call))
        case .listAnswers: return .now(try oneOffs(call))
        case .answerOnce: return .now(try answerOnce(call))
        case .clearAnswers: return .now(clearAnswers(call))
        case .getBehaviour: return .now(try behaviour(call))
        case .getMockFile: return .now(try mockFile())
        case .putMockFile: return .now(try putMockFile(call))
        case .addExample: return .now(try addExample(call))
        case .listRecordings: return .now(listRecordings())
        case .getRecording: return .now(try recording(call))
        case .compareRecordings: return .now(try compareRecordings(call))
        case .getReplay: return .now(try replay(call))
        case .putReplay: return .now(try putReplay(call))
        case .clearReplay: return .now(clearReplay(call))
        case .getState: return .now(try state(call))
        case .putState: return .now(try putState(call))
        case .getLatency: return .now(try latency(call))
        case .putLatency: return .now(try putLatency(call))
        case .clearLatency: return .now(clearLatency(call))
        case .getFaults: return .now(try faults(call))
        case .putFaults: return .now(try putFaults(call))
        case .clearFaults: return .now(clearFaults(call))
        }
    }
}

/// A request to the control API that keeps to its description.
struct ControlCall: Sendable {
    let judged: JudgedRequest
    private let named: String?

    init(_ judged: JudgedRequest, session: String?) {
        self.judged = judged
        named = session
    }

    /// Nil for the common one.
    var session: String? { text("session") ?? named }

    func text(_ name: String, in location: Parameter.Location = .query) -> String? {
        judged.value(name, in: location)?.string
    }

    func number(_ name: String, in location: Parameter.Location = .query) -> Int? {
        judged.value(name, in: location)?.number?.int64.map { Int($0) }
    }

    func bool(_ name: String) -> Bool? { judged.value(name, in: .query)?.bool }

    var body: JSON { judged.body ?? .null }
}

extension Control {
    /// That which the call is about, made if need be: who sets it up or waits for its requests is there first.
    func session(of call: ControlCall) -> Session { mock.session(call.session) }

    /// The same, where there is one: who reads of another has mistaken its id.
    func existingSession(of call: ControlCall) throws(Refused) -> Session {
        guard let id = call.session else { return mock.session(nil) }
        guard let session = mock.existingSession(id) else { throw .noSession(id) }
        return session
    }
}

extension Control.Refused {
    static func noSession(_ id: String) -> Control.Refused {
        Control.Refused(
            404, "No such session",
            "There is no session \(id): none was made, or it ended. Send a request of it, or POST its id to \(ControlRequest.base)/sessions."
        )
    }
}

extension Response {
    static func json(_ json: JSON, status: Int = 200, headers: HTTPFields = [:]) -> Response {
        var headers = headers
        headers[.contentType] = "application/json"
        return Response(status: status, headers: headers, body: Array(json.serialized().utf8))
    }

    static let done = Response(status: 204)
}
