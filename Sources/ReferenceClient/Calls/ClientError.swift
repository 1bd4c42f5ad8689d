// Why something that a person asked for was not done.

public import Foundation

/// The one error of the client's own methods. Each case is one sentence on the screen, and says whether trying again helps.
public enum ClientError: Error, Hashable, Sendable {
    /// The server declares that it does not do this.
    case refused(Refusal)
    /// The device has no network, or the server is not to be found in it.
    case noNetwork
    /// No answer for too long.
    case timedOut
    /// The connection ended before the answer did, or what came was no answer.
    case connectionLost
    /// The server asks to be left alone: for so many seconds, if it says so.
    case busy(retryAfter: TimeInterval?)
    /// The server failed.
    case serverFailed(status: Int)
    /// An answer that the contract does not declare.
    case undocumented(operation: String, status: Int)
    /// An answer, or a value to be sent, that breaks the contract: where, and why.
    case contractBroken(operation: String, place: String, reason: String)
    /// The local database cannot be read or written.
    case storage(String)
    /// The task was cancelled.
    case cancelled
}

/// What a declared error status means, or what the client knows without asking.
public enum Refusal: Hashable, Sendable {
    /// Nothing was sent: a user can do nothing in the shop before login.
    case notLoggedIn
    /// The shop does not know the user any more.
    case unknownUser
    /// There is no such category.
    case unknownCategory
    /// There are no categories for this gender.
    case unknownGender
    /// There is no such product.
    case unknownProduct
    /// A product that the cart does not take: it is unknown, or its variation has not been chosen, or the amount is bad.
    case notForTheCart
    /// A product that cannot be liked: it is unknown, or its variation has not been chosen.
    case notForLikes
    /// The catalog has no such item.
    case unknownItem
    /// The workshop has no such work.
    case unknownWork
    /// Past the last page.
    case pastTheLastPage
    /// What the workshop's site objects to, in its own words.
    case badRequest(String)
}

extension ClientError {
    /// Makes a client error of the error that a call threw.
    public init(_ error: CallError) {
        switch error {
        case .transport(_, let underlying):
            self =
                switch Reachability(underlying) {
                case .noNetwork: .noNetwork
                case .timedOut: .timedOut
                case .connectionLost: .connectionLost
                case .cancelled: .cancelled
                }
        case .cancelled: self = .cancelled
        case .unencodable(let operation, let path, let reason),
            .undecodable(let operation, let path, let reason, _):
            self = .contractBroken(operation: operation, place: path, reason: reason)
        case .unexpected(let operation, let status, _): self = .undocumented(operation: operation, status: status)
        }
    }

    /// An answer that the contract does not declare, told by its status.
    public init(_ operation: String, undocumented reply: HTTPReply) {
        switch reply.status {
        case 429, 503:
            self = .busy(retryAfter: reply.headers["Retry-After"].flatMap { RetryAfter.seconds($0) })
        case 500...599: self = .serverFailed(status: reply.status)
        default: self = .undocumented(operation: operation, status: reply.status)
        }
    }

    /// What anything below threw.
    init(any error: any Error) {
        switch error {
        case let error as ClientError: self = error
        case let error as CallError: self = ClientError(error)
        case is CancellationError: self = .cancelled
        default: self = .storage("\(error)")
        }
    }
}

/// Does something whose errors become those of the client.
func clientErrors<Value>(_ body: () async throws -> Value) async throws(ClientError) -> Value {
    do {
        return try await body()
    } catch {
        throw ClientError(any: error)
    }
}
