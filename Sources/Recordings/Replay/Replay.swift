// Finds the recorded exchange that answers a request: row 5 of the decision table.

import JSONValues
package import HTTPExchange
import SourceDocuments
package import OpenAPIContract
import HTTPTypes

/// The recorded exchanges of a contract's operations, indexed once. An exchange is found by its operation and its decoded values,
/// not by its bytes.
package struct Replay: Sendable {
    /// An exchange that can be replayed.
    package struct Exchange: Sendable {
        /// The exchange as it was recorded.
        package let recorded: ArchivedExchange
        /// The response as it is given again: without its date, and with links to the mock.
        package let response: Response
        /// The request, judged by the contract.
        package let judged: JudgedRequest
        let values: RequestValues
        fileprivate let mask: Mask
        /// Its position among all recorded exchanges, skipped ones included.
        fileprivate let ordinal: Int
    }

    /// An exchange that cannot be replayed.
    package struct Skipped: Sendable {
        /// The file and the entry.
        package let source: ArchivedExchange.Source
        /// Why it cannot be replayed.
        package let reason: Reason

        /// Why an exchange cannot be replayed.
        package enum Reason: Hashable, Sendable {
            /// Of no operation of the contract: other servers, pictures, preflights.
            case otherAPI
            case unanswered
            case missing(ArchivedExchange.Missing)
            /// A 304 has no content: it confirms what the client has cached.
            case notModified
            /// The mock refuses such a request before it looks for recordings.
            case breaksContract(String)
        }
    }

    /// The exchanges that match a request, in the order in which they were recorded.
    package struct Match: Sendable {
        /// Indices of `exchanges`; never empty.
        package let exchanges: [Int]
        /// The places where the request differs in values that are ignored: `query timestamp`.
        package let ignoredValues: [String]
        /// Requests that match the same exchanges share a cursor.
        package let cursor: Cursor
    }

    /// Names a series of exchanges, so that a session can count how far it has come in it.
    package struct Cursor: Hashable, Sendable {
        let first: Int
        let isExact: Bool

        init(first: Int, isExact: Bool) {
            self.first = first
            self.isExact = isExact
        }

        /// `12`, or `12!` where the values are the same: another process with the same recordings can go on with it.
        package var text: String { isExact ? "\(first)!" : "\(first)" }

        /// Nil where it is no such text.
        package init?(text: String) {
            guard let first = Int(text.hasSuffix("!") ? String(text.dropLast()) : text) else { return nil }
            self.init(first: first, isExact: text.hasSuffix("!"))
        }
    }

    /// The exchanges that can be replayed, in the order of the recordings.
    package let exchanges: [Exchange]
    /// The exchanges that cannot be replayed.
    package let leftOut: [Skipped]
    private let operations: [OperationIndex]
    let rules: VolatileRules

    /// The recorded exchanges of one operation.
    private struct OperationIndex: Sendable {
        var exact: [RequestValues: [Int]] = [:]
        /// By the values of each exchange without the volatile ones.
        var masked: [Mask: [RequestValues: [Int]]] = [:]
        var all: [Int] = []

        mutating func add(_ index: Int, _ values: RequestValues, _ mask: Mask, masked: RequestValues) {
            all.append(index)
            exact[values, default: []].append(index)
            self.masked[mask, default: [:]][masked, default: []].append(index)
        }
    }

    /// Places whose values are ignored.
    fileprivate typealias Mask = Set<RequestValues.Path>

    /// Reads the exchanges that the contract has operations for; those that cannot be replayed are told with their reason.
    package init(_ files: [Archive], for contract: Contract, volatile rules: VolatileRules = VolatileRules()) {
        self.rules = rules
        var exchanges: [Exchange] = []
        var leftOut: [Skipped] = []
        var operations = contract.operations.map { _ in OperationIndex() }
        var issued = IssuedValues()
        for (ordinal, recorded) in files.flatMap(\.exchanges).enumerated() {
            switch Replay.replayable(recorded, contract) {
            case .failure(let reason): leftOut.append(Skipped(source: recorded.source, reason: reason))
            case .success(let (judged, response)):
                let values = RequestValues(judged)
                let mask = Replay.mask(of: values, rules, issued)
                operations[judged.operation.index].add(
                    exchanges.count, values, mask, masked: Replay.masked(values, mask, rules))
                exchanges.append(
                    Exchange(
                        recorded: recorded, response: response, judged: judged, values: values, mask: mask,
                        ordinal: ordinal))
                if rules.detectsByShape { issued.add(response) }
            }
        }
        self.exchanges = exchanges
        self.leftOut = leftOut
        self.operations = operations
    }

    private static func replayable(
        _ recorded: ArchivedExchange, _ contract: Contract
    ) -> Result<(JudgedRequest, Response), Skipped.Reason> {
        guard case .judged(let judged) = contract.judge(recorded.request) else { return .failure(.otherAPI) }
        if let missing = recorded.missing { return .failure(.missing(missing)) }
        guard let response = recorded.response, response.status >= 200 else { return .failure(.unanswered) }
        guard response.status != 304 else { return .failure(.notModified) }
        // Recorded credentials are redacted or have expired.
        let grave = judged.violations.filter { $0.severity == .violation && $0.check != .missingCredentials }
        if let first = grave.first { return .failure(.breaksContract("\(first.location): \(first.message)")) }
        return .success((judged, response.replayed(from: recorded.origin)))
    }

    /// The places of an exchange whose values are another each time: secrets that were taken out, and by their shape dates and ids
    /// that the client made up.
    private static func mask(of values: RequestValues, _ rules: VolatileRules, _ issued: IssuedValues) -> Mask {
        var mask: Mask = []
        values.forEachLeaf { path, value in
            let isMadeUp =
                rules.detectsByShape && path.first != Parameter.Location.path.rawValue
                && value.string.map { VolatileShape.matches($0) && !issued.contains($0) } ?? false
            if value.isPseudonym || isMadeUp { mask.insert(path) }
        }
        return mask
    }

    private static func masked(_ values: RequestValues, _ mask: Mask, _ rules: VolatileRules) -> RequestValues {
        values.leavingOut { path in
            mask.contains(path) || path.count > 1 && path.last.map { rules.matches(name: $0) } ?? false
                || rules.matches(path)
        }
    }

    // MARK: - Finding

    /// Nil where no exchange has the values of the request.
    package func match(_ judged: JudgedRequest) -> Match? {
        let index = operations[judged.operation.index]
        guard !index.all.isEmpty else { return nil }
        let values = RequestValues(judged)
        if let exact = index.exact[values] {
            let cursor = Cursor(first: exchanges[exact[0]].ordinal, isExact: true)
            return Match(exchanges: exact, ignoredValues: [], cursor: cursor)
        }
        let found = index.masked.flatMap { mask, exchanges in
            exchanges[Replay.masked(values, mask, rules)] ?? []
        }.sorted()
        guard let first = found.first else { return nil }
        let ignoredValues = values.differences(from: exchanges[first].values).map(\.place)
        return Match(
            exchanges: found, ignoredValues: ignoredValues,
            cursor: Cursor(first: exchanges[first].ordinal, isExact: false))
    }

    /// The exchange of the operation that differs in the fewest values, and those; nil where the operation has none.
    package func nearest(to judged: JudgedRequest) -> (exchange: Exchange, differences: [RequestDifference])? {
        let values = RequestValues(judged)
        // A bound for generated recordings; the first thousand are enough to find a close one.
        let candidates = operations[judged.operation.index].all.prefix(1_000).map { index in
            let exchange = exchanges[index]
            let recorded = Replay.masked(exchange.values, exchange.mask, rules)
            return (exchange, Replay.masked(values, exchange.mask, rules).differences(from: recorded))
        }
        return candidates.min { $0.1.count < $1.1.count }
    }

    /// How many operations have exchanges.
    package var operationCount: Int { operations.count { !$0.all.isEmpty } }
}

