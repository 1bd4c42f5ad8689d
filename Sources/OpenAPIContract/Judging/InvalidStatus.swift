// The status that a property of a body names for whatever is wrong with it.

import JSONValues
import JSONSchema

extension Schema {
    /// `x-invalid-status` of the property that a violation is about: the one it lies in, the deepest that names a status, or the
    /// one that is missing.
    func invalidStatus(of violation: SchemaViolation, in instance: JSON) -> Int? {
        var status: Int?
        var schemas = [self]
        var value = instance
        for token in violation.instance.tokens {
            schemas = schemas.flatMap { $0.subschemas(of: token) }
            status = schemas.lazy.compactMap(\.ownInvalidStatus).first ?? status
            value = Int(token).flatMap { value[$0] } ?? value[token] ?? .null
        }
        guard violation.keyword == "required", case .object(let object) = value else { return status }
        let missing = schemas.flatMap(\.inPlace).flatMap { schema in
            schema.node.keywords.flatMap { keyword in
                if case .required(let required) = keyword { required.names } else { [] as [String] }
            }
        }.filter { object[$0] == nil }
        return missing.lazy.flatMap { name in schemas.flatMap { $0.subschemas(of: name) } }.compactMap(
            \.ownInvalidStatus
        )
        .first ?? status
    }

    private var ownInvalidStatus: Int? {
        // It stands beside a $ref, where 3.1 lets it count.
        guard case .object(let object) = node.source, let status = object["x-invalid-status"]?.number?.int64 else {
            return nil
        }
        return (400...499).contains(status) ? Int(status) : nil
    }

    /// The schemas of a member or an element.
    private func subschemas(of token: String) -> [Schema] {
        inPlace.flatMap { schema in
            schema.node.keywords.compactMap { keyword -> SchemaNode.ID? in
                switch keyword {
                case .properties(let properties): properties.declared.first { $0.name == token }?.schema
                case .items(let items): Int(token) == nil ? nil : items.rest
                default: nil
                }
            }.map { schema[$0] }
        }
    }

    /// This schema and those that say more of the same value, each once.
    private var inPlace: [Schema] {
        var all = [self]
        var next = 0
        while next < all.count {
            let schema = all[next]
            next += 1
            for keyword in schema.node.keywords {
                let further: [SchemaNode.ID]
                switch keyword {
                case .reference(let reference): further = [reference.target]
                case .allOf(let schemas): further = schemas
                default: further = []
                }
                for id in further where !all.contains(schema[id]) { all.append(schema[id]) }
            }
        }
        return all
    }
}
