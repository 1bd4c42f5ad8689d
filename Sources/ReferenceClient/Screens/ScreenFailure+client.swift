// Every error as the sentence that a person reads.

import Foundation

extension ScreenFailure {
    /// What a screen says when the client failed.
    public init(_ error: ClientError) {
        switch error {
        case .refused(let refusal): self.init(message: refusal.message, canRetry: false)
        case .noNetwork:
            self.init(message: "There is no connection to the server. Check the network.", canRetry: true)
        case .timedOut: self.init(message: "The server does not answer.", canRetry: true)
        case .connectionLost: self.init(message: "The connection was lost.", canRetry: true)
        case .busy(let seconds?):
            self.init(
                message: "The server is busy. It asks to wait \(Self.time(seconds)).", canRetry: true)
        case .busy(nil): self.init(message: "The server is busy.", canRetry: true)
        case .serverFailed(let status):
            self.init(message: "The server failed (\(status)).", canRetry: true)
        case .undocumented(let operation, let status):
            self.init(
                message: "The server answered \(operation) with an unknown status, \(status).",
                canRetry: true)
        case .contractBroken(let operation, let place, let reason):
            self.init(
                message: "The answer to \(operation) cannot be read: \(place): \(reason)", canRetry: false)
        case .storage(let reason):
            self.init(message: "What is kept on this device cannot be used: \(reason)", canRetry: false)
        case .cancelled: self.init(message: "Cancelled.", canRetry: true)
        }
    }

    /// Whole seconds, or minutes from two on, rounded up.
    private static func time(_ seconds: TimeInterval) -> String {
        guard seconds < 86_400 else { return "more than a day" }
        let whole = Int(seconds.rounded(.up))
        if whole >= 120 { return "\((whole + 59) / 60) minutes" }
        return whole == 1 ? "1 second" : "\(whole) seconds"
    }
}

extension Refusal {
    /// One sentence for the person.
    public var message: String {
        switch self {
        case .notLoggedIn: "Log in first."
        case .unknownUser: "The shop does not know you any more. Log in again."
        case .unknownCategory: "There is no such category."
        case .unknownGender: "There are no categories for this choice."
        case .unknownProduct: "There is no such product."
        case .notForTheCart:
            "This cannot be put into the cart. Choose a variation, and an amount of at least one."
        case .notForLikes: "This cannot be liked. Choose a variation."
        case .unknownItem: "The catalog has no such item."
        case .unknownWork: "There is no such work."
        case .pastTheLastPage: "That is past the last page."
        case .badRequest(let words): "The site refuses this: \(words)"
        }
    }
}
