// From recorded traffic to an OpenAPI description: the whole flow.

import HTTPExchange
package import JSONValues
package import Archives
import SourceDocuments
import OpenAPIContract
import HTTPTypes

/// A contract that takes the traffic it was inferred from, with what supports each of its statements.
package struct InferredContract: Sendable {
    /// OpenAPI 3.1.
    package let document: JSON
    /// What was concluded, each with the exchanges that speak for it.
    package let guesses: [Guess]
    /// The number of exchanges that it was inferred from.
    package let exchanges: Int
    /// The operations of the contract, in its order.
    package let operations: [Operation]
    /// Exchanges that were skipped, counted by reason.
    package let leftOut: [(reason: String, count: Int)]
    private let comments: [JSONPointer: String]

    /// An operation that was found, and on how much traffic it rests.
    package struct Operation: Hashable, Sendable {
        /// The method and the path.
        package let title: String
        /// How many exchanges are of this operation.
        package let exchanges: Int
        /// The statuses that were answered, in ascending order.
        package let statuses: [Int]
    }

    /// The document as YAML, with the evidence in comments.
    package var yaml: String {
        let head = """
            # Inferred from \(exchanges) recorded exchanges. A comment says how many values or requests support what stands there.

            """
        return head + YAMLText(comments: comments).text(document)
    }

    /// - Parameters:
    ///   - origin: the server whose traffic counts, such as `https://api.example.com`; nil for the one with the most.
    ///   - redaction: what the examples must not tell; nil for recordings that tell nothing.
    package init(
        _ archives: [Archive], title: String, origin: String? = nil, redaction: RedactionRules? = RedactionRules()
    ) {
        var redactor = redaction.map { Redactor($0) }
        var entries: [ArchivedExchange] = []
        for archive in archives {
            for (index, entry) in archive.har.entries.enumerated() {
                let entry = redactor?.redact(entry) ?? entry
                entries.append(ArchivedExchange(entry, from: .init(file: archive.name, entry: index + 1)))
            }
        }
        var leftOut: [String: Int] = [:]
        var candidates: [ArchivedExchange] = []
        for exchange in entries {
            if let reason = exchange.reasonAgainstInference {
                leftOut[reason, default: 0] += 1
            } else {
                candidates.append(exchange)
            }
        }
        let origin = origin ?? Self.mostFrequent(candidates.compactMap(\.origin))
        let own = candidates.filter { origin == nil || $0.origin == origin }
        if own.count < candidates.count {
            leftOut["of another server than \(origin ?? "")"] = candidates.count - own.count
        }
        self.leftOut = leftOut.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        exchanges = own.count

        var operations = InferredOperations()
        for path in PathInference.paths(of: own) { operations.add(path, own) }
        let (document, comments) = operations.document(
            title: title, description: "Inferred from \(own.count) recorded exchanges.",
            servers: [origin].compactMap(\.self))
        self.document = document
        self.comments = comments
        guesses = operations.guesses
        self.operations = operations.operations
    }

    /// A contract of exchanges that were written down, not recorded: nothing is left out and nothing is redacted.
    /// - Parameters:
    ///   - exchanges: those whose paths are to be told apart by the evidence.
    ///   - known: those whose paths are known, each with its exchanges.
    ///   - mostExamples: how many exchanges of each status are shown as examples.
    package init(
        _ exchanges: [ArchivedExchange], known: [(template: String, exchanges: [ArchivedExchange])], title: String,
        description: String, servers: [String], mostExamples: Int
    ) {
        var operations = InferredOperations()
        operations.mostExamples = mostExamples
        for (template, own) in known {
            let requests = own.enumerated().compactMap { index, exchange in
                InferredPath.values(of: exchange.request.path, in: template).map { (exchange: index, values: $0) }
            }
            operations.add(InferredPath(template: template, requests: requests), own)
        }
        for path in PathInference.paths(of: exchanges) { operations.add(path, exchanges) }
        (document, comments) = operations.document(title: title, description: description, servers: servers)
        guesses = operations.guesses
        self.operations = operations.operations
        leftOut = []
        self.exchanges = exchanges.count + known.reduce(0) { $0 + $1.exchanges.count }
    }

    private static func mostFrequent(_ values: [String]) -> String? {
        let counts = Dictionary(values.map { ($0, 1) }, uniquingKeysWith: +)
        return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }
}

