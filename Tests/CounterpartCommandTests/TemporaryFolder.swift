// Folders for the files of tests, which leave nothing behind.

import Foundation

/// Folders that go when the process of the tests ends.
enum TemporaryFolder {
    private static let root: URL = {
        atexit { TemporaryFolder.remove() }
        return FileManager.default.temporaryDirectory.appending(path: "counterpart-tests-\(UUID().uuidString)")
    }()

    /// An empty one that nobody else has.
    static func make() throws -> URL {
        let folder = root.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    private static func remove() {
        do {
            try FileManager.default.removeItem(at: root)
        } catch {
            // The tests have ended: there is nobody left to tell.
        }
    }
}
