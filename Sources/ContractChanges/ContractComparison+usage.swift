// Whom a change hits: those who use what has changed.

import ContractUsage
import OpenAPIContract

extension ContractComparison {
    /// Notes for every change who uses what it is about. Values are followed along the places that are used, however many ways lead to
    /// a schema; what is known of nobody, such as a webhook, counts as used by all.
    mutating func findUsers(_ usage: [(name: String, usage: Usage)]) {
        var users: [Int: Set<String>] = [:]
        let values = Set(numbers.values)
        for index in changes.indices where !values.contains(index) {
            for (name, usage) in usage
            where changes[index].occurrences.contains(where: { isHit(changes[index].rule, $0, usage) }) {
                users[index, default: []].insert(name)
            }
        }
        let leads = self.values.leadsToChange
        for root in roots where leads[root.node] {
            for (name, usage) in usage {
                guard let used = places(of: root, usage) else { continue }
                for index in changesUsed(root, used) { users[index, default: []].insert(name) }
            }
        }
        for index in changes.indices { changes[index].users = .init(names: (users[index] ?? []).sorted()) }
    }

    // MARK: Outlines

    private func isHit(_ rule: ChangeRule, _ occurrence: ContractChange.Occurrence, _ usage: Usage) -> Bool {
        guard let operation = olderOperations[occurrence.operation] else {
            // An operation that is new hits nobody; what is no operation, everybody.
            return !new.operations.contains { $0.title == occurrence.operation }
        }
        guard let use = usage.use(of: operation.title) else { return false }
        switch occurrence.part {
        case .operation, .security, .requestBody, .incoming: return true
        case .parameter(let location, let name):
            // Who does not send it is hit where it must be sent.
            if OutlineChange.ofEverySender.contains(rule.id) { return true }
            return use.sends(location, name)
        case .requestMedia(let range), .requestContent(_, let range, _): return use.request[range] != nil
        case .response(let status): return !use.answers(status, of: operation).isEmpty
        case .responseMedia(let status, let range), .responseContent(let status, _, let range, _):
            return use.answers(status, of: operation).contains { $0.content[range] != nil }
        case .header(let status, let name):
            return use.answers(status, of: operation).contains { $0.headers.contains(name.lowercased()) }
        }
    }

    // MARK: Values

    /// What is used within a value.
    private enum UsedPlaces {
        /// Nothing is known of its inside.
        case all
        case some(Usage.Places)

        func contains(_ place: String) -> Bool {
            switch self {
            case .all: true
            case .some(let places): place.isEmpty || places.contains(place)
            }
        }
    }

    /// Nil where the value is not used at all.
    private func places(of root: Root, _ usage: Usage) -> UsedPlaces? {
        guard let operation = olderOperations[root.operation] else { return .all }
        guard let use = usage.use(of: operation.title) else { return nil }
        switch root.part {
        case .operation, .security, .requestBody, .requestMedia, .response, .responseMedia, .incoming: return .all
        case .parameter(let location, let name): return use.sends(location, name) ? .all : nil
        case .requestContent(_, let range, _): return use.request[range].map { .some($0) }
        case .header(let status, let name):
            let came = use.answers(status, of: operation).contains { $0.headers.contains(name.lowercased()) }
            return came ? .all : nil
        case .responseContent(let status, _, let range, _):
            let places = use.answers(status, of: operation).compactMap { $0.content[range] }
            return places.isEmpty ? nil : .some(places.reduce(into: []) { $0.formUnion($1) })
        }
    }

    private struct Visit: Hashable {
        let node: Int
        let place: String
    }

    /// The numbers of the changes that stand at places that are used.
    private func changesUsed(_ root: Root, _ used: UsedPlaces) -> Set<Int> {
        var found: Set<Int> = []
        var seen: Set<Visit> = [Visit(node: root.node, place: "")]
        var queue = [(visit: Visit(node: root.node, place: ""), subject: root.subject)]
        while let (visit, subject) = queue.popLast() {
            for difference in values.nodes[visit.node].differences {
                if let property = difference.property, !difference.change.asksSenders,
                    !places(.property(property), in: visit.place, used).contains(where: used.contains)
                {
                    continue
                }
                if let number = numbers[key(of: difference, subject)] { found.insert(number) }
            }
            for (token, inner) in values.nodes[visit.node].inner {
                for place in places(token.step, in: visit.place, used) where used.contains(place) {
                    let next = Visit(node: inner, place: place)
                    guard seen.insert(next).inserted else { continue }
                    queue.append((next, token.text.isEmpty ? subject : subject.inner))
                }
            }
        }
        return found
    }

    /// Where a step leads. What came under a name that the contract of then did not declare is among all such names.
    private func places(_ step: ValueToken.Step, in place: String, _ used: UsedPlaces) -> [String] {
        if case .all = used { return [""] }
        return switch step {
        case .same: [place]
        case .property(let name): [Usage.place(of: name, in: place), place + "/*"]
        case .any: [place + "/*"]
        }
    }
}

extension OutlineChange {
    /// Changes that hit whoever calls the operation, also those who do not send the parameter.
    fileprivate static let ofEverySender: Set<String> = [
        parameterAddedRequired.rawValue, parameterBecameRequired.rawValue,
    ]
}

extension ValueChange {
    /// Whether it hits those who do not send the property.
    fileprivate var asksSenders: Bool { self == .addedRequired || self == .becameRequired }
}

extension Usage.OperationUse {
    /// Path parameters are always sent, whatever they are called.
    fileprivate func sends(_ location: Parameter.Location, _ name: String) -> Bool {
        location == .path
            || parameters.contains("\(location.rawValue) \(location == .header ? name.lowercased() : name)")
    }

    /// Those that fall under a response of the contract.
    fileprivate func answers(_ status: StatusPattern, of operation: Operation) -> [Usage.Answer] {
        answers.filter { operation.response(for: $0.key)?.status == status }.map(\.value)
    }
}
