// Generated clients compile without a warning, however the module that they stand in is set up.

import Foundation
import SourceDocuments
import Testing

@testable import SwiftGeneration

struct CompilationTests {
    /// All goldens as one module, each in a namespace, and one of them the way that a client alone is.
    private static func sources(_ access: ClientSettings.Access) throws -> [GeneratedFile] {
        var files: [GeneratedFile] = []
        for (index, name) in Golden.names.enumerated() {
            let title = name.prefix(1).uppercased() + name.dropFirst()
            let settings = ClientSettings(name: title, access: access, isNamespaced: true, hasRuntime: index == 0)
            files += Golden.generate(try Golden.contract(name), settings).files
        }
        files += Golden.generate(
            try Golden.contract("operations"), ClientSettings(name: "Alone", access: access, hasRuntime: false)
        ).files.map { GeneratedFile(path: "Alone\($0.path)", text: $0.text) }
        return files
    }

    @Test(arguments: [
        (ClientSettings.Access.public, ["-swift-version", "6", "-default-isolation", "MainActor"]),
        (.internal, ["-swift-version", "5", "-enable-upcoming-feature", "NonisolatedNonsendingByDefault"]),
        (
            .package,
            ["InternalImportsByDefault", "ExistentialAny", "MemberImportVisibility", "NonisolatedNonsendingByDefault"]
                .flatMap { ["-enable-upcoming-feature", $0] } + ["-swift-version", "6"]
        ),
    ])
    func compiles(_ access: ClientSettings.Access, _ flags: [String]) async throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent(
            "counterpart-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: directory) }
        var paths: [String] = []
        for file in try Self.sources(access) {
            let url = directory.appendingPathComponent(file.path.replacingOccurrences(of: "/", with: "-"))
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            try Data(file.text.utf8).write(to: url)
            paths.append(url.path)
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments =
            [
                "swiftc", "-emit-sil", "-wmo", "-o", "/dev/null", "-warnings-as-errors", "-module-name", "Clients",
                "-package-name", "p",
            ]
            + flags + paths
        let output = Pipe()
        process.standardError = output
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(text.prefix(4_000))")
    }

    @Test func namesNothingOfSynchronization() throws {
        for file in try Self.sources(.public) {
            for word in ["Synchronization", "Mutex", "Atomic", "import Combine", "Observation"] {
                #expect(!file.text.contains(word), "\(file.path)")
            }
        }
    }
}
