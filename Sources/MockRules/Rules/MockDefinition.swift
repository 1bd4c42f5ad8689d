// What a mock is made of: a contract and the mock file beside it, read together.

package import SourceDocuments
package import OpenAPIContract

/// A contract and how its mock behaves. Both are without errors.
package struct MockDefinition: Sendable {
    /// The contract that the mock stands in for.
    package let contract: Contract
    /// What the mock file says; `Behaviour.plain` without one.
    package let behaviour: Behaviour

    /// What was read, and what is wrong with it.
    package struct Loaded: Sendable {
        /// Nil where there is an error in either file.
        package let definition: MockDefinition?
        /// Of the OpenAPI documents, of every severity.
        package let contractDiagnostics: [Diagnostic]
        /// Of the mock file, of every severity; empty where there is none, or no contract.
        package let mockFileDiagnostics: [Diagnostic]

        /// Of both.
        package var diagnostics: [Diagnostic] { contractDiagnostics + mockFileDiagnostics }
    }

    /// Reads a contract folder with its mock file, or a single OpenAPI document, which has none.
    package static func load(path: String, options: LoadOptions = LoadOptions()) -> Loaded {
        load(Contract.load(path: path, options: options), beside: ContractFolder(path: path))
    }

    /// Takes a contract that was read, and reads the mock file of its folder.
    /// - Parameter folder: nil for a contract that is no folder, which has no mock file.
    package static func load(_ loaded: OpenAPIContract.Loaded, beside folder: ContractFolder?) -> Loaded {
        guard let contract = loaded.contract else {
            return Loaded(definition: nil, contractDiagnostics: loaded.diagnostics, mockFileDiagnostics: [])
        }
        var read: (behaviour: Behaviour?, diagnostics: [Diagnostic]) = (.plain, [])
        if let folder { read = Behaviour.load(from: folder, for: contract) }
        // Half of a contract would be another one than the author's.
        let isWhole = !loaded.diagnostics.contains { $0.severity == .error }
        return Loaded(
            definition: isWhole ? read.behaviour.map { MockDefinition(contract: contract, behaviour: $0) } : nil,
            contractDiagnostics: loaded.diagnostics, mockFileDiagnostics: read.diagnostics)
    }
}
