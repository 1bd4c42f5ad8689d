// The whole flow of a verification without a backend: recorded exchanges are judged one by one, and then as a sequence.

import VerificationReports
import Lifecycles
package import HTTPExchange
import SourceDocuments
package import OpenAPIContract
import HTTPTypes

/// Holds recordings to a contract, with the checks and the names of findings that a backend would get.
package struct RecordingJudge: Sendable {
    private let contract: Contract
    private let options: VerificationOptions

    package init(contract: Contract, options: VerificationOptions = VerificationOptions()) {
        self.contract = contract
        self.options = options
    }

    /// What was judged, and where it was recorded.
    package struct Outcome: Sendable {
        package let report: Report
        /// The server that most of the exchanges were with; nil where no URL of the recordings is absolute.
        package let backend: BackendURL?
    }

    package func run(
        _ recordings: [Recording], progress: @escaping (Report) -> Void = { _ in },
        observe: @escaping (Report.Answered) -> Void = { _ in }
    ) -> Outcome {
        let run = Run(contract: contract, options: options, wire: .none, progress: progress, observe: observe)
        let bases = RecordedBases(recordings, contract)
        for recording in recordings {
            // Between two recordings anything may have happened.
            var timelines: [String: ResourceTimeline] = [:]
            let secrecy = RecordedSecrecy(recording, contract, bases)
            var undeclared = 0
            for exchange in recording.exchanges {
                guard let test = run.testCase(exchange, bases, secrecy) else {
                    undeclared += 1
                    continue
                }
                let result = run.judge(exchange, as: test)
                let period = ObservedEvent.Period(began: exchange.began, ended: exchange.ended)
                let together = timelines[
                    exchange.session ?? "",
                    default: ResourceTimeline(contract, run.resources, isAlone: false)
                ].follow(result, during: period)
                run.recordHidingSecrets(result.findings + together.map(\.finding))
            }
            run.reportUndeclared(undeclared, of: recording)
        }
        run.checkTimes()
        return Outcome(report: run.report, backend: bases.main)
    }
}

extension Run {
    fileprivate func reportUndeclared(_ count: Int, of recording: Recording) {
        func entries(_ count: Int) -> String { count == 1 ? "1 entry" : "\(count) entries" }
        if count > 0 {
            leaveOut("\(entries(count)) of \(recording.name)", because: "the contract has no such path")
        }
        if recording.unanswered > 0 {
            leaveOut("\(entries(recording.unanswered)) of \(recording.name)", because: "the API gave no answer there")
        }
    }
}

/// Under which path each recorded server has the API: the contract's servers are often not those that a recording was made at.
struct RecordedBases {
    private var prefixes: [String: String] = [:]
    private(set) var main: BackendURL?
    /// Folders that a path may lie beneath.
    private static let deepest = 4

    init(_ recordings: [Recording], _ contract: Contract) {
        var paths: [String: [String: Int]] = [:]
        for exchange in recordings.flatMap(\.exchanges) {
            paths[exchange.origin ?? "", default: [:]][String(exchange.request.path), default: 0] += 1
        }
        var counts: [(origin: String, count: Int)] = []
        for (origin, counted) in paths {
            var found: [String: Int] = ["": 0]
            for (path, count) in counted {
                for prefix in RecordedBases.prefixes(of: path) where contract.hasPath(path.dropFirst(prefix.count)) {
                    found[prefix, default: 0] += count
                }
            }
            let best = found.max { ($0.value, -$0.key.utf8.count, $1.key) < ($1.value, -$1.key.utf8.count, $0.key) }
            prefixes[origin] = best?.key ?? ""
            counts.append((origin, best?.value ?? 0))
        }
        let first = counts.max { ($0.count, $1.origin) < ($1.count, $0.origin) }?.origin
        main = first.flatMap { try? BackendURL(parsing: $0 + (prefixes[$0] ?? "")) }
    }

    private static func prefixes(of path: String) -> [String] {
        var prefixes = [""]
        for index in path.indices.dropFirst() where path[index] == "/" && prefixes.count <= deepest {
            prefixes.append(String(path[..<index]))
        }
        return prefixes
    }

    /// The request under the path that the contract has it at.
    func request(_ exchange: RecordedExchange) -> Request {
        var request = exchange.request
        let prefix = prefixes[exchange.origin ?? ""] ?? ""
        if !prefix.isEmpty, request.target.hasPrefix(prefix + "/") {
            request.target = String(request.target.dropFirst(prefix.count))
        }
        return request
    }
}

extension Contract {
    fileprivate func hasPath(_ path: Substring) -> Bool {
        switch route(.get, String(path)) {
        case .operation, .noMethod: true
        case .noPath: false
        }
    }
}
