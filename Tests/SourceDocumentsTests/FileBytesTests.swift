// Files that options name: of a disk, of a pipe, and what is none.

import Foundation
import Testing

@testable import SourceDocuments

@Suite struct FileBytesTests {
    private static func inFolder<Result>(_ body: (String) async throws -> Result) async throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "file-bytes-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await body(folder.path(percentEncoded: false))
    }

    @Test func aFileIsReadWhole() async throws {
        try await Self.inFolder { (folder: String) throws in
            let path = "\(folder)/large"
            let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0) }
            try Data(bytes).write(to: URL(filePath: path))
            #expect(try FileBytes.read(path) == bytes)
            try Data().write(to: URL(filePath: path))
            #expect(try FileBytes.read(path) == [])
        }
    }

    /// As of `counterpart verify --config <(…)`.
    @Test func aPipeIsReadToItsEnd() async throws {
        try await Self.inFolder { (folder: String) throws in
            let path = "\(folder)/pipe"
            #expect(mkfifo(path, 0o600) == 0)
            let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0) }
            let writer = Thread {
                let pipe = FileHandle(forWritingAtPath: path)
                try? pipe?.write(contentsOf: Data(bytes))
                try? pipe?.close()
            }
            writer.start()
            let read = try FileBytes.read(path)
            #expect(read == bytes)
        }
    }

    @Test func whatIsNoFileIsSaid() async throws {
        try await Self.inFolder { (folder: String) throws in
            #expect(throws: FileBytes.Unreadable(reason: "is a directory")) { try FileBytes.read(folder) }
            #expect(throws: FileBytes.Unreadable(reason: "no such file or directory")) {
                try FileBytes.read("\(folder)/none")
            }
            let path = "\(folder)/s"
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
            #if canImport(Darwin)
            let kind = SOCK_STREAM
            #else
            let kind = Int32(SOCK_STREAM.rawValue)
            #endif
            let socket = socket(AF_UNIX, kind, 0)
            defer { close(socket) }
            let bound = withUnsafePointer(to: &address) { address in
                address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
            #expect(bound == 0)
            #expect(throws: FileBytes.Unreadable(reason: "it is a socket, not a file")) { try FileBytes.read(path) }
        }
    }
}
