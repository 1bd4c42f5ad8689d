// What of a contract a run has reached, point by point, and why it has not reached the rest.

/// Operations, statuses, media types, parameters and keywords of a contract, each with what came of it.
package struct Coverage: Hashable, Sendable {
    /// What kind of thing a contract declares.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case operation, status
        case mediaType = "media-type"
        case parameter
        /// One side of a schema's keyword in a request: what it allows, or what it forbids.
        case keyword
    }

    /// Whether it was exercised, and with which result.
    package enum Outcome: Hashable, Sendable {
        case passed
        case failed
        /// It could have been, with the reason why not.
        case notReached(String)
        /// No request can come to it.
        case unreachable(String)
    }

    /// One declared thing of one operation.
    package struct Point: Hashable, Sendable {
        package let kind: Kind
        /// The operation's id.
        package let operation: String
        /// `response 404`, `query parameter 'limit', maximum, invalid`; empty for the operation itself.
        package let what: String
        package var outcome: Outcome

        package init(_ kind: Kind, _ operation: String, _ what: String, _ outcome: Outcome) {
            self.kind = kind
            self.operation = operation
            self.what = what
            self.outcome = outcome
        }
    }

    /// By operation, in the order of the contract.
    package private(set) var points: [Point]

    package init(_ points: [Point]) { self.points = points }

    /// How many points of a kind were reached, and how many could have been.
    package func count(_ kind: Kind? = nil) -> (reached: Int, reachable: Int) {
        points.reduce(into: (0, 0)) { count, point in
            guard kind == nil || point.kind == kind else { return }
            switch point.outcome {
            case .passed, .failed: count = (count.0 + 1, count.1 + 1)
            case .notReached: count.1 += 1
            case .unreachable: break
            }
        }
    }

    /// Of what could have been reached; 100 where there is nothing.
    package var percent: Double {
        let (reached, reachable) = count()
        return reachable == 0 ? 100 : Double(reached) * 100 / Double(reachable)
    }

    /// One decimal, rounded down: 99.96 is not 100.
    package var percentText: String {
        let tenths = Int(percent * 10)
        return tenths % 10 == 0 ? "\(tenths / 10)%" : "\(tenths / 10).\(tenths % 10)%"
    }

    /// The same points as several runs have reached them together.
    package mutating func merge(_ other: Coverage) {
        var indices: [Point: Int] = [:]
        for (index, point) in points.enumerated() { indices[point.name] = index }
        for point in other.points {
            if let index = indices[point.name] {
                if point.outcome.rank < points[index].outcome.rank { points[index].outcome = point.outcome }
            } else {
                indices[point.name] = points.count
                points.append(point)
            }
        }
    }
}

extension Coverage.Point {
    /// The point without what came of it.
    fileprivate var name: Coverage.Point { Coverage.Point(kind, operation, what, .passed) }
}

extension Coverage.Outcome {
    /// What one run has failed at, no other has mended.
    fileprivate var rank: Int {
        switch self {
        case .failed: 0
        case .passed: 1
        case .notReached: 2
        case .unreachable: 3
        }
    }
}
