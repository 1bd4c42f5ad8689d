// The root of a document: info, servers, security schemes, paths, webhooks.

import HTTPTypes
import JSONValues
import SourceDocuments

extension ModelReader {
    mutating func contract() -> Contract {
        checkFields(of: root, .document)
        reportMisfits()
        let info = readInfo()
        let servers = readServers(of: root)
        let schemes = readSecuritySchemes()
        let defaults = PathDefaults(
            servers: servers, security: readSecurity(of: root, schemes: schemes) ?? [], schemes: schemes)
        let operations = readPaths(defaults)
        let webhooks = readWebhooks(defaults)
        if version >= .v3_1, ["paths", "webhooks", "components"].allSatisfy({ root[$0] == nil }) {
            report(
                .missingField, "the document has none of 'paths', 'webhooks' and 'components'",
                remedy: "Add 'paths' with a path.", at: root.place)
        } else if operations.isEmpty, webhooks.isEmpty, !store.diagnostics.contains(where: { $0.severity == .error }) {
            report(
                .noOperations, "the document declares no operation", remedy: "Add a path with an operation.",
                at: root.place)
        }
        let schemas = readComponents()
        checkExpressions(of: operations + webhooks, known: Set(operations.map(\.id)))
        return Contract(
            version: version, title: info.title, apiVersion: info.version, summary: info.summary,
            description: info.description, servers: servers, operations: operations, webhooks: webhooks,
            securitySchemes: schemes, tags: readTags(), schemas: schemas,
            extensions: root.extensions, sources: store.order,
            router: Router(operations), sourcesByURI: store.sources, externalValues: externalValues)
    }

    private mutating func readInfo() -> (title: String, version: String, summary: String?, description: String?) {
        guard let info = root["info"] else {
            report(
                .missingField, "the document has no 'info'", remedy: "Add 'info' with a 'title' and a 'version'.",
                at: root.place)
            return ("", "", nil, nil)
        }
        guard object(info, "'info'") != nil else { return ("", "", nil, nil) }
        checkFields(of: info, .info)
        if let license = info["license"] { checkExclusive(["identifier", "url"], of: license, "the license") }
        for name in ["title", "version"] where info[name] == nil {
            report(.missingField, "'info' has no '\(name)'", remedy: "Add it.", at: info.place)
        }
        return (
            text("title", of: info) ?? "", text("version", of: info) ?? "", text("summary", of: info),
            text("description", of: info)
        )
    }

    private mutating func readTags() -> [Contract.Tag] {
        var tags: [Contract.Tag] = []
        for tag in list("tags", of: root) {
            if let name = text("name", of: tag) {
                tags.append(Contract.Tag(name: name, description: text("description", of: tag)))
            }
        }
        return tags
    }

    // MARK: Servers

    mutating func readServers(of value: Located) -> [Server] {
        let written = list("servers", of: value).compactMap { readServer($0) }
        guard let basePath else { return written }
        return [Server(url: basePath, variables: [], description: nil, place: value.place)]
    }

    private mutating func readServer(_ value: Located) -> Server? {
        guard let value = object(value, "a server") else { return nil }
        checkFields(of: value, .server)
        guard let url = text("url", of: value) else {
            report(
                .missingField, "a server has no 'url'", remedy: "Add it; '/' stands for the document's own host.",
                at: value.place)
            return nil
        }
        var variables: [Server.Variable] = []
        for (name, variable) in map("variables", of: value) {
            guard let variable = object(variable, "a server variable") else { continue }
            let values = list("enum", of: variable).compactMap { $0.json.string ?? $0.json.number?.text }
            let fallback = text("default", of: variable)
            if fallback == nil {
                report(
                    .missingField, "the server variable '\(name)' has no 'default'", remedy: "Add one of its values.",
                    at: variable.place)
            }
            if let field = variable["enum"], let fallback, !values.contains(fallback) {
                report(
                    .invalidValue, "the default of the server variable '\(name)' is none of its values",
                    found: "'\(fallback)'", expected: values.isEmpty ? nil : Diagnostic.listed(values),
                    remedy: "Name one of them.",
                    at: (variable["default"] ?? field).place)
            }
            variables.append(
                Server.Variable(
                    name: name, defaultValue: fallback ?? values.first ?? "", values: values,
                    description: text("description", of: variable)))
        }
        for name in Server.variableNames(in: url) where !variables.contains(where: { $0.name == name }) {
            report(
                .missingField, "the server's URL has '{\(name)}', which is no variable of it", found: url,
                remedy: "Declare it under 'variables' with a 'default'.", at: value.place)
        }
        return Server(url: url, variables: variables, description: text("description", of: value), place: value.place)
    }

    // MARK: Security

