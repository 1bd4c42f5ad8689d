// Which parts of paths are values: by their shape, or by the evidence that answers repeat them.

import JSONValues
import JSONSchema
import HTTPExchange
import SourceDocuments
import OpenAPIContract
import HTTPTypes

/// A path with its parameters, and the requests on it.
struct InferredPath: Sendable {
    enum Segment: Hashable, Sendable {
        case literal(String)
        case parameter(String)
    }

    var segments: [Segment]
    /// Indices of exchanges, each with the values of the parameters.
    var requests: [(exchange: Int, values: [String])]

    /// `/items/{itemId}`
    var template: String {
        "/"
            + segments.map { segment in
                switch segment {
                case .literal(let text): text
                case .parameter(let name): "{\(name)}"
                }
            }.joined(separator: "/")
    }

    /// - Parameter template: with each parameter a segment of its own.
    init(template: String, requests: [(exchange: Int, values: [String])]) {
        segments = Self.pieces(template).map { piece in
            piece.hasPrefix("{") && piece.hasSuffix("}")
                ? .parameter(String(piece.dropFirst().dropLast())) : .literal(String(piece))
        }
        self.requests = requests
    }

    init(segments: [Segment], requests: [(exchange: Int, values: [String])]) {
        self.segments = segments
        self.requests = requests
    }

    /// What the parameters of a template have in a path; nil for the path of another.
    static func values(of path: Substring, in template: String) -> [String]? {
        let (pieces, segments) = (pieces(template), pieces(path))
        let spans = pieces.last.map { $0.hasSuffix("+}") } ?? false
        guard spans ? segments.count >= pieces.count : segments.count == pieces.count else { return nil }
        var values: [String] = []
        for (index, piece) in pieces.enumerated() where piece.hasPrefix("{") && piece.hasSuffix("}") {
            let isLast = spans && index == pieces.count - 1
            let taken = isLast ? segments[index...].joined(separator: "/") : String(segments[index])
            values.append(Percent.decoded(taken))
        }
        return values
    }

    private static func pieces(_ path: some StringProtocol) -> [Substring] {
        Substring(path).drop { $0 == "/" }.split(separator: "/", omittingEmptySubsequences: false)
    }

    var parameters: [String] {
        segments.compactMap { if case .parameter(let name) = $0 { name } else { nil } }
    }
}

struct PathInference {
    private struct Cursor {
        let exchange: Int
        var rest: ArraySlice<String>
        var values: [String]
    }

    private let exchanges: [ArchivedExchange]
    private var found: [InferredPath] = []

    /// Distinct values before a word can be one of many.
    private static let fewest = 3
    /// Paths with more segments are skipped.
    private static let depth = 64

    static func paths(of exchanges: [ArchivedExchange]) -> [InferredPath] {
        var inference = PathInference(exchanges: exchanges)
        let cursors = exchanges.enumerated().compactMap { index, exchange -> Cursor? in
            let segments = exchange.request.path.drop { $0 == "/" }.split(
                separator: "/", omittingEmptySubsequences: false)
            guard segments.count <= depth else { return nil }
            return Cursor(exchange: index, rest: segments.map(String.init)[...], values: [])
        }
        inference.descend(cursors, prefix: [])
        return inference.found
    }

    private init(exchanges: [ArchivedExchange]) { self.exchanges = exchanges }

