// What links say of collections: which operations belong together, and where a resource's id stands (OpenAPI 3.1, section 4.8.20).

import Expressions
import HTTPTypes
import OpenAPIContract
import JSONValues

/// The links between the operations of a contract, as far as they carry an id from one to the other.
struct CollectionLinks {
    /// One link of a success.
    struct Link {
        let source: Operation
        let target: Operation
        /// Where the values of the target's parameters come from, by the parameters' names.
        let values: [String: Origin]
    }

    /// Where a link takes a value from.
    enum Origin: Hashable {
        /// A place in the JSON of the answer.
        case answer(JSONPointer)
        /// A field of the answer.
        case field(String)
        /// A place in the JSON that was sent.
        case sent(JSONPointer)

        /// Nil for what carries nothing that the source would have made.
        init?(_ written: JSON) {
            guard let text = written.string, text.hasPrefix("$") else { return nil }
            do {
                let expression = try RuntimeExpression(parsing: text)
                let tokens = expression.steps.compactMap { if case .token(let token) = $0 { token } else { nil } }
                switch expression.root {
                case .message(.response, .body) where tokens.count == expression.steps.count && !tokens.isEmpty:
                    self = .answer(JSONPointer(tokens))
                case .message(.request, .body) where tokens.count == expression.steps.count && !tokens.isEmpty:
                    self = .sent(JSONPointer(tokens))
                case .message(.response, .header(let name)): self = .field(name)
                default: return nil
                }
            } catch {
                // What cannot be read leads nowhere.
                return nil
            }
        }

        /// The last name on the way to the value.
        var property: String? {
            switch self {
            case .answer(let pointer), .sent(let pointer): pointer.tokens.last
            case .field: nil
            }
        }
    }

    private let all: [Link]

    init(_ operations: [Operation]) {
        let byID = Dictionary(operations.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        all = operations.flatMap { source in
            source.responses.filter(\.status.isSuccess).flatMap(\.links).compactMap { link -> Link? in
                guard let target = link.operationID.flatMap({ byID[$0] }) else { return nil }
                let values = link.parameters.compactMap { name, value in
                    Origin(value).map { (Self.plain(name), $0) }
                }
                return Link(
                    source: source, target: target, values: Dictionary(values, uniquingKeysWith: { first, _ in first }))
            }
        }
    }

    /// `path.userId` names the parameter with its location.
    private static func plain(_ name: String) -> String {
        let parts = name.split(separator: ".", maxSplits: 1)
        guard parts.count == 2, Parameter.Location(rawValue: String(parts[0])) != nil else { return name }
        return String(parts[1])
    }

    // MARK: Which operations belong together

    /// Those that make or list what the item's operations are about, although their paths do not say so.
    /// - Parameters:
    ///   - item: the operations of one resource.
    ///   - id: the name of the parameter that tells resources apart, in each of them.
    ///   - scopeCount: how many parameters of the item's path come before it.
    func origins(
        of item: [HTTPRequest.Method: Operation], id: (Operation) -> String?, scopeCount: Int
    ) -> [HTTPRequest.Method: Operation] {
        let ids = Set(item.values.map(\.id))
        var origins: [HTTPRequest.Method: Operation] = [:]
        for link in all where ids.contains(link.target.id) && !ids.contains(link.source.id) {
            guard let name = id(link.target), let origin = link.values[name] else { continue }
            let (source, count) = (link.source, link.source.path.parameterNames.count)
            switch source.method {
            case .post:
                // What does something with a resource that there is may lead to it as well, but has its id in its path.
                let makes = source.responses.contains { $0.status == .exact(201) }
                if makes ? count >= scopeCount : count == scopeCount, origins[.post] == nil {
                    origins[.post] = source
                }
            case .get where count == scopeCount:
                if case .answer = origin, origins[.get] == nil { origins[.get] = source }
            default: break
            }
        }
        return origins
    }

    /// Operations that a link asks for a resource by a parameter of the query: their method, and the parameter.
    var byQuery: [(operation: Operation, parameter: Parameter)] {
        var found: [(operation: Operation, parameter: Parameter)] = []
        for link in all where link.target.method == .get && link.source.method == .post {
            guard !found.contains(where: { $0.operation.id == link.target.id }) else { continue }
            let named = link.target.parameters.filter { link.values[$0.name] != nil }
            guard named.count == 1, named[0].location == .query, named[0].required else { continue }
            found.append((link.target, named[0]))
        }
        return found
    }

    // MARK: Where values stand

    /// Where these operations have the id of the resource that they answer with, by links to what is at or below its path.
    /// - Parameter id: the name of the parameter that takes it; nil for an operation that has none.
    func ids(from sources: [Operation], id: (Operation) -> String?) -> [(source: Operation, origin: Origin)] {
        sources.flatMap { source in
            all.filter { $0.source.id == source.id }.compactMap { link in
                id(link.target).flatMap { link.values[$0] }.map { (source, $0) }
            }
        }
    }

    /// Where a resource repeats a value of its path, by links from what answers with it.
    /// - Parameter parameter: the name of the parameter that takes the value; nil for an operation that has none.
    func echo(from sources: [Operation], parameter: (Operation) -> String?) -> JSONPointer? {
        for (_, origin) in ids(from: sources, id: parameter) {
            if case .answer(let pointer) = origin { return pointer }
        }
        return nil
    }

    /// The property of an answer that goes by the name of the parameter that it was asked for with.
    func ownID(of read: Operation, _ parameter: Parameter) -> String? {
        all.lazy.filter { $0.source.id == read.id }.compactMap { link -> String? in
            guard case .answer(let pointer)? = link.values[parameter.name], pointer.tokens.count == 1 else {
                return nil
            }
            return pointer.tokens[0]
        }.first
    }
}

extension StatusPattern {
    fileprivate var isSuccess: Bool {
        switch self {
        case .exact(let status): (200...299).contains(status)
        case .range(let hundred): hundred == 2
        case .any: false
        }
    }
}
