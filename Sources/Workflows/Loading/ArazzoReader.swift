// Reads one Arazzo document off JSON values: the parts that all its objects share.

import Expressions
import JSONValues
import JSONSchema
import SourceDocuments

/// Collects everything that is wrong with a document, each with its place.
struct ArazzoReader: FieldReader {
    static let toleratesEmpty = false

    let catalog: DocumentIndex
    /// Its place in the catalog.
    let index: Int
    var schemas: SchemaLibrary
    var diagnostics: [Diagnostic] = []

    var entry: DocumentIndex.Entry { catalog.documents[index] }

    init(catalog: DocumentIndex, document: Int, schemas: SchemaLibrary) {
        self.catalog = catalog
        index = document
        self.schemas = schemas
    }

    mutating func document() -> WorkflowDocument {
        let root = Located(entry.source)
        _ = object(
            root, "an Arazzo document", fields: ["arazzo", "info", "sourceDescriptions", "workflows", "components"],
            required: ["info", "sourceDescriptions", "workflows"])
        if let info = root["info"] {
            _ = object(
                info, "'info'", fields: ["title", "summary", "description", "version"], required: ["title", "version"])
        }
        readSources(root)
        readComponents(root)
        let workflows = workflows(root)
        return WorkflowDocument(
            title: root["info"]?["title"]?.json.string ?? "", source: entry.source,
            sourceDescriptions: entry.sourceDescriptions, workflows: workflows,
            components: root.json["components"] ?? [:]
        )
    }

    private mutating func readSources(_ root: Located) {
        var names: Set<String> = []
        guard let list = root["sourceDescriptions"] else { return }
        let sources = elements(list, "'sourceDescriptions'")
        if sources.isEmpty, case .array = list.json {
            report(
                .missingField, "there are no source descriptions", remedy: "Name an OpenAPI document.", at: list.place)
        }
        for source in sources {
            guard object(source, "a source description", fields: ["name", "url", "type"], required: ["name", "url"])
            else { continue }
            if let name = source["name"].flatMap({ text($0, "'name'") }), !names.insert(name).inserted {
                duplicate("source description", name, at: source.place)
            }
            if let url = source["url"] { _ = text(url, "'url'") }
            guard let type = source["type"], let kind = text(type, "'type'"), !["openapi", "arazzo"].contains(kind)
            else { continue }
            report(
                kind == "asyncapi" ? .unsupportedArazzo : .invalidValue,
                kind == "asyncapi"
                    ? "sources of AsyncAPI and steps that send messages (Arazzo 1.1) are not supported"
                    : "a source description is no '\(kind)'",
                found: "'\(kind)'", expected: "openapi or arazzo", at: type.place)
        }
    }

    private mutating func readComponents(_ root: Located) {
        guard let components = root["components"] else { return }
        let kinds = ["inputs", "parameters", "successActions", "failureActions"]
        guard object(components, "'components'", fields: kinds) else { return }
        for kind in kinds {
            for (name, value) in members(kind, of: components) where !ArazzoReader.isName(name) {
                report(
                    .invalidValue, "a name under 'components' has letters, digits, '.', '-' and '_' alone",
                    found: "'\(name)'", remedy: "Rename it here and where it is referred to.", severity: .warning,
                    at: value.place)
            }
        }
    }

    /// `^[a-zA-Z0-9\.\-_]+$`
    static func isName(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}

// MARK: - Problems

extension ArazzoReader {
    mutating func duplicate(_ what: String, _ name: String, at place: Place) {
        report(
            .duplicateName, "there are two of the name '\(name)'", found: "a second \(what) '\(name)'",
            remedy: "Give it a name of its own.", at: place)
    }

    mutating func report(_ error: ExpressionError, in value: Located) {
        diagnostics.append(Diagnostic(error, in: value.place))
    }
}

extension Diagnostic {
    /// - Parameter place: of the text that the expression is in.
    init(_ error: ExpressionError, in place: Place) {
        let position = place.source.position(ofLine: error.line, column: error.column, inTextAt: place.pointer)
        self.init(
            .invalidExpression, error.message, found: error.found, expected: error.expected,
            remedy: error.suggestion.map { "Did you mean \($0)?" }, at: Place(source: place.source, mark: position))
    }
}

// MARK: - Fields

extension ArazzoReader {
    /// What no document has is a slip where a known name is near, else a field of an edition that is not known.
    mutating func reportUnknownField(_ name: String, of what: String, fields: [String], at place: Place) {
        if let later = ArazzoReader.later[name] {
            return report(
                .unsupportedArazzo, "\(later) (Arazzo 1.1) are not supported: '\(name)'",
                remedy: "Leave it out, or keep such steps in a document of their own.", at: place)
        }
        let isSlip = nearestName(to: name, among: fields) != nil
        diagnostics.append(
            .unknownField(name, of: what, fields: fields, severity: isSlip ? .error : .warning, at: place))
    }

    /// Fields of the edition after this one.
    private static let later = [
        "channelPath": "steps that send or await messages", "correlationId": "steps that send or await messages",
        "action": "steps that send or await messages", "$self": "documents that name themselves",
    ]

    mutating func expression(_ value: Located, _ what: String) -> RuntimeExpression? {
        guard let text = text(value, what) else { return nil }
        do {
            return try RuntimeExpression(parsing: text)
        } catch {
            report(error, in: value)
            return nil
        }
    }
}

// MARK: - Reusable objects

extension ArazzoReader {
    /// An object as it stands, or the one of `components` that a Reusable Object refers to, with the value that is put in its place.
    mutating func resolved(_ value: Located, _ kind: String) -> (object: Located, override: Located?)? {
        guard let reference = value["reference"] else { return (value, nil) }
        guard object(value, "a reference to a component", fields: ["reference", "value"]),
            let text = text(reference, "'reference'")
        else { return nil }
        let components = Located(entry.source)["components"]?[kind]
        let prefix = "$components.\(kind)."
        guard text.hasPrefix(prefix) else {
            report(
                .invalidExpression, "a reference here leads to '\(prefix)…'", found: "'\(text)'",
                expected: "\(prefix)<name>", at: reference.place)
            return nil
        }
        let name = String(text.dropFirst(prefix.count))
        guard let target = components?[name] else {
            unknown("component", name, among: components?.members.map(\.name) ?? [], at: reference.place)
            return nil
        }
        return (target, value["value"])
    }
}
