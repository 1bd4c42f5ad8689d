// Several contracts in one server: whose a request is, and what the control API says of each and of all.

import MockRules
import JSONValues
import HTTPExchange
import OpenAPIContract
import HTTPTypes
import Testing

@testable import Mocking

@Suite struct SharedControlTests {
    private static func contract(_ title: String, _ server: String, _ path: String, _ operation: String) -> String {
        """
        openapi: 3.1.0
        info: {title: \(title), version: "1"}
        servers: [{url: \(server)}]
        paths:
          \(path):
            get:
              operationId: \(operation)
              responses: {"200": {description: All, content: {application/json: {example: [\(title)]}}}}
        """
    }

    private let sites: ServedContracts
    private let control: SharedControl

    init() throws {
        func site(_ name: String, _ text: String) throws -> ServedContract {
            let contract = try #require(Contract.load(files: ["openapi.yaml": text]).contract)
            return ServedContract(name: name, mock: LiveMock(Mock(contract, options: .init(crossOrigin: .any))))
        }
        sites = ServedContracts(
            try site("pets", Self.contract("Pets", "/", "/pets", "listPets")),
            [
                try site("shop", Self.contract("Shop", "https://shop.example/v1", "/carts", "listCarts")),
                try site("admin", Self.contract("Admin", "/v1/admin", "/users", "listUsers")),
                try site("files", Self.contract("Files", "/files", "/users", "listOwners")),
            ])
        control = SharedControl(sites)
    }

    @Test(arguments: [
        (HTTPRequest.Method.get, "/pets", "pets"), (.get, "/v1/carts?x=1", "shop"), (.get, "/v1/admin/users", "admin"),
        (.get, "/_counterpart/sessions/a/v1/carts", "shop"), (.delete, "/v1/carts", "shop"),
        // Without a base path, where that is not ambiguous.
        (.get, "/carts", "shop"),
        // What nobody has is told by the one that comes closest.
        (.get, "/v1/crats", "shop"), (.get, "/pet", "pets"), (.get, "/v1/admin/user", "admin"),
    ])
    func whose(method: HTTPRequest.Method, target: String, name: String) {
        #expect(sites.site(for: Request(method: method, target: target)).name == name)
    }

