// Judging a value beside one that is valid comes to the verdict of judging it alone.

import Testing

@testable import JSONSchema
@testable import JSONValues

@Suite struct PrecedentTests {
    /// Of each keyword that applies schemas, those under which a part that is known may not be passed over among them.
    private static let schemas: [String] = [
        ##"{"type": "array", "items": {"type": "object", "required": ["a"], "properties": {"a": {"type": "integer", "maximum": 3}}}}"##,
        ##"{"type": "array", "prefixItems": [{"type": "integer"}], "items": {"type": "string"}}"##,
        ##"{"type": "array", "items": {"type": ["integer", "array", "object"]}, "contains": {"const": 2}, "maxContains": 1}"##,
        ##"{"type": "array", "uniqueItems": true, "minItems": 1, "maxItems": 3}"##,
        ##"{"anyOf": [{"items": {"const": 1}}, {"items": {"const": 2}}]}"##,
        ##"{"oneOf": [{"items": {"type": "integer"}}, {"items": {"maximum": 2}}]}"##,
        ##"{"not": {"items": {"const": 1}}}"##,
        ##"{"not": {"properties": {"a": {"const": 1}}, "required": ["a"]}}"##,
        ##"{"if": {"properties": {"a": {"const": 1}}}, "then": {"required": ["b"]}, "else": {"properties": {"b": false}}}"##,
        ##"{"properties": {"a": {"type": "integer"}}, "patternProperties": {"^b": {"maximum": 2}}, "additionalProperties": {"type": "array"}}"##,
        ##"{"properties": {"a": {"readOnly": true}, "b": {"writeOnly": true}}, "required": ["a", "b"]}"##,
        ##"{"allOf": [{"properties": {"a": {"minimum": 2}}}, {"items": {"$ref": "#"}}], "properties": {"c": {"$ref": "#"}}}"##,
        ##"{"properties": {"a": true}, "unevaluatedProperties": false, "items": {"properties": {"b": {"const": 1}}}}"##,
        ##"{"prefixItems": [true], "anyOf": [{"prefixItems": [true, {"const": 1}]}, true], "unevaluatedItems": {"type": "object"}}"##,
        ##"{"dependentSchemas": {"a": {"properties": {"b": {"const": 1}}}}, "dependentRequired": {"b": ["c"]}, "propertyNames": {"maxLength": 1}}"##,
        ##"{"$dynamicAnchor": "x", "properties": {"a": {"$dynamicRef": "#x"}, "b": {"maximum": 2}}, "items": {"$dynamicRef": "#x"}}"##,
        ##"{"minProperties": 1, "maxProperties": 2, "enum": [[1], [1, 2], {"a": 1}, {"a": 2}, {"a": 1, "b": 2}]}"##,
    ]

    @Test(arguments: schemas)
    func theVerdictIsThatOfTheValueAlone(text: String) throws {
        let schema = try Schema.compiled(text)
        var generator = Generator(state: UInt64(text.utf8.count))
        for direction in [nil, Direction.response, .request] {
            var precedent: JSON?
            var (refused, accepted) = (0, 0)
            for _ in 0..<4_000 {
                let value =
                    precedent.map { Self.changed($0, &generator) } ?? Self.value(depth: 0, &generator)
                let alone = schema.validate(value, direction: direction)
                if let precedent {
                    let beside = schema.validate(value, direction: direction, precedent: precedent)
                    #expect(beside.isEmpty == alone.isEmpty, "\(value) after \(precedent)")
                    #expect(beside == alone, "\(value) after \(precedent)")
                    if alone.isEmpty { accepted += 1 } else { refused += 1 }
                }
                if alone.isEmpty { precedent = value }
                if generator.next() % 16 == 0 { precedent = nil }
            }
            #expect(accepted > 20 && refused > 0, "\(accepted), \(refused)")
        }
    }

    /// Within limits that allow for judging what is new alone.
    @Test func whatIsUnchangedIsNotJudgedAgain() throws {
        let schema = try Schema.compiled(
            #"{"properties": {"all": {"items": {"items": {"type": "integer"}}}}}"#)
        let row = JSON.array((0..<1_000).map { .number(JSONNumber($0)) })
        let known: JSON = ["all": .array([row, row, row])]
        var limits = SchemaLimits.standard
        (limits.steps, limits.stepsPerValue) = (20, 0)
        let one: JSON = [1]
        let lists: [[JSON]] = [
            [row, row, row, one], [one, row, row, row], [row, row], [row, one, row], [row, row, row],
        ]
        for elements in lists {
            let value: JSON = ["all": .array(elements)]
            #expect(schema.validate(value, limits: limits, precedent: known) == [])
            #expect(schema.validate(value, limits: limits) != [])
        }
        #expect(schema.validate(["all": .array([row, ["x"], row])], limits: limits, precedent: known) != [])
    }

    private static func value(depth: Int, _ generator: inout Generator) -> JSON {
        switch generator.next() % (depth > 2 ? 4 : 8) {
        case 0: .string("s")
        case 1: nil
        case 2, 3: .number(JSONNumber(Int(generator.next() % 4)))
        case 4, 5: .array((0..<generator.next() % 4).map { _ in value(depth: depth + 1, &generator) })
        default:
            .object(
                JSONObject(
                    ["a", "b", "c"].filter { _ in generator.next() % 2 == 0 }.map {
                        ($0, value(depth: depth + 1, &generator))
                    }))
        }
    }

    /// With one part replaced, added or taken away.
    private static func changed(_ value: JSON, depth: Int = 0, _ generator: inout Generator) -> JSON {
        switch value {
        case .array(var elements):
            let place = Int(generator.next() % UInt64(elements.count + 1))
            switch generator.next() % 4 {
            case 0: elements.insert(Self.value(depth: depth + 1, &generator), at: place)
            case 1 where place < elements.count: elements.remove(at: place)
            default:
                if place < elements.count { elements[place] = changed(elements[place], depth: depth + 1, &generator) }
            }
            return .array(elements)
        case .object(var object):
            let name = ["a", "b", "c"][Int(generator.next() % 3)]
            switch (object[name], generator.next() % 4) {
            case (let old?, 0...2): object[name] = changed(old, depth: depth + 1, &generator)
            case (_?, _): object[name] = nil
            case (nil, _): object[name] = Self.value(depth: depth + 1, &generator)
            }
            return .object(object)
        case .null, .bool, .number, .string: return Self.value(depth: depth, &generator)
        }
    }

    private struct Generator: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state >> 33
        }
    }
}
