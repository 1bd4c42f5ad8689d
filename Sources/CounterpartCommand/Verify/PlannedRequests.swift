// `verify --plan`: what a run would send.

import VerificationReports
import HTTPExchange
import HTTPTypes
import JSONValues
import MockServing
import Mocking
import OpenAPIContract
import SourceDocuments
import Synchronization
import Verification

/// The requests of a run, as they are when the backend keeps to the contract: a mock of it in this process answers.
struct PlannedRequests {
    let contract: Contract
    let options: VerificationOptions

    func show(asJSON: Bool) async {
        let requests = await requests()
        if asJSON {
            print(JSON.array(requests.map(\.json)).serialized())
            return
        }
        for request in requests {
            print(
                "\(request.phase)  \(request.method) \(request.target.printable)  \(request.operation.printable), \(request.name.printable)"
            )
        }
        let operations = Set(requests.map(\.operation)).count
        print(
            "\n\(requests.count) requests to \(operations) operations. A real backend's answers change what is asked afterwards."
        )
    }

    private struct Planned: Sendable {
        let phase: String
        let operation: String
        let name: String
        let method: String
        let target: String

        var json: JSON {
            .object(
                JSONObject([
                    ("phase", .string(phase)), ("operation", .string(operation)), ("case", .string(name)),
                    ("method", .string(method)), ("target", .string(target)),
                ]))
        }
    }

    private func requests() async -> [Planned] {
        let mock = Mock(contract)
        let phase = Mutex("")
        let planned = Mutex<[Planned]>([])
        let verifier = Verifier(contract: contract, options: options) { request throws(NoResponse) in
            mock.answer(request).response.response
        }
        _ = await verifier.run(
            progress: { report in phase.withLock { $0 = report.phase?.rawValue ?? $0 } },
            observe: { answered in
                let request = answered.exchange.request
                let entry = Planned(
                    phase: phase.withLock(\.self), operation: answered.operation.id, name: answered.name,
                    method: request.method.rawValue, target: request.target)
                planned.withLock { $0.append(entry) }
            })
        return planned.withLock(\.self)
    }
}
