// What the verifier is about to send, and what should come of it.

package import HTTPExchange
package import OpenAPIContract

/// One request with the answer that it is to get.
package struct TestCase: Sendable {
    /// Which answers are right.
    package enum Expectation: Sendable, Hashable {
        /// Whatever the contract allows.
        case anything
        /// The request keeps to the contract, and is not to be refused for what it says.
        case acceptance
        /// The request breaks the contract there, and is not to be taken.
        case refusal
        /// The example says so.
        case status(Int)
        /// 401 or 403: it is not said who it is from.
        case authentication
        /// 405 with `Allow`, and what that must name.
        case noMethod([String])
        /// `Allow`, and what that must name.
        case options([String])
    }

    /// What it is, after the operation's name: `example right-user`, `limit past its maximum`.
    package let name: String
    package let operation: Operation
    /// Under the base path of the operation's first server, as the contract is judged.
    package let request: Request
    /// The request as the contract reads it; nil where it leads to no operation.
    package let judged: JudgedRequest?
    package let expectation: Expectation
    /// What of the request the case is about: `query parameter 'limit', maximum`. Part of a finding's name.
    package let subject: String
    /// Whether it carries the identity's fields.
    package let identity: IdentityChoice
    /// Whether a 429 is the answer, rather than a reason to try again.
    package let treats429AsResult: Bool

    package init(
        _ name: String, _ operation: Operation, _ request: Request, judged: JudgedRequest?, expectation: Expectation,
        subject: String = "status", identity: IdentityChoice = .own, treats429AsResult: Bool = false
    ) {
        self.name = name
        self.operation = operation
        self.request = request
        self.judged = judged
        self.expectation = expectation
        self.subject = subject
        self.identity = identity
        self.treats429AsResult = treats429AsResult
    }
}

extension TestCase {
    /// Whether the request keeps to the contract: what breaks it may be answered with anything that refuses it.
    package var isSound: Bool { judged?.conforms == true }
}
