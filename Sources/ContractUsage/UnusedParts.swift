// What of a contract nobody uses.

import JSONSchema
package import OpenAPIContract

/// The parts of one operation beside what is used of them.
package struct OperationCoverage: Sendable {
    /// How many of the declared parts are used, and those that are not, in the contract's order or sorted.
    package struct Part: Sendable, Hashable {
        /// How many of them are used.
        package let used: Int
        /// Their names.
        package let unused: [String]

        /// How many there are.
        package var all: Int { used + unused.count }
    }

    /// `GET /pets/{id}`
    package let title: String
    /// Whether anybody asks for it.
    package let isUsed: Bool
    /// Of requests.
    package let parameters: Part
    /// Of answers.
    package let statuses: Part
    /// Of requests; only those of media types that are sent.
    package let sent: Part
    /// Of answers; only those of statuses and media types that came.
    package let received: Part

    /// Each operation of the contract beside what is used of it.
    package static func all(of contract: Contract, usedBy usage: Usage) -> [OperationCoverage] {
        var reader = PlaceReader()
        return contract.operations.map { OperationCoverage($0, usage.use(of: $0.title), &reader) }
    }

    private init(_ operation: Operation, _ use: Usage.OperationUse?, _ reader: inout PlaceReader) {
        title = operation.title
        isUsed = use != nil
        let use = use ?? Usage.OperationUse()
        parameters = Self.part(operation.parameters.map(\.usageName), use.parameters.contains)
        let patterns = Set(use.answers.keys.compactMap { operation.response(for: $0)?.status })
        statuses = Self.part(operation.responses.map { $0.status.description }) { name in
            patterns.contains { $0.description == name }
        }
        sent = Self.places(operation.body?.content ?? [], &reader) { use.request[$0.range] }
        var answers: [Part] = []
        for declared in operation.responses {
            let seen = use.answers.filter { operation.response(for: $0.key)?.status == declared.status }.map(\.value)
            answers.append(
                Self.places(declared.content, &reader) { media in
                    let places = seen.compactMap { $0.content[media.range] }
                    return places.isEmpty ? nil : places.reduce(into: []) { $0.formUnion($1) }
                } label: {
                    "\(declared.status) \($0)"
                })
        }
        received = Part(
            used: answers.reduce(0) { $0 + $1.used }, unused: answers.flatMap(\.unused))
    }

    private static func part(_ names: [String], _ isUsed: (String) -> Bool) -> Part {
        let unused = names.filter { !isUsed($0) }
        return Part(used: names.count - unused.count, unused: unused)
    }

    private static func places(
        _ content: [MediaType], _ reader: inout PlaceReader, _ used: (MediaType) -> Usage.Places?,
        label: (String) -> String = { $0 }
    ) -> Part {
        var (count, unused): (Int, [String]) = (0, [])
        for media in content {
            guard let places = used(media), let schema = media.schema ?? media.itemSchema else { continue }
            let named = reader.declaredPlaces(of: schema)
            count += named.intersection(places).count
            let missing = named.subtracting(places)
            // What stands below something that nobody uses goes without saying.
            unused += missing.filter { !Self.stands($0, belowAnyOf: missing) }.sorted().map(label)
        }
        return Part(used: count, unused: unused)
    }

    /// Whether one of the places is above another: `/to` above `/to/city`.
    private static func stands(_ place: String, belowAnyOf places: Usage.Places) -> Bool {
        var above = place[...]
        while let end = above.lastIndex(of: "/") {
            above = above[..<end]
            if places.contains(String(above)) { return true }
        }
        return false
    }
}
