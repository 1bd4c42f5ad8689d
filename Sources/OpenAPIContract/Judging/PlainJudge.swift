// Finds the operation of a plain request and says that the request is right, or nothing.

package import HTTPExchange
import HTTPTypes

/// What can be told from the bytes of a request to an operation of one contract.
package final class PlainJudge: Sendable {
    /// A path without parameters, and what a GET of it means.
    private struct Entry: Sendable {
        let hash: UInt64
        /// Where in `paths` it is.
        let start: Int
        let count: Int
        let operation: Int
    }

    /// By `Operation.index`; nil for those that more has to be known of.
    package let operations: [PlainOperation?]
    private let router: Router
    /// Open addressing, at most half full.
    private let entries: [Entry?]
    private let paths: [UInt8]

    /// Nil where keys differ in their query alone: then it is for the judge to choose.
    /// - Parameter isTaken: whether anybody wants to know of the operation.
    package init?(_ contract: Contract, of isTaken: (Operation) -> Bool) {
        guard contract.operations.allSatisfy(\.path.query.isEmpty) else { return nil }
        operations = contract.operations.map { isTaken($0) ? PlainOperation($0, in: contract) : nil }
        router = contract.router
        var known: [(path: [UInt8], operation: Int)] = []
        for case let plain? in operations where plain.operation.path.parameterNames.isEmpty {
            let path = plain.operation.path.literal
            for base in Set([""] + plain.operation.servers.flatMap(\.basePaths)) {
                let whole = PlainJudge.joined(base, path)
                // What the router makes of it counts.
                let match = contract.match(.get, whole)
                guard match.best?.operation === plain.operation, match.others.isEmpty,
                    !known.contains(where: { $0.path.elementsEqual(whole.utf8) })
                else { continue }
                known.append((Array(whole.utf8), plain.operation.index))
            }
        }
        var size = 4
        while size < known.count * 2 { size *= 2 }
        var entries = [Entry?](repeating: nil, count: size)
        var paths: [UInt8] = []
        for (path, operation) in known {
            var hash = PathHash(seed: 0)
            for byte in path { hash.add(byte) }
            var index = PlainJudge.home(hash, size)
            while entries[index] != nil { index = (index + 1) & (size - 1) }
            entries[index] = Entry(hash: hash.value, start: paths.count, count: path.count, operation: operation)
            paths += path
        }
        self.entries = entries
        self.paths = paths
    }

    /// The operation of a request that certainly keeps to the contract, with its values in the order of the parameters. Nil where the
    /// judge has to be asked.
    /// - Parameter values: room for `PlainJudge.room` of them.
    package func judge(_ get: PlainGet, into values: UnsafeMutableBufferPointer<PlainValue>) -> PlainOperation? {
        let none = UnsafeMutableBufferPointer<Range<Int>>(start: nil, count: 0)
        if let index = index(ofPath: get) {
            guard let plain = operations[index], plain.read(get, none, into: values) else { return nil }
            return plain
        }
        return withUnsafeTemporaryAllocation(of: Range<Int>.self, capacity: PlainOperation.mostParameters) { captures in
            guard let (plain, count) = route(get, captures),
                plain.read(get, UnsafeMutableBufferPointer(rebasing: captures[..<count]), into: values)
            else { return nil }
            return plain
        }
    }

    package static let room = PlainOperation.mostParameters

    private static func home(_ hash: PathHash, _ size: Int) -> Int {
        Int(truncatingIfNeeded: hash.value ^ hash.value >> 29) & (size - 1)
    }

    private static func joined(_ base: String, _ path: String) -> String {
        let base = base.hasPrefix("/") || base.isEmpty ? base : "/" + base
        return base + "/" + path
    }

    private func index(ofPath get: PlainGet) -> Int? {
        let count = get.pathEnd - get.target.lowerBound
        var hash = PathHash(seed: 0)
        for index in get.target.lowerBound..<get.pathEnd { hash.add(get.bytes[index]) }
        return entries.withUnsafeBufferPointer { entries in
            paths.withUnsafeBufferPointer { paths in
                var index = PlainJudge.home(hash, entries.count)
                while let entry = entries[index] {
                    if entry.hash == hash.value, entry.count == count {
                        var offset = 0
                        while offset < count, paths[entry.start + offset] == get.bytes[get.target.lowerBound + offset] {
                            offset += 1
                        }
                        if offset == count { return entry.operation }
                    }
                    index = (index + 1) & (entries.count - 1)
                }
                return nil
            }
        }
    }

    /// The operation of a path with parameters, and how many of them there are; where they stand goes into `captures`.
    private func route(
        _ get: PlainGet, _ captures: UnsafeMutableBufferPointer<Range<Int>>
    ) -> (operation: PlainOperation, captures: Int)? {
        let path = get.slice(get.target.lowerBound..<get.pathEnd)
        // Escaped text is read in another spelling, which stands elsewhere.
        guard !path.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "]") })
        else { return nil }
        // The first slash is not part of it.
        let start = get.target.lowerBound + 1
        var found: (operation: PlainOperation, captures: Int)?
        get.withPath { path in
            router.walk(path) { candidates, path in
                var isHere = false
                for operation in candidates {
                    isHere = true
                    guard operation.method == .get else { continue }
                    if let plain = operations[operation.index], candidates.count(where: { $0.method == .get }) == 1,
                        path.captureCount <= captures.count
                    {
                        for (index, range) in path.captured.enumerated() {
                            captures[index] = (range.lowerBound + start)..<(range.upperBound + start)
                        }
                        found = (plain, path.captureCount)
                    }
                    return .end
                }
                return isHere ? .nextBase : .next
            }
        }
        return found
    }
}

extension PathTemplate {
    /// The path of a template without parameters, without its first slash.
    fileprivate var literal: String {
        segments.map { segment in
            segment.map { part in if case .literal(let text) = part { text } else { "" } }.joined()
        }.joined(separator: "/")
    }
}
