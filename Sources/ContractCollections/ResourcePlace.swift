// Where a body or an answer has a resource: by itself, in an envelope, or as the only one of a list.

import OpenAPIContract
package import JSONValues
package import JSONSchema

/// `{"pet": {…}}` has a pet under `pet`, `{"Contacts": [{…}]}` has one in a list.
package struct ResourcePlace: Hashable, Sendable {
    /// The names on the way to the resource, or to the list that it is in.
    package let names: [String]
    /// Whether it is the one element of an array.
    package let isInList: Bool

    static let whole = ResourcePlace(names: [], isInList: false)

    /// Whether the body or answer is the resource itself.
    package var isWhole: Bool { names.isEmpty && !isInList }

    /// The resource in a value of this shape; the value itself where it has another.
    package func resource(in value: JSON) -> JSON {
        var inner = value
        for name in names {
            guard let next = inner[name] else { return value }
            inner = next
        }
        if isInList { inner = inner[0] ?? value }
        return inner.object == nil ? value : inner
    }

    /// The resource with nothing around it but this.
    package func around(_ resource: JSON) -> JSON {
        names.reversed().reduce(isInList ? [resource] : resource) { inner, name in .object(JSONObject([(name, inner)]))
        }
    }
}

extension ResourcePlace {
    /// What is known of a resource before it is known where it stands.
    struct Likeness {
        /// What the collection is called.
        let name: String
        /// What the list shows, or what a resource is.
        let targets: [Schema]
        /// Plain names that a resource's id may have.
        let idNames: Set<String>
        /// Plain names of a resource's properties, where they are known.
        var known: Set<String> = []

        fileprivate func isTarget(_ schema: Schema?) -> Bool { schema.map { targets.contains($0.target) } ?? false }
    }

    private static let usual: Set<String> = [
        "data", "item", "result", "record", "resource", "entity", "object", "attributes", "payload", "response",
    ]

    static func find(in schema: Schema, _ likeness: Likeness, depth: Int = 0) -> ResourcePlace {
        if likeness.isTarget(schema) { return .whole }
        if schema.types == .array, let items = schema.items, !items.properties.isEmpty {
            let place = find(in: items, likeness, depth: 2)
            return place.isWhole ? ResourcePlace(names: [], isInList: true) : .whole
        }
        let properties = schema.properties
        let plain = properties.map { $0.name.comparableName }
        // `{"domain": {…}}` of `/domains/{domain}` is an envelope, and no domain.
        let scalars = properties.indices.filter { !properties[$0].schema.types.isDisjoint(with: .scalars) }
        if scalars.contains(where: { likeness.idNames.contains(plain[$0]) }) { return .whole }
        let shared = plain.count(where: likeness.known.contains)
        if shared > 1, shared * 2 >= plain.count { return .whole }
        let own = likeness.name.comparableName
        let names: Set<String> = [own, EnglishNoun.singular(of: own)]
        func first(_ isMeant: (Int) -> Bool) -> Int? { properties.indices.first(where: isMeant) }
        let objects = properties.indices.filter {
            properties[$0].schema.types.contains(.object) && !properties[$0].schema.properties.isEmpty
        }
        let lists = properties.indices.filter {
            properties[$0].schema.types.contains(.array) && properties[$0].schema.items?.properties.isEmpty == false
        }
        if let index = objects.first(where: { likeness.isTarget(properties[$0].schema) })
            ?? objects.first(where: { names.contains(plain[$0]) })
        {
            return ResourcePlace(names: [properties[index].name], isInList: false)
        }
        if let index = lists.first(where: { likeness.isTarget(properties[$0].schema.items) })
            ?? lists.first(where: { names.contains(plain[$0]) })
        {
            return ResourcePlace(names: [properties[index].name], isInList: true)
        }
        guard depth < 2, let index = objects.first(where: { usual.contains(plain[$0]) }) else { return .whole }
        let inner = find(in: properties[index].schema, likeness, depth: depth + 1)
        return ResourcePlace(names: [properties[index].name] + inner.names, isInList: inner.isInList)
    }

    /// What a resource is, in a schema that has it here.
    package func resource(of schema: Schema) -> Schema {
        let inner = names.reduce(Optional(schema)) { $0?.property($1) }
        return (isInList ? inner?.items : inner) ?? schema
    }
}
