// Which operation a request means, for the paths that people write.

import ContractSamples
import HTTPTypes
import JSONValues
@testable import OpenAPIContract
import Testing

@Suite struct RoutingTests {
    /// A contract with a GET for each path.
    private func contract(_ paths: [String], servers: [String] = []) throws -> Contract {
        let items = paths.map {
            "\(JSON.string($0).serialized()): {get: {operationId: \(JSON.string($0).serialized()), responses: {'200': {description: d}}}}"
        }
        let list = servers.isEmpty ? "" : "servers: [\(servers.map { "{url: '\($0)'}" }.joined(separator: ", "))]"
        return try Contract.sample(document(items.joined(separator: "\n"), components: list))
    }

    private func route(_ contract: Contract, _ target: String) -> String {
        switch contract.route(.get, target) {
        case .operation(let operation, let values):
            ([operation.id] + values.map { "\($0.name)=\($0.text)" }).joined(separator: " ")
        case .noMethod: "no method"
        case .noPath: "no path"
        }
    }

    @Test(arguments: [
        (["/a/{x}", "/a/b"], "/a/b", "/a/b"), (["/a/{x}", "/a/b"], "/a/c", "/a/{x} x=c"),
        (["/a/{x}", "/a/b"], "/a/b?q=1", "/a/b"), (["/a"], "/a/", "no path"), (["/a/"], "/a", "no path"),
        (["/a", "/a/"], "/a/", "/a/"), (["/"], "/", "/"), (["/a/{x}"], "/a/", "no path"),
        (["/a/{x}/"], "/a/1/", "/a/{x}/ x=1"),
        (["/{Sid}.json"], "/AC1.json", "/{Sid}.json Sid=AC1"),
        (["/{Sid}.json", "/{Sid}"], "/AC1.xml", "/{Sid} Sid=AC1.xml"),
        (["/{a}-{b}"], "/x-y-z", "/{a}-{b} a=x b=y-z"), (["/{a}-{b}"], "/xyz", "no path"),
        (["/{a}-{b}"], "/-y", "no path"),
        (["/compare/{base}...{head}"], "/compare/v1.0...v2.0", "/compare/{base}...{head} base=v1.0 head=v2.0"),
        (["/e/{a},{b}/s"], "/e/1%2C2,3/s", "/e/{a},{b}/s a=1%2C2 b=3"),
        (["/f(x={x})"], "/f(x=5)", "/f(x={x}) x=5"), (["/v/{n}:cancel", "/v/{n}"], "/v/7:cancel", "/v/{n}:cancel n=7"),
        (["/v/{n}:cancel"], "/v/7%3Acancel", "/v/{n}:cancel n=7"), (["/a b"], "/a%20b", "/a b"),
        (["/é"], "/%c3%a9", "/é"),
        (["/a%2Fb"], "/a%2fb", "/a%2Fb"), (["/{x}"], "/a%2Fb", "/{x} x=a%2Fb"), (["/~u"], "/%7Eu", "/~u"),
        (["/a/{x}/c", "/a/b/{y}"], "/a/b/c", "/a/b/{y} y=c"), (["/a/{x}/c", "/a/b/d"], "/a/b/c", "/a/{x}/c x=b"),
        (["/files/{path+}"], "/files/a/b/c.txt", "/files/{path+} path=a/b/c.txt"), (["/{proxy*}", "/a"], "/a", "/a"),
        (["/u/{id:[0-9]+}"], "/u/5", "/u/{id:[0-9]+} id=5"), (["/A"], "/a", "no path"), (["/a"], "/a#x", "/a"),
        (["/x#one"], "/x", "/x#one"), (["/x?type=a", "/x?type=b", "/x"], "/x?z=1&type=b", "/x?type=b"),
        (["/x?type=a", "/x"], "/x?type=c", "/x"), (["/x?type=a"], "/x", "no path"),
        (["/x?y={y}"], "/x?y=5", "/x?y={y}"),
        (["/a//b"], "/a//b", "/a//b"), (["/{a}{b}"], "/xyz", "/{a}{b} a=x b=yz"), (["/a"], "/%", "no path"),
    ])
    func paths(_ paths: [String], _ target: String, _ expected: String) throws {
        #expect(try route(contract(paths), target) == expected)
    }

