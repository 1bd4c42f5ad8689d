// Makes one component of each object schema that occurs several times in an inferred contract.

import JSONValues
import SourceDocuments
import OpenAPIContract

/// A document whose equal object schemas are written once, under `components/schemas`.
struct SharedShapes {
    private(set) var paths: JSON
    /// The components by name, in the order of their first use.
    private(set) var components = JSONObject()
    /// Comments by their places in the new document.
    private(set) var comments: [JSONPointer: String] = [:]

    private var places: [JSON: [JSONPointer]] = [:]
    private var order: [JSON] = []
    private var names: [JSON: String] = [:]

    /// - Parameters:
    ///   - paths: the value of `paths`.
    ///   - comments: by their places in the document.
    init(paths: JSONObject, comments: [JSONPointer: String]) {
        self.paths = .object(paths)
        find(in: self.paths, at: JSONPointer(["paths"]))
        var taken: Set<String> = []
        for shape in order where places[shape, default: []].count > 1 {
            let name = Self.name(places[shape, default: []])
            var unique = name
            var number = 2
            while !taken.insert(unique).inserted {
                unique = "\(name)\(number)"
                number += 1
            }
            names[shape] = unique
        }
        self.paths = replaced(self.paths, isSchema: false)
        for shape in order {
            if let name = names[shape] { components[name] = definition(of: shape) }
        }
        move(comments)
    }

    // MARK: - What is shared

    private mutating func find(in json: JSON, at pointer: JSONPointer) {
        switch json {
        case .object(let members):
            for (name, value) in members where name != "examples" {
                if name == "schema" {
                    find(schema: value, at: pointer.appending(name))
                } else {
                    find(in: value, at: pointer.appending(name))
                }
            }
        case .array(let values):
            for (index, value) in values.enumerated() { find(in: value, at: pointer.appending(index)) }
        default: break
        }
    }

    private mutating func find(schema: JSON, at pointer: JSONPointer) {
        guard case .object(let members) = schema else { return }
        if case .object(let properties)? = members["properties"] {
            if places[schema] == nil { order.append(schema) }
            places[schema, default: []].append(pointer)
            for (name, property) in properties {
                find(schema: property, at: JSONPointer(pointer.tokens + ["properties", name]))
            }
        }
        for keyword in ["items", "additionalProperties"] {
            if let inner = members[keyword] { find(schema: inner, at: pointer.appending(keyword)) }
        }
    }

    // MARK: - What takes its place

    private func replaced(_ json: JSON, isSchema: Bool) -> JSON {
        switch json {
        case .object(var members):
            if isSchema {
                if let name = names[json] { return ["$ref": .string("#/components/schemas/\(name)")] }
                return definition(of: json)
            }
            for (name, value) in members where name != "examples" {
                members[name] = replaced(value, isSchema: name == "schema")
            }
            return .object(members)
        case .array(let values): return .array(values.map { replaced($0, isSchema: false) })
        default: return json
        }
    }

    /// The schema with references to those within it.
    private func definition(of schema: JSON) -> JSON {
        guard case .object(var members) = schema else { return schema }
        if case .object(var properties)? = members["properties"] {
            for (name, property) in properties { properties[name] = replaced(property, isSchema: true) }
            members["properties"] = .object(properties)
        }
        for keyword in ["items", "additionalProperties"] {
            if let inner = members[keyword] { members[keyword] = replaced(inner, isSchema: true) }
        }
        return .object(members)
    }

    /// The comments of the first place go to the component; those of the others would repeat them.
    private mutating func move(_ all: [JSONPointer: String]) {
        var targets: [JSONPointer: JSONPointer?] = [:]
        for (shape, name) in names {
            for (index, place) in places[shape, default: []].enumerated() {
                targets[place] = .some(index == 0 ? JSONPointer(["components", "schemas", name]) : nil)
            }
        }
        for (pointer, comment) in all {
            // The innermost shape that the place is within.
            let outer = pointer.tokens.indices.reversed().lazy
                .map { JSONPointer(Array(pointer.tokens[..<$0])) }.first { targets[$0] != nil }
            guard let outer, let target = targets[outer] else {
                comments[pointer] = comment
                continue
            }
            guard let target else { continue }
            comments[JSONPointer(target.tokens + pointer.tokens[outer.tokens.count...])] = comment
        }
    }

    // MARK: - Names

    /// What the shape is called by the member that has it, or else by the path that answers with it.
    private static func name(_ places: [JSONPointer]) -> String {
        let members = places.compactMap { place -> String? in
            let tokens = place.tokens
            guard let last = tokens.lastIndex(of: "properties"), last + 1 < tokens.count else { return nil }
            return tokens[(last + 1)...].contains("items")
                ? EnglishNoun.singular(of: tokens[last + 1]) : tokens[last + 1]
        }
        if let member = members.first { return capitalized(member) }
        let isError = places.allSatisfy { place in
            place.tokens.count > 4 && place.tokens[3] == "responses" && (Int(place.tokens[4]) ?? 0) >= 400
        }
        if isError { return "Problem" }
        let segments = (places.first?.tokens.dropFirst().first ?? "").split(separator: "/").filter {
            !$0.hasPrefix("{")
        }
        let verbs: Set<String> = [
            "get", "list", "find", "search", "add", "remove", "create", "update", "delete", "set",
        ]
        let words = (segments.last ?? "").split { !$0.isLetter && !$0.isNumber }.map(String.init)
            .filter { !verbs.contains($0.lowercased()) }
        return capitalized(EnglishNoun.singular(of: words.joined(separator: "_")))
    }

    private static func capitalized(_ name: String) -> String {
        let words = name.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
        let joined = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        return joined.isEmpty ? "Shape" : joined
    }
}
