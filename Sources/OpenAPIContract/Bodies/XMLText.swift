// A JSON value as XML, by the `xml` objects of its schema.

import JSONValues
import JSONSchema

/// Writes what OpenAPI's XML Object says: names, prefixes, namespaces, attributes, wrapped lists ([OpenAPI 3.1, section
/// 4.8.26](https://spec.openapis.org/oas/v3.1.1.html#xml-object)). A property with `x-text` is the text beside attributes, which the object
/// has no word for. XML is not read back: a body of it is taken as it is.
enum XMLText {
    static func document(_ value: JSON, schema: Schema?) -> String {
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            + elements(value, schema, name: name(schema) ?? schema?.componentName ?? "value", isProperty: false)
    }

    /// The element of a value; of a list, as many as it has elements, in one more if it is wrapped.
    private static func elements(_ value: JSON, _ schema: Schema?, name: String, isProperty: Bool) -> String {
        guard case .array(let array) = value else { return element(value, schema, name: name) }
        let item = schema?.items
        let isWrapped = !isProperty || schema?.xml?["wrapped"]?.bool == true
        let itemName = self.name(item) ?? (isWrapped && !isProperty ? item?.componentName ?? "item" : name)
        let content = array.map { elements($0, item, name: itemName, isProperty: true) }.joined()
        return isWrapped ? "<\(qualified(name, schema))>\(content)</\(closing(name, schema))>" : content
    }

    private static func element(_ value: JSON, _ schema: Schema?, name: String) -> String {
        let (start, end) = (qualified(name, schema), closing(name, schema))
        guard case .object(let members) = value else {
            return value.isNull ? "<\(start)/>" : "<\(start)>\(MarkupText.escaped(value.wireText))</\(end)>"
        }
        var attributes = ""
        var content = ""
        for (key, value) in members {
            let property = schema?.property(key)
            let inner = self.name(property) ?? key
            if property?.xml?["attribute"]?.bool == true {
                attributes += " \(closing(inner, property))=\"\(MarkupText.escaped(value.wireText, breaks: true))\""
            } else if property?.xml?["x-text"]?.bool == true {
                content += MarkupText.escaped(value.wireText)
            } else {
                content += elements(value, property, name: inner, isProperty: true)
            }
        }
        return "<\(start)\(attributes)>\(content)</\(end)>"
    }

    /// The name with its prefix, and the namespace that is declared for it (Namespaces in XML 1.0, section 3).
    private static func qualified(_ name: String, _ schema: Schema?) -> String {
        let declared = schema?.xml?["namespace"]?.string.map { namespace in
            let prefix = schema?.xml?["prefix"]?.string.map { ":" + $0 } ?? ""
            return " xmlns\(prefix)=\"\(MarkupText.escaped(namespace))\""
        }
        return closing(name, schema) + (declared ?? "")
    }

    private static func closing(_ name: String, _ schema: Schema?) -> String {
        (schema?.xml?["prefix"]?.string.map { $0 + ":" } ?? "") + name
    }

    private static func name(_ schema: Schema?) -> String? { schema?.xml?["name"]?.string }
}

extension Schema {
    /// The `xml` object that holds for it.
    fileprivate var xml: JSON? { conjuncts.lazy.compactMap { $0.node.source["xml"] }.first }
}
