// Which operations have answered no good request with success, and what they have answered instead.

import VerificationReports
import HTTPExchange
import OpenAPIContract

/// How the requests of one operation have fared that keep to the contract.
struct SuccessLog: Sendable {
    private(set) var tried = 0
    private(set) var hasSucceeded = false
    /// How often each status came.
    private(set) var statuses: [Int: Int] = [:]
    /// The latest that was refused.
    private(set) var latest: Exchange?

    mutating func note(_ exchange: Exchange, of test: TestCase) {
        guard !hasSucceeded else { return }
        tried += 1
        let status = exchange.response.status
        if status < 400 {
            hasSucceeded = true
            latest = nil
            return
        }
        statuses[status, default: 0] += 1
        // A request with less in it says more of why it was refused.
        if latest.map({ exchange.request.body.count <= $0.request.body.count }) ?? true { latest = exchange }
    }

    /// Whether it has answered with 5xx alone.
    var failsAlways: Bool { !hasSucceeded && !statuses.isEmpty && statuses.keys.allSatisfy { $0 >= 500 } }

    /// `422 (12 times), 404`
    var answers: String {
        let sorted = statuses.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        return sorted.map { $0.value > 1 ? "\($0.key) (\($0.value) times)" : "\($0.key)" }.joined(separator: ", ")
    }
}

extension TestCase {
    /// Whether success is what it was sent for.
    var isToSucceed: Bool {
        guard isSound, identity == .own, !operation.declaresErrorsAlone else { return false }
        return switch expectation {
        case .acceptance: true
        case .status(let status): (200...399).contains(status)
        case .anything, .refusal, .authentication, .noMethod, .options: false
        }
    }
}

extension Report {
    /// The operations that were asked and have answered nothing with success, but for those that looked at the credentials alone.
    func unreached(origin: String) -> [RunRecord.Unreached] {
        contract.operations.compactMap { operation in
            guard let log = successes[operation.index], !log.hasSucceeded, let latest = log.latest,
                credentialOutcomes[operation.index]?.isRefusal != true
            else { return nil }
            let said = latest.answer?.errorMessage ?? ""
            return RunRecord.Unreached(
                operation: operation.id, tried: log.tried, answers: log.answers, said: masked(String(said.prefix(200))),
                reproduce: maskedScript(latest.request.curl(origin: origin)))
        }
    }
}