extension Replay.Skipped.Reason: Error {}

/// Dates and ids that earlier answers contained.
private struct IssuedValues {
    private var texts: Set<String> = []

    func contains(_ text: String) -> Bool { texts.contains(text) }

    mutating func add(_ response: Response) {
        guard let json = try? JSON(parsing: response.body) else { return }
        add(json)
    }

    private mutating func add(_ json: JSON) {
        switch json {
        case .string(let text): if VolatileShape.matches(text) { texts.insert(text) }
        case .array(let elements): for element in elements { add(element) }
        case .object(let members): for (_, value) in members { add(value) }
        case .null, .bool, .number: break
        }
    }
}

extension Response {
    /// The response without its date; links to the recorded server lead to the mock.
    fileprivate func replayed(from origin: String?) -> Response {
        var response = self
        response.headers[.date] = nil
        guard let origin else { return response }
        for name in [.location, .contentLocation] as [HTTPField.Name] {
            guard let link = response.headers[name], link.hasPrefix(origin) else { continue }
            let rest = link.dropFirst(origin.count)
            if rest.isEmpty || rest.hasPrefix("/") { response.headers[name] = rest.isEmpty ? "/" : String(rest) }
        }
        return response
    }
}

extension Replay.Skipped.Reason: CustomStringConvertible {
    package var description: String {
        switch self {
        case .otherAPI: "no operation of the contract takes the request"
        case .unanswered: "there was no answer"
        case .missing(let missing): missing.rawValue
        case .notModified: "304 tells of what the client has, not of what the backend would send"
        case .breaksContract(let message): "the request breaks the contract (\(message)), and is refused"
        }
    }
}
