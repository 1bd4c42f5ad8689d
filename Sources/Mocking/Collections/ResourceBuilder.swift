// New resources, from what a client sends and what the schema asks for besides.

import ContractCollections
import JSONValues
import JSONSchema
import OpenAPIContract
import Sampling

/// A value of a path that comes before the id.
struct ScopeValue: Sendable {
    /// Of the parameter.
    let name: String
    /// What its resources are called: `user` of `/users/{id}/posts`.
    let owner: String?
    let value: JSON

    /// What a resource may call it.
    var names: [String] {
        let isPlainID = name.lowercased() == "id"
        return (owner.map { [$0 + "id", $0 + name] } ?? []) + (isPlainID ? [] : [name])
    }
}

/// Makes resources of one collection that fit the schema they are answered by.
struct ResourceBuilder: Sendable {
    let declared: ResourceCollection
    let options: SamplingOptions

    /// The resource that a body describes. What it lacks and the schema requires is made up, and what only the server can know
    /// as well; nil where no such resource fits the schema. Without a body all of it is made up.
    /// - Parameters:
    ///   - id: as it stands in the path; nil for a resource that has none yet.
    ///   - base: what an example shows, in place of what would be made up.
    func resource(
        _ body: JSON?, id: String?, scope: [ScopeValue], seed: UInt64, base: JSON? = nil
    ) -> JSON? {
        guard let schema = declared.itemSchema else {
            guard var object = (body ?? .object(JSONObject())).object else { return nil }
            set(id, in: &object)
            return .object(object)
        }
        let sent = named(body?.object ?? JSONObject())
        let sample =
            base?.object ?? Sampler(schema, direction: .response, options: options).sample(seed: seed).value?.object
            ?? JSONObject()
        let known = Dictionary(schema.properties, uniquingKeysWith: { first, _ in first })
        let required = schema.requiredNames
        let wide = schema.properties.isEmpty
        let owners = owners(of: scope)
        let links = links(scope, id: id, after: sample)
        func made(fillingAll: Bool, showingNothing: Bool = true) -> JSON {
            var resource = JSONObject()
            for (name, value) in sample {
                if showingNothing, let empty = empty(name, known[name]) {
                    resource[name] = empty
                } else if fillingAll || required.contains(name) || isServers(name, known[name]) {
                    resource[name] = value
                } else if let value = known[name]?.defaultValue {
                    resource[name] = value
                }
            }
            for (name, value) in owners where sent[name] == nil {
                if known[name]?.accepts(value, direction: .response) == true { resource[name] = value }
            }
            for (name, value) in sent {
                guard let property = known[name] else {
                    if wide || fillingAll, body != nil { resource[name] = value }
                    continue
                }
                if property.isReadOnly || property.isWriteOnly { continue }
                if property.accepts(value, direction: .response) { resource[name] = value }
            }
            set(id, in: &resource)
            return .object(links?.pointed(resource, keeping: Set(sent.map(\.key))) ?? resource)
        }
        let attempts =
            switch (body, id) {
            case (nil, _): [(true, false)]
            // Who makes a resource is shown what could have been sent as well; who replaces one has said all of it.
            case (_, nil): [(false, true), (false, false), (true, true), (true, false)]
            default: [(false, false), (true, false)]
            }
        for (fillingAll, showingNothing) in attempts {
            var resource = made(fillingAll: fillingAll, showingNothing: showingNothing)
            if schema.accepts(resource, direction: .response) {
                if body != nil, id == nil, !showingNothing { resource = emptied(resource, keeping: sent, schema) }
                return repeating(scope.map(\.value), in: resource, schema)
            }
        }
        var whole = sample
        set(id, in: &whole)
        whole = links?.pointed(whole) ?? whole
        let settable = sent.filter { name, _ in known[name].map { !$0.isReadOnly && !$0.isWriteOnly } ?? false }
        return schema.joined(settable, to: whole).map { repeating(scope.map(\.value), in: $0, schema) }
    }

    /// What stands for a property that could have been sent and was not: its default, or that there is nothing. Nil for what has no such
    /// value.
    private func empty(_ name: String, _ property: Schema?) -> JSON? {
        guard options.optional == .all, let property, declared.isSent(name), !property.isReadOnly else { return nil }
        if let value = property.defaultValue { return value }
        func takes(_ value: JSON) -> Bool { property.accepts(value, direction: .response) }
        if takes(.null) { return .null }
        if property.types == .array { return takes([]) ? [] : nil }
        let empty = JSON.object(JSONObject())
        if property.types == .object { return property.properties.isEmpty && takes(empty) ? empty : nil }
        return nil
    }

    /// The resource without what nobody has sent, as far as it fits so: where not all of that can be nothing at once.
    private func emptied(_ resource: JSON, keeping sent: JSONObject, _ schema: Schema) -> JSON {
        let known = Dictionary(schema.properties, uniquingKeysWith: { first, _ in first })
        return (resource.object ?? JSONObject()).reduce(resource) { resource, member in
            guard sent[member.key] == nil, let empty = empty(member.key, known[member.key]), empty != member.value,
                let other = resource.replacing([member.key], with: empty), schema.accepts(other, direction: .response)
            else { return resource }
            return other
        }
    }

