// Who a request is from: the identity that was given, or made-up credentials until the backend says that it wants none.

import ClientIdentities
package import VerificationReports
package import HTTPExchange
package import OpenAPIContract
import HTTPTypes

/// What a run knows of credentials that nobody gave.
struct MadeUpCredentials {
    /// Whether the identity lacks what an operation asks for, by the operation's index.
    var isNeeded: [Int: Bool] = [:]
    /// Whether the backend refuses made-up credentials and takes requests without any.
    var isRefused = false
    /// How often it was tried without them.
    var trials = 0
    static let mostTrials = 4
}

extension Run {
    /// The request with the fields that say who it is from: the identity's or, where none was given, made-up ones.
    package func identified(
        _ request: Request, of operation: Operation, as choice: IdentityChoice = .own
    ) -> Request {
        switch choice {
        case .own:
            options.identity.applied(
                to: isIdentityMissing(by: operation)
                    ? Placeholder.madeUp.applied(to: request, of: operation, in: contract) : request)
        case .other: (options.otherIdentity ?? options.identity).applied(to: request)
        case .none: request
        case .completing: identified(request, of: operation).with(request.headers)
        }
    }

    /// Whether the operation asks for credentials that the identity does not have.
    func isIdentityMissing(by operation: Operation) -> Bool {
        if let isMissing = madeUp.isNeeded[operation.index] { return isMissing }
        let bare = options.identity.applied(to: operation.encode(values: []))
        let isMissing = judged(bare, of: operation)?.violations.contains { $0.check == .missingCredentials } ?? false
        madeUp.isNeeded[operation.index] = isMissing
        return isMissing
    }

    /// The request of a case as it leaves.
    func outgoing(_ test: TestCase) -> Request {
        madeUp.isRefused && hasMadeUpCredentials(test)
            ? options.identity.applied(to: test.request)
            : identified(test.request, of: test.operation, as: test.identity)
    }

    /// Whether a case carries credentials that nobody gave. What was recorded carries its own.
    func hasMadeUpCredentials(_ test: TestCase) -> Bool {
        report.phase != nil && test.identity == .own && isIdentityMissing(by: test.operation)
    }

    /// A backend may be open to everybody, and refuse credentials that it does not know: the answer to the request without them, where
    /// that is not refused.
    func withoutMadeUpCredentials(_ test: TestCase, _ refused: Exchange) async throws(End) -> Exchange? {
        guard refused.response.status == 401, !madeUp.isRefused, madeUp.trials < MadeUpCredentials.mostTrials,
            hasMadeUpCredentials(test)
        else { return nil }
        madeUp.trials += 1
        guard case .success(let bare)? = try await exchange(options.identity.applied(to: test.request), of: test),
            bare.response.status != 401, bare.response.status != 403
        else { return nil }
        madeUp.isRefused = true
        return bare
    }
}

extension Request {
    /// The request with fields of its own in the place of others of their names.
    fileprivate func with(_ fields: HTTPFields) -> Request {
        var request = self
        for field in fields { request.headers[field.name] = field.value }
        return request
    }
}
