// The whole of loading: find the document, read all files, compile its schemas, build the model.

import JSONValues
import JSONSchema
package import SourceDocuments

/// What loading gave: the contract, unless it cannot be used at all, and everything that was found wrong.
package struct Loaded: Sendable {
    package let contract: Contract?
    /// All of them, in no order.
    package let diagnostics: [Diagnostic]

    /// - Parameter contract: nil where it cannot be used at all.
    package init(contract: Contract?, diagnostics: [Diagnostic]) {
        self.contract = contract
        self.diagnostics = diagnostics
    }

    /// Whether the contract cannot be used.
    package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}

extension Contract {
    /// Loads a contract folder or a single OpenAPI document.
    package static func load(path: String, options: LoadOptions = LoadOptions()) -> Loaded {
        switch ContractPath.find(path) {
        case .failure(let diagnostic): return Loaded(contract: nil, diagnostics: [diagnostic])
        case .success(let found):
            return load(
                found.file, from: ContractFiles(folder: found.folder, allowed: options.allowedFolders),
                basePath: options.basePath)
        }
    }

    /// Loads a contract out of memory: texts by their path. References lead nowhere else.
    package static func load(files: [String: String], root: String = "openapi.yaml") -> Loaded {
        load(root, from: ContractFiles(memory: files.mapValues { Array($0.utf8) }))
    }

    /// Loads a contract whose files come from somewhere else, each as it is needed. References lead nowhere outside the folder.
    ///
    /// - Parameters:
    ///   - prefix: what goes before a file's path where it is shown.
    ///   - basePath: what the paths are served under, in place of all servers that the document names; nil leaves those.
    ///   - read: gives a file's bytes by its path; nil for one that is not there.
    package static func load(
        root: String, shownAs prefix: String, basePath: String? = nil, read: @escaping @Sendable (String) -> [UInt8]?
    ) -> Loaded {
        load(root, from: ContractFiles(shownAs: prefix, read: read), basePath: basePath)
    }

    static func load(_ path: String, from files: ContractFiles, basePath: String? = nil) -> Loaded {
        var store = DocumentStore(files: files)
        guard let root = store.readRoot(path) else { return Loaded(contract: nil, diagnostics: store.diagnostics) }
        switch SpecificationVersion.of(root) {
        case .failure(let diagnostic):
            return Loaded(contract: nil, diagnostics: store.diagnostics + [diagnostic])
        case .success(let version):
            store.discover(from: root)
            var reader = ModelReader(
                root: root, version: version, store: store, schemas: schemas(of: store, version: version),
                basePath: basePath)
            let contract = reader.contract()
            reader.reportSchemaWarnings()
            return Loaded(contract: contract, diagnostics: reader.store.diagnostics)
        }
    }

    private static func schemas(of store: DocumentStore, version: SpecificationVersion) -> SchemaLibrary {
        let dialect: Dialect = version == .v3_0 ? .openAPI30 : .openAPI31
        var library = SchemaLibrary(dialect: dialect)
        for (uri, source) in store.spellings { library.add(source.root, uri: uri, dialect: dialect) }
        return library
    }
}

extension SpecificationVersion {
    /// The edition that a document is written in, or why it is none.
    static func of(_ source: SourceFile) -> Result<SpecificationVersion, Diagnostic> {
        func refusal(
            _ code: DiagnosticCode, _ message: String, found: String? = nil, remedy: String, at field: String? = nil
        ) -> Result<SpecificationVersion, Diagnostic> {
            let pointer = field.map { JSONPointer([$0]) } ?? .root
            let place = Place(source: source, pointer: pointer)
            return .failure(
                Diagnostic(code, message, found: found, expected: "openapi: 3.0, 3.1 or 3.2", remedy: remedy, at: place)
            )
        }
        guard case .object(let object) = source.root else {
            return refusal(
                .notOpenAPI,
                "this is no OpenAPI document: it \(source.root.isNull ? "is empty" : "holds \(source.root.kindName)")",
                remedy: "Name an OpenAPI document, which starts with 'openapi: 3.1.0'.")
        }
        if let swagger = object["swagger"] {
            return refusal(
                .swagger2, "this is a Swagger \(swagger.plainText) document", found: "swagger: \(swagger.plainText)",
                remedy: "Swagger 2.0 is read; bring it to that, or to OpenAPI 3.",
                at: "swagger")
        }
        guard let field = object["openapi"] else {
            let other = OtherFile(object)
            return refusal(
                .notOpenAPI,
                other.map { "this is \($0.kind), not OpenAPI" }
                    ?? "this is no OpenAPI document: it has no 'openapi' field",
                remedy: other?.remedy.replacing("FILE", with: source.name) ?? "Start it with 'openapi: 3.1.0'.")
        }
        let text = String(field.plainText.prefix(40))
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        if parts.count >= 2, parts[0] == "3", let version = SpecificationVersion(rawValue: "3.\(parts[1])") {
            return .success(version)
        }
        return refusal(
            .unsupportedVersion, "OpenAPI \(text) is not known", found: "openapi: \(text)",
            remedy: "Write it as OpenAPI 3.0, 3.1 or 3.2.", at: "openapi")
    }
}

extension Diagnostic: Error {}

extension JSON {
    /// Text as it is, anything else as JSON.
    var plainText: String { string ?? serialized() }
}
