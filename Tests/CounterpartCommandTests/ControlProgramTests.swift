// A running mock, controlled over the wire: by curl, by our own verifier, by strangers.

import Foundation
import JSONValues
import JSONSchema
import HTTPExchange
import HTTPTypes
import HTTPWire
import SecureWire
import Mocking
import Testing

@testable import CounterpartCommand

@Suite(.timeLimit(.minutes(10))) struct ControlProgramTests {
    private static let shop = "Contracts/sneaker-shop"
    private static let description = "Sources/Mocking/Control/control.openapi.yaml"

    /// The mock on any free port, with what it said first.
    private func serving(_ arguments: String..., body: (_ url: String, _ start: JSON) async throws -> Void) async throws
    {
        let program = try RunningProgram(["serve", "--port", "0", "--json"] + arguments)
        let start = try JSON(parsing: try #require(program.line()))
        try await body(try #require(start["url"]?.string), start)
        program.send()
        #expect(program.end().status == 0)
    }

    /// What curl prints: the content and, in a line of its own, the status.
    private func curl(_ arguments: String) throws -> (status: String, text: String) {
        let printed = try RunningProgram.shell("curl -s -w '\\n%{http_code}' \(arguments)").output
        let end = printed.lastIndex(of: "\n") ?? printed.startIndex
        return (String(printed[end...].dropFirst()), String(printed[..<end]))
    }

    @Test func ourOwnVerifierFindsNothing() async throws {
        try await serving(Self.shop) { url, _ in
            let report = try await Program.run(
                "verify", Self.description, "--backend", "\(url)/_counterpart", "--phases", "examples")
            #expect(report.status == 0, "\(report.output)\(report.error)")
            #expect(report.output.hasPrefix("✓ conformant  "))
        }
    }

    @Test func whatItServesIsTheDescriptionInTheRepository() async throws {
        try await serving(Self.shop) { url, _ in
            let served = try curl("\(url)/_counterpart/openapi.yaml")
            #expect(served.status == "200")
            let file = try Data(contentsOf: Program.root.appending(path: Self.description))
            #expect(Data(served.text.utf8) == file)
        }
    }

    @Test func theNextLoginFails() async throws {
        try await serving(Self.shop) { url, _ in
            let json = "-H 'Content-Type: application/json'"
            let login = #"\#(json) -d '{"email":"anna@shop.example","passwd":"correct-horse"}' \#(url)/api/login/login"#
            let added = try curl(#"\#(json) -d '{"operation":"login","status":503}' \#(url)/_counterpart/answers"#)
            #expect(added.status == "201")
            #expect(try curl(login).status == "503")
            let second = try curl(login)
            #expect(second.status == "200")
            #expect(second.text.contains(#""logged_in":true"#))
            let journal = try JSON(parsing: try curl("'\(url)/_counterpart/journal?operation=login'").text)
            #expect(journal["entries"]?.array?.map { $0["status"] } == [503, 200])
            #expect(journal["entries"]?.array?.map { $0["kind"] } == ["one-off", "rule"])
            #expect(journal["entries"]?.array?.allSatisfy { $0["milliseconds"] != nil } == true)
        }
    }

    @Test func compressedContentIsJudgedAndShownAsItIsMeant() async throws {
        try await serving(Self.shop) { url, _ in
            let fields = "-H 'Content-Type: application/json' -H 'Content-Encoding: gzip'"
            func post(_ content: String, _ target: String) throws -> (status: String, text: String) {
                let printed = try RunningProgram.shell(
                    "printf %s '\(content)' | gzip | curl -s -w '\\n%{http_code}' \(fields) --data-binary @- \(url)\(target)"
                )
                let lines = printed.output.split(separator: "\n").map(String.init)
                return (lines.last ?? "", lines.dropLast().joined(separator: "\n"))
            }
            let login = #"{"email":"anna@shop.example","passwd":"correct-horse"}"#
            #expect(try post(login, "/api/login/login").status == "200")
            let entry = try JSON(parsing: try curl("\(url)/_counterpart/journal/1").text)
            #expect(entry["request"]?["bytes"] == .number(JSONNumber(login.utf8.count)))
            #expect(entry["request"]?["text"]?.string?.contains("anna@shop.example") == true)
            #expect(try post(#"{"operation":"login","status":503}"#, "/_counterpart/answers").status == "201")
        }
    }

    @Test func whatPreconditionsMadeOfAnswersIsShown() async throws {
        try await serving(Self.shop) { url, _ in
            let promotions = "'\(url)/api/home/get_promotions?user_id=1'"
            #expect(try curl("-H 'If-None-Match: *' \(promotions)").status == "304")
            #expect(try curl("-H 'If-Match: \"x\"' \(promotions)").status == "412")
            // Read like all others, and not from its bytes.
            #expect(try curl("-H 'If-None-Match: *' -H 'Prefer: code=200' \(promotions)").status == "304")
            let journal = try JSON(parsing: try curl("\(url)/_counterpart/journal").text)
            #expect(journal["entries"]?.array?.map { $0["status"] } == [304, 412, 304])
            let unmodified = try JSON(parsing: try curl("\(url)/_counterpart/journal/1").text)
            #expect(unmodified["response"]?["bytes"] == 0)
            let failed = try JSON(parsing: try curl("\(url)/_counterpart/journal/2").text)
            #expect(failed["response"]?["text"]?.string?.contains("Precondition failed") == true)
        }
    }

    @Test func waitingEndsWithTheRequest() async throws {
        try await serving(Self.shop) { url, _ in
            let backend = try BackendURL(parsing: url)
            let sender = HTTPSender(timeout: .seconds(60))
            func ask(_ method: HTTPRequest.Method, _ target: String) async throws -> Response {
                try await sender.send(Request(method: method, target: target), to: backend)
            }
            async let waited = ask(
                .get, "/_counterpart/sessions/t/_counterpart/journal/wait?operation=exit&count=2&timeout=30")
            for _ in 0..<2 { _ = try await ask(.post, "/_counterpart/sessions/t/api/login/exit") }
            _ = try await ask(.post, "/api/login/exit")
            let told = try JSON(parsing: try await waited.body)
            #expect(told["met"] == true)
            #expect(told["count"] == 2)
            await sender.shutdown()
        }
    }

    struct Hostile: CustomTestStringConvertible {
        let testDescription: String
        let arguments: String
        let status: String
    }

    static let hostile = [
        Hostile(
            testDescription: "no JSON",
            arguments: "-X PUT -H 'Content-Type: application/json' -d '{' URL/_counterpart/faults", status: "400"),
        Hostile(
            testDescription: "no content type", arguments: "-X PUT -H 'Content-Type:' -d '[]' URL/_counterpart/faults",
            status: "415"),
        Hostile(
            testDescription: "a huge body",
            arguments:
                "-X PUT -H 'Content-Type: application/json' -H 'Expect:' --data-binary @HUGE URL/_counterpart/state",
            status: "413"),
        Hostile(
            testDescription: "deep JSON",
            arguments:
                "-X PUT -H 'Content-Type: application/json' -d \"$(printf '[%.0s' $(seq 20000))\" URL/_counterpart/state",
            status: "400"),
        Hostile(testDescription: "no pointer", arguments: "'URL/_counterpart/state?pointer=~'", status: "400"),
        Hostile(
            testDescription: "a pointer to nowhere", arguments: "URL/_counterpart/state?pointer=/a/b/c", status: "404"),
        Hostile(
            testDescription: "a session that is not there", arguments: "'URL/_counterpart/state?session=gone'",
            status: "404"),
        Hostile(
            testDescription: "a session that cannot be", arguments: "'URL/_counterpart/sessions/%2e%2e%2f/api'",
            status: "400"),
        Hostile(
            testDescription: "a page of another site",
            arguments: "-X POST -H 'Origin: https://evil.example' URL/_counterpart/reset", status: "403"),
        Hostile(
            testDescription: "another host's name", arguments: "-H 'Host: evil.example' URL/_counterpart/state",
            status: "403"),
        Hostile(testDescription: "no such page", arguments: "URL/_counterpart/stat", status: "404"),
    ]

    @Test func strangersAreRefusedAndTheMockGoesOn() async throws {
        let huge = FileManager.default.temporaryDirectory.appending(path: "huge-\(UUID().uuidString)")
        try Data(repeating: 0x20, count: 17 << 20).write(to: huge)
        defer { try? FileManager.default.removeItem(at: huge) }
        try await serving(Self.shop) { url, _ in
            for test in Self.hostile {
                let answer = try curl(test.arguments.replacing("URL", with: url).replacing("HUGE", with: huge.path))
                #expect(answer.status == test.status, "\(test.testDescription): \(answer.text)")
                #expect(answer.text.contains("\"detail\""), "\(test.testDescription)")
            }
            #expect(try curl("\(url)/_counterpart/health").status == "200")
        }
    }

    @Test(.enabled(if: !LocalNetwork.addresses.isEmpty, "this machine is in no network"))
    func otherMachinesNeedTheToken() async throws {
        let address = try #require(LocalNetwork.addresses.first)
        try await serving(Self.shop, "--lan") { url, start in
            #expect(url.hasPrefix("http://127.0.0.1:"))
            let near = try #require(
                start["lan"]?["urls"]?.array?.compactMap(\.string).first { $0.contains("//\(address):") })
            let token = try #require(start["lan"]?["admin_token"]?.string)
            #expect(token.utf8.count == 24)
            #expect(try curl("-X POST \(near)/api/login/exit").status == "200")
            #expect(try curl("\(near)/_counterpart/health").status == "200")
            let refused = try curl("\(near)/_counterpart/sessions")
            #expect(refused.status == "403")
            #expect(refused.text.contains("Authorization: Bearer"))
            #expect(try curl("-H 'Authorization: Bearer wrong' \(near)/_counterpart/sessions").status == "403")
            #expect(try curl("-H 'Authorization: Bearer \(token)' \(near)/_counterpart/sessions").status == "200")
            #expect(try curl("\(url)/_counterpart/sessions").status == "200")
        }
        try await serving(Self.shop, "--host", "0.0.0.0") { url, start in
            let port = try #require(start["port"]?.number?.text)
            let refused = try curl("http://\(address):\(port)/_counterpart/sessions")
            #expect(refused.status == "403")
            #expect(refused.text.contains("--admin-token"))
        }
    }

    @Test func theInvitationHasWhatAnAppNeeds() {
        let invitation = LanInvitation(
            addresses: ["192.168.1.5", "10.0.0.7"], BackendURL(host: "0.0.0.0", port: 8080), token: "t0ken")
        let text = invitation.text { $1 }
        for piece in [
            "http://192.168.1.5:8080, http://10.0.0.7:8080", "<key>NSAllowsLocalNetworking</key><true/>",
            "API_BASE_URL = http://192.168.1.5:8080\n",
            #"app.launchEnvironment["API_BASE_URL"] = "http://192.168.1.5:8080/_counterpart/sessions/\(UUID())""#,
            "curl -H 'Authorization: Bearer t0ken' http://192.168.1.5:8080/_counterpart/health",
        ] { #expect(text.contains(piece), "\(text)") }
        #expect(
            LanInvitation(addresses: [], BackendURL(host: "0.0.0.0", port: 1), token: "t").text { $1 }.contains(
                "in no network"))
        #expect(Set((0..<100).map { _ in LanInvitation.freshToken() }).count == 100)
    }

    @Test(arguments: [
        ["--lan", "--host", "0.0.0.0"], ["--admin-token", ""], ["--admin-token", "a b"], ["--journal", "-1"],
    ])
    func optionsThatMakeNoSenseAreRefused(options: [String]) throws {
        let result = try RunningProgram(["serve", Self.shop, "--port", "0"] + options).end()
        #expect(result.status == 2)
        #expect(result.output == "")
        #expect(result.error.contains("--"))
    }

    @Test func nearMissesStandBeneathTheLine() async throws {
        let program = try RunningProgram(["serve", Self.shop, "--port", "0", "--hide-decision"])
        var url = ""
        while url.isEmpty, let line = program.line() {
            if let found = line.firstMatch(of: /Listening on (http:\/\/127\.0\.0\.1:\d+)/) { url = String(found.1) }
        }
        let headers = try RunningProgram.shell("curl -s -D - -o /dev/null '\(url)/api/home/get_promotion?user_id=1'")
            .output
        #expect(!headers.contains("Counterpart-Decision"))
        program.send()
        let lines = program.end().output.split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }
        #expect(lines.count == 3)
        #expect(
            lines.dropFirst().first
                == "nearest: GET /api/home/get_promotions: 'get_promotion' stands where 'get_promotions' should")
        #expect(lines.last == "fix:     send GET /api/home/get_promotions?user_id=1")
    }
}
