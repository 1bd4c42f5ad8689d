// Why a run has no result: the backend does not answer, there is nothing to ask, or every request is refused.

import ClientIdentities
import VerificationReports
import HTTPExchange
import SourceDocuments
import OpenAPIContract

/// What has kept a run from verifying anything, and what to do about it.
package struct Obstacle: Hashable, Sendable, CustomStringConvertible {
    /// Stable: `nothing-sent`, `credentials-refused`, or the kind of what kept the answers away.
    package let kind: String
    package let message: String
    package let remedy: String

    package var description: String { "\(message). \(remedy)" }

    init(_ failure: NoResponse) {
        self.init(kind: failure.kind.rawValue, message: failure.message, remedy: failure.remedy)
    }

    init(kind: String, message: String, remedy: String) {
        self.kind = kind
        self.message = message
        self.remedy = remedy
    }

    static let credentialsRefused = RunRecord.Stopped.credentialsRefused
}

/// How an operation has answered requests that keep to the contract.
struct CredentialOutcome: Sendable {
    private var answers = 0
    private var refusals = 0
    /// 401 or 403.
    private(set) var statuses: Set<Int> = []

    /// Whether it has never looked at more than who asks.
    var isRefusal: Bool { refusals == answers }

    mutating func note(_ status: Int) {
        answers += 1
        guard status == 401 || status == 403 else { return }
        refusals += 1
        statuses.insert(status)
    }
}

extension Report {
    package var obstacle: Obstacle? {
        if case .noResponse(let failure)? = ended, answered == 0 { return Obstacle(failure) }
        let isRateLimited = if case .rateLimited? = ended { true } else { ended != nil && waiting != nil }
        if isRateLimited, answered == 0 {
            return Obstacle(
                kind: "rate-limited", message: "The backend answers every request with 429",
                remedy: "Wait, or ask less often with --rate.")
        }
        if let ended, sent > 0, answered == 0 {
            return Obstacle(
                kind: ended.name, message: "There was no answer to judge: \(ended)", remedy: "Allow more, or look why.")
        }
        // A machine may have no part of a small contract.
        if sent == 0, answered == 0, options.shard == nil { return nothingSent }
        return areAllRefused ? refusal : nil
    }

    private var nothingSent: Obstacle {
        if contract.operations.isEmpty {
            return Obstacle(
                kind: "nothing-sent", message: "The contract has no operations",
                remedy: "Nothing was sent: give a contract with paths.")
        }
        if let ended {
            return Obstacle(
                kind: ended.name, message: "Nothing was sent: \(ended)", remedy: "Allow more with --max-time.")
        }
        if options.phases == [.examples] {
            let mended =
                leftOut.isEmpty ? "" : " Those that there are break the contract: `counterpart check` says where."
            return Obstacle(
                kind: "nothing-sent", message: "Nothing was sent: no exchange is shown by examples",
                remedy:
                    "Give what an operation is sent and what it answers examples of one name, or ask for other phases with --phases."
                    + mended)
        }
        let phases = Phase.allCases.filter { options.phases.contains($0) }.map(\.rawValue).joined(separator: ", ")
        return Obstacle(
            kind: "nothing-sent", message: "Nothing was sent: the contract has nothing for the phases \(phases)",
            remedy: "Ask for others with --phases\(options.isSafe ? ", or leave --safe out" : "").")
    }

    // MARK: Refusals of who asks

    /// The operations that have refused every request which keeps to the contract.
    private var refusing: [Operation] {
        contract.operations.filter { credentialOutcomes[$0.index]?.isRefusal ?? false }
    }

    /// Whether nothing was verified because of who asks: no operation has looked at more than that, or none of those for which the
    /// credentials were given.
    private var areAllRefused: Bool {
        let refusing = refusing
        guard !refusing.isEmpty else { return false }
        if refusing.count == credentialOutcomes.count {
            return refusing.count > 1 || refusing.contains { $0.asksForCredentials }
        }
        let asking = contract.operations.filter { $0.asksForCredentials && credentialOutcomes[$0.index] != nil }
        return !options.identity.isEmpty && !asking.isEmpty
            && asking.allSatisfy { credentialOutcomes[$0.index]?.isRefusal ?? false }
    }

    /// What is told of operations that have only asked who is there; nil where there are none.
    private var refusal: Obstacle? {
        let refusing = refusing
        guard !refusing.isEmpty else { return nil }
        let statuses = refusing.reduce(into: Set<Int>()) { $0.formUnion(credentialOutcomes[$1.index]?.statuses ?? []) }
        let names = refusing.prefix(Report.mostNames).map(\.id).joined(separator: ", ")
        let others = refusing.count > Report.mostNames ? " and \(refusing.count - Report.mostNames) more" : ""
        let have = refusing.count == 1 ? "1 operation has" : "\(refusing.count) operations have"
        return Obstacle(
            kind: Obstacle.credentialsRefused,
            message: "\(have) answered every request that keeps to the contract with "
                + "\(statuses.sorted().map(String.init).joined(separator: " or ")), and nothing else of "
                + "\(refusing.count == 1 ? "it" : "them") was verified: \(names)\(others)",
            remedy: options.identity.isEmpty
                ? "No credentials were given: give some with --header, --auth or --login."
                : "Look whether the credentials that were given are right, and may do this.")
    }

    private static let mostNames = 8

    /// What a reader must know before trusting the result, whatever it is.
    package var warnings: [String] {
        let counted = renewals.reduce(into: [(cause: String, times: Int)]()) { counted, cause in
            if let index = counted.firstIndex(where: { $0.cause == cause }) {
                counted[index].times += 1
            } else {
                counted.append((cause, 1))
            }
        }
        return (refusal.map { ["\($0)"] } ?? [])
            + counted.map { cause, times in
                "The credentials were refused since \(cause), and the run has logged in again"
                    + (times > 1 ? ", \(times) times." : ".")
            }
    }
}
