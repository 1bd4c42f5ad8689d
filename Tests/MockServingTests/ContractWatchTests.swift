// What counts as a change of a contract's files.

import Foundation
import Testing

import MockServing

@Suite struct ContractWatchTests {
    /// As a folder whose files are links into one that is replaced as a whole, or a document that is kept elsewhere.
    @Test(.timeLimit(.minutes(10)), arguments: ["api", "api/openapi.yaml"])
    func whatALinkLeadsToIsSeenToChange(path: String) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "watch-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(
            at: folder.appending(path: "api"), withIntermediateDirectories: true)
        let document = folder.appending(path: "kept.yaml")
        try Data("openapi: 3.1.0\n".utf8).write(to: document)
        for (link, target) in [("openapi.yaml", "../kept.yaml"), ("again", "."), ("gone.yaml", "nowhere")] {
            try FileManager.default.createSymbolicLink(
                atPath: folder.appending(path: "api/\(link)").path(percentEncoded: false), withDestinationPath: target)
        }
        var watch = ContractWatch(
            path: folder.appending(path: path).path(percentEncoded: false), interval: .milliseconds(1))
        try Data("openapi: 3.1.0 # saved\n".utf8).write(to: document)
        try await watch.change()
    }
}
