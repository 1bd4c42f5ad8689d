// What elements of one place have in common: which of them are lists, what their texts stand for.

import JSONValues
import Markup
import OpenAPIContract

/// Elements of one name at one place of several documents, as the values that OpenAPI's XML Object makes of them
/// ([OpenAPI 3.1, section 4.8.26](https://spec.openapis.org/oas/v3.1.1.html#xml-object)).
struct XMLEvidence {
    fileprivate struct Child {
        let name: String
        var evidence: XMLEvidence
        /// Of one parent.
        var most: Int
    }

    private let name: XMLElement.Name
    private var namespaces: [String: String] = [:]
    private var attributes: [(name: XMLElement.Name, kind: TextKind)] = []
    private var children: [Child] = []
    private var kind = TextKind()
    private var texts = 0

    init(_ name: XMLElement.Name) { self.name = name }

    mutating func add(_ element: XMLElement) {
        namespaces.merge(element.namespaces) { known, _ in known }
        for (name, value) in element.values {
            if !attributes.contains(where: { $0.name == name }) { attributes.append((name, TextKind())) }
            if let index = attributes.firstIndex(where: { $0.name == name }) { attributes[index].kind.add(value) }
        }
        if let text = element.ownText, !element.isNil {
            kind.add(text)
            if !text.isEmpty { texts += 1 }
        }
        var counts: [String: Int] = [:]
        for child in element.children {
            let name = child.name.local
            counts[name, default: 0] += 1
            if let index = children.firstIndex(where: { $0.name == name }) {
                children[index].evidence.add(child)
                children[index].most = max(children[index].most, counts[name, default: 0])
            } else {
                var evidence = XMLEvidence(child.name)
                evidence.add(child)
                children.append(Child(name: name, evidence: evidence, most: 1))
            }
        }
    }

    /// Whether it has nothing but the elements of a list.
    private var isWrapping: Bool {
        guard children.count == 1, let child = children.first, attributes.isEmpty, texts == 0 else { return false }
        return child.most > 1 || (EnglishNoun.singular(of: name.local) == child.name && child.name != name.local)
    }

    private var hasMembers: Bool { !attributes.isEmpty || !children.isEmpty }

    /// Where an element and an attribute have one name.
    private func property(_ attribute: XMLElement.Name) -> String {
        children.contains { $0.name == attribute.local } ? attribute.local + "Attribute" : attribute.local
    }

    /// Of the text beside attributes.
    private var textProperty: String {
        let taken = children.map(\.name) + attributes.map(\.name.local)
        return ["value", "text", "content"].first { !taken.contains($0) } ?? "elementText"
    }

    // MARK: - Values

    func value(_ element: XMLElement) -> JSON {
        if element.isNil { return .null }
        if isWrapping, let child = children.first { return .array(element.children.map { child.evidence.value($0) }) }
        guard hasMembers else { return kind.value(element.text) }
        var members = JSONObject()
        for (name, text) in element.values {
            let kind = attributes.first { $0.name == name }?.kind ?? TextKind()
            members[property(name)] = kind.value(text)
        }
        for child in children {
            let own = element.children.filter { $0.name.local == child.name }.map { child.evidence.value($0) }
            guard let first = own.first else { continue }
            members[child.name] = child.most > 1 ? .array(own) : first
        }
        if texts > 0, let text = element.ownText, !text.isEmpty { members[textProperty] = kind.value(text) }
        return .object(members)
    }

    // MARK: - Schemas

    /// The schema of its values, with the names that XML has for them.
    func completed(_ schema: JSON) -> JSON { completed(schema, asked: nil) }

    /// - Parameter asked: the name that it has without being told; nil for a document's element, which has none.
    fileprivate func completed(_ schema: JSON, asked: String?) -> JSON {
        guard case .object(var members) = schema else { return schema }
        var xml = JSONObject()
        if name.local != asked { xml["name"] = .string(name.local) }
        if let prefix = name.prefix { xml["prefix"] = .string(prefix) }
        if let namespace = namespaces[name.prefix ?? ""] { xml["namespace"] = .string(namespace) }
        if isWrapping, let child = children.first {
            xml["wrapped"] = true
            if let items = members["items"] {
                members["items"] = child.evidence.completed(items, asked: asked == nil ? nil : name.local)
            }
        } else if case .object(var properties)? = members["properties"] {
            for attribute in attributes {
                let name = property(attribute.name)
                guard case .object(var member)? = properties[name] else { continue }
                var xml: JSONObject = ["attribute": true]
                if name != attribute.name.local { xml["name"] = .string(attribute.name.local) }
                if let prefix = attribute.name.prefix { xml["prefix"] = .string(prefix) }
                member["xml"] = .object(xml)
                properties[name] = .object(member)
            }
            for child in children {
                guard let property = properties[child.name] else { continue }
                properties[child.name] = child.completed(property)
            }
            if texts > 0, case .object(var member)? = properties[textProperty] {
                member["xml"] = ["x-text": true]
                properties[textProperty] = .object(member)
            }
            members["properties"] = .object(properties)
        }
        if !xml.isEmpty { members["xml"] = .object(xml) }
        return .object(members)
    }
}

extension XMLEvidence.Child {
    /// The elements of a list that nothing is around have the property's name.
    fileprivate func completed(_ property: JSON) -> JSON {
        guard most > 1, case .object(var list) = property, let items = list["items"] else {
            return evidence.completed(property, asked: name)
        }
        list["items"] = evidence.completed(items, asked: name)
        return .object(list)
    }
}

/// What the texts of one place stand for: numbers or booleans, where all of them are.
struct TextKind {
    private var isNumber = true
    private var isBoolean = true

    mutating func add(_ text: String) {
        guard !text.isEmpty else { return }
        isNumber = isNumber && JSONNumber(text) != nil
        isBoolean = isBoolean && (text == "true" || text == "false")
    }

    func value(_ text: String) -> JSON {
        if isBoolean, !text.isEmpty { return .bool(text == "true") }
        return (isNumber ? JSONNumber(text).map { .number($0) } : nil) ?? .string(text)
    }
}
