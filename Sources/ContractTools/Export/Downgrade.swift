// An OpenAPI 3.1 document as 3.0, and a word on whatever 3.0 cannot say.

import JSONValues
import OpenAPIContract

/// Rewrites what 3.0 can say otherwise, and leaves out the rest.
struct Downgrade {
    /// What was left out, each with its place in the document.
    private(set) var losses: [(pointer: JSONPointer, message: String)] = []
    /// Client certificates, by the names of their schemes.
    private let certificates: Set<String>

    private init(_ document: JSON) {
        let schemes = document["components"]?["securitySchemes"]?.object ?? JSONObject()
        certificates = Set(schemes.filter { $0.value["type"] == "mutualTLS" }.map(\.key))
    }

    static func document(_ document: JSON) -> (document: JSON, losses: [(pointer: JSONPointer, message: String)]) {
        var downgrade = Downgrade(document)
        let changed = DocumentMap.map(document, .document) { value, kind, pointer in
            downgrade.change(value, kind, pointer)
        }
        return (changed, downgrade.losses)
    }

    private mutating func change(_ value: JSON, _ kind: ObjectKind, _ pointer: JSONPointer) -> JSON {
        switch kind {
        case .schema: return schema(value, pointer)
        case .document:
            guard case .object(var members) = value else { return value }
            members["openapi"] = "3.0.4"
            drop(["jsonSchemaDialect", "$self"], from: &members, pointer)
            if let webhooks = members["webhooks"] {
                // Kept under the name that tools gave them before 3.1.
                members["webhooks"] = nil
                members["x-webhooks"] = webhooks
                lose(
                    pointer.appending("webhooks"), "webhooks are no part of OpenAPI 3.0; they stand under 'x-webhooks'")
            }
            if members["paths"] == nil { members["paths"] = .object(JSONObject()) }
            return .object(withoutCertificates(members))
        case .info:
            guard case .object(var members) = value else { return value }
            drop(["summary"], from: &members, pointer)
            if case .object(var license)? = members["license"] {
                drop(["identifier"], from: &license, pointer.appending("license"))
                members["license"] = .object(license)
            }
            return .object(members)
        case .components:
            guard case .object(var members) = value else { return value }
            if case .object(var schemes)? = members["securitySchemes"] {
                for name in schemes.keys where certificates.contains(name) {
                    schemes[name] = nil
                    lose(
                        pointer.appending("securitySchemes").appending(name),
                        "a client certificate is no credential of OpenAPI 3.0")
                }
                members["securitySchemes"] = .object(schemes)
            }
            return .object(renamed(members, "pathItems", "x-pathItems"))
        case .operation:
            guard case .object(var members) = value else { return value }
            if members["responses"] == nil { members["responses"] = ["default": ["description": ""]] }
            return .object(withoutCertificates(members))
        case .securityScheme: return value
        case .pathItem, .parameter, .header, .requestBody, .mediaType, .encoding, .response, .example, .link, .server,
            .callback:
            guard case .object(var members) = value, let reference = members["$ref"]?.string else { return value }
            members["$ref"] = .string(Downgrade.renamed(reference))
            return .object(members)
        }
    }

    private mutating func lose(_ pointer: JSONPointer, _ message: String) { losses.append((pointer, message)) }

    private mutating func drop(_ names: [String], from members: inout JSONObject, _ pointer: JSONPointer) {
        for name in names where members[name] != nil {
            members[name] = nil
            lose(pointer.appending(name), "'\(name)' is no part of OpenAPI 3.0")
        }
    }

    /// Requirements without the schemes that are left out: one that asks for nothing else is met by anybody.
    private func withoutCertificates(_ members: JSONObject) -> JSONObject {
        guard !certificates.isEmpty, case .array(let requirements)? = members["security"] else { return members }
        var members = members
        members["security"] = .array(
            requirements.map { requirement in
                guard case .object(let schemes) = requirement else { return requirement }
                return .object(JSONObject(schemes.filter { !certificates.contains($0.key) }.map { ($0.key, $0.value) }))
            })
        return members
    }

    // MARK: Places that 3.0 does not know

    /// References reach what stands under an extension as well.
    private func renamed(_ members: JSONObject, _ name: String, _ other: String) -> JSONObject {
        guard members[name] != nil else { return members }
        return JSONObject(members.map { ($0.key == name ? other : $0.key, $0.value) })
    }

    private static func renamed(_ reference: String) -> String {
        guard reference.hasPrefix("#/") else { return reference }
        let tokens = reference.split(separator: "/", omittingEmptySubsequences: false).enumerated().map {
            index, token in
            index == 2 && token == "pathItems" ? "x-pathItems" : token == "$defs" ? "x-defs" : token
        }
        return tokens.joined(separator: "/")
    }

    // MARK: Schemas

    private mutating func schema(_ value: JSON, _ pointer: JSONPointer) -> JSON {
        switch value {
        case .bool(true): return .object(JSONObject())
        case .bool(false): return ["not": .object(JSONObject())]
        case .object(let members): return schema(members, pointer)
        case .null, .number, .string, .array: return value
        }
    }

