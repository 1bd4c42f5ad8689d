// What recordings teach a run before it sends anything: values that were taken, and things that were there.

import HTTPExchange
import HTTPTypes
import OpenAPIContract
import VerificationReports

extension Run {
    /// Learns from the recorded exchanges that went well, as if the run had sent them. Deletions say nothing of another backend.
    func learn(from recordings: [Recording]) {
        guard !recordings.isEmpty else { return }
        let bases = RecordedBases(recordings, contract)
        for recording in recordings {
            let secrecy = RecordedSecrecy(recording, contract, bases)
            for recorded in recording.exchanges where recorded.request.method != .delete {
                guard let test = testCase(recorded, bases, secrecy) else { continue }
                learn(
                    from: Exchange(request: recorded.sent, response: recorded.response, elapsed: .zero),
                    of: TestCase(
                        test.name, test.operation, test.request, judged: test.judged, expectation: .acceptance,
                        identity: test.identity))
            }
        }
    }
}
