// `counterpart import`, as it is run.

import Foundation
import Testing

@Suite struct ImportProgramTests {
    @Test func writesAFolderThatChecksAndSaysWhatIsLost() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "import-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "stubs.json").path
        let stubs = """
            {"mappings": [{"request": {"urlPath": "/a"}, "response": {"body": "a"}},
              {"request": {"urlPath": "/b"}, "response": {"proxyBaseUrl": "http://b.example"}}]}
            """
        try Data(stubs.utf8).write(to: URL(filePath: file))
        let output = folder.appending(path: "out").path
        let made = try await Program.run("import", file, "--output", output)
        #expect(made.status == 0)
        #expect(made.output.contains("\(file)#/mappings/1/response/proxyBaseUrl: "))
        #expect(made.output.contains("Next: counterpart serve \(output)"))
        #expect(try await Program.run("check", output).output == "nothing wrong\n")
        #expect(try await Program.run("import", file, "--output", output).status == 2)
        let again = try await Program.run("import", file, "--output", output, "--replace", "--strict", "--json")
        #expect(again.status == 1)
        #expect(again.output.contains("\"not_carried\""))
        let served = try await Program.run("check", file)
        #expect(
            served.error.contains("counterpart import \(file) --output")
                || served.output.contains("counterpart import \(file) --output"))
    }
}
