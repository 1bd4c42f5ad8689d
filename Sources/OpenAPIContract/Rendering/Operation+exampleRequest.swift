// A request to show: one that should go well.

package import HTTPExchange
import JSONSchema

extension Operation {
    /// A request by the contract's own examples: that of the first pair that is answered well, else whatever is required at its
    /// first example, default or allowed value; a value that nothing is known of is named by its parameter.
    package func exampleRequest(basePath: String? = nil) -> Request {
        if let pair = pairs.first(where: { (200...299).contains($0.status) && $0.isWhole }) {
            return request(for: pair, basePath: basePath)
        }
        let values = parameters.filter { $0.required }.map { parameter in
            let example = parameter.examples.first ?? parameter.content?.examples.first
            return (
                parameter: parameter,
                value: example?.value ?? parameter.schema?.suggestion(named: parameter.name) ?? .string(parameter.name)
            )
        }
        let body = body?.content.first.flatMap { media in
            (media.examples.first?.value ?? media.schema?.suggestion(named: "body")).map { (media: media, value: $0) }
        }
        return encode(values: values, body: body, basePath: basePath)
    }
}

extension Schema {
    /// A value that the schema itself names, else the simplest one of its type; nil where nothing is known of it. Deep values
    /// are cut off.
    fileprivate func suggestion(named name: String, depth: Int = 0) -> JSON? {
        let conjuncts = conjuncts
        for node in conjuncts.map(\.node) {
            if let value = node.examples.first ?? node.defaultValue { return value }
            for keyword in node.keywords {
                switch keyword {
                case .enumeration(let values): return values.first
                case .const(let value): return value
                default: break
                }
            }
        }
        let properties = properties
        let types = types
        if types == .all, properties.isEmpty { return nil }
        if types.contains(.object), types != .all || !properties.isEmpty {
            let required = requiredNames
            guard depth < 4 else { return .object(JSONObject()) }
            return .object(
                JSONObject(
                    properties.filter { required.contains($0.name) }.map { property in
                        (property.name, property.schema.suggestion(named: property.name, depth: depth + 1) ?? nil)
                    }))
        }
        if types.contains(.integer) || types.contains(.number) { return 1 }
        if types.contains(.boolean) { return true }
        if types.contains(.array) { return .array([]) }
        return types.contains(.string) ? .string(name) : nil
    }
}
