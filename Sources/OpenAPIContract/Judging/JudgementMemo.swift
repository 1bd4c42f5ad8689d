// What the judge has said lately, by all that it looks at.

import HTTPExchange
import HTTPTypes
import Synchronization

/// Clients ask the same again and again: a request is judged once, and what was said of it holds for every other that has the same method,
/// target and body, and the same of those fields that its operation looks at. Bounded: the newer takes the place of the older.
final class JudgementMemo: Sendable {
    private final class Entry: Sendable {
        let request: Request
        let fingerprint: UInt64
        let judgement: RequestJudgement
        /// Nil where all of them count.
        let fields: JudgedFields?

        init(_ request: Request, _ fingerprint: UInt64, _ judgement: RequestJudgement, _ fields: JudgedFields?) {
            self.request = request
            self.fingerprint = fingerprint
            self.judgement = judgement
            self.fields = fields
        }

        func speaks(of other: Request) -> Bool {
            guard request.method == other.method, request.hasSameTarget(as: other), request.hasSameBody(as: other)
            else {
                return false
            }
            return fields.map { $0.areSame(in: request, other) } ?? request.hasSameHead(as: other)
        }
    }

    /// A power of two.
    private static let room = 512
    /// Bytes of a head and of a body; of what is longer, the judging is not what takes the time.
    private static let longest = 8_192

    private let entries = Mutex<[Entry?]>([])

    func judgement(of request: Request) -> RequestJudgement? {
        guard isKept(request) else { return nil }
        let fingerprint = request.fingerprint
        let entry = entries.withLock { entries -> Entry? in
            guard !entries.isEmpty else { return nil }
            let home = Int(truncatingIfNeeded: fingerprint) & (Self.room - 1)
            if let entry = entries[home], entry.fingerprint == fingerprint, entry.speaks(of: request) { return entry }
            guard let entry = entries[home ^ 1], entry.fingerprint == fingerprint, entry.speaks(of: request) else {
                return nil
            }
            return entry
        }
        guard let entry else { return nil }
        guard case .judged(let judged) = entry.judgement else { return entry.judgement }
        return .judged(JudgedRequest(request, judged.judgement))
    }

    func keep(_ judgement: RequestJudgement, of request: Request, in contract: Contract) {
        guard isKept(request) else { return }
        let fields: JudgedFields? =
            if case .judged(let judged) = judgement { JudgedFields(of: judged.operation, in: contract) } else { nil }
        let entry = Entry(request, request.fingerprint, judgement, fields)
        entries.withLock { entries in
            if entries.isEmpty { entries = Array(repeating: nil, count: Self.room) }
            let home = Int(truncatingIfNeeded: entry.fingerprint) & (Self.room - 1)
            entries[home ^ 1] = entries[home]
            entries[home] = entry
        }
    }

    private func isKept(_ request: Request) -> Bool {
        request.headSize.bytes <= Self.longest && request.body.count <= Self.longest
    }
}

/// The fields of a request that the judge of an operation looks at.
struct JudgedFields: Sendable {
    private var known: [KnownField] = []
    /// In lower case.
    private var others: [[UInt8]] = []

    init(of operation: Operation, in contract: Contract) {
        add("accept")
        if operation.body != nil { add("content-type") }
        for parameter in operation.parameters {
            switch parameter.location {
            case .header: add(parameter.name)
            case .cookie: add("cookie")
            case .path, .query, .querystring: break
            }
        }
        for scheme in operation.security.flatMap(\.schemes) {
            switch contract.securityScheme(scheme.name)?.kind {
            case .apiKey(.header, let name): add(name)
            case .apiKey(.query, _), .mutualTLS, nil: break
            case .apiKey: add("cookie")
            case .http, .oauth2, .openIDConnect: add("authorization")
            }
        }
    }

    private mutating func add(_ name: String) {
        let name = name.lowercased()
        if let field = KnownField.allCases.first(where: { $0.name == name }), field != .other {
            if !known.contains(field) { known.append(field) }
        } else if !others.contains(Array(name.utf8)) {
            others.append(Array(name.utf8))
        }
    }

    func areSame(in left: Request, _ right: Request) -> Bool {
        known.allSatisfy { left.hasSame($0, as: right) } && others.allSatisfy { left.hasSame($0, as: right) }
    }
}