    private mutating func schema(_ given: JSONObject, _ pointer: JSONPointer) -> JSON {
        var members = renamed(given, "$defs", "x-defs")
        if let reference = members["$ref"]?.string { members["$ref"] = .string(Downgrade.renamed(reference)) }
        if let reference = members["$ref"], members.count > 1 {
            // Beside a reference 3.0 sees nothing, so the two are combined.
            members["$ref"] = nil
            members["allOf"] = .array([["$ref": reference]] + (members["allOf"]?.array ?? []))
        }
        // Here alone 3.0 knows a schema that is false.
        if members["additionalProperties"] == ["not": .object(JSONObject())] { members["additionalProperties"] = false }
        if let value = members["const"] {
            members["const"] = nil
            members["enum"] = [value]
        }
        if let examples = members["examples"]?.array {
            members["examples"] = nil
            members["example"] = members["example"] ?? examples.first
        }
        if let values = members["enum"]?.array {
            var seen: Set<JSON> = []
            members["enum"] = .array(values.filter { seen.insert($0).inserted })
        }
        if members["required"]?.array?.isEmpty == true { members["required"] = nil }
        bound("minimum", "exclusiveMinimum", below: false, &members)
        bound("maximum", "exclusiveMaximum", below: true, &members)
        encoding(&members)
        tuple(&members, pointer)
        drop(members.keys.filter { !SchemaKeywords.of30.contains($0) && !$0.hasPrefix("x-") }, from: &members, pointer)
        return type(members)
    }

    /// 3.1 has two limits where 3.0 has one with a flag: the narrower one stays.
    private func bound(_ limit: String, _ exclusive: String, below: Bool, _ members: inout JSONObject) {
        guard case .number(let strict)? = members[exclusive] else { return }
        members[exclusive] = nil
        if case .number(let plain)? = members[limit], below ? plain < strict : plain > strict { return }
        members[limit] = .number(strict)
        members[exclusive] = true
    }

    private func encoding(_ members: inout JSONObject) {
        let isBase64 = members["contentEncoding"] == "base64"
        let isBinary =
            members["contentEncoding"] == "binary"
            || (members["contentMediaType"] == "application/octet-stream" && members["contentEncoding"] == nil)
        if members["format"] == nil, isBase64 || isBinary { members["format"] = isBase64 ? "byte" : "binary" }
        members["contentEncoding"] = nil
        members["contentMediaType"] = nil
    }

    /// A list whose elements are told one by one becomes a list of any of them.
    private mutating func tuple(_ members: inout JSONObject, _ pointer: JSONPointer) {
        if case .array(let prefix)? = members["prefixItems"] {
            let isClosed = members["items"] == ["not": .object(JSONObject())]
            let rest = isClosed ? [] : [members["items"]].compactMap(\.self)
            members["prefixItems"] = nil
            members["items"] = ["anyOf": .array(prefix + rest)]
            if isClosed, members["maxItems"] == nil { members["maxItems"] = .number(JSONNumber(prefix.count)) }
            if !isClosed, rest.isEmpty { members["items"] = .object(JSONObject()) }
            lose(
                pointer.appending("prefixItems"),
                "OpenAPI 3.0 cannot say which element comes first; any may stand anywhere")
        }
        if members["type"] == "array" || members["type"]?.array?.contains("array") == true, members["items"] == nil {
            members["items"] = .object(JSONObject())
        }
    }

    /// `type: [string, null]` is `nullable`, several types are alternatives.
    private func type(_ given: JSONObject) -> JSON {
        var members = given
        let names: [String]
        switch given["type"] {
        case .string(let name)?: names = [name]
        case .array(let list)?: names = list.map { $0.string ?? "null" }
        default: return .object(given)
        }
        let others = names.filter { $0 != "null" }
        let allowsNull = others.count < names.count
        switch others.count {
        case 0:
            // Null alone: a nullable type whose only value is null.
            members["type"] = "string"
            members["nullable"] = true
            members["enum"] = [nil]
        case 1:
            members["type"] = .string(others[0])
            if allowsNull { members["nullable"] = true }
        default:
            members["type"] = nil
            let alternatives = others.map { name -> JSON in
                var alternative: JSONObject = JSONObject([("type", .string(name))])
                if name == "array" { alternative["items"] = members["items"] ?? .object(JSONObject()) }
                if allowsNull { alternative["nullable"] = true }
                return .object(alternative)
            }
            members["items"] = nil
            // Beside alternatives that stand there already, both must hold.
            if let known = members["anyOf"] {
                members["anyOf"] = nil
                members["allOf"] = .array(
                    (members["allOf"]?.array ?? []) + [["anyOf": known], ["anyOf": .array(alternatives)]])
            } else {
                members["anyOf"] = .array(alternatives)
            }
        }
        return .object(members)
    }
}
