// Reads an Arazzo document and all that it names as its sources.

import JSONValues
import JSONSchema
import HTTPExchange
import SourceDocuments
import OpenAPIContract

struct SourceLoader {
    private let folder: ContractFolder
    private let known: Contract?
    private(set) var documents: [DocumentIndex.Entry] = []
    private(set) var diagnostics: [Diagnostic] = []
    /// Everything that was read, for the schemas in it.
    private(set) var schemas = SchemaLibrary(dialect: .draft202012)
    /// By path, in the order of reading.
    private var paths: [String] = []
    private var contracts: [String: Contract] = [:]

    /// Documents that name each other are read once; more than this are a mistake.
    private static let limit = 64

    init(folder: ContractFolder, contract: Contract?) {
        self.folder = folder
        known = contract
    }

    /// Whether the document can be read at all.
    mutating func load(_ path: String) -> Bool {
        guard let source = read(path, at: nil) else { return false }
        add(source, path: path)
        var next = 0
        while next < documents.count {
            documents[next].sourceDescriptions = descriptions(of: documents[next].source, path: paths[next])
            next += 1
        }
        return true
    }

    private mutating func add(_ source: SourceFile, path: String) {
        let root = Located(source)
        let workflows = (root["workflows"]?.elements ?? []).compactMap { value in
            value["workflowId"]?.json.string.map { (id: $0, value: value) }
        }
        documents.append(DocumentIndex.Entry(source: source, sourceDescriptions: [], workflows: workflows))
        paths.append(path)
        schemas.add(source.root, uri: source.uri, dialect: .draft202012)
    }

    /// The file, if it is an Arazzo document. A file that is not there is told by whoever asked for it.
    private mutating func read(_ path: String, at place: Place?) -> SourceFile? {
        switch folder.read(path) {
        case .missing:
            if place == nil {
                diagnostics.append(
                    Diagnostic(
                        .noSuchFile, "there is no file '\(folder.name(of: path))'", remedy: "Check the path.", at: nil))
            }
            return nil
        case .read(let source, let found):
            diagnostics += found
            guard let source else { return nil }
            guard let diagnostic = ArazzoVersion.diagnostic(for: source) else { return source }
            diagnostics.append(diagnostic)
            return diagnostic.severity == .error ? nil : source
        }
    }

    // MARK: - Sources

    private mutating func descriptions(of source: SourceFile, path: String) -> [SourceDescription] {
        guard let list = Located(source)["sourceDescriptions"] else { return [] }
        return list.elements.compactMap { value -> SourceDescription? in
            guard let name = value["name"]?.json.string, let url = value["url"] else { return nil }
            let address = url.json.string
            let found = address.map { content(at: $0, from: path, type: value["type"], place: url.place) }
            return SourceDescription(name: name, url: address ?? "", content: found ?? .missing, place: value.place)
        }
    }

    private mutating func content(
        at url: String, from path: String, type: Located?, place: Place
    ) -> SourceDescription.Content {
        let reference = URIReference(url).resolved(against: URIReference(path))
        if let scheme = reference.scheme, scheme != "file" {
            missing(
                "'\(url)' is on the network, which is never asked", "Save it beside this file and name that.", place)
            return .missing
        }
        let target = Percent.decoded(reference.path)
        switch type?.json.string ?? kind(of: target) {
        case "arazzo": return workflows(at: target, url, place)
        case "openapi": return contract(at: target, url, place)
        // Other types are told where the structure is read.
        default: return .missing
        }
    }

    /// A source need not say what it is.
    private func kind(of path: String) -> String {
        if case .read(let source?, _) = folder.read(path), source.root["arazzo"] != nil { "arazzo" } else { "openapi" }
    }

    private mutating func workflows(at path: String, _ url: String, _ place: Place) -> SourceDescription.Content {
        if let index = paths.firstIndex(of: path) { return .workflows(document: index) }
        guard documents.count < Self.limit else {
            diagnostics.append(
                Diagnostic(
                    .tooLarge, "there are more than \(Self.limit) Arazzo documents", remedy: "Name fewer sources.",
                    at: place))
            return .missing
        }
        let before = diagnostics.count
        guard let source = read(path, at: place) else {
            if diagnostics.count == before {
                missing("there is no file '\(folder.name(of: path))'", "Paths start from the file's own folder.", place)
            }
            return .missing
        }
        add(source, path: path)
        return .workflows(document: documents.count - 1)
    }

    private mutating func contract(at path: String, _ url: String, _ place: Place) -> SourceDescription.Content {
        if let contract = contracts[path] { return .contract(contract) }
        if let known, known.sources.first?.name == folder.name(of: path) {
            return .contract(add(known, path: path))
        }
        let loaded = folder.contract(at: path)
        guard let contract = loaded.contract else {
            if let problem = loaded.diagnostics.first(where: { $0.place == nil }) {
                missing(problem.message, problem.remedy ?? "Check the path.", place)
            } else {
                diagnostics += loaded.diagnostics.filter { $0.severity == .error }
            }
            return .missing
        }
        diagnostics += loaded.diagnostics.filter { $0.severity == .error }
        return .contract(add(contract, path: path))
    }

    private mutating func add(_ contract: Contract, path: String) -> Contract {
        contracts[path] = contract
        if let root = contract.sources.first {
            schemas.add(root.root, uri: path, dialect: contract.version == .v3_0 ? .openAPI30 : .openAPI31)
        }
        return contract
    }

    private mutating func missing(_ reason: String, _ remedy: String, _ place: Place) {
        diagnostics.append(
            Diagnostic(
                .missingSource, "a source is not there, so what refers to it is not checked: \(reason)", remedy: remedy,
                at: place))
    }
}
