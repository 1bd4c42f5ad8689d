// Whether the run is still who it was: a request that is refused for its credentials, and was not before.

import VerificationReports
import ClientIdentities
import HTTPExchange
import HTTPTypes
import OpenAPIContract

/// What has worked with the run's own credentials, and what may have ended that.
struct LoginWatch {
    /// By the operation's index.
    private var worked: Set<Int> = []
    /// A safe request with credentials that was answered with success.
    private(set) var probe: TestCase?
    /// A safe request that was answered with success, whoever asked.
    private(set) var good: TestCase?
    /// What was sent since the credentials were last seen to hold, beginning with the request that showed it.
    private var since: [(test: TestCase, succeeded: Bool)] = []
    /// How often the run has logged in again.
    var renewals = 0
    static let mostRenewals = 5
    private static let remembered = 64

    /// - Returns: whether it is to be seen if the credentials still hold.
    mutating func note(_ result: CaseResult) -> Bool {
        let test = result.test
        if result.succeeded, test.request.method.isSafe, test.isSound, test.identity == .own { good = test }
        let isOwn = test.isSound && test.identity == .own && test.operation.asksForCredentials
        if isOwn, result.succeeded {
            worked.insert(test.operation.index)
            if test.request.method.isSafe { probe = test }
            since = []
        } else if isOwn, result.status == 401, probe != nil, worked.contains(test.operation.index) {
            return true
        }
        since.append((test, result.succeeded))
        if since.count > LoginWatch.remembered { since.removeFirst() }
        return false
    }

    /// The likeliest of what was sent since then: what was carried out and may change something before all else.
    var suspect: TestCase? {
        let likeliest =
            since.last { $0.succeeded && !$0.test.request.method.isSafe } ?? since.last { $0.succeeded }
            ?? since.last { !$0.test.request.method.isSafe } ?? since.last
        return likeliest?.test
    }
}

extension Run {
    /// Sends a request again that was answered with success. Where that is refused now, the run logs in again if it knows how, or ends.
    /// - Returns: whether it has logged in again, so that what was refused may be sent once more.
    func watchLogin(_ result: CaseResult) async throws(End) -> Bool {
        guard login.note(result), let probe = login.probe else { return false }
        guard case .success(let exchange)? = try await exchange(outgoing(probe), of: probe),
            exchange.response.status == 401
        else { return false }
        let suspect = login.suspect
        let cause = suspect.map { "\($0.request.method.rawValue) \($0.request.path) (\($0.operation.id))" }
        let ended = End.loggedOut(cause ?? "an unknown request")
        guard let logIn = options.logIn, login.renewals < LoginWatch.mostRenewals, let identity = await logIn() else {
            throw ended
        }
        login.renewals += 1
        identify(as: identity)
        guard case .success(let exchange)? = try await self.exchange(outgoing(probe), of: probe),
            exchange.response.status != 401
        else { throw ended }
        report.noteRenewal(after: cause)
        // What has ended the session once would do so again.
        if let suspect, !suspect.request.method.isSafe, suspect.operation !== probe.operation {
            selection.noteSessionEnd(suspect.operation)
            leaveOut("the rest of \(suspect.operation.id)", because: "the credentials held no more after it")
        }
        return true
    }
}