    /// Row 1 of the decision table: under a server's base path, and without it where that is not ambiguous.
    @Test(arguments: [
        (["https://h/api"], "/api/users", "/users"), (["https://h/api"], "/users", "/users"),
        (["https://h/api/"], "/api/users", "/users"), (["/api"], "/api/users", "/users"),
        (["https://h"], "/users", "/users"),
        (["https://h/api"], "/api/nope", "no path"), (["https://h/api"], "/apix/users", "no path"),
        (["https://h/v1", "https://h/v1/beta"], "/v1/beta/users", "/users"), (["//h/v1"], "/v1/users", "/users"),
        (["https://h:8443/v1?x"], "/v1/users", "/users"), (["https://h/%61pi"], "/api/users", "/users"),
    ])
    func basePaths(_ servers: [String], _ target: String, _ expected: String) throws {
        #expect(try route(contract(["/users", "/"], servers: servers), target) == expected)
    }

    @Test func aParameterDoesNotTakeUpABasePath() throws {
        let contract = try contract(["/{a}/{b}", "/api/x"], servers: ["https://h/api"])
        #expect(route(contract, "/api/c/d") == "/{a}/{b} a=c b=d")
        #expect(route(contract, "/api/c") == "no path")
        #expect(route(contract, "/api/x") == "/api/x")
        #expect(route(contract, "/c/d") == "/{a}/{b} a=c b=d")
    }

    @Test func theBasePathItselfIsItsRoot() throws {
        #expect(try route(contract(["/"], servers: ["https://h/api"]), "/api") == "/")
    }

    @Test func serverVariablesSpanTheirValues() throws {
        let contract = try Contract.sample(
            document(
                "/a: {get: {operationId: a}}",
                components: """
                    servers:
                      - url: https://{region}.example.com/{version}/{tenant}
                        variables:
                          region: {default: eu}
                          version: {default: v1, enum: [v1, v2]}
                          tenant: {default: main}
                    """))
        #expect(route(contract, "/v2/main/a") == "a")
        #expect(route(contract, "/v1/other/a") == "a")
        #expect(route(contract, "/v3/main/a") == "no path")
        #expect(contract.servers.map(\.defaultURL) == ["https://eu.example.com/v1/main"])
    }

    @Test func aVariableMayBeAWholeOrigin() throws {
        let contract = try Contract.sample(
            document(
                "/a: {get: {operationId: a}}",
                components:
                    "servers: [{url: '{origin}/v1', variables: {origin: {default: 'https://h/up', enum: ['https://h/up', '//i']}}}]"
            ))
        #expect(["/up/v1/a", "/v1/a", "/a", "/other/v1/a"].map { route(contract, $0) } == ["a", "a", "a", "no path"])
    }

    @Test func operationsOfOtherServersKeepToThem() throws {
        let contract = try Contract.sample(
            document(
                """
                /a: {get: {operationId: a}, put: {operationId: put, servers: [{url: 'https://h/upload'}]}}
                /b: {servers: [{url: 'https://h/other'}], get: {operationId: b}}
                """, components: "servers: [{url: 'https://h/api'}]"))
        #expect(route(contract, "/api/a") == "a")
        #expect(route(contract, "/other/b") == "b")
        #expect(route(contract, "/api/b") == "no path")
        guard case .operation(let put, _) = contract.route(.put, "/upload/a") else { Issue.record("no route"); return }
        #expect(put.id == "put")
    }

    /// A concrete path is matched before a template, whichever methods the two have.
    @Test(arguments: [
        (HTTPRequest.Method.get, "/a/b", "get"), (.delete, "/a/b", "GET PUT"), (.post, "/a/b", "GET PUT"),
        (.delete, "/a/c", "delete x=c"), (.put, "/a/c", "GET DELETE"), (.get, "/a/b/c", "deep y=c"),
        (.put, "/a/b/c", "GET"), (.put, "/a/d/c", "wide x=d"), (.delete, "/api/a/b", "GET PUT"),
        (.delete, "/api/a/c", "delete x=c"), (.post, "/n", "no path"),
    ])
    func methods(_ method: HTTPRequest.Method, _ target: String, _ expected: String) throws {
        let contract = try Contract.sample(
            document(
                """
                /a/{x}: {get: {operationId: x}, delete: {operationId: delete}}
                /a/b: {get: {operationId: get}, put: {operationId: put}}
                /a/b/{y}: {get: {operationId: deep}}
                /a/{x}/c: {put: {operationId: wide}}
                """, components: "servers: [{url: /api}]"))
        let found =
            switch contract.route(method, target) {
            case .operation(let operation, let values):
                ([operation.id] + values.map { "\($0.name)=\($0.text)" }).joined(separator: " ")
            case .noMethod(let allow): allow.map(\.rawValue).joined(separator: " ")
            case .noPath: "no path"
            }
        #expect(found == expected)
        #expect(contract.overlooked(.delete, "/a/b")?.id == "delete")
        #expect(contract.overlooked(.post, "/a/b") == nil)
    }

