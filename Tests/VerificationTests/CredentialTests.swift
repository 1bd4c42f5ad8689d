// Credentials: where the schemes of a contract want them, how they are got, and that no output shows them.

import VerificationReports
import ClientIdentities
import JSONValues
import HTTPExchange
import SourceDocuments
import OpenAPIContract
import HTTPTypes
import Synchronization
import Testing
import Verification

@Suite struct CredentialTests {
    // MARK: - Schemes

    @Test(arguments: [
        (SecurityScheme.Kind.apiKey(location: .header, name: "X-Api-Key"), "k 1", "/a?b=1", "X-Api-Key: k 1"),
        (.apiKey(location: .query, name: "key"), "k/1", "/a?b=1&key=k%2F1", ""),
        (.apiKey(location: .cookie, name: "sid"), "c1", "/a?b=1", "Cookie: sid=c1"),
        (.http(scheme: "bearer", bearerFormat: nil), "t1", "/a?b=1", "Authorization: Bearer t1"),
        (.http(scheme: "basic", bearerFormat: nil), "user:pa:ss", "/a?b=1", "Authorization: Basic dXNlcjpwYTpzcw=="),
        (.oauth2(flows: [:]), "t2", "/a?b=1", "Authorization: Bearer t2"),
        (.openIDConnect(url: ""), "t3", "/a?b=1", "Authorization: Bearer t3"),
        (.mutualTLS, "none", "/a?b=1", ""),
    ])
    func aCredentialGoesWhereItsSchemeWantsIt(
        _ kind: SecurityScheme.Kind, _ credential: String, _ target: String, _ header: String
    ) {
        var identity = Identity()
        identity.add(credential, for: kind)
        let request = identity.applied(to: Request(target: "/a?b=1"))
        #expect(request.target == target)
        #expect(request.headers.map { "\($0.name): \($0.value)" }.joined(separator: "\n") == header)
    }

    @Test func whatIsThereIsReplacedAndCookiesJoin() throws {
        var identity = Identity(headers: [.authorization: "Bearer new"])
        identity.add("k2", for: .apiKey(location: .query, name: "key"))
        identity.add("c2", for: .apiKey(location: .cookie, name: "sid"))
        let request = identity.applied(
            to: Request(
                target: "/a?key=k1&b=1", headers: [.authorization: "Bearer old", .cookie: "sid=c1; lang=uk"]))
        #expect(request.target == "/a?b=1&key=k2")
        #expect(request.headers[.authorization] == "Bearer new")
        #expect(request.headers[.cookie] == "lang=uk; sid=c2")
    }

    // MARK: - Secrets

    @Test func everyFormOfASecretIsOne() {
        var identity = Identity(headers: [.authorization: "Bearer tok/en'1", .cookie: "sid=abcd; lang=uk"])
        identity.add("ann:pass\"word", for: .http(scheme: "basic", bearerFormat: nil))
        identity.headers[.authorization] = "Bearer tok/en'1"
        let secrets = identity.secrets
        for text in [
            "Bearer tok/en'1", "tok/en'1", "tok%2Fen%271", "tok/en'\\''1", "abcd", "ann:pass\"word", "pass\"word",
            "pass\\\"word",
        ] {
            #expect(secrets.contains(text), "\(text)")
        }
        #expect(secrets.map(\.utf8.count) == secrets.map(\.utf8.count).sorted(by: >))
    }

    // MARK: - OAuth

    /// A token endpoint as RFC 6749 has it, that takes a client's credentials in one of two places.
    private struct TokenServer: Sendable {
        let takesBasic: Bool

        func answer(_ request: Request) -> Response {
            func json(_ status: Int, _ json: JSON) -> Response {
                Response(
                    status: status, headers: [.contentType: "application/json"], body: Array(json.serialized().utf8))
            }
            let form = String(decoding: request.body, as: UTF8.self)
            guard request.method == .post, request.path == "/oauth/token",
                form.contains("grant_type=client_credentials")
            else { return json(400, ["error": "invalid_request"]) }
            // Base64 of `client:s%C3%A9cret%20%26`.
            let isKnown =
                takesBasic
                ? request.headers[.authorization] == "Basic Y2xpZW50OnMlQzMlQTljcmV0JTIwJTI2"
                : form.contains("client_id=client&client_secret=s%C3%A9cret%20%26")
            guard isKnown else { return json(401, ["error": "invalid_client", "error_description": "who are you?"]) }
            return json(
                200,
                [
                    "access_token": .string("for \(form.contains("scope=read") ? "read" : "all")"),
                    "token_type": "Bearer",
                ])
        }
    }

    @Test(arguments: [true, false]) func aTokenForAClient(_ takesBasic: Bool) async throws {
        let server = TokenServer(takesBasic: takesBasic)
        let client = ClientCredentials(
            id: "client", secret: "sécret &", scope: "read", tokenURL: "https://auth.example/oauth/token?tenant=1")
        let urls = Mutex<[String]>([])
        let token = try await client.token { request, url throws(NoResponse) in
            urls.withLock { $0.append("\(url.origin)\(request.target)") }
            return server.answer(request)
        }
        #expect(token == "for read")
        #expect(
            urls.withLock { $0 }
                == Array(repeating: "https://auth.example/oauth/token?tenant=1", count: takesBasic ? 1 : 2))
    }

    @Test(arguments: [
        ("wrong", "https://auth.example/oauth/token", "answers 401 without a token: invalid_client, who are you?"),
        ("sécret &", "https://auth.example/other", "answers 400 without a token: invalid_request"),
        ("sécret &", "auth.example/oauth/token", "it has no scheme"),
    ])
    func whyThereIsNoToken(_ secret: String, _ url: String, _ reason: String) async {
        let client = ClientCredentials(id: "client", secret: secret, tokenURL: url)
        await #expect {
            try await client.token { request, _ throws(NoResponse) in TokenServer(takesBasic: true).answer(request) }
        } throws: { error in
            "\(error)".contains(reason) && !"\(error)".contains(secret)
        }
    }

    @Test func theContractNamesTheTokenEndpoint() throws {
        let contract = try #require(
            Contract.load(files: [
                "openapi.yaml": """
                openapi: 3.1.0
                info: {title: T, version: '1'}
                paths: {}
                components:
                  securitySchemes:
                    implicit: {type: oauth2, flows: {implicit: {authorizationUrl: https://a.example, scopes: {}}}}
                    machine: {type: oauth2, flows: {clientCredentials: {tokenUrl: https://a.example/token, scopes: {}}}}
                """
            ]).contract)
        #expect(ClientCredentials.tokenURL(of: contract) == "https://a.example/token")
    }

    @Test(
        arguments: [
            ("Authorization: Bearer a:b", "Authorization", "Bearer a:b"), ("x-empty:", "x-empty", ""),
            ("nonsense", nil, ""), (": x", nil, ""), ("a b: c", nil, ""),
        ] as [(String, String?, String)])
    func headersAsACommandLineHasThem(_ text: String, _ name: String?, _ value: String) throws {
        guard let name else {
            #expect(throws: Identity.InvalidHeader.self) { try Identity.field(text) }
            return
        }
        let field = try Identity.field(text)
        #expect(field.name.rawName == name && field.value == value)
    }
}
