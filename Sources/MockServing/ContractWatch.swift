// Sees when the files of a contract are saved.

import SourceDocuments
import OpenAPIContract

/// The files of a contract folder, or a single document, asked for their times now and then: that works on every file system, and
/// for editors that write a new file in place of the old one.
package struct ContractWatch: Sendable {
    private let path: String
    private let interval: Duration
    private var seen: [String: FileStatus.Stamp]

    /// More files than any contract has; a folder of other things is not searched for ever.
    private static let limit = 2_000

    /// Remembers the files as they are now.
    /// - Parameter interval: how often the files are looked at.
    package init(path: String, interval: Duration = .milliseconds(200)) {
        self.path = path
        self.interval = interval
        seen = ContractWatch.stamps(of: path)
    }

    /// Returns when something was saved since the last time, and nothing more has come for an interval; throws when cancelled.
    package mutating func change() async throws {
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

    private static func stamps(of path: String) -> [String: FileStatus.Stamp] {
        var stamps: [String: FileStatus.Stamp] = [:]
        guard ContractFolder(path: path) != nil else {
            stamps[path] = (try? FileStatus(path))?.stamp
            return stamps
        }
        var looked = 0
        var folders = [path]
        while let folder = folders.popLast() {
            // One that has gone meanwhile has no files.
            let names = (try? Folder.names(in: folder)) ?? []
            for name in names where !name.hasPrefix(".") && name != "node_modules" {
                looked += 1
                guard looked <= limit else { return stamps }
                let file = "\(folder)/\(name)"
                guard let status = try? FileStatus(file, followsLinks: false) else { continue }
                if status.kind == .folder {
                    folders.append(file)
                } else if [".yaml", ".yml", ".json"].contains(where: name.hasSuffix) {
                    // A link is followed to a file alone, as a folder may hold one to itself.
                    let target = status.kind == .file ? status : try? FileStatus(file)
                    if target?.kind == .file { stamps[file] = target?.stamp }
                }
            }
        }
        return stamps
    }
}
