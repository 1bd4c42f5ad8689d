// Sees when the files of a contract are saved.

import Foundation
import OpenAPIContract

/// The files of a contract folder, or a single document, asked for their times now and then: that works on every file system, and
/// for editors that write a new file in place of the old one.
struct ContractWatch: Sendable {
    /// What changes when a file is saved.
    private struct Stamp: Hashable {
        let seconds: Int
        let nanoseconds: Int
        let size: Int
        let number: UInt64
    }

    private let path: String
    private let interval: Duration
    private var seen: [String: Stamp]

    /// More files than any contract has; a folder of other things is not searched for ever.
    private static let limit = 2_000

    init(path: String, interval: Duration = .milliseconds(200)) {
        self.path = path
        self.interval = interval
        seen = ContractWatch.stamps(of: path)
    }

    /// Returns when something was saved since the last time, and nothing more has come for an interval; throws when cancelled.
    mutating func change() async throws {
        var last = seen
        while true {
            try await Task.sleep(for: interval)
            let now = ContractWatch.stamps(of: path)
            if now != seen, now == last {
                seen = now
                return
            }
            last = now
        }
    }

    private static func stamps(of path: String) -> [String: Stamp] {
        var stamps: [String: Stamp] = [:]
        guard ContractFolder(path: path) != nil else {
            stamps[path] = FileStatus(path)?.stamp
            return stamps
        }
        var looked = 0
        var folders = [path]
        while let folder = folders.popLast() {
            // One that has gone meanwhile has no files.
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            for name in names where !name.hasPrefix(".") && name != "node_modules" {
                looked += 1
                guard looked <= limit else { return stamps }
                let file = "\(folder)/\(name)"
                guard let status = FileStatus(file) else { continue }
                if status.isFolder {
                    folders.append(file)
                } else if [".yaml", ".yml", ".json"].contains(where: name.hasSuffix) {
                    stamps[file] = status.stamp
                }
            }
        }
        return stamps
    }

    /// What the system says of a file; of a link, of the link itself, as a folder may hold one to itself.
    private struct FileStatus {
        let isFolder: Bool
        let stamp: Stamp

        /// Nil where there is no such file, at this moment.
        init?(_ path: String) {
            var status = stat()
            guard lstat(path, &status) == 0 else { return nil }
            #if canImport(Darwin)
            let modified = status.st_mtimespec
            #else
            let modified = status.st_mtim
            #endif
            isFolder = status.st_mode & S_IFMT == S_IFDIR
            stamp = Stamp(
                seconds: Int(modified.tv_sec), nanoseconds: Int(modified.tv_nsec), size: Int(status.st_size),
                number: UInt64(status.st_ino))
        }
    }
}
