// The built program over HTTPS, asked by curl.

import Foundation
import JSONValues
import JSONSchema
import Testing

@Suite(.timeLimit(.minutes(10))) struct TLSProgramTests {
    /// A program that serves with `--tls`, the authority's certificate, and where it listens.
    private func serving<Result>(
        _ arguments: [String] = ["--tls"], _ body: (_ url: String, _ authority: String?) throws -> Result
    ) throws -> Result {
        let data = FileManager.default.temporaryDirectory.appending(path: "tls-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: data) }
        let program = try RunningProgram(
            shell:
                "XDG_DATA_HOME='\(data)' exec '\(Program.executable.path)' serve Contracts/sneaker-shop --port 0 --json \(arguments.joined(separator: " "))"
        )
        let start = try JSON(parsing: try #require(program.line()))
        let result = try body(try #require(start["url"]?.string), start["tls"]?["authority"]?.string)
        program.send()
        #expect(program.end().status == 0)
        return result
    }

    @Test func curlTrustsTheAuthorityAndSpeaksHTTP2() throws {
        try serving { url, authority in
            #expect(url.hasPrefix("https://127.0.0.1:"))
            let authority = try #require(authority)
            for (version, spoken) in [("--http2", "2"), ("--http1.1", "1.1")] {
                let told = try RunningProgram.shell(
                    "curl -sS \(version) --cacert '\(authority)' -o /dev/null -w '%{http_version} %{http_code}' '\(url)/api/home/get_promotions?user_id=1'"
                )
                #expect(told == Program.Result(status: 0, output: "\(spoken) 200", error: ""))
            }
            // Nobody else does: 60 is an authority that is not known.
            #expect(try RunningProgram.shell("curl -s '\(url)/api/home/get_promotions?user_id=1'").status == 60)
        }
    }

    @Test func aFaultEndsItsStream() throws {
        try serving { url, authority in
            let authority = try #require(authority)
            let control = "curl -sS --cacert '\(authority)' -H 'Content-Type: application/json'"
            _ = try RunningProgram.shell(
                "\(control) -X PUT -d '[{\"fault\": \"reset\"}]' '\(url)/_counterpart/faults'")
            let told = try RunningProgram.shell(
                "curl -sS --http2 --cacert '\(authority)' '\(url)/api/home/get_promotions?user_id=1'")
            // An error of HTTP/2's framing: the stream was reset.
            #expect(told.status == 92, "\(told)")
            #expect(told.error.contains("INTERNAL_ERROR"), "\(told)")
        }
    }

    @Test func http2NeedsNoTLS() throws {
        try serving([]) { url, _ in
            let told = try RunningProgram.shell(
                "curl -sS --http2-prior-knowledge -o /dev/null -w '%{http_version}' '\(url)/api/home/get_promotions?user_id=1'"
            )
            #expect(told.output == "2")
        }
    }

    @Test func aKeyWithoutItsCertificateIsAskedFor() async throws {
        let told = try await Program.run(["serve", "Contracts/sneaker-shop", "--key", "none.pem"])
        #expect(told.status != 0)
        #expect(told.error.contains("--certificate and --key belong together"))
        let missing = try await Program.run([
            "serve", "Contracts/sneaker-shop", "--key", "none.pem", "--certificate", "none.pem", "--port", "0",
        ])
        #expect(missing.error.contains("none.pem cannot be read"))
    }

    @Test(arguments: [
        ([], "https://app.example"), (["--cors", "https://app.example"], "https://app.example"),
        (["--cors", "off"], ""), (["--cors", "https://other.example"], ""),
    ])
    func pagesOfOtherOriginsMayUseIt(arguments: [String], allowed: String) throws {
        try serving(arguments) { url, _ in
            let told = try RunningProgram.shell(
                "curl -sS -D - -o /dev/null -H 'Origin: https://app.example' '\(url)/api/home/get_promotions?user_id=1'"
            )
            let line = told.output.split(separator: "\r\n").first { $0.hasPrefix("Access-Control-Allow-Origin: ") }
            #expect((line.map(String.init) ?? "") == (allowed.isEmpty ? "" : "Access-Control-Allow-Origin: \(allowed)"))
        }
    }

    @Test func anOriginIsOneThatBrowsersSend() async throws {
        let told = try await Program.run(["serve", "Contracts/sneaker-shop", "--cors", "app.example/path"])
        #expect(told.status != 0)
        #expect(told.error.contains("--cors"))
    }
}
