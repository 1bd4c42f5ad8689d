// Operations: what is sent, what may come back, and how both are written.

import HTTPTypes
import SourceDocuments
import OpenAPIContract

extension ClientWriter {
    func write(_ operation: OperationModel, _ names: Names.OperationNames, _ source: inout Source) {
        let scope = TypeScope.operation(operation.operation.index)
        source.addBlankLine()
        source.documentation(documentation(operation))
        source.block("\(access) nonisolated enum \(names.type.escaped): Endpoint") { source in
            request(operation, names, scope, &source)
            source.addBlankLine()
            response(operation, names, scope, &source)
            nested(in: scope, &source)
            source.addBlankLine()
            source.line("static var operation: String { \(operation.operation.id.literal) }")
            if let server = operation.server { source.line("static var server: String? { \(server.literal) }") }
            if !operation.security.isEmpty, operation.security != [[]] {
                let lists = operation.security.map { "[\($0.map(\.literal).joined(separator: ", "))]" }
                source.line("static var security: [[String]] { [\(lists.joined(separator: ", "))] }")
            }
            call(operation, names, &source)
            read(operation, names, &source)
        }
    }

    /// Summary, method and path, and what else is said.
    func documentation(_ operation: OperationModel) -> [String] {
        let path = "`\(operation.operation.title)`"
        let summary = operation.operation.summary.map { $0.trimmed(of: [".", " ", "\n"]) } ?? ""
        let head = summary.isEmpty ? path : "\(summary). \(path)"
        let description = operation.operation.description ?? ""
        let isRepeated = description.trimmed(of: [".", " ", "\n"]) == summary
        return isRepeated || description.isEmpty ? [head] : [head, description]
    }
}

extension String {
    /// A literal without its quotes.
    var literalBody: String { String(literal.dropFirst().dropLast()) }

    func trimmed(of characters: Set<Character>) -> String {
        var text = self[...]
        while let last = text.last, characters.contains(last) { text = text.dropLast() }
        while let first = text.first, characters.contains(first) { text = text.dropFirst() }
        return String(text)
    }
}
