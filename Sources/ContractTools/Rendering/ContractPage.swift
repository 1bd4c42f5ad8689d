// What a contract offers, as a table for people and as JSON for programs.

import ContractCollections
import HTTPTypes
package import JSONValues
package import OpenAPIContract

/// `counterpart show CONTRACT`.
package struct ContractPage: Sendable {
    private let contract: Contract

    package init(_ contract: Contract) { self.contract = contract }

    /// For a terminal: servers, operations, collections, webhooks and schemas.
    package var text: String {
        var lines = ["\(contract.title) \(contract.apiVersion) (OpenAPI \(contract.version.rawValue))"]
        lines += contract.servers.map { server in "  \(server.url)\(server.description.map { "  \($0)" } ?? "")" }
        if !contract.operations.isEmpty { lines += [""] + ContractPage.table(contract.operations) }
        if !contract.webhooks.isEmpty { lines += ["", "Webhooks"] + ContractPage.table(contract.webhooks) }
        let collections = contract.findCollections()
        if !collections.isEmpty {
            lines += ["", "Collections"] + collections.map { "  " + ContractPage.line($0) }
        }
        if !contract.securitySchemes.isEmpty {
            lines += ["", "Credentials"] + contract.securitySchemes.map { "  \($0.name): \($0.kind.text)" }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func table(_ operations: [Operation]) -> [String] {
        let rows = operations.map { operation in
            [
                operation.method.rawValue, operation.path.text, operation.id,
                operation.responses.map(\.status.description).joined(separator: " "),
                (operation.deprecated ? "deprecated. " : "") + (operation.summary ?? ""),
            ]
        }
        return TextTable.lines(rows)
    }

    private static func line(_ collection: ResourceCollection) -> String {
        let verbs: [(String, Operation?)] = [
            ("list", collection.list), ("create", collection.create), ("read", collection.read),
            ("replace", collection.replace ?? collection.replaceByBody),
            ("patch", collection.patch ?? collection.update), ("delete", collection.delete),
            ("search", collection.searches.first?.operation),
        ]
        let property = collection.idProperty.map { " is its '\($0)'" } ?? ""
        let id = collection.idParameter.map { "; {\($0.name)}\(property)" } ?? ""
        return
            "\(collection.name): \(verbs.filter { $0.1 != nil }.map(\.0).joined(separator: ", "))\(id)"
    }

    package var json: JSON {
        [
            "title": .string(contract.title), "version": .string(contract.apiVersion),
            "openapi": .string(contract.version.rawValue), "servers": .array(contract.servers.map { .string($0.url) }),
            "operations": .array(
                contract.operations.map { operation in
                    [
                        "id": .string(operation.id), "method": .string(operation.method.rawValue),
                        "path": .string(operation.path.text), "summary": operation.summary.map(JSON.string) ?? nil,
                        "deprecated": .bool(operation.deprecated),
                        "statuses": .array(operation.responses.map { .string($0.status.description) }),
                    ]
                }),
        ]
    }
}

extension SecurityScheme.Kind {
    /// In a few words.
    package var text: String {
        switch self {
        case .apiKey(let location, let name): "an API key in the \(location.rawValue) '\(name)'"
        case .http(let scheme, let format): "HTTP \(scheme)\(format.map { " (\($0))" } ?? "")"
        case .mutualTLS: "a client certificate"
        case .oauth2: "OAuth 2"
        case .openIDConnect(let url): "OpenID Connect at \(url)"
        }
    }
}
