// What a backend changed between two recordings: answers to the same requests, compared field by field.

package import JSONValues
import JSONSchema
import HTTPExchange
import SourceDocuments
import OpenAPIContract
import HTTPTypes

/// Two recordings, compared. Requests are paired by operation and decoded values, repeated ones in their order.
package struct RecordingComparison: Sendable {
    /// A difference between the answers of two recordings.
    package struct Change: Hashable, Sendable {
        /// What differs.
        package enum Kind: String, Hashable, Sendable {
            case status, type, value, added, removed, length
        }

        /// `GET /items/{itemId}`
        package let operation: String
        /// `status`, `header X-Total`, `200 body/items/*/price`
        package let place: String
        /// What differs.
        package let kind: Kind
        /// Of the first pair that has it.
        package let before: JSON?
        /// The value in the second recording; nil where there is none.
        package let after: JSON?
        /// Where the first of the two exchanges stands.
        package let first: ArchivedExchange.Source
        /// Where the second of the two exchanges stands.
        package let second: ArchivedExchange.Source
        /// In how many pairs of the operation, of how many.
        package fileprivate(set) var count: Int
        /// How many pairs of exchanges were compared.
        package let pairs: Int
    }

    /// All differences, each once.
    package let changes: [Change]
    /// How many pairs of exchanges were compared.
    package let pairs: Int
    /// Operations whose answers were compared.
    package let compared: [String]
    /// Operations with no request that both recordings have.
    package let onlyInFirst: [String]
    /// The requests that only the second recording has.
    package let onlyInSecond: [String]
    /// Places whose values are others each time, and did not count.
    package let alwaysDifferent: [(operation: String, place: String, count: Int)]

    /// - Parameter rules: names and places whose values do not count, in answers as in requests.
    package init(_ first: [Archive], _ second: [Archive], volatile rules: VolatileRules = VolatileRules()) {
        let one = first.flatMap(\.exchanges).filter { $0.response != nil && $0.missing == nil }
        let two = second.flatMap(\.exchanges).filter { $0.response != nil && $0.missing == nil }
        let keys = ExchangeKeys(one + two, rules)
        var waiting: [ExchangeKey: [Int]] = [:]
        for index in two.indices.reversed() { waiting[keys[one.count + index], default: []].append(index) }
        var byOperation: [String: [(ArchivedExchange, ArchivedExchange)]] = [:]
        var order: [String] = []
        var lonely: (first: Set<String>, second: Set<String>) = ([], [])
        for (index, exchange) in one.enumerated() {
            let key = keys[index]
            guard let other = waiting[key]?.popLast() else {
                lonely.first.insert(key.operation)
                continue
            }
            if byOperation[key.operation] == nil { order.append(key.operation) }
            byOperation[key.operation, default: []].append((exchange, two[other]))
        }
        for (key, rest) in waiting where !rest.isEmpty { lonely.second.insert(key.operation) }
        let noise = NoisyPlaces(one, keys, from: 0).merged(with: NoisyPlaces(two, keys, from: one.count))
        var changes: [Change] = []
        var ignored: [(operation: String, place: String, count: Int)] = []
        for operation in order {
            let pairs = byOperation[operation] ?? []
            let (found, noisy) = Self.changes(operation, pairs, rules, noise)
            changes += found
            ignored += noisy
        }
        self.changes = changes
        pairs = byOperation.values.reduce(0) { $0 + $1.count }
        compared = order
        onlyInFirst = lonely.first.subtracting(order).sorted()
        onlyInSecond = lonely.second.subtracting(order).sorted()
        alwaysDifferent = ignored
    }

    private static func changes(
        _ operation: String, _ pairs: [(ArchivedExchange, ArchivedExchange)], _ rules: VolatileRules,
        _ noise: NoisyPlaces
    ) -> (changes: [Change], ignored: [(operation: String, place: String, count: Int)]) {
        var changes: [Change] = []
        var positions: [String: Int] = [:]
        var ignored: [String: Int] = [:]
        for (one, two) in pairs {
            var counted: Set<String> = []
            for difference in AnswerDifference.all(one, two) {
                let name = "\(difference.kind.rawValue) \(difference.place)"
                guard counted.insert(name).inserted else { continue }
                if difference.isVolatile(rules) || noise.contains(operation, difference) {
                    ignored[difference.place, default: 0] += 1
                } else if let position = positions[name] {
                    changes[position].count += 1
                } else {
                    positions[name] = changes.count
                    changes.append(
                        Change(
                            operation: operation, place: difference.place, kind: difference.kind,
                            before: difference.before, after: difference.after, first: one.source, second: two.source,
                            count: 1, pairs: pairs.count))
                }
            }
        }
        return (changes, ignored.sorted { $0.key < $1.key }.map { (operation, $0.key, $0.value) })
    }
}

