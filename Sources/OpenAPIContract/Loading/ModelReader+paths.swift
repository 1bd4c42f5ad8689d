// Paths and what is declared for all operations of one.

import HTTPTypes
import JSONValues
import SourceDocuments

/// What holds for an operation that does not say otherwise.
struct PathDefaults {
    var servers: [Server]
    let security: [SecurityRequirement]
    let schemes: [SecurityScheme]
}

extension ModelReader {
    mutating func readPaths(_ defaults: PathDefaults) -> [Operation] {
        var operations: [Operation] = []
        guard let paths = root["paths"] else {
            if version == .v3_0 {
                report(.missingField, "the document has no 'paths'", remedy: "Add 'paths: {}'.", at: root.place)
            }
            return []
        }
        guard !paths.json.isNull, let paths = resolveMisplaced(paths, "'paths'"), object(paths, "'paths'") != nil else {
            return []
        }
        for (key, item) in paths.members where !key.hasPrefix("x-") {
            if !key.hasPrefix("/"), item.json.object == nil {
                report(
                    .unknownField, "'paths' has no field '\(key)'",
                    remedy: "Paths start with '/'. Move it to where it belongs.",
                    at: item.place)
                continue
            }
            let template = PathTemplate(key)
            for oddity in template.oddities {
                report(
                    .pathTemplate, "the path '\(key)' \(oddity)", remedy: "Write '/' and names between braces.",
                    at: item.place)
            }
            operations += readPathItem(item, path: template, from: operations.count, defaults)
        }
        checkAmbiguity(of: operations)
        return operations
    }

    mutating func readWebhooks(_ defaults: PathDefaults) -> [Operation] {
        var operations: [Operation] = []
        for (name, item) in map("webhooks", of: root) where !name.hasPrefix("x-") {
            operations += readPathItem(item, path: PathTemplate(name), from: operations.count, defaults, isPath: false)
        }
        return operations
    }

    /// The operations of one path item, in the order in which they are written.
    mutating func readPathItem(
        _ value: Located, path: PathTemplate, from index: Int, _ defaults: PathDefaults, isPath: Bool = true
    ) -> [Operation] {
        if value.json.isNull { return [] }
        guard let own = object(value, "a path"), let item = mergedPathItem(own) else { return [] }
        checkFields(of: item, .pathItem)
        return entering(item, "a path") { reader in
            reader.readOperations(of: item, path: path, from: index, defaults, isPath: isPath)
        } ?? []
    }

    private mutating func readOperations(
        of item: Located, path: PathTemplate, from index: Int, _ defaults: PathDefaults, isPath: Bool
    ) -> [Operation] {
        var defaults = defaults
        let servers = readServers(of: item)
        if !servers.isEmpty { defaults.servers = servers }
        let shared = readParameters(of: item)
        var operations: [Operation] = []
        for (name, operation) in methods(of: item) {
            guard let method = HTTPRequest.Method(name) else {
                report(.invalidValue, "'\(name)' is no HTTP method", remedy: "Name a method.", at: operation.place)
                continue
            }
            guard let operation = resolveMisplaced(operation, "an operation"), object(operation, "an operation") != nil
            else { continue }
            let slot = OperationSlot(
                index: index + operations.count, method: method, path: path, shared: shared, isPath: isPath)
            operations.append(readOperation(operation, slot, defaults))
        }
        return operations
    }

    private mutating func methods(of item: Located) -> [(String, Located)] {
        var found: [(String, Located)] = []
        for (name, value) in item.members {
            switch name {
            case "get", "put", "post", "delete", "options", "head", "patch", "trace", "query":
                found.append((name.uppercased(), value))
            case "additionalOperations":
                found += (object(value, "'additionalOperations'")?.members ?? []).map { ($0.name, $0.value) }
            default: break
            }
        }
        return found
    }

    /// A path item that refers to another may add to it; what it says itself counts.
    private mutating func mergedPathItem(_ value: Located) -> Located? {
        guard value.json["$ref"] != nil else { return value }
        guard let target = resolve(value), let object = object(target, "a path") else { return nil }
        let siblings = (value.json.object ?? JSONObject()).filter { $0.key != "$ref" }
        guard !siblings.isEmpty, var members = object.json.object else { return object }
        for (key, sibling) in siblings { members[key] = sibling }
        // The places of what was added are lost to the target's; they are descriptions, in documents that exist.
        return Located(json: .object(members), source: object.source, pointer: object.pointer)
    }

    /// Two keys that no request can tell apart.
    private mutating func checkAmbiguity(of operations: [Operation]) {
        var seen: [String: Operation] = [:]
        for operation in operations {
            let shape = operation.path.segments
                .map { $0.map { if case .literal(let text) = $0 { text } else { "{}" } }.joined() }.joined(
                    separator: "/")
            let query = operation.path.query.map { "\($0.name)=\($0.value ?? "*")" }.sorted().joined(separator: "&")
            let key = "\(operation.method.rawValue) \(shape)?\(query)"
            if let other = seen[key], other.path != operation.path {
                report(
                    .ambiguousPath,
                    "'\(operation.title)' and '\(other.title)' are the same on the wire; the one whose parameters fit is taken",
                    remedy: "Make one of them, or set them apart by their parameters.", at: operation.place)
            }
            seen[key] = seen[key] ?? operation
        }
    }
}
