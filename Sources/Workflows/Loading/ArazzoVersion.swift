// The edition of the Arazzo Specification that a document is written in.

import JSONValues
import SourceDocuments

enum ArazzoVersion {
    /// What stands in the way of reading the document, or speaks against it.
    static func diagnostic(for source: SourceFile) -> Diagnostic? {
        func refusal(_ code: DiagnosticCode, _ message: String, found: String? = nil, remedy: String) -> Diagnostic {
            Diagnostic(
                code, message, found: found, expected: "arazzo: 1.0.1", remedy: remedy,
                at: Place(source: source, pointer: JSONPointer(["arazzo"])))
        }
        guard case .object(let object) = source.root else {
            return refusal(
                .notArazzo,
                "this is no Arazzo document: it \(source.root.isNull ? "is empty" : "holds \(source.root.kindName)")",
                remedy: "Start it with 'arazzo: 1.0.1'.")
        }
        guard let field = object["arazzo"] else {
            let isContract = object["openapi"] != nil || object["swagger"] != nil
            return refusal(
                .notArazzo,
                isContract
                    ? "this is an OpenAPI document, not Arazzo"
                    : "this is no Arazzo document: it has no 'arazzo' field",
                remedy: "Start it with 'arazzo: 1.0.1'.")
        }
        let version = field.string ?? field.serialized()
        let parts = version.split(separator: ".", omittingEmptySubsequences: false)
        switch parts.prefix(2) {
        case ["1", "0"]: return nil
        case ["1", "1"]:
            return Diagnostic(
                .unsupportedArazzo, "Arazzo \(version) is read as 1.0", found: version,
                remedy: "Write 'arazzo: 1.0.1', or leave out what came later.", severity: .warning,
                at: Place(source: source, pointer: JSONPointer(["arazzo"])))
        default:
            return refusal(
                .unsupportedVersion, "Arazzo \(version) is not known", found: "arazzo: \(version)",
                remedy: "Write it as Arazzo 1.0.")
        }
    }
}
