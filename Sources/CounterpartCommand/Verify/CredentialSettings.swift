// Options of `counterpart verify`: the credentials of its requests.

import ClientIdentities
import ArgumentParser
import Foundation
import HTTPExchange
import SourceDocuments
import OpenAPIContract
import HTTPTypes
import SecureWire
import Verification
import Workflows

struct CredentialSettings: ParsableArguments {
    @Option(
        name: .customLong("header"),
        help: ArgumentHelp(
            "Add a header to every request; repeatable. Also $COUNTERPART_HEADER.", valueName: "name: value"))
    var headers: [String] = []

    @Option(
        name: .customLong("other-header"),
        help: ArgumentHelp(
            "Header of a second identity, for access checks. Also $COUNTERPART_OTHER_HEADER.",
            valueName: "name: value"))
    var otherHeaders: [String] = []

    @Option(
        name: .customLong("auth"),
        help: ArgumentHelp(
            "Credential for a security scheme: key, token or user:password. Also $COUNTERPART_AUTH_<SCHEME>.",
            valueName: "scheme=credential"))
    var credentials: [String] = []

    @Option(
        name: .customLong("other-auth"),
        help: ArgumentHelp(
            "Credential of the second identity. Also $COUNTERPART_OTHER_AUTH_<SCHEME>.", valueName: "scheme=credential")
    )
    var otherCredentials: [String] = []

    @Option(
        help: ArgumentHelp("OAuth client id to get a token with. Also $COUNTERPART_CLIENT_ID.", valueName: "id"))
    var clientId: String?

    @Option(help: ArgumentHelp("OAuth client secret; better in $COUNTERPART_CLIENT_SECRET.", valueName: "secret"))
    var clientSecret: String?

    @Option(help: ArgumentHelp("OAuth token endpoint, instead of the contract's.", valueName: "url"))
    var tokenUrl: String?

    @Option(help: ArgumentHelp("OAuth scope to ask for.", valueName: "scope"))
    var scope: String?

    @Option(help: ArgumentHelp("Log in by this workflow first; its outputs are credentials.", valueName: "workflow"))
    var login: String?

    @Option(
        name: .customLong("login-header"),
        help: ArgumentHelp(
            "Header made of the outputs: 'Authorization: Bearer {$outputs.token}'.", valueName: "name: value"))
    var loginHeaders: [String] = []

    func validate() throws {
        for text in headers + otherHeaders + loginHeaders {
            do throws(Identity.InvalidHeader) {
                _ = try Identity.field(text)
            } catch {
                throw ValidationError(error.description)
            }
        }
        for text in credentials + otherCredentials where !text.contains("=") {
            throw ValidationError("--auth is written scheme=credential.")
        }
        if !loginHeaders.isEmpty, login == nil { throw ValidationError("--login-header goes with --login.") }
    }
}

extension CredentialSettings {
    /// The identity of the requests, and the second one if it is given.
    func identities(
        for contract: Contract, plan: WorkflowPlan?, backend: BackendURL, sender: HTTPSender
    ) async throws -> (own: Identity, other: Identity?) {
        let environment = ProcessInfo.processInfo.environment
        var own = try identity(headers, environment["COUNTERPART_HEADER"])
        var other = try identity(otherHeaders, environment["COUNTERPART_OTHER_HEADER"])
        try Self.add(credentials, environment, prefix: "COUNTERPART_AUTH_", of: contract, to: &own)
        try Self.add(otherCredentials, environment, prefix: "COUNTERPART_OTHER_AUTH_", of: contract, to: &other)
        try await addToken(environment, of: contract, to: &own, sender)
        if let login { own = try await identity(loggedInBy: login, contract, plan, backend, sender, adding: own) }
        return (own, other.isEmpty ? nil : other)
    }