/// What two exchanges must have in common to be the same request.
struct ExchangeKey: Hashable, Sendable {
    let operation: String
    let values: JSON
}

/// The keys of exchanges, by paths that are recognised over all of them.
private struct ExchangeKeys {
    private var keys: [Int: ExchangeKey] = [:]

    init(_ exchanges: [ArchivedExchange], _ rules: VolatileRules) {
        for path in PathInference.paths(of: exchanges) {
            for (index, values) in path.requests {
                let exchange = exchanges[index]
                let request = exchange.request
                let query = OperationEvidence.pairs(request.query ?? "").filter {
                    !Credential.isSecret($0.name) && !rules.matches(name: $0.name)
                }.map { "\($0.name)=\($0.value)" }.sorted()
                let message = InferredMessage(request.headers[.contentType], request.body)
                let body = message.value.map { Self.plain($0, rules) } ?? .string(Base64.standard.encode(request.body))
                keys[index] = ExchangeKey(
                    operation: "\(request.method.rawValue) \(path.template)",
                    values: [
                        .array(values.map { .string($0) }), .array(query.map { .string($0) }), body,
                        exchange.session.map { .string($0) } ?? .null,
                    ])
            }
        }
    }

    /// Without secrets, and what the rules name.
    private static func plain(_ json: JSON, _ rules: VolatileRules) -> JSON {
        switch json {
        case .object(let members):
            .object(
                JSONObject(
                    members.compactMap { name, value in
                        rules.matches(name: name) || Credential.isSecret(name) ? nil : (name, plain(value, rules))
                    }))
        case .array(let elements): .array(elements.map { plain($0, rules) })
        case .string(let text): rules.detectsByShape && VolatileShape.matches(text) || json.isPseudonym ? .null : json
        case .null, .bool, .number: json
        }
    }

    /// An exchange whose path could not be split has a key of its own.
    subscript(index: Int) -> ExchangeKey {
        keys[index] ?? ExchangeKey(operation: "", values: .number(JSONNumber(index)))
    }
}

/// Places whose values differ within one recording, though nothing was changed in between.
private struct NoisyPlaces {
    private var places: Set<[String]> = []

    init(_ exchanges: [ArchivedExchange], _ keys: ExchangeKeys, from start: Int) {
        var last: [ExchangeKey: ArchivedExchange] = [:]
        for (index, exchange) in exchanges.enumerated() {
            guard exchange.request.method == .get || exchange.request.method == .head else {
                // It may have changed the state that later requests read.
                last = [:]
                continue
            }
            let key = keys[start + index]
            if let before = last[key] {
                for difference in AnswerDifference.all(before, exchange) {
                    places.insert([key.operation, difference.kind.rawValue, difference.place])
                }
            }
            last[key] = exchange
        }
    }

    func contains(_ operation: String, _ difference: AnswerDifference) -> Bool {
        places.contains([operation, difference.kind.rawValue, difference.place])
    }

    func merged(with other: NoisyPlaces) -> NoisyPlaces {
        var all = self
        all.places.formUnion(other.places)
        return all
    }
}
