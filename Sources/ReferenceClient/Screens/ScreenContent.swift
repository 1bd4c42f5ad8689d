// What a screen shows once it has something to show: a value, and the tree that follows from it.

/// The content of one kind of screen. State and presentation are the same for all of them.
public protocol ScreenContent: Sendable {
    /// What stands in place of the rows when there are none.
    static var emptyMessage: String { get }
    /// Whether there is nothing to show.
    var isEmpty: Bool { get }
    /// The rows, in sections.
    func tree() throws(TreeError) -> TreeNode
}

extension ScreenState where Value: ScreenContent {
    /// The state that a screen is in after loading its content.
    public init(loading load: () async throws(ClientError) -> Value) async {
        do throws(ClientError) {
            let content = try await load()
            self = content.isEmpty ? .empty : .success(content)
        } catch {
            self = .failed(ScreenFailure(error))
        }
    }
}

extension ScreenPresentation {
    /// Every property of the view of a screen in that state.
    public init<Content: ScreenContent>(_ state: ScreenState<Content>) throws {
        try self.init(state, emptyMessage: Content.emptyMessage) { content in try content.tree() }
    }
}

extension ScreenFailure {
    /// What happens beside the message, once: whom the shop does not know is led to the login.
    public static func action(after error: ClientError) -> ScreenAction? {
        error == .refused(.unknownUser) || error == .refused(.notLoggedIn) ? .openLogin : nil
    }
}
