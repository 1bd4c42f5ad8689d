// Loads workflows: reads the documents and their sources, reads the workflows, and checks their references.

package import SourceDocuments
package import OpenAPIContract

/// The result of loading: the workflows, if the document is an Arazzo document, and all diagnostics.
package struct LoadedWorkflows: Sendable {
    /// The workflows; nil where nothing could be read.
    package let library: WorkflowLibrary?
    /// Everything that is wrong with the documents.
    package let diagnostics: [Diagnostic]

    /// Whether one of the diagnostics keeps the workflows from being run.
    package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}

extension WorkflowLibrary {
    private static let names = ["workflows.arazzo.yaml", "workflows.arazzo.yml", "workflows.arazzo.json"]

    /// The workflows beside a contract; nil where its folder has none.
    package static func load(beside contract: Contract?, in folder: ContractFolder) -> LoadedWorkflows? {
        for name in names {
            if case .missing = folder.read(name) { continue }
            return load(name, in: folder, contract: contract)
        }
        return nil
    }

    /// Loads the Arazzo document that a path names; nil where it is not called one.
    /// - Parameter allowed: folders outside the document's own that its sources may be in.
    package static func load(file path: String, allowed: [String] = []) -> LoadedWorkflows? {
        guard [".arazzo.yaml", ".arazzo.yml", ".arazzo.json"].contains(where: path.hasSuffix) else { return nil }
        guard let slash = path.lastIndex(of: "/") else {
            return load(path, in: ContractFolder(directory: ".", allowed: allowed))
        }
        let directory = slash == path.startIndex ? "/" : String(path[..<slash])
        return load(
            String(path[path.index(after: slash)...]), in: ContractFolder(directory: directory, allowed: allowed))
    }

    /// Loads an Arazzo document by its path from a folder.
    /// - Parameter contract: a contract that is loaded already; it is used where a source names its document.
    package static func load(_ path: String, in folder: ContractFolder, contract: Contract? = nil) -> LoadedWorkflows {
        var sources = SourceLoader(folder: folder, contract: contract)
        guard sources.load(path) else { return LoadedWorkflows(library: nil, diagnostics: sources.diagnostics) }
        let catalog = DocumentIndex(documents: sources.documents)
        var diagnostics = sources.diagnostics
        var documents: [WorkflowDocument] = []
        for index in catalog.documents.indices {
            var reader = ArazzoReader(catalog: catalog, document: index, schemas: sources.schemas)
            documents.append(reader.document())
            diagnostics += reader.diagnostics
        }
        let library = WorkflowLibrary(documents: documents)
        for index in documents.indices {
            var checker = ReferenceChecker(library: library, document: index)
            checker.check()
            diagnostics += checker.diagnostics
        }
        return LoadedWorkflows(library: library, diagnostics: diagnostics)
    }
}