    /// How the run logs in again when its credentials hold no more; nil where they were given as they are.
    func logIn(
        to contract: Contract, plan: WorkflowPlan?, backend: BackendURL, sender: HTTPSender
    ) -> (@Sendable () async -> Identity?)? {
        guard login != nil || clientId != nil || ProcessInfo.processInfo.environment["COUNTERPART_CLIENT_ID"] != nil
        else { return nil }
        return { try? await identities(for: contract, plan: plan, backend: backend, sender: sender).own }
    }

    /// The headers that are added to every request.
    func ownHeaders() throws -> HTTPFields {
        try identity(headers, ProcessInfo.processInfo.environment["COUNTERPART_HEADER"]).headers
    }

    /// The headers of the second identity, which recorded requests are compared with.
    func otherByHeaders() throws -> Identity? {
        let other = try identity(otherHeaders, ProcessInfo.processInfo.environment["COUNTERPART_OTHER_HEADER"])
        return other.isEmpty ? nil : other
    }

    private func identity(_ texts: [String], _ variable: String?) throws -> Identity {
        let lines = (variable ?? "").split(separator: "\n").map(String.init)
        var identity = Identity()
        // The command line has precedence over the environment.
        for text in lines + texts {
            do throws(Identity.InvalidHeader) {
                let field = try Identity.field(text)
                identity.headers[field.name] = field.value
            } catch {
                throw CommandFailure(error.description)
            }
        }
        return identity
    }

    private static func add(
        _ texts: [String], _ environment: [String: String], prefix: String, of contract: Contract,
        to identity: inout Identity
    ) throws {
        for scheme in contract.securitySchemes {
            let name = scheme.name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0.uppercased() : "_" }.joined()
            if let credential = environment[prefix + name] { identity.add(credential, for: scheme.kind) }
        }
        for text in texts {
            let name = text.prefix { $0 != "=" }
            guard let scheme = contract.securityScheme(String(name)) else {
                let known = contract.securitySchemes.map { "'\($0.name)'" }.joined(separator: ", ")
                throw CommandFailure(
                    "The contract has no security scheme '\(name)'. There are: \(known.isEmpty ? "none" : known).")
            }
            identity.add(String(text[name.endIndex...].dropFirst()), for: scheme.kind)
        }
    }

    private func addToken(
        _ environment: [String: String], of contract: Contract, to identity: inout Identity, _ sender: HTTPSender
    ) async throws {
        guard let id = clientId ?? environment["COUNTERPART_CLIENT_ID"] else { return }
        guard let secret = clientSecret ?? environment["COUNTERPART_CLIENT_SECRET"] else {
            throw CommandFailure("A client has a secret: set COUNTERPART_CLIENT_SECRET, or give --client-secret.")
        }
        guard let url = tokenUrl ?? ClientCredentials.tokenURL(of: contract) else {
            throw CommandFailure(
                "The contract declares no token endpoint for client credentials. Name one with --token-url.")
        }
        let client = ClientCredentials(id: id, secret: secret, scope: scope, tokenURL: url)
        identity.hide(secret)
        do throws(ClientCredentials.Refusal) {
            let token = try await client.token { request, endpoint throws(NoResponse) in
                try await sender.send(request, to: endpoint)
            }
            identity.add(token, for: .http(scheme: "bearer", bearerFormat: nil))
        } catch {
            throw CommandFailure("There is no token: \(error)")
        }
    }

    private func identity(
        loggedInBy workflow: String, _ contract: Contract, _ plan: WorkflowPlan?, _ backend: BackendURL,
        _ sender: HTTPSender, adding identity: Identity
    ) async throws -> Identity {
        guard let plan else { throw CommandFailure("There is no workflows.arazzo.yaml to log in with.") }
        let runner = WorkflowRunner(plan.library, origin: backend.origin, basePath: backend.path) {
            call throws(NoResponse) in
            try await sender.send(identity.completing(call.request), to: backend)
        }
        do throws(Login.Refusal) {
            return try await Login(workflow: workflow, headers: loginHeaders).perform(
                with: runner, inputs: plan.inputs, contract: contract, adding: identity)
        } catch {
            throw CommandFailure("There are no credentials: \(plan.masked(error.description, identity))")
        }
    }
}
