// Where a served contract is read from, and when two of them cannot share a server.

package import MockRules
import Mocking
package import OpenAPIContract

/// The place of a contract, and its name beside the other contracts of a server.
package struct ContractSource: Sendable {
    /// Unique within a server; the control API and the log use it.
    package let name: String
    /// A contract folder, an OpenAPI document, or the URL of one.
    package let path: String
    /// How the contract is loaded.
    package let options: LoadOptions
    private let remote: RemoteReading

    /// Reads a contract that is on no disk of this machine; nil where it is.
    package typealias RemoteReading = @Sendable (_ path: String, _ options: LoadOptions) -> Loaded?

    /// - Parameters:
    ///   - name: unique within the server.
    ///   - remote: asked first; by default every contract is a file.
    package init(
        name: String, path: String, options: LoadOptions = LoadOptions(),
        remote: @escaping RemoteReading = { _, _ in nil }
    ) {
        self.name = name
        self.path = path
        self.options = options
        self.remote = remote
    }

    /// Reads the contract and its mock file.
    package func load() -> MockDefinition.Loaded {
        guard let loaded = remote(path, options) else { return MockDefinition.load(path: path, options: options) }
        return MockDefinition.load(loaded, beside: nil)
    }
}

/// Two contracts that have requests in common, so that one server cannot tell whose they are.
package struct ContractClash: Hashable, Sendable {
    /// The contract that came later.
    package let name: String
    /// The contract that was there.
    package let otherName: String
    /// The first operation of the later one that clashes: `GET /carts/{id}`.
    package let operation: String
    /// The operation of the other one that can be the same request.
    package let otherOperation: String
    /// How many paths are the same.
    package let count: Int

    /// Nil where both can be served.
    package init?(of contract: Contract, named name: String, with other: Contract, named otherName: String) {
        let clashes = contract.clashes(with: other)
        guard let first = clashes.first else { return nil }
        self.name = name
        self.otherName = otherName
        operation = first.own.title
        otherOperation = first.other.title
        count = clashes.count
    }
}
