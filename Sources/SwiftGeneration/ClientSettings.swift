// The settings of a generated client.

/// The name of a client, and the access level of its declarations.
package struct ClientSettings: Sendable, Hashable {
    /// The access level of the generated declarations.
    package enum Access: String, Sendable, CaseIterable {
        case `public`, package, `internal`
    }

    /// The name of the API: `Shop` gives `ShopAPI`.
    package var name: String
    /// The access level of the generated declarations.
    package var access: Access
    /// The operations to generate, by `tag:shop`, `path:/cart`, an id, or a name that is any of them; `*` stands for any text. Empty for all.
    package var include: [String]
    /// What stands at the top of every file, such as a licence; empty for nothing.
    package var header: String
    /// Types stand in an enum of the API's name, so that a module can hold several clients.
    package var isNamespaced: Bool
    /// Whether the fixed part comes with it; of several clients in one module one has it.
    package var hasRuntime: Bool
    /// In debug builds the client notes which properties of answers are read.
    package var tracksReads = false
    /// The names of the files are the same for every contract, for a build system that has to know them before; no names are kept from time to time.
    package var hasFixedFiles = false

    package init(
        name: String, access: Access = .public, include: [String] = [], header: String = "", isNamespaced: Bool = false,
        hasRuntime: Bool = true
    ) {
        self.name = name
        self.access = access
        self.include = include
        self.header = header
        self.isNamespaced = isNamespaced
        self.hasRuntime = hasRuntime
    }
}
