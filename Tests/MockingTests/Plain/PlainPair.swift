// A mock that answers what it can at the first glance, beside one of the same contract that looks at everything.

import HTTPExchange
import SourceDocuments
import OpenAPIContract
import Synchronization
import Testing

@testable import Mocking

struct PlainPair {
    /// What belongs to a collection is for row 7.
    static let behaviour = behaviour(identities: [])

    static func behaviour(identities: [Identity]) -> Behaviour {
        Behaviour(
            rules: [:], state: RuleState([]), infersCollections: false, latency: Latency(), faults: [],
            identities: identities)
    }

    let mock: Mock
    let other: Mock

    init(_ contract: Contract, behaviour: Behaviour = Self.behaviour, options: Mock.Options = Mock.Options()) {
        let clock = MockClock { .seconds(1_700_000_000) }
        mock = Mock(contract, behaviour: behaviour, options: options, clock: clock)
        other = Mock(contract, behaviour: behaviour, options: options, clock: clock)
    }

    /// - Parameter fields: field lines without their end.
    static func message(_ target: String, _ fields: String) -> [UInt8] {
        Array("GET \(target) HTTP/1.1\r\nHost: h\r\n\(fields)\(fields.isEmpty ? "" : "\r\n")\r\n".utf8)
    }

    /// Whether it was answered at the first glance. The answer, what is told of it and everything that is kept of it is compared with what
    /// the other mock says.
    /// - Parameter session: of the port that it came to.
    func isPlain(_ target: String, _ fields: String = "", of session: SessionID? = nil) -> Bool {
        Self.message(target, fields).withUnsafeBytes { message in
            let told = Mutex<[Answer]>([])
            let comment = Comment(rawValue: "\(target) \(fields)")
            guard let get = PlainGet(message, headLimit: .max, fieldLimit: .max),
                let exchange = mock.answer(
                    get, of: session, told: { _, answer, _ in told.withLock { $0.append(answer) } })
            else { return false }
            exchange.wasDelivered(Delivered(elapsed: .milliseconds(2)))
            let reader = PlainRequestReader(headLimit: .max, fieldLimit: .max, bodyLimit: .max)
            guard let read = reader.read(message)?.request else {
                Issue.record(comment)
                return true
            }
            let request = session?.adopting(read) ?? read
            let answer = other.answer(request)
            answer.wasDelivered(Delivered(elapsed: .milliseconds(2)))
            #expect(exchange.response == answer.response, comment)
            #expect(exchange.request == request, comment)
            #expect(told.withLock { $0.map(\.response) } == [answer.response], comment)
            #expect(told.withLock { $0.map(\.summary) } == [answer.summary], comment)
            let name = get.session.map { get.text($0) } ?? session?.text
            let entries = [mock, other].map { $0.session(name).journal.entries().last }
            #expect(entries[0]?.request == request && entries[1]?.request == request, comment)
            #expect(entries[0]?.response == entries[1]?.response, comment)
            #expect(entries[0]?.summary == entries[1]?.summary, comment)
            return true
        }
    }

    /// What both have counted.
    func expectSameMetrics() {
        #expect(mock.metrics.text(gauges: []) == other.metrics.text(gauges: []))
    }
}

extension Answer {
    /// Everything beside the response.
    fileprivate var summary: String {
        "\(operation?.id ?? "-") \(decision) \(delivery == .immediate) \(sentStatus ?? 0) \(requestViolations.count)"
            + " \(ownViolations.count) \(nearest.count) \(unjudged.count) \(requestBytes ?? 0)"
    }
}

extension JournalEntry {
    /// Everything beside the messages.
    fileprivate var summary: String {
        "\(number) \(time) \(operation?.id ?? "-") \(decision) \(status ?? 0) \(requestBytes) \(responseBytes)"
            + " \(requestViolations.count) \(ownViolations.count) \(nearest.count) \(unjudged.count)"
            + " \(delivered.map { "\($0)" } ?? "-")"
    }
}
