// A JSON value as XML, by the `xml` objects of its schema.

import JSONSchema

/// Writes what OpenAPI's XML Object says: names, attributes, wrapped lists ([OpenAPI 3.1, section
/// 4.8.26](https://spec.openapis.org/oas/v3.1.1.html#xml-object)). XML is not read back: a body of it is taken as it is.
enum XMLText {
    static func document(_ value: JSON, schema: Schema?) -> String {
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            + elements(value, schema, name: name(schema) ?? schema?.title ?? "value", isProperty: false)
    }

    /// The element of a value; of a list, as many as it has elements, in one more if it is wrapped.
    private static func elements(_ value: JSON, _ schema: Schema?, name: String, isProperty: Bool) -> String {
        guard case .array(let array) = value else { return element(value, schema, name: name) }
        let item = schema?.items
        let isWrapped = !isProperty || schema?.xml?["wrapped"]?.bool == true
        let itemName = self.name(item) ?? (isWrapped && !isProperty ? item?.title ?? "item" : name)
        let content = array.map { elements($0, item, name: itemName, isProperty: true) }.joined()
        return isWrapped ? "<\(name)>\(content)</\(name)>" : content
    }

    private static func element(_ value: JSON, _ schema: Schema?, name: String) -> String {
        guard case .object(let members) = value else {
            return value.isNull ? "<\(name)/>" : "<\(name)>\(escaped(value.wireText))</\(name)>"
        }
        var attributes = ""
        var content = ""
        for (key, value) in members {
            let property = schema?.property(key)
            let inner = self.name(property) ?? key
            if property?.xml?["attribute"]?.bool == true {
                attributes += " \(inner)=\"\(escaped(value.wireText))\""
            } else {
                content += elements(value, property, name: inner, isProperty: true)
            }
        }
        return "<\(name)\(attributes)>\(content)</\(name)>"
    }

    private static func name(_ schema: Schema?) -> String? { schema?.xml?["name"]?.string }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            default: result.append(character)
            }
        }
        return result
    }
}

extension Schema {
    fileprivate var xml: JSON? { self.node.source["xml"] ?? target?.xml }

    /// The name of the component that it refers to, or is.
    fileprivate var title: String? {
        let tokens = (target ?? self).place.pointer.tokens
        return tokens.dropLast().last == "schemas" ? tokens.last : nil
    }

    private var target: Schema? {
        for keyword in node.keywords {
            if case .reference(let reference) = keyword { return self[reference.target] }
        }
        return nil
    }

    fileprivate var items: Schema? {
        for keyword in node.keywords {
            if case .items(let items) = keyword { return items.rest.map { self[$0] } }
        }
        return target?.items
    }

    fileprivate func property(_ name: String) -> Schema? { property(name, depth: 0) }

    private func property(_ name: String, depth: Int) -> Schema? {
        guard depth < 32 else { return nil }
        for keyword in node.keywords {
            switch keyword {
            case .properties(let properties):
                if let declared = properties.declared.first(where: { $0.name == name }) { return self[declared.schema] }
            case .allOf(let schemas):
                for id in schemas {
                    if let found = self[id].property(name, depth: depth + 1) { return found }
                }
            case .reference(let reference):
                if let found = self[reference.target].property(name, depth: depth + 1) { return found }
            default: break
            }
        }
        return nil
    }
}