extension ArchivedExchange {
    /// Nil where it is a call of an API.
    fileprivate var reasonAgainstInference: String? {
        if request.method == .options || request.method == .connect { return "preflights and tunnels" }
        guard let response, response.status >= 200 else { return "without an answer" }
        if missing == .requestBody { return "without what was sent" }
        if response.status == 304 { return "304, which has no content of its own" }
        guard let type = response.headers[.contentType].flatMap({ MediaRange($0) }) else { return nil }
        switch (type.type, type.subtype) {
        case ("text", "html"), ("text", "css"), ("text", "javascript"), ("application", "javascript"), ("image", _),
            ("font", _), ("audio", _), ("video", _), ("application", "wasm"):
            return "pages, scripts, pictures"
        default: return nil
        }
    }
}

/// The operations of a contract while they are found.
private struct InferredOperations {
    var mostExamples = InferredExample.most
    private var paths = JSONObject()
    private var comments: [JSONPointer: String] = [:]
    private(set) var guesses: [Guess] = []
    private(set) var operations: [InferredContract.Operation] = []
    private var schemes = JSONObject()
    private var names = OperationNames()

    mutating func add(_ path: InferredPath, _ own: [ArchivedExchange]) {
        var item = paths[path.template]?.object ?? JSONObject()
        for evidence in OperationEvidence.all(on: path, own) {
            let method = evidence.method.lowercased()
            var writer = OperationWriter(evidence, id: names.next(evidence.method, path), mostExamples: mostExamples)
            item[method] = writer.object(at: JSONPointer(["paths", path.template, method]))
            comments.merge(writer.schemas.comments) { $1 }
            guesses += writer.schemas.guesses
            for (name, scheme) in writer.schemes { schemes[name] = scheme }
            operations.append(
                InferredContract.Operation(
                    title: "\(evidence.method) \(path.template)", exchanges: evidence.calls.count,
                    statuses: evidence.statuses))
        }
        paths[path.template] = .object(item)
    }

    func document(
        title: String, description: String, servers: [String]
    ) -> (document: JSON, comments: [JSONPointer: String]) {
        var document: JSONObject = [
            "openapi": "3.1.0",
            "info": ["title": .string(title), "version": "0.1.0", "description": .string(description)],
        ]
        if !servers.isEmpty { document["servers"] = .array(servers.map { ["url": .string($0)] }) }
        let shared = SharedShapes(paths: paths, comments: comments)
        document["paths"] = shared.paths
        var components = JSONObject()
        if !shared.components.isEmpty { components["schemas"] = .object(shared.components) }
        if !schemes.isEmpty { components["securitySchemes"] = .object(schemes) }
        if !components.isEmpty { document["components"] = .object(components) }
        return (.object(document), shared.comments)
    }
}

/// Operation ids, each given once.
private struct OperationNames {
    private var taken: Set<String> = []

    mutating func next(_ method: String, _ path: InferredPath) -> String {
        var words: [String] = []
        var last: [String] = []
        for segment in path.segments {
            switch segment {
            case .literal(let text):
                last = text.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }.map(String.init)
                words += last
            case .parameter:
                words = words.dropLast(last.count) + last.dropLast() + last.suffix(1).map(EnglishNoun.singular)
            }
        }
        let verbs: Set<String> = [
            "get", "list", "find", "search", "add", "remove", "create", "update", "delete", "set",
        ]
        let hasVerb = last.first.map { verbs.contains($0.lowercased()) } ?? false
        let spoken = hasVerb ? last : [method.lowercased()] + words
        let name = spoken.enumerated().map { index, word in
            index == 0 ? word.lowercased() : word.prefix(1).uppercased() + word.dropFirst()
        }.joined()
        var unique = name
        var number = 2
        while !taken.insert(unique).inserted {
            unique = "\(name)\(number)"
            number += 1
        }
        return unique
    }
}
