// New things, from what a client sends and what the schema asks for besides.

import JSONValues
import JSONSchema
import OpenAPIContract
import Sampling

/// Makes things of one collection that fit the schema they are answered by.
struct ThingMaker: Sendable {
    let resource: ResourceCollection

    /// The thing that a body describes. What it lacks and the schema requires is made up, and what only the server can know
    /// as well; nil where no such thing fits the schema.
    /// - Parameters:
    ///   - id: as it stands in the path; nil for a thing that has none yet.
    func thing(
        _ body: JSON?, id: String?, scope: [(name: String, value: JSON)], seed: UInt64
    ) -> JSON? {
        guard let schema = resource.itemSchema else {
            guard var object = (body ?? .object(JSONObject())).object else { return nil }
            set(id, in: &object)
            return .object(object)
        }
        let sent = named(body?.object ?? JSONObject())
        let sample = Sampler(schema, direction: .response).sample(seed: seed).value?.object ?? JSONObject()
        let known = Dictionary(schema.properties, uniquingKeysWith: { first, _ in first })
        let required = schema.requiredNames
        let wide = schema.properties.isEmpty
        func made(fillingAll: Bool) -> JSON {
            var thing = JSONObject()
            for (name, value) in sample
            where fillingAll || required.contains(name) || known[name]?.isReadOnly == true { thing[name] = value }
            for (name, value) in sent {
                guard let property = known[name] else {
                    if wide || fillingAll { thing[name] = value }
                    continue
                }
                if property.isReadOnly || property.isWriteOnly { continue }
                if property.accepts(value, direction: .response) { thing[name] = value }
            }
            for (name, value) in scope {
                if let property = known[name], sent[name] == nil, property.accepts(value, direction: .response) {
                    thing[name] = value
                }
            }
            set(id, in: &thing)
            return .object(thing)
        }
        for fillingAll in [false, true] {
            let thing = made(fillingAll: fillingAll)
            if schema.accepts(thing, direction: .response) { return repeating(scope.map(\.value), in: thing, schema) }
        }
        var whole = sample
        set(id, in: &whole)
        let settable = sent.filter { name, _ in known[name].map { !$0.isReadOnly && !$0.isWriteOnly } ?? false }
        return schema.joined(settable, to: whole).map { repeating(scope.map(\.value), in: $0, schema) }
    }

    /// What was sent under the names that things have for it: `FriendlyName` is `friendly_name`.
    private func named(_ sent: JSONObject) -> JSONObject {
        var named = JSONObject()
        for (name, value) in sent { named[resource.property(like: name) ?? name] = value }
        return named
    }

    /// The thing with the values of its path where links will look for them.
    private func repeating(_ scope: [JSON], in thing: JSON, _ schema: Schema) -> JSON {
        resource.scopePointers.reduce(thing) { thing, place in
            guard place.index < scope.count,
                let whole = thing.replacing(place.pointer.tokens, with: scope[place.index]),
                schema.accepts(whole, direction: .response)
            else { return thing }
            return whole
        }
    }

    /// The thing with another id, written as its schema has ids.
    func thing(_ thing: JSON, id: String) -> JSON {
        guard var object = thing.object else { return thing }
        set(id, in: &object)
        return .object(object)
    }

    /// The thing with what only the server can know as it was in the old one.
    func thing(_ thing: JSON, after old: JSON) -> JSON {
        guard var object = thing.object, let schema = resource.itemSchema else { return thing }
        for (name, value) in old.object ?? JSONObject() where schema.property(name)?.isReadOnly == true {
            object[name] = value
        }
        return .object(object)
    }

    /// A merge patch (RFC 7396): null removes.
    func patched(_ thing: JSON, by patch: JSONObject) -> JSON {
        var object = thing.object ?? JSONObject()
        for (name, value) in named(patch) {
            if resource.itemSchema?.property(name)?.isReadOnly == true { continue }
            if value.isNull, resource.itemSchema?.property(name)?.accepts(.null, direction: .response) != true {
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

    /// An id that no thing has: the next number, or for texts one that follows from the generator.
    func id(after list: ThingList, _ generator: inout SeededGenerator) -> String {
        let schema = resource.idProperty.flatMap { resource.itemSchema?.property($0) } ?? resource.idParameter?.schema
        guard let schema, !schema.types.contains(.integer), !schema.types.contains(.number) else {
            return String(list.nextNumber)
        }
        for _ in 0..<16 {
            let uuid = generator.uuid()
            let candidate =
                schema.accepts(.string(uuid), direction: .response)
                ? uuid : Sampler(schema, direction: .response).sample(seed: generator.next()).value?.idText
            if let candidate, case .unknown = list[candidate] { return candidate }
        }
        return String(list.nextNumber)
    }

    private func set(_ id: String?, in thing: inout JSONObject) {
        guard let id, let name = resource.idProperty else { return }
        let property = resource.itemSchema?.property(name)
        if let number = JSONNumber(id), property?.accepts(.number(number), direction: .response) ?? true,
            property?.types.contains(.string) != true
        {
            thing[name] = .number(number)
        } else {
            thing[name] = .string(id)
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

    var isReadOnly: Bool { conjuncts.contains { $0.node.annotation("readOnly") == true } }
    var isWriteOnly: Bool { conjuncts.contains { $0.node.annotation("writeOnly") == true } }
}

extension SeededGenerator {
    /// A UUID of version 4 (RFC 9562, section 5.4), as random as the generator is.
    fileprivate mutating func uuid() -> String {
        var bytes: [UInt8] = []
        for _ in 0..<2 {
            let bits = next()
            for shift in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift * 8))) }
        }
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        return [digits[0..<4], digits[4..<6], digits[6..<8], digits[8..<10], digits[10..<16]]
            .map { $0.joined() }.joined(separator: "-")
    }
}
