// The settings of a generated client.

/// The name of a client, and the access level of its declarations.
package struct ClientSettings: Sendable, Hashable {
    /// The access level of the generated declarations.
    package enum Access: String, Sendable, CaseIterable {
        case `public`, package
    }

    /// The name of the API: `Shop` gives `ShopAPI`.
    package var name: String
    /// The access level of the generated declarations.
    package var access: Access
    /// Tags, paths or ids of the operations to generate; empty for all.
    package var include: [String]
    /// Types stand in an enum of the API's name, so that a module can hold several clients.
    package var isNamespaced: Bool
    /// Whether the fixed part comes with it; of several clients in one module one has it.
    package var hasRuntime: Bool

    package init(
        name: String, access: Access = .public, include: [String] = [], isNamespaced: Bool = false,
        hasRuntime: Bool = true
    ) {
        self.name = name
        self.access = access
        self.include = include
        self.isNamespaced = isNamespaced
        self.hasRuntime = hasRuntime
    }
}
