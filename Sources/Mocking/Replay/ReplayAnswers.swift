// The answers of recordings, serialised and judged once.

import Journals
import MockRules
package import OpenAPIContract
package import Recordings

struct ReplayAnswers: Sendable {
    let replay: Replay
    let missing: RecordedTraffic.Missing
    /// By the index of the exchange.
    let known: [KnownAnswer]

    init(_ traffic: RecordedTraffic, _ composer: AnswerComposer) {
        replay = Replay(traffic.files, for: composer.contract, volatile: traffic.volatile)
        missing = traffic.missing
        known = replay.exchanges.map { exchange in
            let hasDrifted = composer.contract.judge(exchange.response, to: exchange.judged)
                .contains { $0.severity == .violation }
            let answer = composer.answer(
                exchange.judged.operation, exchange.response,
                .recorded(exchange.recorded.source.short, passedOver: [], hasDrifted: hasDrifted), to: exchange.judged)
            return answer.taking(traffic.keepsTime ? LatencyModel(exchange.recorded) : nil)
        }
    }
}

extension ArchivedExchange.Source {
    /// With the file's name alone.
    var short: String {
        let name = file.split(separator: "/").last.map(String.init) ?? file
        return Self(file: name, entry: entry).description
    }
}

extension Mock {
    /// What is replayed; nil without recordings.
    package var replayed: Replay? { replay?.replay }

    /// The recorded answers that keep to the contract no more.
    package var driftedRecordings: [(source: ArchivedExchange.Source, operation: Operation, violations: [Violation])] {
        guard let replay else { return [] }
        return zip(replay.replay.exchanges, replay.known).filter { !$1.violations.isEmpty }.map {
            ($0.recorded.source, $0.judged.operation, $1.violations)
        }
    }
}
