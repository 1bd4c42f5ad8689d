// The provider that a consumer expects: it answers what the pact names, and refuses anything else with the nearest interaction.

import HTTPTypes
package import HTTPExchange
package import JSONValues

/// Answers requests as a pact says.
package struct ExpectedProvider: Sendable {
    /// An interaction that a request is not, and why not.
    package struct Miss: Sendable {
        package let interaction: Interaction
        /// Never empty.
        package let mismatches: [Mismatch]
    }

    /// What a request is.
    package enum Outcome: Sendable {
        case answered(Interaction)
        /// The nearest interactions, the nearest first.
        case refused([Miss])
    }

    /// Of all pacts, in their order.
    package let interactions: [Interaction]
    private let now: @Sendable () -> DateTime
    private let seed: UInt64

    /// - Parameter now: what generated dates are told from.
    package init(_ pacts: [Pact], seed: UInt64, now: @escaping @Sendable () -> DateTime) {
        interactions = pacts.flatMap(\.interactions)
        self.seed = seed
        self.now = now
    }

    /// The first interaction that the request fits; else the nearest.
    package func match(_ request: PactRequest, count: Int = 3) -> Outcome {
        var misses: [Miss] = []
        for interaction in interactions {
            let mismatches = interaction.request.mismatches(of: request)
            if mismatches.isEmpty { return .answered(interaction) }
            misses.append(Miss(interaction: interaction, mismatches: mismatches))
        }
        let ranked = misses.enumerated().sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }
        return .refused(ranked.prefix(count).map(\.element))
    }

    /// - Parameter url: where the provider is reached, for generated links.
    package func answer(_ request: Request, url: String?) -> (response: Response, outcome: Outcome) {
        let outcome = match(PactRequest(request))
        switch outcome {
        case .answered(let interaction):
            var values = GeneratedValues(for: .consumer, seed: seed ^ request.fingerprint, now: now(), url: url)
            var response = interaction.response.generated(&values).response
            response.headers[.decision] = "interaction \(interaction.title)".asFieldValue
            return (response, outcome)
        case .refused(let misses): return (ExpectedProvider.refusal(of: request, misses), outcome)
        }
    }

    /// Status 500, as Pact's own mocks give it: no answer of the provider's can be meant.
    private static func refusal(of request: Request, _ misses: [Miss]) -> Response {
        let nearest = misses.map { miss -> JSON in
            [
                "interaction": .string(miss.interaction.title),
                "request": .string("\(miss.interaction.request.method) \(miss.interaction.request.target)"),
                "mismatches": .array(miss.mismatches.map { .string("\($0)") }),
            ]
        }
        let detail =
            misses.first.map {
                "the nearest is '\($0.interaction.title)': \($0.mismatches.map(\.description).joined(separator: "; "))"
            } ?? "the pact has no interactions"
        return Problem(
            status: 500, title: "the consumer's pact does not expect this request",
            detail: "\(request.method.rawValue) \(request.target): \(detail)",
            extensions: ["nearest": .array(nearest)]
        ).response()
    }
}

extension ExpectedProvider.Miss {
    /// What is asked for weighs more than how.
    fileprivate var distance: Int {
        mismatches.reduce(0) { sum, mismatch in
            switch mismatch.part {
            case .path: sum + 100
            case .method: sum + 60
            case .query: sum + 8
            case .body, .header, .status: sum + 5
            }
        }
    }
}

extension HTTPField.Name {
    fileprivate static let decision = HTTPField.Name("Counterpart-Decision") ?? .server
}

extension String {
    /// Without what no field may hold.
    fileprivate var asFieldValue: String {
        String(map { $0.isASCII && !$0.isNewline && ($0.asciiValue ?? 0) >= 0x20 && $0.asciiValue != 0x7F ? $0 : "?" })
    }
}
