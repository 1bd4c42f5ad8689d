// The orders in which replicas can meet in a store: no change is lost, and none is made twice.

import ContractSamples
import HTTPExchange
import HTTPTypes
import HTTPWire
import JSONValues
import MockRules
import OpenAPIContract
import SessionStores
import Synchronization
import Testing

@testable import MockServing
@testable import Mocking

@Suite struct SharedSessionTests {
    private static let contract = document(
        """
        /count:
          get: {operationId: read, responses: {'200': {description: So far., content: {application/json: {schema: {type: integer}}}}}}
          post: {operationId: add, responses: {'200': {description: And now., content: {application/json: {schema: {type: integer}}}}}}
        """)
    private static let rules = """
        state: {count: 0}
        operations:
          read: [{respond: {status: 200, body: state.count}}]
          add:
            - change: [{set: {count: state.count + 1}}]
              respond: {status: 200, body: state.count}
        """

    /// One process.
    private struct Replica: Sendable {
        let name: String
        let answerer: RequestAnswerer

        func send(_ method: HTTPRequest.Method) async -> (status: Int, count: Int?) {
            let request = Request(method: method, target: "/_counterpart/sessions/zoe/count")
            let reply = answerer.reply(to: request, nil, Peer(address: "127.0.0.1", isLoopback: true), of: nil)
            let response = await reply.outgoing.response.response
            let text = String(decoding: response.body, as: UTF8.self)
            return (response.status, Int(text))
        }
    }

    private static func replica(
        _ name: String, _ contract: Contract, _ behaviour: Behaviour, _ store: any SessionStore,
        _ time: @escaping @Sendable () -> Duration
    ) -> Replica {
        let mock = Mock(contract, behaviour: behaviour, clock: MockClock { .seconds(1_795_253_400) })
        let served = ServedContracts(ServedContract(name: "count", mock: LiveMock(mock)))
        var options = SharedSessions.Options()
        options.monotonic = time
        options.now = { .seconds(1_795_253_400) }
        let shared = SharedSessions(store, options: options, owner: name)
        return Replica(
            name: name, answerer: RequestAnswerer(served, SharedControl(served), [:], nil, shared))
    }

    /// What a request was, when it was sent and answered in steps of the schedule, and what came of it.
    private struct Call: Sendable {
        let method: HTTPRequest.Method
        let sent: Int
        let answered: Int
        let status: Int
        let count: Int?
    }

    /// What replicas saw.
    private final class History: Sendable {
        private let contents = Mutex((step: 0, calls: [Call]()))

        var step: Int { contents.withLock { $0.step } }
        var calls: [Call] { contents.withLock { $0.calls } }

        func goOn() { contents.withLock { $0.step += 1 } }
        func add(_ call: Call) { contents.withLock { $0.calls.append(call) } }
    }

    /// One run: which of the held calls goes on at each step, and how. Choices that are not told are the first.
    private struct Outcome {
        /// At each step: what was chosen, of how many.
        var choices: [(chosen: Int, of: Int)] = []
        var calls: [Call] = []
        var last = 0
    }

