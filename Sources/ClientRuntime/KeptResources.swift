// What a fake keeps: the resources of the contract's collections, in memory.
import Foundation

/// A collection: the contract's examples of its resources, and the operations on it.
nonisolated struct KeptCollection: Sendable {
    enum Role: Sendable { case list, create, clear, read, replace, change, delete }

    struct Operation: Sendable {
        let name: String
        let role: Role
        /// With names between braces.
        let path: String
        let answer: HTTPReply
        /// The names on the way to the resource in the answer, or to the list.
        let place: [String]
        /// Whether the resource is the one element of an array there.
        let isInList: Bool
        /// The names on the way to the resource in the request's body.
        let sent: [String]
        /// Answered where there is no such resource.
        let missing: HTTPReply
    }

    /// The property that holds what the path asks for; nil where no operation is about one resource.
    private let id: String?
    fileprivate let examples: [JSONValue]
    /// What every resource has, of an example: for what nobody sends.
    private let rest: [String: JSONValue]
    /// What is sent and never shown.
    fileprivate let hidden: Set<String>
    private(set) var operations: [Operation] = []

    /// - Parameters:
    ///   - examples: an array of resources, as JSON.
    ///   - rest: an object, as JSON.
    init(id: String?, _ examples: String, rest: String, hidden: Set<String> = []) {
        self.id = id
        self.examples = JSONValue(json: Data(examples.utf8))?.elements ?? []
        self.rest = JSONValue(json: Data(rest.utf8))?.members ?? [:]
        self.hidden = hidden
    }

    mutating func add(
        _ role: Role, _ name: String, _ path: String, _ answer: HTTPReply, at place: [String] = [],
        isInList: Bool = false, sent: [String] = [], missing: HTTPReply = HTTPReply(status: 404)
    ) {
        operations.append(
            Operation(
                name: name, role: role, path: path, answer: answer, place: place, isInList: isInList, sent: sent,
                missing: missing))
    }

    func index(of text: String?, in resources: [JSONValue]) -> Int? {
        guard let id, let text else { return nil }
        return resources.firstIndex { $0[id]?.text == text }
    }

    func index(of resource: JSONValue, in resources: [JSONValue]) -> Int? {
        index(of: id.flatMap { resource[$0]?.text }, in: resources)
    }

    /// A new resource, with an id that no other has.
    func made(of sent: [String: JSONValue], besides others: [JSONValue], count: Int) -> JSONValue {
        var made = rest.merging(sent) { $1 }
        guard let id, sent[id] == nil, let example = rest[id] else { return .object(made) }
        let last = others.compactMap { $0[id]?.text.flatMap { Int64($0) } }.max() ?? 0
        switch example {
        case .string(let text) where UUID(uuidString: text) != nil:
            made[id] = .string("00000000-0000-4000-8000-" + String(String(1_000_000_000_000 + count).suffix(12)))
        case .string: made[id] = .string(String(last &+ Int64(count)))
        default: made[id] = .int(last &+ 1)
        }
        return .object(made)
    }

    /// What a resource is after a PUT: whatever nobody can send stays.
    func replaced(_ old: JSONValue, by sent: [String: JSONValue]) -> JSONValue {
        let stays = (old.members ?? [:]).filter { rest[$0.key] != nil }
        return keepingID(of: old, in: .object(rest.merging(stays) { $1 }.merging(sent) { $1 }))
    }

    /// RFC 7396, though null stays where something has to be.
    func changed(_ old: JSONValue, by sent: [String: JSONValue]) -> JSONValue {
        var members = old.members ?? [:]
        for (key, value) in sent {
            if value == .null, rest[key] == nil {
                members.removeValue(forKey: key)
            } else {
                members[key] = (members[key] ?? .null).merged(with: value)
            }
        }
        return keepingID(of: old, in: .object(members))
    }

    private func keepingID(of old: JSONValue, in new: JSONValue) -> JSONValue {
        guard let id, var members = new.members, let value = old[id] else { return new }
        members[id] = value
        return .object(members)
    }
}

