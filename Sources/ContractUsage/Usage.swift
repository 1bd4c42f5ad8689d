// What an application uses of a contract: operations, parameters, statuses, headers, and properties of bodies.

/// What was seen of one application, or of several. Nothing is counted, so that merging in any order, and twice, gives the same.
package struct Usage: Sendable, Hashable {
    /// Places in a body: `/products/*/id`, where `*` stands for any element, and for any name that is not declared.
    package typealias Places = Set<String>

    /// The answers of one status.
    package struct Answer: Sendable, Hashable {
        /// Declared header fields, in lower case.
        package var headers: Set<String> = []
        /// The places in bodies by their declared media range.
        package var content: [String: Places] = [:]

        package init() {}
    }

    /// What is used of one operation.
    package struct OperationUse: Sendable, Hashable {
        /// `query page`
        package var parameters: Set<String> = []
        /// The places in what was sent by its declared media range.
        package var request: [String: Places] = [:]
        /// By the status that came.
        package var answers: [Int: Answer] = [:]

        package init() {}
    }

    /// The applications, as they call themselves: `shop-ios 3.1`.
    package var apps: Set<String>
    /// By method and path: `GET /pets/{id}`.
    package var operations: [String: OperationUse]

    package init(apps: Set<String> = [], operations: [String: OperationUse] = [:]) {
        self.apps = apps
        self.operations = operations
    }

    /// Adds what another has seen.
    package mutating func merge(_ other: Usage) {
        apps.formUnion(other.apps)
        for (name, use) in other.operations { operations[name, default: OperationUse()].merge(use) }
    }

    /// What is used of an operation, whatever its path's parameters are called.
    /// - Parameter title: `GET /pets/{petId}`.
    package func use(of title: String) -> OperationUse? {
        if let use = operations[title] { return use }
        let name = Self.wireName(title)
        return operations.first { Self.wireName($0.key) == name }?.value
    }

    private static func wireName(_ title: String) -> String {
        var name = ""
        var depth = 0
        for character in title {
            if character == "}" { depth -= 1 }
            if depth == 0 { name.append(character) }
            if character == "{" { depth += 1 }
        }
        return name
    }
}

extension Usage.OperationUse {
    mutating func merge(_ other: Usage.OperationUse) {
        parameters.formUnion(other.parameters)
        request.merge(other.request) { $0.union($1) }
        for (status, answer) in other.answers {
            answers[status, default: Usage.Answer()].headers.formUnion(answer.headers)
            answers[status]?.content.merge(answer.content) { $0.union($1) }
        }
    }
}