    private func run(
        _ chosen: [Int], plans: [[HTTPRequest.Method]], faults: Int, switches: Int, _ contract: Contract,
        _ behaviour: Behaviour
    ) async throws -> Outcome {
        let store = SteppedStore()
        let history = History()
        // Time stands still: a lease ends with the session that it is for.
        let replicas = plans.indices.map { Self.replica("r\($0)", contract, behaviour, store) { .zero } }
        store.start(replicas.map(\.name))
        var outcome = Outcome()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (replica, plan) in zip(replicas, plans) {
                group.addTask {
                    for method in plan {
                        let sent = history.step
                        let (status, count) = await replica.send(method)
                        history.add(
                            Call(method: method, sent: sent, answered: history.step, status: status, count: count))
                    }
                    store.ended(replica.name)
                }
            }
            var (faultsLeft, switchesLeft) = (faults, switches)
            var current = ""
            while true {
                var held = await store.held()
                guard !held.isEmpty else { break }
                // Whoever went on last does so first of all; others take over so often, and else when it has come to its end.
                if let index = held.firstIndex(of: current) {
                    held.swapAt(0, index)
                    if switchesLeft == 0 { held = [current] }
                }
                let fates: [SteppedStore.Fate] = faultsLeft > 0 ? [.done, .lost, .unanswered] : [.done]
                let count = held.count * fates.count
                let choice = outcome.choices.count < chosen.count ? chosen[outcome.choices.count] : 0
                outcome.choices.append((choice, count))
                let fate = fates[choice / held.count]
                if fate != .done { faultsLeft -= 1 }
                history.goOn()
                let next = held[choice % held.count]
                if next != current, held.contains(current) { switchesLeft -= 1 }
                current = next
                store.release(next, fate)
            }
            try await group.waitForAll()
        }
        outcome.calls = history.calls
        let stored = try await store.last(SessionKey(contract: "count", session: "zoe"))
        let document = try stored?.document.map { try JSON(parsing: $0) }
        outcome.last = document?["state"]?["count"]?.number?.int64.map { Int($0) } ?? 0
        return outcome
    }

    /// What is wrong with a history; nothing where it is linearizable, but for reads, which may be as old as a lease.
    private func faults(of outcome: Outcome) -> [String] {
        let added = outcome.calls.filter { $0.method == .post && $0.status == 200 }
        let unsure = outcome.calls.count { $0.method == .post && $0.status == 503 }
        let others = outcome.calls.count { $0.status != 200 && $0.status != 503 }
        var faults = others > 0 ? ["\(others) answers are neither 200 nor 503"] : []
        let counts = added.compactMap(\.count).sorted()
        if Set(counts).count != added.count { faults.append("a change was made twice or lost: \(counts)") }
        if outcome.last < added.count || outcome.last > added.count + unsure {
            faults.append("\(outcome.last) in the end, of \(added.count) that were told and \(unsure) that were not")
        }
        for first in added {
            for second in added where first.answered < second.sent {
                if (first.count ?? 0) >= (second.count ?? 0) {
                    faults.append("\(first.count ?? 0) was told before \(second.count ?? 0) was asked for")
                }
            }
        }
        for read in outcome.calls where read.method == .get && read.status == 200 {
            if (read.count ?? 0) > outcome.last { faults.append("\(read.count ?? 0) was read, and is not there") }
        }
        return faults
    }

    struct Plan: Sendable, CustomTestStringConvertible {
        let replicas: [[HTTPRequest.Method]]
        /// Calls of the store that fail, at most.
        let faults: Int
        /// So often one is stopped between two calls while another goes on. Without a bound two can take the session from each other for ever.
        let switches: Int
        var testDescription: String {
            replicas.map { $0.map(\.rawValue).joined(separator: ",") }.joined(separator: " | ")
                + ", \(faults) faults, \(switches) switches"
        }
    }

    @Test(arguments: [
        Plan(replicas: [[.post, .post], [.post, .post]], faults: 0, switches: 6),
        Plan(replicas: [[.post, .get], [.post, .get]], faults: 1, switches: 4),
        Plan(replicas: [[.post, .post], [.post]], faults: 2, switches: 3),
        Plan(replicas: [[.post], [.post], [.post]], faults: 0, switches: 5),
        Plan(replicas: [[.post, .get], [.get], [.post]], faults: 1, switches: 2),
    ])
    func allOrdersAreRight(plan: Plan) async throws {
        let contract = try Contract.sample(Self.contract)
        let folder = ContractFolder(files: ["mock.yaml": Self.rules])
        let behaviour = try #require(Behaviour.load(from: folder, for: contract).behaviour)
        var chosen: [Int] = []
        var runs = 0
        while true {
            let outcome = try await run(
                chosen, plans: plan.replicas, faults: plan.faults, switches: plan.switches, contract, behaviour)
            runs += 1
            let faults = faults(of: outcome)
            #expect(faults == [], "choices \(outcome.choices.map(\.chosen))")
            guard faults.isEmpty, runs < 50_000 else { break }
            // The next in the order of all: the last choice that has another after it.
            guard let last = outcome.choices.lastIndex(where: { $0.chosen + 1 < $0.of }) else { break }
            chosen = outcome.choices.prefix(last).map(\.chosen) + [outcome.choices[last].chosen + 1]
        }
        #expect(runs >= 200)
        #expect(runs < 50_000, "not all of them were tried")
    }
}
