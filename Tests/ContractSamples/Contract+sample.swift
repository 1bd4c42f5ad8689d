// Small contracts written where they are tested.

import SourceDocuments
package import JSONValues
import HTTPExchange
package import OpenAPIContract
package import HTTPTypes
import Testing

/// An OpenAPI 3.1 document around some paths, and components if need be.
package func document(_ paths: String, components: String = "", version: String = "3.1.0") -> String {
    """
    openapi: \(version)
    info: {title: Test, version: '1'}
    paths:
    \(paths.indented)
    \(components)
    """
}

extension String {
    fileprivate var indented: String {
        split(separator: "\n", omittingEmptySubsequences: false).map { "  " + $0 }.joined(separator: "\n")
    }
}

extension Contract {
    /// A contract that must load without an error.
    package static func sample(_ text: String, files: [String: String] = [:]) throws -> Contract {
        let loaded = Contract.load(files: files.merging(["openapi.yaml": text]) { $1 })
        #expect(loaded.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
        return try #require(loaded.contract)
    }

    package func judged(
        _ method: HTTPRequest.Method = .get, _ target: String, headers: HTTPFields = [:], body: String = ""
    )
        throws -> JudgedRequest
    {
        let request = Request(method: method, target: target, headers: headers, body: Array(body.utf8))
        guard case .judged(let judged) = judge(request) else {
            Issue.record("no operation for \(method) \(target)")
            throw NoOperation()
        }
        return judged
    }

    package struct NoOperation: Error {}
}

extension JSON {
    /// A literal of a test.
    package static func text(_ text: String) throws -> JSON { try JSON(parsing: text) }
}

extension HTTPFields {
    package static func sample(_ fields: [(String, String)]) throws -> HTTPFields {
        try HTTPFields(fields.map { HTTPField(name: try #require(HTTPField.Name($0.0)), value: $0.1) })
    }
}
