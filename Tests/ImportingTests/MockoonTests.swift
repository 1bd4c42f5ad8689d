// Mockoon: the imported mock answers as the environment says.

import HTTPExchange
import JSONValues
import Testing

@testable import Importing
@testable import Mocking

@Suite struct MockoonTests {
    private static let json = ["Content-Type": "application/json"]

    @Test func basicData() throws {
        let server = try ImportedMockServer(samples: "mockoon/basic-data.json")
        try ExpectedAnswer("GET /answer", 200, "42").check(server)
        try ExpectedAnswer("GET /x/y/ac", 200, #"{"response": "y"}"#).check(server)
        try ExpectedAnswer("GET /x/y/abc", 200, #"{"response": "y"}"#).check(server)
        let dolphins = try server.ask("POST /dolphins")
        #expect(dolphins.json == ["response": "So Long, and Thanks for All the Fish"])
        #expect(dolphins.header("Content-Type") == "application/json")
        try ExpectedAnswer("GET /nowhere", 404).check(server)
    }

    @Test func responseRules() throws {
        let server = try ImportedMockServer(samples: "mockoon/response-rules.json")
        for (request, headers, body, status, text) in [
            ("GET /rules/2", [:], "", 404, "0"),
            ("GET /rules/2?obj[prop2]=value2", [:], "", 200, "1"),
            ("GET /rules/2?array[]=test2", [:], "", 200, "2"),
            ("GET /rules/10", [:], "", 200, "3"),
            ("GET /rules/2", ["Accept-Charset": "UTF-8"], "", 200, "4"),
            ("GET /rules/2", ["Accept-Charset": "UTF-16"], "", 200, "5"),
            ("GET /rules/2", Self.json, #"{"name": "john"}"#, 200, "6"),
            ("GET /rules/2", Self.json, #"{"user": [{"name": "John"}]}"#, 200, "7"),
            ("GET /rules/2", Self.json, #"{"users": ["John", "Paul"]}"#, 200, "8"),
            ("GET /rules/2", Self.json, #"{"user": "Richard"}"#, 200, "9"),
            ("GET /rules/2", Self.json, #"{"users": ["John", "Richard"]}"#, 200, "10"),
            ("GET /rules/2", Self.json, #"{"test": "test"}"#, 200, "11"),
            ("GET /rules/2", Self.json, #"{"test": 1}"#, 200, "12"),
            ("GET /rules/2", Self.json, #"{"test": true}"#, 200, "13"),
            ("GET /rules/2", ["Content-Type": "text/plain"], "testfullbody", 200, "14"),
            ("GET /rules/2", ["Content-Type": "text/plain"], "a body2", 200, "15"),
            ("GET /rules/2", Self.json, #"{"property1": ""}"#, 200, "16"),
            ("GET /requestnumber", [:], "", 200, "res1"), ("GET /requestnumber", [:], "", 200, "res2"),
            ("GET /requestnumber", [:], "", 200, "res3"), ("GET /requestnumber", [:], "", 200, "res1"),
        ] as [(String, [String: String], String, Int, String)] {
            try ExpectedAnswer(request, headers, body: body, status, text).check(server)
        }
    }

    @Test func aRouteForAllThatFallsThrough() throws {
        let server = try ImportedMockServer(samples: "mockoon/global-route.json")
        try ExpectedAnswer("GET /test", 403, "unauthorized").check(server)
        try ExpectedAnswer("GET /test", ["Authorization": "x"], 200, "okget").check(server)
        try ExpectedAnswer("POST /test", ["Authorization": "x"], 200, "okpost").check(server)
        try ExpectedAnswer("PUT /some/where", 403, "unauthorized").check(server)
        try ExpectedAnswer("PUT /some/where", ["Authorization": "x"], 404).check(server)
    }

    @Test func responsesInTurnAndAtRandom() throws {
        func environment(_ mode: String) -> [(path: String, bytes: [UInt8])] {
            let text = """
                {"name": "n", "endpointPrefix": "api", "latency": 30, "headers": [{"key": "X-All", "value": "1"}], "routes": [
                 {"type": "http", "method": "get", "endpoint": "turn", "responseMode": \(mode), "responses": [
                  {"statusCode": 201, "body": "one", "latency": 20, "headers": [{"key": "x-all", "value": "2"}]},
                  {"statusCode": 202, "body": "two", "headers": [], "default": true}]}]}
                """
            return [("env.json", Array(text.utf8))]
        }
        let turns = try ImportedMockServer(environment("\"SEQUENTIAL\""))
        for status in [201, 202, 201, 202] { try ExpectedAnswer("GET /api/turn", status).check(turns) }
        #expect(try turns.ask("GET /api/turn").answer.delivery.firstByte == .milliseconds(50))
        #expect(try turns.ask("GET /api/turn").header("X-All") == "1")
        #expect(try turns.ask("GET /api/turn").header("X-All") == "2")
        let random = try ImportedMockServer(environment("\"RANDOM\""))
        let seen = try Set((0..<40).map { _ in try random.ask("GET /api/turn").status })
        #expect(seen == [201, 202])
        try ExpectedAnswer("GET /api/turn", 202).check(try ImportedMockServer(environment("\"DISABLE_RULES\"")))
    }

    @Test func templatesOfTheSample() throws {
        let server = try ImportedMockServer(samples: "mockoon/templating.json")
        for (request, headers, body, text) in [
            ("POST /bodyjson-rootlvl", Self.json, #"{"property1": "v"}"#, "v"),
            ("POST /bodyjson-rootlvl", Self.json, "{}", "defaultvalue"),
            ("POST /bodyjson-rootlvl-nodefault", Self.json, "{}", ""),
            ("POST /bodyjson-full-noparam", Self.json, #"{"a":1}"#, #"{"a":1}"#),
            ("POST /bodyjson-path", Self.json, #"{"root":{"array":[1,2,{"property1":"p"}]}}"#, #"{ "response": "p" }"#),
            (
                "POST /bodyform-rootlvl", ["Content-Type": "application/x-www-form-urlencoded"], "param1=f", "f"
            ),
            ("GET /urlparam/abc", [:], "", "abc"),
            ("GET /queryparam-rootlvl?param1=q", [:], "", "q"),
            ("GET /queryparam-rootlvl", [:], "", "defaultqueryparam"),
            ("GET /queryparam-rootlvl-arrayitem?paramarray[]=a&paramarray[]=b", [:], "", "b"),
            ("GET /queryparam-rootlvl-objectproperty?paramobj[prop2]=b", [:], "", "b"),
            ("GET /header", ["header1": "h"], "", "h"), ("GET /header", [:], "", "defaultheader"),
            ("GET /cookie", ["Cookie": "cookie1=c"], "", "c"), ("GET /method", [:], "", "GET"),
            ("GET /oneof", [:], "", "testitem1"), ("GET /newline", [:], "", "\n"),
            ("GET /old.repeat", [:], "", "test,test,test,test,test"),
            ("GET /old.switch.urlParam/1", [:], "", "casecontent1"),
            ("GET /old.switch.urlParam/9", [:], "", "defaultcontent"),
        ] as [(String, [String: String], String, String)] {
            try ExpectedAnswer(request, headers, body: body, 200, text).check(server)
        }
    }

    @Test func whatIsSwitchedOffIsTold() throws {
        let text = """
            {"name": "n", "cors": false, "routes": [
             {"method": "get", "endpoint": "a", "responses": [{"statusCode": 200, "body": "A"}]},
             {"method": "get", "endpoint": "b", "enabled": false, "responses": [{"statusCode": 200, "body": "B"}]},
             {"method": "get", "endpoint": "c", "responses": []}]}
            """
        let server = try ImportedMockServer([("env.json", Array(text.utf8))])
        #expect(
            server.result.losses.map(\.what).sorted() == [
                "no CORS", "the route 'b', which is disabled", "the route 'c', which has no response",
            ])
        #expect(try server.ask("GET /a").status == 200)
        #expect(try server.ask("GET /b").status == 404)
    }

    @Test func rowsOfABucket() throws {
        let text = """
            {"name": "n", "routes": [{"type": "crud", "endpoint": "users", "responses": [
             {"statusCode": 200, "bodyType": "DATABUCKET", "databucketID": "u1", "crudKey": "id", "default": true}]}],
             "data": [{"id": "u1", "name": "Users", "value": "[{\\"id\\": 1, \\"name\\": \\"Anna\\"}, {\\"id\\": 2, \\"name\\": \\"Bo\\"}, {\\"id\\": 5, \\"name\\": \\"Cy\\"}]"}]}
            """
        let server = try ImportedMockServer([("env.json", Array(text.utf8))])
        #expect(server.result.losses.isEmpty)
        let list = try server.ask("GET /users")
        #expect(list.json?.array?.count == 3)
        #expect(list.header("X-Total-Count") == "3")
        #expect(try server.ask("GET /users/2").json == ["id": 2, "name": "Bo"])
        let made = try server.ask("POST /users", Self.json, #"{"name": "Di"}"#)
        #expect(made.status == 201 && made.json == ["id": 6, "name": "Di"])
        #expect(try server.ask("PATCH /users/6", Self.json, #"{"age": 3}"#).json == ["id": 6, "name": "Di", "age": 3])
        #expect(try server.ask("PUT /users/6", Self.json, #"{"name": "El"}"#).json == ["id": 6, "name": "El"])
        #expect(try server.ask("DELETE /users/1").status == 200)
        try ExpectedAnswer("GET /users/1", 404, "{}").check(server)
        #expect(try server.ask("GET /users?page=2&limit=2").json == [["id": 6, "name": "El"]])
        #expect(try server.ask("GET /users?name_eq=Bo").json == [["id": 2, "name": "Bo"]])
        let found = try server.ask("GET /users?id_gt=2&sort=name&order=desc")
        #expect(found.json == [["id": 6, "name": "El"], ["id": 5, "name": "Cy"]])
        #expect(found.header("X-Filtered-Count") == "2" && found.header("X-Total-Count") == "3")
    }

    private static func bucket(_ value: String, key: String = "id") throws -> ImportedMockServer {
        let text = """
            {"name": "n", "routes": [{"type": "crud", "endpoint": "things", "responses": [
             {"statusCode": 200, "bodyType": "DATABUCKET", "databucketID": "u1", "crudKey": "\(key)", "default": true}]}],
             "data": [{"id": "u1", "name": "Things", "value": \(JSON.string(value).serialized())}]}
            """
        return try ImportedMockServer([("env.json", Array(text.utf8))])
    }

    /// Numbers, methods and paths that no mock can have end in a folder that loads, and are told.
    @Test func whatNoMockCanHaveIsToldOrBounded() throws {
        let long = String(repeating: "x", count: 3_000)
        let text = """
            {"name": "n", "latency": 1e300, "routes": [
             {"type": "http", "method": "purge", "endpoint": "a", "responses": [{"statusCode": 200, "body": "p"}]},
             {"type": "http", "method": "get", "endpoint": "\(long)", "responses": [{"statusCode": 200, "body": "long"}]},
             {"type": "http", "method": "post", "endpoint": "b", "responses": [
              {"statusCode": 200, "body": "big", "rules": [
               {"target": "body", "modifier": "a.9007199254740993", "operator": "equals", "value": "1"}]},
              {"statusCode": 201, "body": "other", "default": true}]}]}
            """
        let server = try ImportedMockServer([("env.json", Array(text.utf8))])
        #expect(Set(server.result.losses.map(\.what)) == ["the method 'PURGE'", "a delay of more than an hour"])
        #expect(try server.ask("GET /\(long)").text == "long")
        #expect(try server.ask("POST /b", Self.json, "{}").status == 201)
        #expect(try server.ask("POST /b", Self.json, "{}").answer.delivery.firstByte == .seconds(3_600))
    }

    @Test func elementsThatAreNoObjectsAreKnownByTheirIndex() throws {
        let server = try Self.bucket(#"["b", "a", "c"]"#)
        #expect(try server.ask("GET /things/1").json == "a")
        try ExpectedAnswer("GET /things/3", 404, "{}").check(server)
        #expect(try server.ask("PUT /things/0", Self.json, #""z""#).json == "z")
        #expect(try server.ask("POST /things", Self.json, #""k""#).status == 201)
        #expect(try server.ask("DELETE /things/2").status == 200)
        #expect(try server.ask("GET /things").json == ["z", "a", "k"])
        #expect(try server.ask("GET /things?sort=_&order=desc&limit=2").json == ["z", "k"])
        #expect(try server.ask("PATCH /things", Self.json, #"["m"]"#).json == ["z", "a", "k", "m"])
    }

    @Test func theKeyMayBeAMemberOfAMember() throws {
        let server = try Self.bucket(#"[{"data": {"id": "x", "n": 1}}]"#, key: "data.id")
        #expect(try server.ask("GET /things/x").json == ["data": ["id": "x", "n": 1]])
        let made = try server.ask("POST /things", Self.json, #"{"data": {"n": 2}}"#).json
        // No element has a number, so it is a UUID.
        #expect(made?["data"]?["id"]?.string?.count == 36 && made?["data"]?["n"] == 2)
        #expect(
            try server.ask("PUT /things/x", Self.json, #"{"data": {"m": 3}}"#).json == ["data": ["id": "x", "m": 3]])
        #expect(try server.ask("PATCH /things/x", Self.json, #"{"data": {"id": "y"}}"#).json == ["data": ["id": "y"]])
        try ExpectedAnswer("GET /things/x", 404, "{}").check(server)
        #expect(try server.ask("GET /things?data.id_eq=y").json?.array?.count == 1)
    }

    @Test func whatIsNoListIsOneThing() throws {
        let server = try Self.bucket(#"{"a": 1}"#)
        #expect(try server.ask("GET /things").json == ["a": 1])
        #expect(try server.ask("GET /things/any").json == ["a": 1])
        #expect(try server.ask("PATCH /things/any", Self.json, #"{"b": 2}"#).json == ["a": 1, "b": 2])
        #expect(try server.ask("POST /things", Self.json, #"{"c": 1}"#).status == 201)
        #expect(try server.ask("GET /things/0").json == ["c": 1])
        #expect(try server.ask("DELETE /things").status == 200)
    }

    @Test(arguments: [
        ("n_gt=9", [10]), ("n_lte=9", [2]), ("name_gt=C", [2]), ("name_like=^A", [2]), ("name_ne=ann", [10]),
        ("n_eq=10.0", [10]), ("search=BO", [10]), ("limit=x&page=y", [2, 10]), ("page=2&limit=1", [10]),
        ("sort=n&order=desc", [10, 2]), ("sort=name", [2, 10]), ("name_end=nn", [2]), ("gone_gt=1", []),
    ])
    func listsAreFiltered(_ query: String, _ expected: [Int]) throws {
        let server = try Self.bucket(
            #"[{"id": "a", "n": 2, "name": "ann"}, {"id": "b", "n": 10, "name": "Bob", "x": {"y": 1}}]"#)
        let found = try server.ask("GET /things?\(query)").json?.array?.compactMap { $0["n"]?.number?.int64 }
        #expect(found == expected.map(Int64.init))
    }

    @Test(arguments: ["crud", "databuckets", "documentation", "headers", "proxy-1", "data-storage"])
    func samplesLoad(name: String) throws {
        if name == "data-storage" {
            // An environment without routes is no mock.
            _ = try ImportedMockServer.sample("mockoon/\(name).json")
            return
        }
        let server = try ImportedMockServer(samples: "mockoon/\(name).json")
        #expect(server.result.folder.operations > 0)
        if name == "proxy-1" {
            #expect(server.result.losses.contains { $0.remedy.contains("--backend https://127.0.0.1:3004/") })
        }
        if name == "crud" { try ExpectedAnswer("GET /testnumber", 200).check(server) }
    }
}