    private mutating func readSecuritySchemes() -> [SecurityScheme] {
        guard let components = root["components"] else { return [] }
        var schemes: [SecurityScheme] = []
        for (name, value) in map("securitySchemes", of: components) {
            guard let target = resolve(value), let scheme = object(target, "a security scheme") else { continue }
            checkFields(of: scheme, .securityScheme)
            guard let kind = readSchemeKind(scheme) else { continue }
            schemes.append(
                SecurityScheme(name: name, kind: kind, description: text("description", of: scheme), place: value.place)
            )
        }
        return schemes
    }

    private mutating func readSchemeKind(_ scheme: Located) -> SecurityScheme.Kind? {
        switch text("type", of: scheme) {
        case "apiKey":
            guard let name = text("name", of: scheme),
                let location = text("in", of: scheme).flatMap(Parameter.Location.init),
                location == .query || location == .header || location == .cookie
            else {
                report(
                    .invalidValue, "an API key needs 'name', and 'in' that is query, header or cookie",
                    remedy: "Add them.",
                    at: scheme.place)
                return nil
            }
            return .apiKey(location: location, name: name)
        case "http":
            guard let name = text("scheme", of: scheme) else {
                report(
                    .missingField, "an HTTP security scheme has no 'scheme'",
                    remedy: "Add one, such as 'bearer' or 'basic'.",
                    at: scheme.place)
                return nil
            }
            return .http(scheme: name.lowercased(), bearerFormat: text("bearerFormat", of: scheme))
        case "mutualTLS": return .mutualTLS
        case "oauth2":
            checkFlows(of: scheme)
            return .oauth2(flows: scheme["flows"]?.json ?? .object(JSONObject()))
        case "openIdConnect":
            let url = text("openIdConnectUrl", of: scheme)
            if url == nil {
                report(
                    .missingField, "an OpenID Connect scheme has no 'openIdConnectUrl'", remedy: "Add it.",
                    at: scheme.place)
            }
            return .openIDConnect(url: url ?? "")
        case let other:
            let known = ["apiKey", "http", "mutualTLS", "oauth2", "openIdConnect"]
            let nearest = other.flatMap { nearestName(to: $0, among: known) }
            report(
                .invalidValue, "a security scheme has no type that is known", found: other,
                expected: "apiKey, http, mutualTLS, oauth2 or openIdConnect",
                remedy: other == "basic"
                    ? "Write 'type: http' with 'scheme: basic'."
                    : nearest.map { "Did you mean '\($0)'?" } ?? "Name one of these types.",
                at: (scheme["type"] ?? scheme).place)
            return nil
        }
    }

    /// Where tokens of each kind of flow are asked for ([RFC 6749, section 4](https://www.rfc-editor.org/rfc/rfc6749#section-4)).
    private static let flowAddresses = [
        "implicit": ["authorizationUrl"], "password": ["tokenUrl"], "clientCredentials": ["tokenUrl"],
        "authorizationCode": ["authorizationUrl", "tokenUrl"],
        "deviceAuthorization": ["deviceAuthorizationUrl", "tokenUrl"],
    ]

    private mutating func checkFlows(of scheme: Located) {
        if scheme["flows"] == nil {
            report(
                .missingField, "an OAuth 2 scheme has no 'flows'", remedy: "Add one, such as 'authorizationCode'.",
                at: scheme.place)
        }
        for (name, flow) in map("flows", of: scheme) where !name.hasPrefix("x-") {
            guard let addresses = ModelReader.flowAddresses[name] else {
                let nearest = nearestName(to: name, among: ModelReader.flowAddresses.keys.sorted())
                report(
                    .unknownField, "OAuth 2 has no flow '\(name)'",
                    remedy: nearest.map { "Did you mean '\($0)'?" } ?? "Remove it, or start its name with 'x-'.",
                    at: flow.keyPlace)
                continue
            }
            guard let flow = object(flow, "a flow") else { continue }
            for field in addresses + ["scopes"] where flow[field] == nil {
                report(.missingField, "the flow '\(name)' has no '\(field)'", remedy: "Add it.", at: flow.place)
            }
        }
    }

    /// Nil where nothing is said, so that what stands above counts.
    mutating func readSecurity(of value: Located, schemes: [SecurityScheme]) -> [SecurityRequirement]? {
        guard value["security"] != nil else { return nil }
        return list("security", of: value).compactMap { requirement -> SecurityRequirement? in
            guard object(requirement, "a security requirement") != nil else { return nil }
            let parts = requirement.members.map { name, scopes in
                if !schemes.contains(where: { $0.name == name }) {
                    let nearest = nearestName(to: name, among: schemes.map(\.name))
                    report(
                        .unknownSecurityScheme, "there is no security scheme '\(name)'",
                        remedy: nearest.map { "Did you mean '\($0)'?" }
                            ?? "Declare it under components.securitySchemes.",
                        at: scopes.place)
                }
                return SecurityRequirement.Scheme(name: name, scopes: scopes.elements.compactMap(\.json.string))
            }
            return SecurityRequirement(schemes: parts)
        }
    }
}
