// What a schema says about the values it describes, with references and combinations looked through.

package import JSONSchema

extension Schema {
    /// The schema itself and every schema that must hold as well: through `$ref` and `allOf`. Recursion ends.
    package var conjuncts: [Schema] {
        var found: [Schema] = []
        var queue = [self]
        while let schema = queue.popLast(), found.count < 64 {
            guard !found.contains(schema) else { continue }
            found.append(schema)
            for keyword in schema.node.keywords.reversed() {
                switch keyword {
                case .reference(let reference): queue.append(schema[reference.target])
                case .dynamicReference(let reference): queue.append(schema[reference.initial])
                case .allOf(let schemas): for id in schemas.reversed() { queue.append(schema[id]) }
                default: break
                }
            }
        }
        return found
    }

    /// Those of `conjuncts`, and where they leave it open the branches of `anyOf` and `oneOf`.
    private var branches: [Schema] {
        conjuncts.flatMap { schema in
            schema.node.keywords.flatMap { keyword -> [Schema] in
                switch keyword {
                case .anyOf(let alternatives), .oneOf(let alternatives): alternatives.schemas.map { schema[$0] }
                default: []
                }
            }
        }
    }

    /// The types that are allowed, where anything says so.
    package var types: TypeSet {
        var types = TypeSet.all
        for schema in conjuncts {
            for keyword in schema.node.keywords {
                if case .type(let allowed) = keyword { types.formIntersection(allowed) }
            }
        }
        return types
    }

    /// The declared properties, those of `anyOf` and `oneOf` included, each once.
    package var properties: [(name: String, schema: Schema)] {
        var found: [(name: String, schema: Schema)] = []
        var seen: Set<String> = []
        for schema in conjuncts + branches.flatMap(\.conjuncts) {
            for keyword in schema.node.keywords {
                guard case .properties(let properties) = keyword else { continue }
                for property in properties.declared where seen.insert(property.name).inserted {
                    found.append((property.name, schema[property.schema]))
                }
            }
        }
        return found
    }

    /// The schema of the property that is declared under that name, here or where references lead.
    package func property(_ name: String) -> Schema? { properties.first { $0.name == name }?.schema }

    /// The schema of an array's elements; of several kinds of arrays, that of the first.
    package var items: Schema? { itemAlternatives.first }

    /// The schemas of an array's elements, one for each kind of array that `anyOf` and `oneOf` allow.
    package var itemAlternatives: [Schema] {
        (conjuncts + branches.flatMap(\.conjuncts)).flatMap { schema in
            schema.node.keywords.compactMap { keyword -> Schema? in
                guard case .items(let items) = keyword, let element = items.rest ?? items.prefix.first else {
                    return nil
                }
                return schema[element]
            }
        }
    }

    /// The names that must be there.
    package var requiredNames: Set<String> {
        Set(
            conjuncts.flatMap { schema in
                schema.node.keywords.flatMap { keyword -> [String] in
                    if case .required(let required) = keyword { required.names } else { [] }
                }
            })
    }

    /// What a chain of references leads to: two schemas with the same target describe the same thing.
    package var target: Schema {
        var schema = self
        for _ in 0..<64 {
            guard schema.node.keywords.count == 1, case .reference(let reference)? = schema.node.keywords.first else {
                break
            }
            schema = schema[reference.target]
        }
        return schema
    }

    /// Whether its values are those of another schema, or may be: that is one of its branches.
    package func mayBe(_ other: Schema) -> Bool {
        target == other.target || branches.contains { $0.target == other.target }
    }

    /// The name of the component that this is or refers to.
    package var componentName: String? { target.place.name }
}