    private mutating func descend(_ cursors: [Cursor], prefix: [InferredPath.Segment]) {
        let ended = cursors.filter { $0.rest.isEmpty }
        if !ended.isEmpty {
            found.append(InferredPath(segments: prefix, requests: ended.map { ($0.exchange, $0.values) }))
        }
        var order: [String] = []
        var groups: [String: [Cursor]] = [:]
        for cursor in cursors {
            guard let first = cursor.rest.first else { continue }
            if groups[first] == nil { order.append(first) }
            groups[first, default: []].append(cursor)
        }
        var values = order.filter { Self.isValue($0) }
        let words = order.filter { !$0.isEmpty && !Self.isValue($0) }
        values += slugs(words, groups)
        if !values.isEmpty {
            // Beside values, a word that only ever failed is a bad value.
            values += words.filter { word in
                !values.contains(word)
                    && (groups[word] ?? []).allSatisfy { (exchanges[$0.exchange].response?.status ?? 0) >= 400 }
            }
        }
        for word in order where !values.contains(word) {
            let cursors = (groups[word] ?? []).map { Self.stepped($0, taking: false) }
            descend(cursors, prefix: prefix + [.literal(word)])
        }
        guard !values.isEmpty else { return }
        let name = Self.name(after: prefix)
        let all = order.filter { values.contains($0) }.flatMap { groups[$0] ?? [] }
        descend(all.map { Self.stepped($0, taking: true) }, prefix: prefix + [.parameter(name)])
    }

    private static func stepped(_ cursor: Cursor, taking: Bool) -> Cursor {
        var cursor = cursor
        let segment = cursor.rest.removeFirst()
        if taking { cursor.values.append(Percent.decoded(segment)) }
        return cursor
    }

    /// Numbers, UUIDs, and long identifiers of hexadecimal digits.
    private static func isValue(_ segment: String) -> Bool {
        let bytes = segment.utf8
        guard !bytes.isEmpty else { return false }
        if bytes.allSatisfy({ (0x30...0x39).contains($0) }) || Format.uuid.accepts(segment) { return true }
        let isHexadecimal = bytes.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
        }
        return isHexadecimal && bytes.count >= 16 && bytes.contains { (0x30...0x39).contains($0) }
    }

    /// Words that are values all the same: several with the same kind of answer, most of which repeat the word.
    private func slugs(_ words: [String], _ groups: [String: [Cursor]]) -> [String] {
        var alike: [String: [String]] = [:]
        for word in words {
            guard let signature = signature(of: groups[word] ?? []) else { continue }
            alike[signature, default: []].append(word)
        }
        return alike.values.filter { words in
            let echoed = words.filter { word in (groups[word] ?? []).contains { isEchoed(word, in: $0.exchange) } }
            return words.count >= Self.fewest && echoed.count * 2 > words.count
        }.flatMap { $0 }
    }

    /// What comes after the word, by which methods, and the members of the answers; nil where no answer is an object.
    private func signature(of cursors: [Cursor]) -> String? {
        var parts: Set<String> = []
        for cursor in cursors {
            let exchange = exchanges[cursor.exchange]
            guard let response = exchange.response, (200...299).contains(response.status),
                case .object(let members)? = try? JSON(parsing: response.body), members.count > 1
            else { continue }
            let names = members.map(\.key).sorted().joined(separator: ",")
            parts.insert(
                "\(exchange.request.method.rawValue) \(cursor.rest.dropFirst().joined(separator: "/")) \(names)")
        }
        return parts.isEmpty ? nil : parts.sorted().joined(separator: "\n")
    }

    private func isEchoed(_ word: String, in exchange: Int) -> Bool {
        guard let body = exchanges[exchange].response?.body, case .object(let members)? = try? JSON(parsing: body)
        else {
            return false
        }
        let value = Percent.decoded(word)
        return members.contains { $0.value.string == value }
    }

    /// `itemId` after `items`; other than the names before it.
    private static func name(after prefix: [InferredPath.Segment]) -> String {
        var taken: Set<String> = []
        var word: String?
        for segment in prefix {
            switch segment {
            case .literal(let text): word = text
            case .parameter(let name): taken.insert(name)
            }
        }
        let parts = (word.map(EnglishNoun.singular) ?? "").split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
        let stem = parts.enumerated().map { index, part in
            index == 0 ? part.lowercased() : part.prefix(1).uppercased() + part.dropFirst()
        }.joined()
        let name = stem.isEmpty || stem.first?.isNumber ?? true ? "id" : stem + "Id"
        guard taken.contains(name) else { return name }
        var number = 2
        while taken.contains("\(name)\(number)") { number += 1 }
        return "\(name)\(number)"
    }
}
