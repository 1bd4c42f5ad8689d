// The one state of a screen, and everything a view shows derived from it in one place.

/// What a screen is in. A screen has one state at a time, and no flags beside it.
public enum ScreenState<Value: Sendable>: Sendable {
    /// The first answer is being waited for.
    case loading
    /// There is nothing to show, and nothing is wrong.
    case empty
    /// There is nothing to show, and this is why.
    case failed(ScreenFailure)
    /// There is this to show.
    case success(Value)
}

/// Why a screen has nothing to show, as a person reads it.
public struct ScreenFailure: Error, Hashable, Sendable {
    /// One or two sentences.
    public let message: String
    /// Whether the same request may well succeed when it is sent again.
    public let canRetry: Bool

    /// A failure as the person is to read it.
    public init(message: String, canRetry: Bool) {
        self.message = message
        self.canRetry = canRetry
    }
}

/// What happens once and is not part of the state: it is not repeated when a view is drawn again.
public enum ScreenAction: Hashable, Sendable {
    /// A text that goes away by itself.
    case showMessage(String)
    /// The card of the product with this id.
    case openProduct(UInt64)
    /// The login screen.
    case openLogin
}

/// Every property of a screen's view. A new state does not compile until each property has a value for it.
public struct ScreenPresentation: Sendable {
    /// Whether something turns, because an answer is awaited.
    public let showsActivity: Bool
    /// The message that is shown instead of rows.
    public let message: String?
    /// Whether there is a button to try again.
    public let offersRetry: Bool
    /// The rows, in sections.
    public let tree: TreeNode?

    /// Derives every property from the state.
    ///
    /// - Parameters:
    ///   - emptyMessage: what stands in place of the rows when there are none.
    ///   - tree: the rows of a successful state.
    public init<Value>(
        _ state: ScreenState<Value>, emptyMessage: String, tree makeTree: (Value) throws -> TreeNode
    ) rethrows {
        switch state {
        case .loading:
            showsActivity = true
            message = nil
            offersRetry = false
            tree = nil
        case .empty:
            showsActivity = false
            message = emptyMessage
            offersRetry = false
            tree = nil
        case .failed(let failure):
            showsActivity = false
            message = failure.message
            offersRetry = failure.canRetry
            tree = nil
        case .success(let value):
            showsActivity = false
            message = nil
            offersRetry = false
            tree = try makeTree(value)
        }
    }
}
