// The API as a protocol, and the client that sends.

import JSONSchema
import OpenAPIContract

extension ClientWriter {
    var pairs: Zip2Sequence<[OperationModel], [Names.OperationNames]> {
        zip(model.operations, names.operations)
    }

    func signature(_ operation: OperationModel, _ names: Names.OperationNames, in namespace: String = "")
        -> String
    {
        let type = namespace + names.type.escaped
        let request = operation.isEmpty ? "" : "_ request: \(type).Request"
        return "func \(names.method.escaped)(\(request)) async throws(CallError) -> \(type).Response"
    }

    func streamingSignature(_ names: Names.OperationNames, in namespace: String = "") -> String {
        let request = "streaming request: \(namespace)\(names.type.escaped).Request"
        return "func \(names.method.escaped)(\(request)) async throws(CallError) -> HTTPStream"
    }

    // MARK: The protocol

    func writeProtocol(_ source: inout Source) {
        source.documentation(
            [
                model.contract.title + " " + model.contract.apiVersion, model.contract.summary,
                model.contract.description,
            ]
            .compactMap(\.self))
        source.block("\(access) nonisolated protocol \(api)API: Sendable") { source in
            for (operation, names) in pairs {
                source.documentation(documentation(operation))
                if operation.operation.deprecated { source.line("@available(*, deprecated)") }
                source.line(signature(operation, names, in: namespace))
            }
        }
        let optional = pairs.filter { !$0.0.isEmpty && $0.0.needsNothing }
        guard !optional.isEmpty else { return }
        source.addBlankLine()
        source.line("// Operations that can be called without a word.")
        source.block("nonisolated extension \(api)API") { source in
            for (operation, names) in optional {
                let type = namespace + names.type.escaped
                if operation.operation.deprecated { source.line("@available(*, deprecated)") }
                source.block("\(access) func \(names.method.escaped)() async throws(CallError) -> \(type).Response") {
                    source in
                    source.line("try await \(names.method.escaped)(\(type).Request())")
                }
            }
        }
    }

    // MARK: The client

    func writeClient(_ source: inout Source) {
        source.line("/// Calls the API over a transport.")
        source.block("\(access) nonisolated struct Client: \(api)API") { source in
            source.line("private let channel: Channel")
            source.addBlankLine()
            clientInitialisers(&source)
            for (operation, names) in pairs {
                if operation.operation.deprecated { source.line("@available(*, deprecated)") }
                let type = names.type.escaped
                let request = operation.isEmpty ? "\(type).Request()" : "request"
                source.block("\(access) \(signature(operation, names))") { source in
                    source.line("try await channel.send(\(type).self, \(request))")
                }
                guard operation.hasBytes else { continue }
                source.line(
                    "/// The answer while its body comes, whatever its status is: bytes that need not fit into memory.")
                if operation.operation.deprecated { source.line("@available(*, deprecated)") }
                source.block("\(access) \(streamingSignature(names))") { source in
                    source.line("try await channel.open(\(type).self, request)")
                }
            }
        }
        source.addBlankLine()
        writeServers(&source)
        writeCredentials(&source)
    }

    // MARK: Credentials

    /// What an app may be asked for.
    var credentialFields: [(scheme: SecurityScheme, name: String, type: String)] {
        model.contract.securitySchemes.filter { $0.kind != .mutualTLS }.map { scheme in
            (scheme: scheme, name: (names.credentials[scheme.name] ?? scheme.name).escaped, type: scheme.credentialType)
        }
    }

    private func writeCredentials(_ source: inout Source) {
        let schemes = model.contract.securitySchemes
        guard !schemes.isEmpty else { return }
        let fields = credentialFields
        source.addBlankLine()
        source.line("/// Who is calling. An operation takes what it asks for, as far as it is there.")
        source.block("\(access) nonisolated struct Credentials: Hashable, Sendable") { source in
            for scheme in schemes where scheme.kind == .mutualTLS {
                source.line("// \(scheme.name.literal): the client's certificate is presented by the transport.")
            }
            for field in fields {
                source.documentation([field.scheme.description, field.scheme.explanation].compactMap(\.self))
                source.line("\(access) var \(field.name): \(field.type)?")
            }
            source.addBlankLine()
            source.function("\(access) init", fields.map { "\($0.name): \($0.type)? = nil" }) { source in
                source.assign(fields.map { ("self.\($0.name)", $0.name) })
            }
            source.addBlankLine()
            source.block("func credential(_ scheme: String) -> Credential?") { source in
                source.line("switch scheme {")
                for field in fields {
                    source.line("case \(field.scheme.name.literal): \(field.name).map { \(field.scheme.application) }")
                }
                for scheme in schemes where scheme.kind == .mutualTLS {
                    source.line("case \(scheme.name.literal): .byTransport")
                }
                source.line("default: nil")
                source.line("}")
            }
        }
    }
}

extension SecurityScheme {
    var credentialType: String {
        if case .http("basic", _) = kind { "BasicCredential" } else { "String" }
    }

    /// The kind of the credential and its place in the request.
    var explanation: String {
        switch kind {
        case .apiKey(let location, let name): "The key in the \(location.rawValue) `\(name)`."
        case .http("basic", _): "Basic authentication."
        case .http("bearer", let format): "The bearer token\(format.map { ", a \($0)" } ?? "")."
        case .http(let scheme, _): "What follows `\(scheme)` in the header `Authorization`."
        case .oauth2: "The access token of OAuth 2."
        case .openIDConnect: "The access token of OpenID Connect."
        case .mutualTLS: ""
        }
    }

    /// Swift source that makes a credential of the value `$0`.
    var application: String {
        switch kind {
        case .apiKey(.header, let name): ".header(\(name.literal), $0)"
        case .apiKey(.cookie, let name): ".cookie(\(name.literal), $0)"
        case .apiKey(_, let name): ".query(\(name.literal), $0)"
        case .http("basic", _): "$0.credential"
        case .http("bearer", _), .oauth2, .openIDConnect: ".bearer($0)"
        case .http(let scheme, _):
            ".header(\"Authorization\", \((scheme.capitalizedFirst + " ").literal) + $0)"
        case .mutualTLS: ".byTransport"
        }
    }
}
