// Which of the contracts of a server may have a path, found by the path's beginning.

import OpenAPIContract
import Synchronization

/// The contracts of a server by their base paths. Made when it is first asked, and anew once a contract was replaced.
final class BasePathTable: Sendable {
    private struct Contents: Sendable {
        /// Of each, which of its contracts it was made of.
        let generations: [Int]
        /// By base path. Nil where a base path has parameters, or is written with escapes.
        let positions: [String: [Int]]?
        /// Of the base paths, the longest first.
        let lengths: [Int]
    }

    private let contents = Mutex<Contents?>(nil)

    /// The positions of the contracts under whose base path a target lies, the longest base path first; nil where that is not to be told
    /// by comparing texts.
    func contracts(covering target: String, of all: [ServedContract]) -> [Int]? {
        let contents = current(all)
        let path = target.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        guard let positions = contents.positions, !path.contains(UInt8(ascii: "%")) else { return nil }
        var found: [Int] = []
        for length in contents.lengths where length <= path.count {
            let end = path.index(path.startIndex, offsetBy: length)
            guard end == path.endIndex || path[end] == UInt8(ascii: "/") else { continue }
            for one in positions[String(target[..<end])] ?? [] where !found.contains(one) { found.append(one) }
        }
        return found
    }

    private func current(_ all: [ServedContract]) -> Contents {
        contents.withLock { contents in
            if let contents, zip(all, contents.generations).allSatisfy({ $0.mock.generation == $1 }) { return contents }
            let new = BasePathTable.contents(all)
            contents = new
            return new
        }
    }

    private static func contents(_ all: [ServedContract]) -> Contents {
        // Asked for first: of a contract that is replaced meanwhile the table is made once more.
        let generations = all.map(\.mock.generation)
        var positions: [String: [Int]] = [:]
        for (index, one) in all.enumerated() {
            guard let paths = one.mock.use({ $0.contract.literalBasePaths }) else {
                return Contents(generations: generations, positions: nil, lengths: [])
            }
            for path in paths { positions[path, default: []].append(index) }
        }
        let lengths = Set(positions.keys.map(\.utf8.count)).sorted(by: >)
        return Contents(generations: generations, positions: positions, lengths: lengths)
    }
}
