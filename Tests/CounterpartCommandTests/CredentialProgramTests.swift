// `counterpart verify` with credentials: a token server and a backend that wants its tokens, both on loopback.

import Foundation
import JSONValues
import JSONSchema
import HTTPExchange
import HTTPTypes
import HTTPWire
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10))) struct CredentialProgramTests {
    /// A backend whose one operation wants a bearer token, with the token endpoint and the login beside it.
    private final class Server: Sendable {
        private let asked = Mutex<[String]>([])

        /// The targets and credentials of all requests.
        var requests: [String] { asked.withLock { $0 } }

        func answer(_ request: Request) -> Response {
            let form = String(decoding: request.body, as: UTF8.self)
            asked.withLock { $0.append("\(request.path) \(request.headers[.authorization] ?? "-")") }
            func json(_ status: Int, _ text: String) -> Response {
                Response(status: status, headers: [.contentType: "application/json"], body: Array(text.utf8))
            }
            switch request.path {
            case "/oauth/token":
                // `client:s3cret-of-the-client`
                let isKnown = request.headers[.authorization] == "Basic Y2xpZW50OnMzY3JldC1vZi10aGUtY2xpZW50"
                return isKnown && form.contains("grant_type=client_credentials")
                    ? json(200, #"{"access_token":"token-from-oauth","token_type":"Bearer","expires_in":60}"#)
                    : json(401, #"{"error":"invalid_client"}"#)
            case "/login":
                return form.contains("open-sesame") ? json(200, #"{"session":"token-from-login"}"#) : json(403, "{}")
            default:
                let known = ["Bearer token-from-oauth", "Bearer token-from-login", "Bearer token-that-was-given"]
                guard let value = request.headers[.authorization], known.contains(value) else { return json(401, "{}") }
                // Repeats the secret, and is not what the contract says.
                return json(200, #"{"you":"\#(value)"}"#)
            }
        }
    }

    private func contract(tokenURL: String) throws -> String {
        let folder = try TemporaryFolder.make()
        let texts = [
            "openapi.yaml": """
            openapi: 3.1.0
            info: {title: T, version: '1'}
            paths:
              /me:
                get:
                  operationId: me
                  security: [{machine: []}]
                  responses:
                    '200':
                      description: Me
                      content:
                        application/json:
                          schema: {type: object, properties: {you: {type: string, enum: [me]}}}
                          examples: {me: {value: {you: me}}}
                    '401': {description: Who are you?, content: {application/json: {schema: {}}}}
              /login:
                post:
                  operationId: login
                  requestBody: {content: {application/json: {schema: {}}}}
                  responses:
                    '200': {description: Fine, content: {application/json: {schema: {}}}}
                    '403': {description: No, content: {application/json: {schema: {}}}}
            components:
              securitySchemes:
                machine: {type: oauth2, flows: {clientCredentials: {tokenUrl: '\(tokenURL)', scopes: {}}}}
            """,
            "workflows.arazzo.yaml": """
            arazzo: 1.0.1
            info: {title: T, version: '1'}
            sourceDescriptions: [{name: api, url: openapi.yaml}]
            workflows:
              - workflowId: sign-in
                inputs: {type: object, required: [passphrase], properties: {passphrase: {type: string, format: password}}}
                steps:
                  - stepId: send
                    operationId: login
                    requestBody: {payload: {word: $inputs.passphrase}}
                    successCriteria: [{condition: $statusCode == 200}]
                    outputs: {session: $response.body#/session}
                outputs: {session: $steps.send.outputs.session, machine: $steps.send.outputs.session}
              - workflowId: who
                steps: [{stepId: s, operationId: me, successCriteria: [{condition: $response.body#/you == 'me'}]}]
            """,
        ]
        for (name, text) in texts { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
        return folder.path
    }

    struct Way: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let options: [String]
        var environment: [String: String] = [:]
        let token: String
        var secrets: [String] = []
    }

    static let ways = [
        Way(
            testDescription: "a header", options: ["--header", "Authorization: Bearer token-that-was-given"],
            token: "token-that-was-given"),
        Way(
            testDescription: "a header of the environment", options: [],
            environment: ["COUNTERPART_HEADER": "X-A: 1\nAuthorization: Bearer token-that-was-given"],
            token: "token-that-was-given"),
        Way(
            testDescription: "a scheme of the contract", options: ["--auth", "machine=token-that-was-given"],
            token: "token-that-was-given"),
        Way(
            testDescription: "a scheme by the environment", options: [],
            environment: ["COUNTERPART_AUTH_MACHINE": "token-that-was-given"], token: "token-that-was-given"),
        Way(
            testDescription: "client credentials",
            options: ["--client-id", "client", "--client-secret", "s3cret-of-the-client"], token: "token-from-oauth",
            secrets: ["s3cret-of-the-client"]),
        Way(
            testDescription: "client credentials of the environment", options: [],
            environment: [
                "COUNTERPART_CLIENT_ID": "client", "COUNTERPART_CLIENT_SECRET": "s3cret-of-the-client",
            ], token: "token-from-oauth", secrets: ["s3cret-of-the-client"]),
        Way(
            testDescription: "logging in", options: ["--login", "sign-in", "--input", "passphrase=open-sesame"],
            token: "token-from-login", secrets: ["open-sesame"]),
        Way(
            testDescription: "logging in, with a header that says what to make of it",
            options: [
                "--login", "sign-in", "--input", "passphrase=open-sesame", "--login-header",
                "Authorization: Bearer {$outputs.session}",
            ], token: "token-from-login", secrets: ["open-sesame"]),
    ]

    @Test(arguments: ways) func credentialsArriveAndAreNotShown(_ way: Way) async throws {
        let server = Server()
        let listener = try await HTTPListener.start(.init()) { request in
            .now(OutgoingResponse(PreparedResponse(server.answer(request))))
        }
        let folder = try contract(tokenURL: "\(listener.address)/oauth/token")
        for format in [[], ["--json"]] {
            let result = try await Program.run(
                ["verify", folder, "--backend", "\(listener.address)", "--phases", "examples,workflows"] + way.options
                    + format, environment: way.environment)
            #expect(result.status == 1, "\(result.output)\(result.error)")
            #expect(result.output.contains("body-shape") && result.output.contains("criterion"), "\(result.output)")
            #expect(result.output.contains("***") || result.output.contains("$TOKEN"))
            for secret in way.secrets + [way.token] {
                #expect(!(result.output + result.error).contains(secret), "\(result.output)\(result.error)")
            }
        }
        #expect(server.requests.contains("/me Bearer \(way.token)"), "\(server.requests)")
        await listener.shutdown()
    }

    @Test(arguments: [
        (["--client-id", "client", "--client-secret", "wrong-secret"], "invalid_client"),
        (["--client-id", "client"], "COUNTERPART_CLIENT_SECRET"),
        (["--auth", "machin=x"], "The contract has no security scheme 'machin'. There are: 'machine'."),
        (["--login", "sing-in"], "Did you mean 'sign-in'?"),
        (["--login", "sign-in", "--input", "passphrase=shut-sesame"], "$statusCode is 403"),
        (["--workflow", "whom"], "Did you mean 'who'?"),
        (["--workflow", "sign-in"], "Give it with --input."),
    ])
    func withoutCredentialsNothingIsVerified(_ options: [String], _ message: String) async throws {
        let server = Server()
        let listener = try await HTTPListener.start(.init()) { request in
            .now(OutgoingResponse(PreparedResponse(server.answer(request))))
        }
        let folder = try contract(tokenURL: "\(listener.address)/oauth/token")
        let result = try await Program.run(["verify", folder, "--backend", "\(listener.address)"] + options)
        await listener.shutdown()
        #expect(result.status == 2)
        #expect((result.output + result.error).contains(message), "\(result.error)")
        for secret in ["wrong-secret", "shut-sesame"] { #expect(!(result.output + result.error).contains(secret)) }
        #expect(!server.requests.contains { $0.hasPrefix("/me") })
    }
}
