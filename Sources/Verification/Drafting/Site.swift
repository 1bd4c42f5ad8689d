// The parts of a request that can be given another value.

import VerificationReports
import JSONValues
import JSONSchema
import OpenAPIContract

/// A parameter, or a property somewhere in the body.
struct Site: Sendable {
    enum Kind: Hashable, Sendable {
        case parameter(Int)
        case body(JSONPointer)
    }

    let kind: Kind
    /// Of the parameter or the property, or of the array that it is an element of.
    let name: String
    let schema: Schema
    let required: Bool
    /// As a finding says it: `query parameter 'limit'`, `body at /name`.
    let description: String

    var isParameter: Bool { if case .parameter = kind { true } else { false } }

    /// Whether it is a member that takes what ids mostly are and hardly anything else is, numbers or UUIDs, and no choice of few.
    var takesIDsAlone: Bool {
        guard !isParameter, schema.choices.isEmpty else { return false }
        let types = schema.types.subtracting(.null)
        if types == .integer { return true }
        return types == .string && schema.conjuncts.contains { $0.node.formatName == "uuid" }
    }
}

extension Operation {
    /// Every parameter with a schema.
    var parameterSites: [Site] {
        parameters.enumerated().compactMap { index, parameter in
            guard let schema = parameter.schema ?? parameter.content?.schema else { return nil }
            return Site(
                kind: .parameter(index), name: parameter.name, schema: schema, required: parameter.required,
                description: "\(parameter.location.rawValue) parameter '\(parameter.name)'")
        }
    }
}

extension Draft {
    /// The body's parts as far as the draft has them: the properties of its objects and the first element of its arrays.
    var bodySites: [Site] {
        guard let body, let schema = body.media.schema else { return [] }
        var sites: [Site] = []
        collect(body.value, schema, at: .root, depth: 0, &sites)
        return sites
    }

    var sites: [Site] { operation.parameterSites + bodySites }

    private func collect(_ value: JSON, _ schema: Schema, at pointer: JSONPointer, depth: Int, _ sites: inout [Site]) {
        guard depth < 5, sites.count < 200 else { return }
        func add(_ name: String, _ schema: Schema, _ value: JSON, _ pointer: JSONPointer, required: Bool) {
            guard schema.node.source["readOnly"]?.bool != true else { return }
            sites.append(
                Site(
                    kind: .body(pointer), name: name, schema: schema, required: required,
                    description: "body at \(pointer)"))
            collect(value, schema, at: pointer, depth: depth + 1, &sites)
        }
        switch value {
        case .object(let members):
            let required = schema.requiredNames
            for (name, property) in schema.properties {
                guard let value = members[name] else { continue }
                add(name, property, value, pointer.appending(name), required: required.contains(name))
            }
        case .array(let elements):
            guard let items = schema.items, let first = elements.first else { return }
            add(pointer.tokens.last ?? "", items, first, pointer.appending(0), required: true)
        case .null, .bool, .number, .string: return
        }
    }
}
