// The operations closest to a request that fits none: every field scored, the cause first, and what to send instead.

import JSONValues
package import HTTPExchange
import SourceDocuments
package import HTTPTypes
import Synchronization

/// An operation that a request almost meant.
package struct NearMiss: Sendable {
    package let operation: Operation
    /// From 0, nothing in common, up to 1: the mean over path, method, parameters and body, the path weighing most.
    package let score: Double
    /// Why it does not match: the path, then the method, then what the operation would object to besides.
    package let reasons: [String]
    /// What to send instead, in one line.
    package let fix: String
}

extension Contract {
    /// The closest operations, best first, with all that each would object to. Only for requests that
    /// failed.
    package func nearest(to request: Request, count: Int = 3) -> [NearMiss] {
        closest(request.method, request.target, count: count * 3)
            .map { candidate in
                let judged = judge(request, as: candidate.operation, path: candidate.path.values)
                let objections = judged.violations.filter { violation in
                    // What the path lacks is told already.
                    if case .parameter(.path, _, _) = violation.location, !candidate.path.isWhole { return false }
                    return violation.severity == .violation
                }
                return candidate.miss(objections, given: judged.parameters.count)
            }
            .sorted { ($0.score, $1.operation.index) > ($1.score, $0.operation.index) }.prefix(count).map { $0 }
    }

    /// By method and path alone.
    package func nearest(_ method: HTTPRequest.Method, _ target: String, count: Int = 3) -> [NearMiss] {
        closest(method, target, count: count).map { $0.miss([], given: 0) }
    }

    private func closest(_ method: HTTPRequest.Method, _ target: String, count: Int) -> [Candidate] {
        let path = target.prefix { $0 != "?" && $0 != "#" }
        let query = target.dropFirst(path.count).prefix { $0 != "#" }
        let segments = PathText.segments(of: path)
        var comparison = PathComparison(segments)
        var glance = PathGlance(segments)
        // With and without a base path, as routing does it. No comparison finds more in common than the glance lets through.
        var promising = outlines.all.compactMap { outline -> (outline: PathOutline, score: Double)? in
            let most = glance.mostLikeness(of: outline)
            return most > Self.alikeEnough ? (outline, Self.score(of: most, outline.operation, method)) : nil
        }
        promising.sort { ($0.score, $1.outline.operation.index) > ($1.score, $0.outline.operation.index) }
        var found: [Int: Candidate] = [:]
        var overlooked: Set<Int> = []
        var scores: [Double] = []
        for (outline, most) in promising.prefix(Self.comparisons) {
            // All that are left are less alike than enough that were found.
            if scores.count >= count, most < scores[count - 1] { break }
            let likeness = comparison.likeness(of: outline.segments)
            // One that takes the path and the method stands behind a concrete path, which was found and lacks the method.
            let operation = outline.operation
            if likeness.reasons.isEmpty, operation.method == method, operation.path.query.isEmpty {
                overlooked.insert(operation.index)
            }
            let known = found[operation.index]
            guard likeness.score > Self.alikeEnough, !overlooked.contains(operation.index),
                known.map({ (likeness.score, $0.base) > ($0.path.score, outline.base) }) ?? true
            else { continue }
            let candidate = Candidate(
                operation: operation, base: outline.base, asked: method, path: likeness, query: String(query))
            found[operation.index] = candidate
            if known == nil { scores.append(candidate.score) }
            scores.sort(by: >)
        }
        return found.values.filter { !overlooked.contains($0.operation.index) }
            .sorted { ($0.score, $1.operation.index) > ($1.score, $0.operation.index) }.prefix(count).map { $0 }
    }

    private static let alikeEnough = 0.4
    /// Paths that are looked at closely, however many there are.
    private static let comparisons = 64

    fileprivate static func score(of path: Double, _ operation: Operation, _ method: HTTPRequest.Method) -> Double {
        (path * 10 + (operation.method == method ? 3 : 0)) / 13
    }
}

/// The operations that come closest to a request that none takes, found when somebody asks for them.
package final class NearMisses: Sendable {
    private final class Found: Sendable {
        let all: [NearMiss]
        init(_ all: [NearMiss]) { self.all = all }
    }

    private let request: Request
    private let found = AtomicLazyReference<Found>()

    init(_ request: Request) { self.request = request }

    /// - Parameter contract: the one that has no operation for the request.
    package func all(in contract: Contract) -> [NearMiss] {
        (found.load() ?? found.storeIfNil(Found(contract.nearest(to: request)))).all
    }
}

private struct Candidate {
    let operation: Operation
    /// Which of its base paths it is under.
    let base: Int
    let asked: HTTPRequest.Method
    let path: PathComparison.Result
    let query: String

    private var isRightMethod: Bool { asked == operation.method }
    var score: Double { Contract.score(of: path.score, operation, asked) }

    /// The name in the query that was probably meant for a parameter which is missing.
    private func misspelt(_ objection: Violation) -> String? {
        guard objection.check == .missingParameter, case .parameter(.query, let name, _) = objection.location else {
            return nil
        }
        let given = query.dropFirst().split(separator: "&").map { Percent.decoded($0.prefix { $0 != "=" }) }
        return nearestName(to: name, among: given.filter { operation.parameter($0, in: .query) == nil })
    }

    func miss(_ objections: [Violation], given: Int) -> NearMiss {
        var reasons = path.reasons
        if !isRightMethod { reasons.append("the method is \(operation.method.rawValue), not \(asked.rawValue)") }
        reasons += objections.map { objection in
            let misspelt = misspelt(objection).map { " ('\($0)' is no parameter)" } ?? ""
            return "\(objection.location): found \(objection.found), expected \(objection.expected)\(misspelt)"
        }
        let fields = max(given + (operation.body == nil ? 0 : 1), objections.count)
        let fit = Double(fields - objections.count)
        var fix = "send \(operation.method.rawValue) \(path.repaired)\(query)"
        if let first = objections.first { fix += ", with \(first.location): \(first.expected)" }
        if objections.count > 1 { fix += " (and \(objections.count - 1) more)" }
        return NearMiss(
            operation: operation, score: (score * 13 + fit) / Double(13 + fields), reasons: reasons, fix: fix)
    }
}
