// Who answers a request: the control API, the mock of its contract, or the backend behind that.

import HTTPExchange
import HTTPTypes
import HTTPWire
import Mocking
import SessionStores

/// What stands behind the listeners of a server.
struct RequestAnswerer: Sendable {
    private let contracts: ServedContracts
    private let control: SharedControl
    /// By the names of their contracts.
    private let backends: [String: BackendForwarder]
    private let observer: ExchangeObserver?
    /// Nil where this process alone has the sessions.
    private let shared: SharedSessions?

    /// - Parameter observer: without one, answers need not be held on to until they are out.
    init(
        _ contracts: ServedContracts, _ control: SharedControl, _ backends: [String: BackendForwarder],
        _ observer: ExchangeObserver?, _ shared: SharedSessions?
    ) {
        self.contracts = contracts
        self.control = control
        self.backends = backends
        self.observer = observer
        self.shared = shared
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
        if let shared {
            if control.takes(request) { return controlReply(to: request, isLoopback: peer.isLoopback, shared) }
            let contract = contracts.site(for: request)
            return .inTurn { await reply(to: request, body, contract, shared) }
        }
        if let reply = control.answer(request, isLoopback: peer.isLoopback) { return Reply(reply) }
        return reply(to: request, body, contracts.site(for: request), atOnce: true)
    }

    // MARK: Sessions of a store

    /// Decides in the turn of the session, and answers once what has changed is saved.
    private func reply(
        to request: Request, _ body: ContentStream?, _ contract: ServedContract, _ shared: SharedSessions
    ) async -> OutgoingResponse {
        let named: String
        do throws(SessionRequest.InvalidName) {
            named = try SessionRequest(request).session ?? ""
        } catch {
            return await reply(to: request, body, contract, atOnce: false).outgoing
        }
        do throws(SharedSessions.Failure) {
            let reply = try await shared.turn(of: [.init(contract, named)], creates: true) {
                contract.mock.use { mock in
                    (mock: mock, outcome: mock.outcome(of: request, hasBody: body == nil, records: false))
                }
            } then: { mock, outcome in
                guard case .answered(let answer) = outcome else {
                    return self.reply(to: request, body, contract, mock, outcome)
                }
                let recorded = mock.recorded(answer, to: request, hasBody: body == nil)
                return self.reply(to: request, body, contract, mock, .answered(recorded))
            }
            return await reply.outgoing
        } catch {
            body?.abandon()
            return OutgoingResponse(error)
        }
    }

    private func controlReply(to request: Request, isLoopback: Bool, _ shared: SharedSessions) -> Reply {
        guard let subject = control.subject(of: request, isLoopback: isLoopback) else {
            return control.answer(request, isLoopback: isLoopback).map { Reply($0) } ?? .now(OutgoingResponse(.busy))
        }
        let subjects = subject.contracts.map { SharedSessions.Subject($0, subject.session) }
        let work = { @Sendable () async -> OutgoingResponse in
            do throws(SharedSessions.Failure) {
                var atRest: [String: [ListedSession]] = [:]
                if subject.lists {
                    for contract in subject.contracts {
                        atRest[contract.name] = try await shared.sessions(of: contract.name)
                    }
                }
                let reply = try await shared.turn(of: subjects, creates: false, readsJournal: subject.readsJournal) {
                    [atRest] in
                    control.answer(subject.request, isLoopback: isLoopback, atRest: atRest)
                } then: {
                    $0
                }
                let outgoing = reply.map { Reply($0) } ?? .now(OutgoingResponse(.busy))
                guard subject.waits, subject.readsJournal else { return await outgoing.outgoing }
                return await shared.reading(subjects) { await outgoing.outgoing } ?? OutgoingResponse(.busy)
            } catch .unreadable where subject.ends {
                return await ended(subjects, shared)
            } catch {
                return OutgoingResponse(error)
            }
        }
        return subject.waits ? .later(work) : .inTurn(work)
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

    /// What cannot be read can end.
    private func ended(_ subjects: [SharedSessions.Subject], _ shared: SharedSessions) async -> OutgoingResponse {
        do throws(SharedSessions.Failure) {
            try await shared.end(subjects)
            return OutgoingResponse(PreparedResponse(Response(status: 204)))
        } catch {
            return OutgoingResponse(error)
        }
    }

    /// - Parameter atOnce: whether the event loop waits for it.
    private func reply(
        to request: Request, _ body: ContentStream?, _ contract: ServedContract, atOnce: Bool
    ) -> Reply {
        contract.mock.use { mock in
            reply(
                to: request, body, contract, mock,
                mock.outcome(of: request, hasBody: body == nil, atOnce: atOnce))
        }
    }

    private func reply(
        to request: Request, _ body: ContentStream?, _ contract: ServedContract, _ mock: Mock, _ outcome: Mock.Outcome
    ) -> Reply {
        let observed = observed(request, by: mock, contract.name)
        switch (outcome, backends[contract.name]) {
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

extension SharedSessions.Subject {
    fileprivate init(_ contract: ServedContract, _ session: String) {
        self.init(key: SessionKey(contract: contract.name, session: session), mock: contract.mock)
    }
}

extension OutgoingResponse {
    fileprivate init(_ failure: SharedSessions.Failure) {
        let response = failure.problem.response(headers: [.retryAfter: "1"])
        self.init(PreparedResponse(response))
    }

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
