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
    /// The latest request since then that may have changed who is logged in.
    private(set) var suspect: TestCase?

    /// - Returns: whether it is to be seen if the credentials still hold.
    mutating func note(_ result: CaseResult) -> Bool {
        let test = result.test
        if result.succeeded, test.request.method.isSafe, test.isSound, test.identity == .own { good = test }
        guard test.isSound, test.identity == .own, test.operation.asksForCredentials else {
            if result.succeeded, !test.request.method.isSafe { suspect = test }
            return false
        }
        if result.succeeded {
            worked.insert(test.operation.index)
            if test.request.method.isSafe {
                probe = test
            } else {
                suspect = test
            }
            return false
        }
        return result.status == 401 && worked.contains(test.operation.index) && probe != nil
    }
}

extension Run {
    /// Sends a request again that was answered with success: if it is refused now, nothing more can be learnt.
    func watchLogin(_ result: CaseResult) async throws(End) {
        guard login.note(result), let probe = login.probe else { return }
        guard case .success(let exchange)? = try await exchange(outgoing(probe), of: probe),
            exchange.response.status == 401
        else { return }
        let cause = login.suspect.map { "\($0.request.method.rawValue) \($0.request.path) (\($0.operation.id))" }
        throw .loggedOut(cause ?? "an unknown request")
    }
}