nonisolated extension KeptCollection.Operation {
    /// The values of the path's parameters, as they were sent.
    fileprivate func values(in target: String) -> [String] {
        let sent = target.prefix { $0 != "?" }.split(separator: "/")
        return zip(path.split(separator: "/"), sent).compactMap { $0.hasPrefix("{") ? String($1) : nil }
    }

    /// The example of the answer with this in place of its resource, or list.
    fileprivate func reply(_ value: JSONValue) throws -> HTTPReply {
        guard !answer.body.isEmpty, let example = JSONValue(json: answer.body) else { return answer }
        var answer = answer
        answer.body = try JSONEncoder().encode(example.setting(isInList ? .array([value]) : value, at: place[...]))
        return answer
    }

    /// The resource in the body of a request; nothing where there is none.
    fileprivate func resource(in body: HTTPBody) -> [String: JSONValue] {
        guard case .data(let data) = body, let whole = JSONValue(json: data) else { return [:] }
        return sent.reduce(Optional(whole)) { $0?[$1] }?.members ?? [:]
    }
}

/// Collections in memory: what is made can be read, listed, changed and deleted. The same calls give the same answers.
actor KeptResources {
    private let collections: [KeptCollection]
    /// By collection and the values of the path before the id: each list begins with the examples.
    private var resources: [String: [JSONValue]] = [:]
    private var count = 0

    init(_ collections: [KeptCollection]) { self.collections = collections }

    /// Calls to these collections.
    static func channel(_ collections: KeptCollection...) -> Channel {
        let kept = KeptResources(collections)
        return Channel(transport: ClosureTransport { try await kept.send($0) })
    }

    private func send(_ call: HTTPCall) throws -> HTTPReply {
        for (index, collection) in collections.enumerated() {
            guard let operation = collection.operations.first(where: { $0.name == call.operation }) else { continue }
            return try answer(call, operation, of: collection, "\(index)")
        }
        return HTTPReply(status: 501)
    }

    private func answer(
        _ call: HTTPCall, _ operation: KeptCollection.Operation, of collection: KeptCollection, _ name: String
    ) throws -> HTTPReply {
        var values = operation.values(in: call.target)
        let isOnItem =
            switch operation.role {
            case .list, .create, .clear: false
            case .read, .replace, .change, .delete: true
            }
        let id = isOnItem ? values.popLast().map { $0.removingPercentEncoding ?? $0 } : nil
        let list = ([name] + values).joined(separator: "/")
        var kept = resources[list] ?? collection.examples
        defer { resources[list] = kept }
        let sent = operation.resource(in: call.body).filter { !collection.hidden.contains($0.key) }
        let place = collection.index(of: id, in: kept)
        if isOnItem, place == nil { return operation.missing }
        switch operation.role {
        case .list: return try operation.reply(.array(kept))
        case .clear: kept = []
        case .create:
            count += 1
            let made = collection.made(of: sent, besides: kept, count: count)
            if let same = collection.index(of: made, in: kept) { kept.remove(at: same) }
            kept.append(made)
            return try operation.reply(made)
        case .read, .replace, .change, .delete:
            guard let place else { return operation.missing }
            let resource = kept[place]
            switch operation.role {
            case .replace: kept[place] = collection.replaced(resource, by: sent)
            case .change: kept[place] = collection.changed(resource, by: sent)
            case .delete: return try operation.reply(kept.remove(at: place))
            default: break
            }
            return try operation.reply(kept[place])
        }
        return operation.answer
    }
}

nonisolated extension JSONValue {
    fileprivate init?(json: Data) {
        guard let value = try? JSONDecoder().decode(JSONValue.self, from: json) else { return nil }
        self = value
    }

    fileprivate var members: [String: JSONValue]? { if case .object(let members) = self { members } else { nil } }
    fileprivate var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }

    /// As a path has it.
    fileprivate var text: String? {
        switch self {
        case .string(let text): text
        case .int(let value): String(value)
        case .uint(let value): String(value)
        case .decimal(let value): "\(value)"
        default: nil
        }
    }

    fileprivate func setting(_ value: JSONValue, at place: ArraySlice<String>) -> JSONValue {
        guard let name = place.first, var members else { return value }
        members[name] = (members[name] ?? .null).setting(value, at: place.dropFirst())
        return .object(members)
    }

    fileprivate func merged(with patch: JSONValue) -> JSONValue {
        guard let changes = patch.members else { return patch }
        var merged = members ?? [:]
        for (key, value) in changes {
            if value == .null {
                merged.removeValue(forKey: key)
            } else {
                merged[key] = (merged[key] ?? .null).merged(with: value)
            }
        }
        return .object(merged)
    }
}
