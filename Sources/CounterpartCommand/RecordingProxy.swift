// Stands between clients and a backend: forwards, and hands every exchange to the recorder.

import HTTPExchange
import HTTPTypes
import HTTPWire
import JSONSchema
import OpenAPIContract
import Recordings

struct RecordingProxy: Sendable {
    let gateway: Gateway
    let sender: HTTPSender
    let recorder: Recorder
    let contract: Contract?
    let log: RequestLog<ProxiedExchange>?

    func reply(to request: Request) -> Reply { .later { await forward(request) } }

    private func forward(_ request: Request) async -> OutgoingResponse {
        let started = WallClock.moment
        let begin = ContinuousClock.now
        let passage = gateway.passage(of: request)
        let exchange = { (outcome: RecordedExchange.Outcome) in
            RecordedExchange(
                started: started, origin: gateway.backend.origin, request: passage.request, outcome: outcome)
        }
        do throws(NoResponse) {
            let measured = try await sender.open(passage.request, to: gateway.backend).collected(upTo: 64 << 20)
            await recorder.record(exchange(.response(measured)))
            tell(request, measured.response, nil, since: begin)
            return OutgoingResponse(PreparedResponse(passage.answer(measured.response), to: request.method))
        } catch {
            await recorder.record(exchange(.noResponse(error, after: .now - begin)))
            tell(request, nil, error, since: begin)
            return OutgoingResponse(PreparedResponse(error.gatewayProblem.response()))
        }
    }

    private func tell(
        _ request: Request, _ response: Response?, _ failure: NoResponse?, since begin: ContinuousClock.Instant
    ) {
        guard let log else { return }
        log.record(
            ProxiedExchange(
                request: request, time: WallClock.now, elapsed: .now - begin, status: response?.status,
                failure: failure, verdict: contract.map { ExchangeVerdict($0, request, response) }))
    }
}

extension ContinuousClock.Instant {
    fileprivate static func - (left: Self, right: Self) -> Duration { right.duration(to: left) }
}

extension NoResponse {
    /// What a gateway answers when its backend does not (RFC 9110, sections 15.6.3 and 15.6.5).
    var gatewayProblem: Problem {
        kind == .timedOut
            ? Problem(status: 504, title: "The backend did not answer in time", detail: description)
            : Problem(status: 502, title: "The backend gave no answer", detail: description)
    }
}
