// From files of other tools to a contract folder: the whole flow.

import JSONValues
import SourceDocuments

/// Files that are imported together, by their paths.
package struct ImportFiles: Sendable {
    /// As they were named or found, and what is in them.
    package let files: [(path: String, bytes: [UInt8])]

    package init(_ files: [(path: String, bytes: [UInt8])]) { self.files = files }

    /// A file by its name within a folder of that name.
    func beside(_ name: String, folder: String) -> [UInt8]? {
        let wanted = "\(folder)/\(name)"
        return files.first {
            $0.path == wanted || $0.path.hasSuffix("/" + wanted) || $0.path == name || $0.path.hasSuffix("/" + name)
        }?
        .bytes
    }
}

/// The tools whose files can be imported.
package enum ForeignTool: String, Sendable, CaseIterable {
    case postman = "Postman"
    case wireMock = "WireMock"
    case mockoon = "Mockoon"
    case hoverfly = "Hoverfly"
    case insomnia = "Insomnia"
    case bruno = "Bruno"

    /// The tool that a document is of; nil where it is not known.
    init?(_ json: JSON) {
        if json["_type"] == "export", json["resources"]?.array != nil { self = .insomnia; return }
        if let type = json["type"]?.string, type.contains(".insomnia.rest/") { self = .insomnia; return }
        if json["info"]?.object != nil, json["item"]?.array != nil { self = .postman; return }
        if json["name"] != nil, json["item"]?.array != nil { self = .postman; return }
        if json["data"]?["pairs"]?.array != nil { self = .hoverfly; return }
        if json["routes"]?.array != nil { self = .mockoon; return }
        if json["mappings"]?.array != nil { self = .wireMock; return }
        if json["request"]?.object != nil, json["response"]?.object != nil || json["scenarioName"] != nil {
            self = .wireMock
            return
        }
        return nil
    }
}

/// Why nothing could be imported.
package struct ImportFailure: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}

/// What was made of other tools' files.
package struct Import: Sendable {
    package let tool: ForeignTool
    /// What is to be written.
    package let folder: ImportedFolder
    /// What the folder does not have, or has otherwise, in the order of the files.
    package let losses: [ImportLoss]

    /// - Parameter title: of the contract; nil for the one that the files give.
    package init(_ files: ImportFiles, title: String? = nil, named name: String) throws(ImportFailure) {
        let documents = try ForeignDocuments(files, named: name)
        var mock = documents.mock(files, title: title ?? name)
        mock.settle()
        tool = documents.tool
        folder = ImportedFolder(mock, from: tool.rawValue)
        losses = documents.losses + mock.losses
    }
}

/// The documents of one tool among some files.
private struct ForeignDocuments {
    let tool: ForeignTool
    private let sources: [Sourced]
    /// Postman's, which have the values of variables.
    private var environments: [Sourced] = []
    /// Files that are none of the tool's.
    private(set) var losses: [ImportLoss] = []

    init(_ files: ImportFiles, named name: String) throws(ImportFailure) {
        var documents: [ForeignTool: [Sourced]] = [:]
        if let first = files.files.first(where: { $0.path.hasSuffix(".bru") }) {
            documents[.bruno] = [Sourced(json: .null, place: SourcePlace(file: first.path))]
        }
        for (path, bytes) in files.files
        where [".json", ".yaml", ".yml"].contains(where: path.hasSuffix) || files.files.count == 1 {
            if path.contains("__files/") || path.hasSuffix(".bru") { continue }
            // Beside requests of Bruno lies what is sent by them, or installed.
            if documents[.bruno] != nil, !path.hasSuffix("bruno.json") { continue }
            let (read, diagnostics) = DocumentReader.read(bytes, name: path, uri: path)
            guard let read else {
                let reason = diagnostics.first?.message ?? "it cannot be read"
                if files.files.count == 1 { throw ImportFailure("\(path): \(reason)") }
                losses.append(ImportLoss(place: path, what: "the file: \(reason)", remedy: "Mend it and import again."))
                continue
            }
            let json = Self.withoutEnvelope(read.root)
            let source = Sourced(json: json, place: SourcePlace(file: path))
            if documents[.bruno] != nil {
                documents[.bruno] = [source]
            } else if let tool = ForeignTool(json) {
                documents[tool, default: []].append(source)
            } else if json["values"]?.array != nil {
                environments.append(source)
            } else if let other = Self.other(json) {
                throw ImportFailure("\(path) is \(other)")
            } else if files.files.count == 1 {
                throw ImportFailure(
                    "\(path) is of no kind that is known. What can be imported: \(Self.kinds). A HAR recording: counterpart infer FILE."
                )
            } else {
                losses.append(
                    ImportLoss(
                        place: path, what: "the file, which is of no kind that is known", remedy: "Leave it out."))
            }
        }
        guard let (tool, sources) = documents.first else {
            throw ImportFailure("there is nothing to import in \(name). What can be imported: \(Self.kinds).")
        }
        guard documents.count == 1 else {
            let names = documents.keys.map(\.rawValue).sorted().joined(separator: " and ")
            throw ImportFailure("\(name) has files of \(names). Import those of one tool at a time.")
        }
        self.tool = tool
        self.sources = sources
    }

    /// Exports of the Postman API and of older versions have the collection in an envelope.
    private static func withoutEnvelope(_ json: JSON) -> JSON {
        var json = json
        for name in ["collection", "environment"] {
            if let inner = json[name], json.object?.count == 1 { json = inner }
        }
        return json
    }

    /// What they say.
    func mock(_ files: ImportFiles, title: String) -> ImportedMock {
        switch tool {
        case .postman: PostmanReader.read(sources, environments: environments, title: title)
        case .insomnia: InsomniaReader.read(sources, title: title)
        case .bruno: BrunoReader.read(files, manifest: sources.first, title: title)
        case .wireMock: WireMockReader.read(sources, files: files, title: title)
        case .mockoon: MockoonReader.read(sources, files: files, title: title)
        case .hoverfly: HoverflyReader.read(sources, files: files, title: title)
        }
    }

    private static let kinds =
        "Postman collections with their environments, collections of Insomnia and Bruno, WireMock mappings, Mockoon environments, Hoverfly simulations"

    /// What a document is that is read by another command.
    private static func other(_ json: JSON) -> String? {
        if json["log"]?["entries"] != nil {
            return "a HAR recording. Make a contract of it: counterpart infer FILE --output openapi.yaml."
        }
        if json["openapi"] != nil || json["swagger"] != nil {
            return "an OpenAPI document, which needs no import: counterpart serve FILE."
        }
        if json["consumer"] != nil, json["interactions"] != nil || json["messages"] != nil {
            return "a Pact file, which needs no import: counterpart serve FILE, or counterpart verify --pact FILE."
        }
        return nil
    }
}
