// Operations with their callbacks.

import JSONValues
import HTTPTypes
import SourceDocuments

/// Where an operation stands.
struct OperationSlot {
    let index: Int
    let method: HTTPRequest.Method
    let path: PathTemplate
    /// The path's own parameters.
    let shared: [Parameter]
    /// Not for webhooks and callbacks, whose key is a name or an expression.
    let isPath: Bool
}

extension ModelReader {
    mutating func readOperation(_ value: Located, _ slot: OperationSlot, _ defaults: PathDefaults) -> Operation {
        checkFields(of: value, .operation)
        var parts = Operation.Parts(
            index: slot.index, id: operationID(of: value, slot), method: slot.method, path: slot.path,
            place: value.place)
        parts.summary = text("summary", of: value)
        parts.description = text("description", of: value)
        parts.tags = list("tags", of: value).compactMap(\.json.string)
        parts.deprecated = flag("deprecated", of: value) ?? false
        parts.parameters = merge(readParameters(of: value), over: slot.shared)
        if slot.isPath { parts.parameters = checkPathParameters(parts.parameters, of: slot.path, at: value.place) }
        parts.body = value["requestBody"].flatMap { readRequestBody($0) }
        parts.responses = readResponses(of: value)
        parts.security = readSecurity(of: value, schemes: defaults.schemes) ?? defaults.security
        let servers = readServers(of: value)
        parts.servers = servers.isEmpty ? defaults.servers : servers
        parts.callbacks = readCallbacks(of: value, defaults)
        parts.extensions = value.extensions
        let pairing = Pairing(parameters: parts.parameters, body: parts.body, responses: parts.responses)
        parts.pairs = pairing.pairs
        return Operation(parts)
    }

    private mutating func operationID(of value: Located, _ slot: OperationSlot) -> String {
        let fallback = "\(slot.method.rawValue.lowercased()) \(slot.path.text)"
        guard let id = text("operationId", of: value), !id.isEmpty else { return fallback }
        guard operationIDs.insert(id).inserted else {
            report(
                .duplicateOperationID, "the operationId '\(id)' is taken; here it is replaced by '\(fallback)'",
                remedy: "Give each operation an id of its own.", at: value["operationId"]?.place ?? value.place)
            return fallback
        }
        return id
    }

    private mutating func readCallbacks(of value: Located, _ defaults: PathDefaults) -> [Callback] {
        // The requests that answer callbacks seldom have callbacks; with references they could multiply without end.
        guard callbackDepth < 3 else { return [] }
        callbackDepth += 1
        defer { callbackDepth -= 1 }
        return map("callbacks", of: value).filter { !$0.name.hasPrefix("x-") }.flatMap { name, callback in
            readCallback(callback, name: name, defaults)
        }
    }

    private mutating func readCallback(_ value: Located, name: String, _ defaults: PathDefaults) -> [Callback] {
        let key = referenceKey(value).map { name + " " + $0 }
        if let key, let known = callbacksByReference[key] { return known }
        guard let target = resolve(value), let expressions = object(target, "a callback") else { return [] }
        let callbacks = entering(target, "a callback") { reader in
            expressions.members.filter { !$0.name.hasPrefix("x-") }.map { expression, item in
                let operations = reader.readPathItem(
                    item, path: PathTemplate(expression), from: 0, defaults, isPath: false)
                return Callback(
                    name: name, expression: expression, operations: operations, place: item.keyPlace)
            }
        }
        if let key { callbacksByReference[key] = callbacks ?? [] }
        return callbacks ?? []
    }

    /// An operation's parameters take the place of the path's with the same name and location.
    private func merge(_ own: [Parameter], over shared: [Parameter]) -> [Parameter] {
        shared.filter { shared in !own.contains { $0.location == shared.location && $0.matches(name: shared.name) } }
            + own
    }

    /// A parameter for each name in the path, and none for others.
    private mutating func checkPathParameters(_ parameters: [Parameter], of path: PathTemplate, at place: Place)
        -> [Parameter]
    {
        var kept: [Parameter] = []
        for parameter in parameters {
            if parameter.location == .path, !path.parameterNames.contains(parameter.name) {
                let nearest = nearestName(to: parameter.name, among: path.parameterNames)
                report(
                    .pathParameter, "the path '\(path.text)' has no '{\(parameter.name)}'; the parameter is left out",
                    remedy: nearest.map { "Did you mean '{\($0)}'?" }
                        ?? "Put it into the path, or remove the parameter.",
                    at: parameter.place)
            } else {
                kept.append(parameter)
            }
        }
        var seen: Set<String> = []
        for name in path.parameterNames {
            if !seen.insert(name).inserted {
                report(
                    .pathTemplate, "the path '\(path.text)' has '{\(name)}' twice",
                    remedy: "Name each one differently.",
                    at: place)
            } else if !kept.contains(where: { $0.location == .path && $0.name == name }) {
                if !name.isEmpty {
                    report(
                        .pathParameter, "'{\(name)}' of the path '\(path.text)' is not declared; any text is taken",
                        remedy: "Add a parameter '\(name)' with 'in: path'.", at: place)
                }
                kept.append(.undeclared(name, at: place))
            }
        }
        return kept
    }
}
