// The whole flow of verifying pacts: each interaction's states are set up, its request is sent, the answer is compared, a record collects.

package import VerificationReports
package import JSONValues
import HTTPExchange
package import HTTPTypes
package import Pact

/// Holds a provider to what its consumers expect. Knows no socket: requests and changes of state leave through closures.
package struct PactVerifier: Sendable {
    /// What a provider is asked to be in, or to leave again.
    package struct StateChange: Hashable, Sendable {
        /// Before the interaction, and after it.
        package enum Action: String, Sendable { case setup, teardown }

        /// The pact's consumer, by its name.
        package let consumer: String
        /// With its parameters.
        package let state: Interaction.ProviderState
        package let action: Action

        /// As Pact's libraries send it: `{"consumer", "state", "params", "action"}`.
        package var json: JSON {
            [
                "consumer": .string(consumer), "state": .string(state.name), "params": .object(state.parameters),
                "action": .string(action.rawValue),
            ]
        }
    }

    /// Why a state could not be set up.
    package struct StateFailure: Error, Hashable, Sendable {
        package let message: String

        package init(_ message: String) { self.message = message }
    }

    /// Sets up a state, and gives the values by which generators fill requests.
    package typealias ChangeState = @Sendable (StateChange) async throws(StateFailure) -> JSONObject

    /// What a run is done with.
    package struct Options: Sendable {
        /// Added to every request, in the place of fields of the same name. No report shows their values.
        package var fields = HTTPFields()
        /// The lightest degree of a finding that fails the run.
        package var failOn = Degree.violation
        /// Of generated values.
        package var seed: UInt64 = 0
        /// What the backend serves the paths of the pacts under.
        package var basePath = ""
        /// For generated dates.
        package var now = DateTime(secondsSinceEpoch: 0)

        package init() {}
    }

    private let pacts: [Pact]
    private let options: Options
    private let changeState: ChangeState?
    private let send: Verifier.Send
    private let clock: @Sendable () -> ContinuousClock.Instant

    /// - Parameters:
    ///   - changeState: nil: the provider is asked as it is, whatever states its interactions name.
    ///   - clock: what exchanges are timed by.
    package init(
        _ pacts: [Pact], options: Options, changeState: ChangeState?,
        clock: @escaping @Sendable () -> ContinuousClock.Instant = { .now }, send: @escaping Verifier.Send
    ) {
        self.pacts = pacts
        self.options = options
        self.changeState = changeState
        self.send = send
        self.clock = clock
    }

    /// Asks for all interactions, one after another. A backend that does not answer the first request ends the run.
    /// - Parameter observe: given every exchange, with the title of its interaction.
    package func run(observe: @escaping (String, Exchange) -> Void = { _, _ in }) async -> PactReport {
        var report = PactReport(pacts: pacts, options: options, setsStates: changeState != nil)
        for pact in pacts {
            for interaction in pact.interactions {
                if Task.isCancelled { return report.stopped(as: .cancelled) }
                let result = await verify(interaction, of: pact, observe)
                report.add(result, of: interaction, in: pact)
                if case .noResponse(_, let failure) = result.outcome, report.answered == 0 {
                    return report.stopped(as: .noResponse(failure))
                }
            }
        }
        return report
    }

    private func verify(
        _ interaction: Interaction, of pact: Pact, _ observe: (String, Exchange) -> Void
    ) async -> PactReport.Result {
        let start = clock()
        func result(_ outcome: PactReport.Outcome) -> PactReport.Result {
            PactReport.Result(outcome: outcome, elapsed: start.duration(to: clock()))
        }
        var values = JSONObject()
        var failure: StateFailure?
        for state in interaction.states {
            do throws(StateFailure) {
                for (name, value) in try await change(.setup, state, of: pact) { values[name] = value }
            } catch {
                failure = error
                break
            }
        }
        let outcome: PactReport.Outcome
        if let failure {
            outcome = .stateFailed(failure)
        } else {
            outcome = await ask(interaction, values, observe)
        }
        for state in interaction.states.reversed() {
            // What was judged stays judged, even where the provider cannot leave a state.
            _ = try? await change(.teardown, state, of: pact)
        }
        return result(outcome)
    }

    private func change(
        _ action: StateChange.Action, _ state: Interaction.ProviderState, of pact: Pact
    ) async throws(StateFailure) -> JSONObject {
        guard let changeState else { return state.parameters }
        let given = try await changeState(StateChange(consumer: pact.consumer, state: state, action: action))
        return JSONObject(state.parameters.map { ($0.key, $0.value) } + given.map { ($0.key, $0.value) })
    }

    private func ask(
        _ interaction: Interaction, _ state: JSONObject, _ observe: (String, Exchange) -> Void
    ) async -> PactReport.Outcome {
        var values = GeneratedValues(for: .provider, seed: options.seed, now: options.now, state: state)
        guard var request = interaction.request.generated(&values).request else {
            let method = interaction.request.method
            return .stateFailed(StateFailure("'\(method)' is no method that can be sent"))
        }
        request.target = options.basePath + request.target
        var sent = request
        for field in options.fields {
            sent.headers[field.name] = field.value
            request.headers[field.name] = "[hidden]"
        }
        let start = clock()
        do throws(NoResponse) {
            let response = try await send(sent)
            let exchange = Exchange(
                request: request, decoding: response, elapsed: start.duration(to: clock()), identity: .own)
            observe(interaction.title, exchange)
            return .answered(exchange, interaction.response.mismatches(of: PactResponse(exchange.response)))
        } catch {
            return .noResponse(request, error)
        }
    }
}