    @Test func aReplacedContractIsFoundByItsNewBasePath() throws {
        let moved = try #require(
            Contract.load(files: ["openapi.yaml": Self.contract("Files", "/v2/files", "/users", "listOwners")]).contract
        )
        #expect(sites.site(for: Request(target: "/files/users")).name == "files")
        _ = try #require(sites["files"]).mock.replace(by: moved, .plain)
        #expect(sites.site(for: Request(target: "/v2/files/users")).name == "files")
    }

    @Test func aPreflightIsForWhatIsSentAfterIt() {
        let preflight = Request(
            method: .options, target: "/v1/carts",
            headers: [.origin: "http://a.example", .accessControlRequestMethod: "GET"])
        #expect(sites.site(for: preflight).name == "shop")
    }

    private func ask(_ method: HTTPRequest.Method = .get, _ target: String, _ body: String = "") async throws
        -> Response
    {
        let request = Request(
            method: method, target: target,
            headers: body.isEmpty ? [.contentType: ""] : [.contentType: "application/json"], body: Array(body.utf8))
        switch try #require(control.answer(request, isLoopback: true)) {
        case .now(let response): return response
        case .later(let work): return await work()
        case .stream(let head, _): return head
        }
    }

    private func json(_ method: HTTPRequest.Method = .get, _ target: String, _ body: String = "") async throws -> JSON {
        try JSON(parsing: try await ask(method, target, body).body)
    }

    @Test func theListSaysWhereEachIsControlled() async throws {
        let list = try await json(.get, "/_counterpart/contracts")
        #expect(list.array?.map { $0["name"] } == ["pets", "shop", "admin", "files"])
        #expect(
            list.array?[1] == [
                "name": "shop", "title": "Shop", "api_version": "1", "base_paths": ["/v1"], "operations": 1,
                "control": "/_counterpart/contracts/shop/",
            ])
        for one in list.array ?? [] {
            let health = try await json(.get, "\(one["control"]?.string ?? "")health")
            #expect(health["title"] == one["title"])
        }
    }

    @Test func whatNamesNoContractIsAskedOfAll() async throws {
        let health = try await json(.get, "/_counterpart/health")
        #expect(health.object?.map(\.key) == ["pets", "shop", "admin", "files"])
        _ = sites.all[1].mock.use { $0.answer(Request(target: "/carts")) }
        #expect(try await json(.get, "/_counterpart/contracts/shop/journal")["total"] == 1)
        #expect(try await json(.get, "/_counterpart/journal")["pets"]?["count"] == 0)
        #expect(try await ask(.post, "/_counterpart/reset").status == 204)
        #expect(try await json(.get, "/_counterpart/journal")["shop"]?["count"] == 0)
    }

    @Test func aSessionIsAllContractsOrOnes() async throws {
        #expect(try await ask(.post, "/_counterpart/sessions", #"{"id": "anna"}"#).status == 201)
        #expect(try await json(.get, "/_counterpart/contracts/files/sessions").array?.count == 2)
        let made = try await ask(.post, "/_counterpart/contracts/shop/sessions", #"{"id": "ben"}"#)
        #expect(made.headers[.location] == "/_counterpart/contracts/shop/sessions/ben")
        #expect(try await json(.get, "/_counterpart/contracts/files/sessions").array?.count == 2)
        #expect(
            try await ask(.get, "/_counterpart/sessions/anna/_counterpart/contracts/shop/journal").status == 200)
    }

    @Test func whatOneTakesIsTaken() async throws {
        let told = try await ask(.post, "/_counterpart/answers", #"{"operation": "listCarts", "status": 503}"#)
        #expect(told.status == 201)
        #expect(try JSON(parsing: told.body).object?.map(\.key) == ["shop"])
        let mistaken = try await ask(.post, "/_counterpart/answers", #"{"operation": "listCats", "status": 503}"#)
        #expect(mistaken.status == 404)
        #expect(String(decoding: mistaken.body, as: UTF8.self).contains("Did you mean listCarts?"))
    }

    /// What is waited for need come to one of them alone.
    @Test(.timeLimit(.minutes(10))) func waiting() async throws {
        _ = sites.all[1].mock.use { $0.answer(Request(target: "/carts")) }
        let met = try await json(.get, "/_counterpart/journal/wait?path=/carts&timeout=20")
        #expect(met["shop"]?["met"] == true)
    }

    @Test(arguments: [
        ("/_counterpart/contracts/nobody/health", 404), ("/_counterpart/contracts/shop/helth", 404),
        ("/_counterpart/contracts/shop", 200), ("/_counterpart/contracts/shop/", 200), ("/_counterpart/metrics", 404),
        ("/_counterpart/contracts/shop/metrics", 200), ("/_counterpart/", 200), ("/_counterpart/contracts/", 200),
        ("/_counterpart/contractsish", 404), ("/_counterpart/contracts/%00/health", 404),
    ])
    func places(target: String, status: Int) async throws {
        #expect(try await ask(.get, target).status == status)
    }

    @Test func namesAreForThoseWhoMayAsk() throws {
        let names = ["/_counterpart/contracts", "/_counterpart/contracts/nobody/health"]
        for target in names {
            guard case .now(let response)? = control.answer(Request(target: target), isLoopback: false) else {
                Issue.record("no answer")
                continue
            }
            #expect(response.status == 403)
        }
    }

    @Test func theRestIsTheAPIs() {
        for target in ["/v1/carts", "/_counterpart/sessions/a/v1/carts", "/_counterpartish"] {
            #expect(control.answer(Request(target: target), isLoopback: true) == nil)
        }
    }
}