    /// Whether only the server can know it: nobody may send it.
    private func isServers(_ name: String, _ property: Schema?) -> Bool {
        if property?.isReadOnly == true { return true }
        return options.optional == .all && declared.hasSent && !declared.isSent(name)
    }

    /// The properties that say whose a resource is, with the values of its path: `userId` of what is under `/users/{id}`.
    private func owners(of scope: [ScopeValue]) -> [(name: String, value: JSON)] {
        scope.flatMap { part -> [(name: String, value: JSON)] in
            let value = part.value
            let forms = [value] + (value.idText.flatMap { JSONNumber($0) }.map { [JSON.number($0)] } ?? [])
            return part.names.flatMap { name in
                declared.property(like: name).map { property in forms.map { (property, $0) } } ?? []
            }
        }
    }

    /// What was sent under the names that resources have for it: `FriendlyName` is `friendly_name`.
    private func named(_ sent: JSONObject) -> JSONObject {
        var named = JSONObject()
        for (name, value) in sent { named[declared.property(like: name) ?? name] = value }
        return named
    }

    /// The resource with the values of its path where links will look for them.
    private func repeating(_ scope: [JSON], in resource: JSON, _ schema: Schema) -> JSON {
        guard scope.count == declared.scopeCount else { return resource }
        return declared.scopePointers.reduce(resource) { resource, place in
            guard place.index < scope.count,
                let whole = resource.replacing(place.pointer.tokens, with: scope[place.index]),
                schema.accepts(whole, direction: .response)
            else { return resource }
            return whole
        }
    }

    /// The resource with another id, written as its schema has ids, and where it is asked for by that one.
    /// - Parameter sent: what the client has said of a resource that is made; nil for one that there is.
    func resource(_ resource: JSON, id: String, scope: [ScopeValue] = [], sent: JSONObject? = nil) -> JSON {
        guard var object = resource.object else { return resource }
        let links = links(scope, id: id, after: object)
        set(id, in: &object)
        guard sent != nil || object != resource.object else { return resource }
        return .object(links?.pointed(object, keeping: Set(named(sent ?? JSONObject()).map(\.key))) ?? object)
    }

    /// A resource of an example as it is under that path.
    func resource(_ resource: JSON, shownAs id: String, scope: [ScopeValue]) -> JSON {
        guard let object = resource.object else { return resource }
        return .object(links(scope, id: id, after: object)?.pointed(object) ?? object)
    }

    /// - Parameter old: the resource as it was before it got its id.
    private func links(_ scope: [ScopeValue], id: String?, after old: JSONObject) -> ResourceLinks? {
        ResourceLinks(
            declared, scope: scope.map { $0.value.idText ?? "" }, id: id,
            old: declared.idProperty.flatMap { old[$0]?.idText })
    }

    /// The resource with what only the server can know as it was in the old one.
    /// - Parameter isKept: whether more stays as it was.
    func resource(_ resource: JSON, after old: JSON, keeping isKept: (String) -> Bool) -> JSON {
        guard var object = resource.object, let schema = declared.itemSchema else { return resource }
        for (name, value) in old.object ?? JSONObject() where schema.property(name)?.isReadOnly == true || isKept(name)
        {
            object[name] = value
        }
        return .object(object)
    }

    /// A merge patch (RFC 7396): null removes.
    func patched(_ resource: JSON, by patch: JSONObject) -> JSON {
        var object = resource.object ?? JSONObject()
        for (name, value) in named(patch) {
            // It says what another property is to be.
            if let id = declared.idProperty, declared.itemSchema?.property(name) == nil,
                name.comparableName == "new" + id.comparableName
            {
                continue
            }
            if declared.itemSchema?.property(name)?.isReadOnly == true { continue }
            if value.isNull, declared.itemSchema?.property(name)?.accepts(.null, direction: .response) != true {
                object[name] = nil
            } else {
                object[name] = merged(object[name] ?? .null, value)
            }
        }
        return .object(object)
    }

    private func merged(_ value: JSON, _ patch: JSON) -> JSON {
        guard case .object(let changes) = patch else { return patch }
        var object = value.object ?? JSONObject()
        for (name, value) in changes { object[name] = value.isNull ? nil : merged(object[name] ?? .null, value) }
        return .object(object)
    }

    private func set(_ id: String?, in resource: inout JSONObject) {
        guard let id, let name = declared.idProperty else { return }
        let property = declared.itemSchema?.property(name)
        if let number = JSONNumber(id), property?.accepts(.number(number), direction: .response) ?? true,
            property?.types.contains(.string) != true
        {
            resource[name] = .number(number)
        } else {
            resource[name] = .string(id)
        }
    }
}

extension Schema {
    /// An object with as many of other members as it fits with; nil where it does not fit without them.
    func joined(_ members: some Sequence<JSONObject.Member>, to object: JSONObject) -> JSON? {
        guard accepts(.object(object), direction: .response) else { return nil }
        var whole = object
        for (name, value) in members {
            var more = whole
            more[name] = value
            if accepts(.object(more), direction: .response) { whole = more }
        }
        return .object(whole)
    }

    var defaultValue: JSON? { conjuncts.lazy.compactMap(\.node.defaultValue).first }
    var isReadOnly: Bool { conjuncts.contains { $0.node.annotation("readOnly") == true } }
    var isWriteOnly: Bool { conjuncts.contains { $0.node.annotation("writeOnly") == true } }
}