    @Test func keysThatDifferInTheirFragmentAreToldApartByWhatFits() throws {
        let contract = try Contract.sample(
            document(
                """
                /#Create: {post: {operationId: create, parameters: [{name: Action, in: query, required: true, schema: {enum: [Create]}}]}}
                /#Delete: {post: {operationId: delete, parameters: [{name: Action, in: query, required: true, schema: {enum: [Delete]}}]}}
                """))
        #expect(try contract.judged(.post, "/?Action=Delete").operation.id == "delete")
        #expect(try contract.judged(.post, "/?Action=Create").operation.id == "create")
        #expect(try contract.judged(.post, "/?Action=Other").operation.id == "create")
    }

    /// All of them take what they do not know; the line that is printed for one is that one's.
    @Test(arguments: [
        ("/list", "all"), ("/list?q=a", "some"), ("/list?other=a", "all"), ("/list?q=a&page=2", "page"),
        ("/list?page=2", "all"),
    ])
    func ofKeysThatFitTheOneThatKnowsMostIsMeant(target: String, expected: String) throws {
        let contract = try Contract.sample(
            document(
                """
                /list#all: {get: {operationId: all}}
                /list#some: {get: {operationId: some, parameters: [{name: q, in: query, required: true, schema: {type: string}}]}}
                /list#page:
                  get:
                    operationId: page
                    parameters:
                    - {name: q, in: query, required: true, schema: {type: string}}
                    - {name: page, in: query, required: true, schema: {type: integer}}
                """))
        #expect(try contract.judged(.get, target).operation.id == expected)
    }

    @Test(arguments: [
        ("/repo/apple/swift/issues", "GET /repos/{owner}/{repo}/issues", "'repo' stands where 'repos' should"),
        (
            "/repos/apple/swift/Issues", "GET /repos/{owner}/{repo}/issues",
            "'Issues' stands where 'issues' should (case matters)"
        ),
        ("/repos/apple/swift/issues/", "GET /repos/{owner}/{repo}/issues", "there is a slash too many at the end"),
        ("/repos/apple", "GET /repos/{owner}/{repo}", "'/{repo}' is missing at the end"),
        ("/repos/apple/swift/issues/5", "GET /repos/{owner}/{repo}/issues", "'/5' is too much"),
    ])
    func nearMisses(_ target: String, _ title: String, _ reason: String) throws {
        let contract = try contract(["/repos/{owner}/{repo}", "/repos/{owner}/{repo}/issues", "/user"])
        guard case .noPath(let nearest) = contract.route(.get, target) else { Issue.record("routed"); return }
        let miss = try #require(nearest.first)
        #expect(miss.operation.title == title)
        #expect(miss.reasons == [reason])
        #expect(nearest.count <= 3)
    }

    /// What no client should send, and some do: it routes or not, and ends.
    @Test(arguments: [
        "", "?", "#", "//", "/../..", "a", "*", "http://h/user", "/%zz", String(repeating: "/a", count: 10_000),
        "/\u{0}",
    ])
    func oddTargets(_ target: String) throws {
        let contract = try contract(["/user", "/{a}/{b}/{c}", "/{a}-{b}-{c}-{d}-{e}/x"])
        _ = contract.route(.get, target)
        _ = contract.route(.get, "/" + String(repeating: "-", count: 10_000) + "/x")
    }

    /// A trie of nothing but forks is walked once.
    @Test func manyForksEnd() throws {
        let paths = (0..<10).flatMap { depth in
            [String(repeating: "/a", count: depth) + "/{x}" + String(repeating: "/a", count: 9 - depth) + "/end"]
        }
        let contract = try contract(paths)
        #expect(route(contract, String(repeating: "/a", count: 10) + "/nope") == "no path")
    }
}
