// What bodies of one place and one media type are, when all of them are looked at.

import HTTPExchange
import Archives
import Markup
import JSONValues
import SourceDocuments
import OpenAPIContract

/// Texts of forms and of XML have no types, and nobody says which of them are lists: the other bodies tell.
struct ContentEvidence {
    private struct Field {
        var kind = TextKind()
        var isList = false
        var isFile = false
        /// Of its parts, where they name one.
        var types: [MediaRange] = []
    }

    private var fields: [String: Field] = [:]
    private var xml: XMLEvidence?

    init(_ messages: [InferredMessage]) {
        for message in messages {
            switch message.content {
            case .json, .none: continue
            case .fields(let own): add(own)
            case .xml(let element):
                if xml == nil { xml = XMLEvidence(element.name) }
                xml?.add(element)
            }
        }
    }

    private mutating func add(_ own: [(name: String, value: InferredMessage.Field)]) {
        var seen: Set<String> = []
        for (name, value) in own {
            var field = fields[name] ?? Field()
            if !seen.insert(name).inserted { field.isList = true }
            switch value {
            case .text(let text): field.kind.add(text)
            case .json: break
            case .file(let type):
                field.isFile = true
                if let type { field.types.append(type) }
            }
            fields[name] = field
        }
    }

    /// Nil for what is no value.
    func value(_ message: InferredMessage) -> JSON? {
        switch message.content {
        case .none: return nil
        case .json(let json): return json
        case .xml(let element): return xml?.value(element)
        case .fields(let own):
            var names: [String] = []
            var values: [String: [JSON]] = [:]
            for (name, value) in own {
                if values[name] == nil { names.append(name) }
                values[name, default: []].append(json(value, of: name))
            }
            return .object(
                JSONObject(
                    names.map { name in
                        let all = values[name] ?? []
                        return (name, fields[name]?.isList == true ? .array(all) : all.first ?? .null)
                    }))
        }
    }

    private func json(_ value: InferredMessage.Field, of name: String) -> JSON {
        switch value {
        case .text(let text): fields[name]?.kind.value(text) ?? .string(text)
        case .json(let json): json
        case .file: ""
        }
    }

    /// The schema of the values, with what no value tells: names in XML, and which members are files.
    func completed(_ schema: JSON) -> JSON {
        if let xml { return xml.completed(schema) }
        guard case .object(var members) = schema, case .object(var properties)? = members["properties"] else {
            return schema
        }
        for (name, field) in fields where field.isFile {
            guard case .object(var property)? = properties[name] else { continue }
            if field.isList, case .object(var items)? = property["items"] {
                items["format"] = "binary"
                property["items"] = .object(items)
            } else {
                property["format"] = "binary"
            }
            properties[name] = .object(property)
        }
        members["properties"] = .object(properties)
        return .object(members)
    }

    /// The `encoding` of a form: the types of its files, pictures as any picture. Nil where there is nothing to say.
    var encoding: JSON? {
        var encoding = JSONObject()
        for (name, field) in fields.sorted(by: { $0.key < $1.key }) where field.isFile {
            let families = field.types.map { type in
                ["image", "audio", "video"].contains(type.type) ? "\(type.type)/*" : type.essence
            }
            let types = Set(families).subtracting(["application/octet-stream"]).sorted()
            guard !types.isEmpty, field.types.count == families.count else { continue }
            encoding[name] = ["contentType": .string(types.joined(separator: ", "))]
        }
        return encoding.isEmpty ? nil : .object(encoding)
    }
}
