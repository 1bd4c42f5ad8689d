// `counterpart check --watch`: checks again when a file is saved or replaced, and ends with a signal.

import Foundation
import Testing

@Suite struct CheckWatchProgramTests {
    @Test(.timeLimit(.minutes(2))) func savedFilesAreCheckedAgain() async throws {
        let folder = try TemporaryFolder.make()
        let file = folder.appending(path: "openapi.yaml")
        let original = try Data(
            contentsOf: Program.root.appending(path: "Contracts/sneaker-shop/openapi.yaml"))
        try original.write(to: file)
        let program = try RunningProgram(["check", folder.path, "--watch"])
        #expect(try #require(program.line()).hasSuffix(" nothing wrong"))
        // As an editor saves: another file in its place.
        try Data("openapi: [\n".utf8).write(to: file, options: .atomic)
        var lines: [String] = []
        while let line = program.line() {
            lines.append(line)
            if line.wholeMatch(of: /\d{4}-\d\d-\d\dT\S+ \d+ error.*/) != nil { break }
        }
        #expect(lines.first?.hasPrefix("\(file.path):") == true, "\(lines)")
        try original.write(to: file)
        #expect(try #require(program.line()).hasSuffix(" nothing wrong"))
        program.send()
        #expect(program.end() == Program.Result(status: 0, output: "", error: ""))
    }

    @Test func aContractOfTheNetworkIsNotWatched() async throws {
        let result = try await Program.run("check", "https://example.invalid/openapi.yaml", "--watch")
        #expect(result.status == 2)
        #expect(result.error.contains("--watch is for files of this machine."))
    }
}
