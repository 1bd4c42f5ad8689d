// Who answers a request: the control API, the mock of its contract, or the backend behind that.

import HTTPExchange
import HTTPWire
import Mocking

/// What stands behind the listeners of a server.
struct RequestAnswerer: Sendable {
    private let contracts: ServedContracts
    private let control: SharedControl
    /// By the names of their contracts.
    private let backends: [String: BackendForwarder]
    private let observer: ExchangeObserver?

    /// - Parameter observer: without one, answers need not be held on to until they are out.
    init(
        _ contracts: ServedContracts, _ access: ControlAccess, _ backends: [String: BackendForwarder],
        _ observer: ExchangeObserver?
    ) {
        self.contracts = contracts
        control = SharedControl(contracts, access: access)
        self.backends = backends
        self.observer = observer
    }

    /// Whether there is a backend behind any contract.
    var forwards: Bool { !backends.isEmpty }

    /// Whether a request is for the control API, which needs its body whole.
    func isControl(_ request: Request) -> Bool { control.takes(request) }

    /// Makes the session known before its first request.
    func open(_ session: SessionID) {
        for contract in contracts.all { _ = contract.mock.use { $0.session(session.text) } }
    }

    /// - Parameters:
    ///   - body: the request's, where it was not waited for.
    ///   - session: whose request it is, unless it names a session itself.
    func reply(to request: Request, _ body: ContentStream?, _ peer: Peer, of session: SessionID?) -> Reply {
        let request = session?.adopting(request) ?? request
        if let reply = control.answer(request, isLoopback: peer.isLoopback) { return Reply(reply) }
        return reply(to: request, body, contracts.site(for: request), atOnce: true)
    }

    private func observed(_ request: Request, by mock: Mock, _ contract: String) -> (
        @Sendable (Answer, Delivered) -> Void
    )? {
        guard let observer else { return nil }
        return { answer, delivered in
            observer(
                ServedExchange(
                    contract: contract, mock: mock, request: request, answer: answer, delivered: delivered))
        }
    }

    /// - Parameter atOnce: whether the event loop waits for it.
    private func reply(
        to request: Request, _ body: ContentStream?, _ contract: ServedContract, atOnce: Bool
    ) -> Reply {
        contract.mock.use { mock in
            let observed = observed(request, by: mock, contract.name)
            switch (mock.outcome(of: request, hasBody: body == nil, atOnce: atOnce), backends[contract.name]) {
            case (.slow, _):
                return .inTurn { await reply(to: request, body, contract, atOnce: false).outgoing }
            case (.forwarded(let pending), let backend?):
                return .later { await backend.reply(to: pending, body, onDelivered: observed ?? { _, _ in }) }
            case (.answered(let answer), _):
                body?.abandon()
                return .now(OutgoingResponse(answer, observed))
            case (.forwarded, nil):
                body?.abandon()
                return .now(OutgoingResponse(mock.answer(request), observed))
            }
        }
    }
}

extension OutgoingResponse {
    fileprivate init(_ answer: Answer, _ observed: (@Sendable (Answer, Delivered) -> Void)?) {
        guard let observed else {
            self.init(answer.response, delivery: answer.delivery, delivered: answer.delivered)
            return
        }
        self.init(answer.response, delivery: answer.delivery) { delivered in
            answer.wasDelivered(delivered)
            observed(answer, delivered)
        }
    }
}

extension Reply {
    fileprivate init(_ control: Control.Reply) {
        switch control {
        case .now(let response): self = .now(OutgoingResponse(PreparedResponse(response)))
        case .later(let work): self = .later { OutgoingResponse(PreparedResponse(await work())) }
        case .stream(let head, let content): self = .now(OutgoingResponse(head, streaming: content))
        }
    }
}
