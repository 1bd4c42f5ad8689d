// Sees when the files of a contract are saved.

import Foundation
import OpenAPIContract

/// The files of a contract folder, or a single document, asked for their times now and then: that works on every file system, and
/// for editors that write a new file in place of the old one.
struct ContractWatch {
    /// What changes when a file is saved.
    private struct Stamp: Hashable {
        let modified: Date?
        let size: Int
        let number: Int
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
        guard ContractFolder(path: path) != nil,
            let names = FileManager.default.enumerator(atPath: path)
        else {
            stamps[path] = stamp(of: path)
            return stamps
        }
        var looked = 0
        while looked < limit, let name = names.nextObject() as? String {
            looked += 1
            let last = name.split(separator: "/").last ?? ""
            if last.hasPrefix(".") || last == "node_modules" {
                names.skipDescendants()
            } else if [".yaml", ".yml", ".json"].contains(where: last.hasSuffix) {
                stamps[name] = stamp(of: "\(path)/\(name)")
            }
        }
        return stamps
    }

    /// Nil where there is no such file, at this moment.
    private static func stamp(of path: String) -> Stamp? {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else { return nil }
        return Stamp(
            modified: attributes[.modificationDate] as? Date, size: (attributes[.size] as? NSNumber)?.intValue ?? 0,
            number: (attributes[.systemFileNumber] as? NSNumber)?.intValue ?? 0)
    }
}
