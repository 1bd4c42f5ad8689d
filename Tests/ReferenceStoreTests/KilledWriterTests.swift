// A writer that is killed at any moment: every page it had reported is in the file, and none in part.

import Foundation
import ReferenceClient
import Testing

@testable import ReferenceStore

@Suite struct KilledWriterTests {
    private static let pathVariable = "COUNTERPART_KILLED_WRITER_DATABASE"
    private static let pageSize = 20

    /// Runs in a process of its own, until it is killed: writes page after page and reports each.
    @Test(
        .enabled(
            if: ProcessInfo.processInfo.environment[pathVariable] != nil, "only in the process that is to be killed"))
    func writer() async throws {
        let path = try #require(ProcessInfo.processInfo.environment[Self.pathVariable])
        let database = try SQLiteDatabase(path: path)
        for page in 1... {
            let ids = (0..<Self.pageSize).map { UInt64(page * Self.pageSize + $0) }
            try await database.save(
                ids.map { WorkshopPost(id: $0, title: "p", modifiedAt: .distantPast, categories: [1]) },
                progress: LoadProgress(category: 1, nextPage: page + 1))
            try FileHandle.standardOutput.write(contentsOf: Data("saved \(page)\n".utf8))
        }
    }

    @Test(arguments: [1, 7, 40]) func whatWasReportedIsThereWhole(pages: Int) async throws {
        let path = try temporaryFile()
        let reported = try pagesReportedUntilKilled(path: path, after: pages)
        #expect(reported >= pages)
        let database = try SQLiteDatabase(path: path)
        let next = try #require(try await database.progress(of: 1)?.nextPage)
        #expect(next > reported)
        #expect(try await database.posts(in: 1).count == (next - 1) * Self.pageSize)
    }

    private func pagesReportedUntilKilled(path: String, after pages: Int) throws -> Int {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = ["--testing-library", "swift-testing", "--filter", "KilledWriterTests.writer"]
        process.environment = ProcessInfo.processInfo.environment.merging([Self.pathVariable: path]) { $1 }
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        var text = ""
        func reported() -> Int { text.split(separator: "\n").filter { $0.hasPrefix("saved ") }.count }
        while reported() < pages {
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else { break }
            text += String(decoding: more, as: UTF8.self)
        }
        kill(process.processIdentifier, SIGKILL)
        text += String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        return reported()
    }
}
