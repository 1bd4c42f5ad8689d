// A pact: what one consumer expects of one provider, exchange by exchange.

package import JSONValues
package import SourceDocuments

/// A Pact file of version 1 to 4 of its [specification](https://github.com/pact-foundation/pact-specification), HTTP interactions alone.
package struct Pact: Sendable {
    /// Version of the file's format. Version 1 is version 2 without rules.
    package enum Version: Int, Sendable, Comparable {
        case v1 = 1
        case v2, v3, v4

        package static func < (left: Version, right: Version) -> Bool { left.rawValue < right.rawValue }
    }

    /// Name of the application that asks.
    package let consumer: String
    /// Name of the application that answers.
    package let provider: String
    package let version: Version
    /// Of the file as a whole, where it has any.
    package let tags: [String]
    /// In the file's order.
    package let interactions: [Interaction]
    /// The path of the file.
    package let file: String
}

/// One request, and the answer that is expected to it.
package struct Interaction: Sendable {
    /// A state that the provider must be in before it is asked.
    package struct ProviderState: Hashable, Sendable {
        /// What the provider knows it by.
        package let name: String
        /// In the order of the file.
        package let parameters: JSONObject
    }

    /// What the consumer calls it; unique in a file together with the provider's states.
    package let description: String
    /// In the order in which they are set up.
    package let states: [ProviderState]
    package let request: PactRequest
    package let response: PactResponse
    /// Whether it may fail without failing the verification (version 4).
    package let isPending: Bool
    /// Its own, without those of the file.
    package let tags: [String]
    package let place: Place

    /// `a request for an item, given an item exists`
    package var title: String {
        states.isEmpty ? description : "\(description), given \(states.map(\.name).joined(separator: " and "))"
    }
}

extension Pact {
    /// The pact with these interactions in the place of its own.
    package func with(_ interactions: [Interaction]) -> Pact {
        Pact(
            consumer: consumer, provider: provider, version: version, tags: tags, interactions: interactions, file: file
        )
    }
}
