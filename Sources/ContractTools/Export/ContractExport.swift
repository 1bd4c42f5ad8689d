// `counterpart export`: a contract as one document, in the edition that is asked for.

package import JSONValues
package import OpenAPIContract

/// One bundled document.
package struct ContractExport: Sendable {
    /// The whole contract as one OpenAPI document, without references to other files.
    package let document: JSON
    /// What the edition cannot say, each with its place in the exported document.
    package let losses: [Loss]

    /// What is said in the contract and cannot be said in the edition that it is exported to.
    package struct Loss: Sendable, Hashable {
        package let pointer: JSONPointer
        package let message: String
    }

    /// - Parameter version: nil: that of the contract. A 3.2 document is told as 3.1 where that is asked for.
    package init(_ contract: Contract, as version: SpecificationVersion? = nil) {
        let bundled = Bundler.document(of: contract, for: version ?? contract.version)
        switch (contract.version, version ?? contract.version) {
        case (.v3_0, .v3_0), (.v3_1, .v3_1), (.v3_2, .v3_2):
            document = bundled
            losses = []
        case (.v3_0, .v3_1):
            document = Upgrade.document(bundled)
            losses = []
        case (.v3_0, .v3_2): (document, losses) = (Self.relabelled(Upgrade.document(bundled), "3.2.0"), [])
        case (.v3_1, .v3_2): (document, losses) = (Self.relabelled(bundled, "3.2.0"), [])
        case (.v3_2, .v3_1): (document, losses) = Self.withoutNewFields(bundled)
        case (.v3_1, .v3_0):
            let downgrade = Downgrade.document(bundled)
            document = downgrade.document
            losses = downgrade.losses.map(Loss.init)
        case (.v3_2, .v3_0):
            let (older, lost) = Self.withoutNewFields(bundled)
            let downgrade = Downgrade.document(older)
            document = downgrade.document
            losses = lost + downgrade.losses.map(Loss.init)
        }
    }

    /// The document, indented, with the end of its last line.
    package var text: String { document.serialized(.pretty) + "\n" }

    private static func relabelled(_ document: JSON, _ version: String) -> JSON {
        guard case .object(var members) = document else { return document }
        members["openapi"] = .string(version)
        return .object(members)
    }

    /// What 3.2 added, taken out.
    private static func withoutNewFields(_ document: JSON) -> (JSON, [Loss]) {
        var losses: [Loss] = []
        let newer: [ObjectKind: [String]] = [
            .document: ["$self"], .pathItem: ["query", "additionalOperations"],
            .mediaType: ["itemSchema", "prefixEncoding", "itemEncoding"], .response: ["summary"],
            .example: ["dataValue", "serializedValue"], .securityScheme: ["oauth2MetadataUrl", "deprecated"],
            .server: ["name"],
        ]
        let changed = DocumentMap.map(document, .document) { value, kind, pointer in
            guard case .object(var members) = value, let names = newer[kind] else { return value }
            for name in names where members[name] != nil {
                // The value of an example has an older name.
                if name == "dataValue", members["value"] == nil { members["value"] = members[name] }
                members[name] = nil
                losses.append(Loss(pointer: pointer.appending(name), message: "'\(name)' is no part of OpenAPI 3.1"))
            }
            if kind == .response, members["$ref"] == nil, members["description"] == nil {
                // Before 3.2 there must be one.
                members["description"] = value["summary"] ?? ""
            }
            return .object(members)
        }
        return (relabelled(changed, "3.1.1"), losses)
    }
}
