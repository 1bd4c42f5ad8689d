// Which sessions a request to the control API is about.

package import HTTPExchange
import HTTPTypes
import JSONValues
import OpenAPIContract

/// What has to be known of sessions before a request to the control API is answered.
package struct ControlSubject: Sendable {
    /// Those whose session of that id it is about.
    package let contracts: [ServedContract]
    /// Empty for the common one.
    package let session: String
    /// Whether it is about all sessions.
    package let lists: Bool
    /// Whether the session is to end.
    package let ends: Bool
    /// Whether its answer comes when something has happened.
    package let waits: Bool
    /// Whether it is about what the session was asked, also by way of other processes.
    package let readsJournal: Bool
    /// With an id for a session that is to be made and has none.
    package let request: Request
}

extension SharedControl {
    /// Nil where the request is refused, or about no session.
    package func subject(of request: Request, isLoopback: Bool) -> ControlSubject? {
        let (name, target) = SharedControl.split(request.target)
        let contracts = name.map { name in sites[name].map { [$0] } ?? [] } ?? sites.all
        guard name?.isEmpty != true, !contracts.isEmpty else { return nil }
        var plain = request
        if name != nil { plain.target = target }
        // Whoever answers says what is wrong with a name.
        guard let control = try? ControlRequest(plain),
            access.refusal(of: control.request, isLoopback: isLoopback) == nil,
            case .judged(let judged) = ControlContract.contract.judge(control.request), judged.conforms,
            let operation = ControlOperation(rawValue: judged.operation.id), operation.isAboutSessions
        else { return nil }
        let call = ControlCall(judged, session: control.session)
        var (session, request) = (call.session ?? "", request)
        switch operation {
        case .getSession, .endSession: session = call.text("id", in: .path) ?? ""
        case .createSession:
            var members = call.body.object ?? JSONObject()
            session = members["id"]?.string ?? SharedControl.freshID()
            members["id"] = .string(session)
            request.body = Array(JSON.object(members).serialized().utf8)
            request.headers[.contentType] = "application/json"
            request.headers[.contentLength] = nil
        default: break
        }
        return ControlSubject(
            contracts: contracts, session: session, lists: operation == .listSessions, ends: operation == .endSession,
            waits: operation == .awaitRequests || operation == .watchTraffic, readsJournal: operation.readsJournal,
            request: request)
    }

    /// One that no other process gives.
    private static func freshID() -> String {
        "session-" + String(UInt64.random(in: 1 << 60...UInt64.max), radix: 16)
    }
}

extension ControlOperation {
    fileprivate var readsJournal: Bool {
        switch self {
        case .listJournal, .clearJournal, .countJournal, .awaitRequests, .watchTraffic, .getEntry, .explainEntry,
            .listNearMisses, .getSession, .reset:
            true
        default: false
        }
    }

    fileprivate var isAboutSessions: Bool {
        switch self {
        case .showPage, .getConsoleFile, .getDescription, .listContracts, .getHealth, .getContract, .getMetrics,
            .getBehaviour, .getMockFile, .putMockFile, .addExample, .listRecordings, .getRecording, .compareRecordings:
            false
        default: true
        }
    }
}
