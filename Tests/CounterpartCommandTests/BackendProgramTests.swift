// `counterpart serve --mode spy` and `--mode verify`: a backend behind the mock, over sockets.

import Foundation
import JSONValues
import JSONSchema
import HTTPExchange
import Archives
import HTTPTypes
import HTTPWire
import SecureWire
import Testing

@Suite(.timeLimit(.minutes(10))) struct BackendProgramTests {
    /// Serves the sneaker shop with a backend that answers everything alike, and gives what the program said at the end.
    private func serving(
        _ mode: String, _ answer: Response, options: [String] = [],
        _ body: (BackendURL, HTTPSender) async throws -> Void
    ) async throws -> Program.Result {
        let backend = try await HTTPListener.start(.init()) { _ in .now(OutgoingResponse(PreparedResponse(answer))) }
        let program = try RunningProgram(
            [
                "serve", "Contracts/sneaker-shop", "--mode", mode, "--backend", backend.address.description, "--port",
                "0",
                "--json",
            ] + options)
        let start = try JSON(parsing: try #require(program.line()))
        let sender = HTTPSender(timeout: .seconds(60))
        try await body(BackendURL(parsing: try #require(start["url"]?.string)), sender)
        program.send()
        let result = program.end()
        await sender.shutdown()
        await backend.shutdown()
        return result
    }

    private static let promotions = Request(target: "/api/home/get_promotions?user_id=1")

    private static func field(_ name: String, _ response: Response) -> String? {
        response.headers.first { $0.name.rawName == name }?.value
    }

    @Test func theBackendIsJudgedWhileItAnswers() async throws {
        let wrong = Response(
            status: 200, headers: [.contentType: "application/json"], body: Array(#"[{"id":"x"}]"#.utf8))
        let result = try await serving("verify", wrong) { url, sender in
            for _ in 0..<3 {
                let response = try await sender.send(Self.promotions, to: url)
                #expect(response.body == wrong.body)
                #expect(Self.field("Counterpart-Decision", response) == "forwarded")
                let told = Self.field("Counterpart-Violations", response) ?? ""
                let first = try JSON(parsing: told)[0]
                #expect(first?["check"] == "body-shape")
            }
            let journal = try await sender.send(Request(target: "/_counterpart/journal"), to: url)
            #expect(String(decoding: journal.body, as: UTF8.self).contains(#""kind":"forwarded""#))
        }
        #expect(result.status == 1)
        let last = try JSON(parsing: try #require(result.output.split(separator: "\n").last.map(String.init)))
        #expect(last["exchanges"] == 3 && last["conformant"] == false)
        #expect(last["findings"]?[0]?["operation"] == "getPromotions" && last["findings"]?[0]?["count"] == 3)
    }

    /// Nothing of it is kept, whatever its length; only its head is judged.
    @Test(arguments: ["verify", "spy"]) func aLongUploadPassesUnjudged(_ mode: String) async throws {
        let backend = try await HTTPListener.start(
            .init(),
            streaming: { request, content, _ in
                .later {
                    var (bytes, sum) = (request.body.count, 0)
                    do {
                        while let part = try await content?.next() {
                            bytes += part.count
                            sum &+= part.reduce(0) { $0 &+ Int($1) }
                        }
                    } catch {
                        bytes = -1
                    }
                    return OutgoingResponse(
                        PreparedResponse(
                            Response(
                                status: 200, headers: [.contentType: "text/plain"], body: Array("\(bytes) \(sum)".utf8))
                        ))
                }
            })
        let program = try RunningProgram([
            "serve", "Contracts/sneaker-shop", "--mode", mode, "--backend", backend.address.description, "--port", "0",
            "--json",
        ])
        let start = try JSON(parsing: try #require(program.line()))
        let url = try BackendURL(parsing: try #require(start["url"]?.string))
        let sender = HTTPSender(timeout: .seconds(600))
        let body = [UInt8](repeating: 1, count: 20 << 20)
        let login = Request(
            method: .post, target: "/api/login/login", headers: [.contentType: "application/json"], body: body)
        let response = try await sender.send(login, to: url)
        #expect(String(decoding: response.body, as: UTF8.self) == "\(body.count) \(body.count)")
        #expect(
            Self.field("Counterpart-Not-Judged", response)
                == "the request's body, which has more than 4194304 bytes")
        let journal = try JSON(
            parsing: try await sender.send(Request(target: "/_counterpart/journal/1"), to: url).body)
        #expect(journal["request"]?["bytes"] == .number(JSONNumber(body.count)), "\(journal)")
        #expect(journal["not_judged"]?[0] != nil && journal["violations"] == nil)
        program.send()
        let lines = program.end().output.split(separator: "\n").compactMap { try? JSON(parsing: String($0)) }
        #expect(lines.first { $0["event"] == "request" }?["not_judged"]?[0] != nil)
        if mode == "verify" { #expect(lines.last?["not_judged"] == 1 && lines.last?["exchanges"] == 1) }
        await sender.shutdown()
        await backend.shutdown()
    }

    @Test func whatItWasJudgedByIsReported() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "reports-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func text(_ name: String) throws -> String {
            try String(contentsOf: folder.appending(path: name), encoding: .utf8)
        }
        let wrong = Response(
            status: 200, headers: [.contentType: "application/json"], body: Array(#"[{"id":"x"}]"#.utf8))
        let options = ["junit", "sarif", "json", "html", "har"].flatMap {
            ["--report", "\($0)=\(folder.path(percentEncoded: false))/report.\($0)"]
        }
        let result = try await serving("verify", wrong, options: options) { url, sender in
            for _ in 0..<2 { _ = try await sender.send(Self.promotions, to: url) }
        }
        #expect(result.status == 1)
        #expect(try text("report.junit").contains("body-shape"))
        #expect(try JSON(parsing: text("report.sarif"))["runs"]?[0]?["results"]?[0]?["ruleId"]?.string != nil)
        #expect(try JSON(parsing: text("report.json"))["findings"]?[0]?["check"] == "body-shape")
        #expect(try text("report.html").contains("getPromotions"))
        #expect(try HAR(parsing: Array(text("report.har").utf8)).entries.count == 2)
    }

    @Test func aBackendThatKeepsToTheContractIsConformant() async throws {
        let right = Response(status: 200, headers: [.contentType: "application/json"], body: Array("[]".utf8))
        let result = try await serving("verify", right) { url, sender in
            let response = try await sender.send(Self.promotions, to: url)
            #expect(response.body == right.body)
        }
        #expect(result.status == 0)
    }

    /// The shop's mock.yaml has a rule for every operation, the backend gets the rest.
    @Test func rulesAnswerBeforeTheBackend() async throws {
        let answer = Response(status: 200, headers: [.contentType: "text/plain"], body: Array("of the backend".utf8))
        let result = try await serving("spy", answer) { url, sender in
            let ruled = try await sender.send(Self.promotions, to: url)
            #expect(Self.field("Counterpart-Decision", ruled)?.hasPrefix("rule") == true)
            let rest = try await sender.send(Request(target: "/elsewhere"), to: url)
            #expect(rest.body == answer.body)
            #expect(Self.field("Counterpart-Decision", rest) == "forwarded")
        }
        #expect(result.status == 0)
    }

    @Test(arguments: [
        (["--mode", "spy"], "--mode spy needs --backend URL"),
        (["--report", "json=r.json"], "--report goes with --mode verify"),
        (["--backend", "http://127.0.0.1:9"], "--backend goes with --mode spy or --mode verify"),
        (["--mode", "verify", "--backend", "nowhere"], "it has no scheme"),
    ])
    func optionsThatDoNotFitAreRefused(options: [String], message: String) async throws {
        let result = try await Program.run(["serve", "Contracts/sneaker-shop"] + options)
        #expect(result.status == 2)
        #expect(result.error.contains(message))
    }
}
