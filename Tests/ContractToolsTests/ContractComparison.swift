// Whether two contracts say the same, however their documents are written.

import RegularExpressions
import HTTPTypes
import JSONValues
import JSONSchema
@testable import OpenAPIContract

/// Compares operations field by field and schemas as graphs: names and places of schemas do not count.
struct ContractComparison {
    private(set) var differences: [String] = []
    private var same: Set<[Schema]> = []

    static func differences(_ left: Contract, _ right: Contract) -> [String] {
        var comparison = ContractComparison()
        comparison.compare(left, right)
        return comparison.differences
    }

    private mutating func expect<Value: Equatable>(_ left: Value, _ right: Value, _ what: String) {
        if left != right { differences.append("\(what): \(left) / \(right)") }
    }

    private mutating func pairs<Value>(
        _ left: [Value], _ right: [Value], _ what: String,
        _ body: (inout ContractComparison, Value, Value, String) -> Void
    ) {
        expect(left.count, right.count, "\(what) count")
        for (index, (left, right)) in zip(left, right).enumerated() { body(&self, left, right, "\(what)[\(index)]") }
    }

    private mutating func compare(_ left: Contract, _ right: Contract) {
        expect([left.title, left.apiVersion], [right.title, right.apiVersion], "info")
        expect(left.servers.map(\.url), right.servers.map(\.url), "servers")
        expect(left.securitySchemes.map(\.name), right.securitySchemes.map(\.name), "schemes")
        pairs(left.operations + left.webhooks, right.operations + right.webhooks, "operation") {
            $0.compare($1, $2, $3)
        }
    }

    private mutating func compare(_ left: Operation, _ right: Operation, _ what: String) {
        expect([left.id, left.title], [right.id, right.title], what)
        expect(left.tags, right.tags, "\(what) tags")
        expect(left.deprecated, right.deprecated, "\(what) deprecated")
        expect(left.security, right.security, "\(what) security")
        expect(left.pairs.map(\.name), right.pairs.map(\.name), "\(what) pairs")
        pairs(left.parameters, right.parameters, "\(what) parameter") { comparison, left, right, what in
            comparison.expect(
                [
                    left.name, left.location.rawValue, left.style.rawValue,
                    "\(left.explode)\(left.required)\(left.allowReserved)",
                ],
                [
                    right.name, right.location.rawValue, right.style.rawValue,
                    "\(right.explode)\(right.required)\(right.allowReserved)",
                ],
                what)
            comparison.compare(left.schema, right.schema, what)
            comparison.compare(left.examples, right.examples, what)
            comparison.compare([left.content].compactMap { $0 }, [right.content].compactMap { $0 }, what)
        }
        expect(left.body?.required, right.body?.required, "\(what) body")
        compare(left.body?.content ?? [], right.body?.content ?? [], "\(what) body")
        pairs(left.responses, right.responses, "\(what) response") { comparison, left, right, what in
            comparison.expect(left.status, right.status, what)
            comparison.expect(left.exampleNames, right.exampleNames, what)
            comparison.compare(left.content, right.content, what)
            comparison.expect(left.links.map(\.operationID), right.links.map(\.operationID), "\(what) links")
            comparison.pairs(left.headers, right.headers, "\(what) header") { comparison, left, right, what in
                comparison.expect(left.name, right.name, what)
                comparison.expect(left.required, right.required, what)
                comparison.compare(left.schema, right.schema, what)
            }
        }
        pairs(left.callbacks.flatMap(\.operations), right.callbacks.flatMap(\.operations), "\(what) callback") {
            $0.compare($1, $2, $3)
        }
    }

    private mutating func compare(_ left: [MediaType], _ right: [MediaType], _ what: String) {
        pairs(left, right, "\(what) content") { comparison, left, right, what in
            comparison.expect(left.range, right.range, what)
            comparison.expect(left.encoding.map(\.property), right.encoding.map(\.property), what)
            comparison.compare(left.schema, right.schema, what)
            comparison.compare(left.examples, right.examples, what)
        }
    }

    private mutating func compare(_ left: [Example], _ right: [Example], _ what: String) {
        expect(left.map(\.name), right.map(\.name), "\(what) examples")
        expect(left.map(\.value), right.map(\.value), "\(what) example values")
    }

    private mutating func compare(_ left: Schema?, _ right: Schema?, _ what: String) {
        guard let left, let right else {
            expect(left == nil, right == nil, "\(what) schema")
            return
        }
        var queue = [(left, right, what)]
        while let (left, right, what) = queue.popLast() {
            guard same.insert([left, right]).inserted else { continue }
            let (mine, theirs) = (left.node.keywords, right.node.keywords)
            expect(mine.map(Self.signature), theirs.map(Self.signature), "\(what) at \(left.place)")
            for (mine, theirs) in zip(mine, theirs) {
                expect(mine.subschemas.count, theirs.subschemas.count, what)
                for (mine, theirs) in zip(mine.subschemas, theirs.subschemas) {
                    queue.append((left[mine], right[theirs], what))
                }
            }
        }
    }

    /// A keyword without the schemas that it names.
    private static func signature(_ keyword: Keyword) -> String {
        switch keyword {
        case .never: "never"
        case .type(let types): "type \(types.names)"
        case .enumeration(let values): "enum \(values.map { $0.serialized() })"
        case .const(let value): "const \(value.serialized())"
        case .multipleOf(let number): "multipleOf \(number.text)"
        case .minimum(let bound): "minimum \(bound.value.text) \(bound.exclusive)"
        case .maximum(let bound): "maximum \(bound.value.text) \(bound.exclusive)"
        case .minLength(let count): "minLength \(count)"
        case .maxLength(let count): "maxLength \(count)"
        case .pattern(let pattern): "pattern \(pattern.source)"
        case .format(let format, let asserted): "format \(format) \(asserted)"
        case .content(let content): "content \(content.schema == nil)"
        case .minItems(let count): "minItems \(count)"
        case .maxItems(let count): "maxItems \(count)"
        case .uniqueItems: "uniqueItems"
        case .items(let items): "items \(items.prefix.count) \(items.rest == nil)"
        case .contains(let contains): "contains \(contains.minimum) \(contains.maximum ?? -1)"
        case .minProperties(let count): "minProperties \(count)"
        case .maxProperties(let count): "maxProperties \(count)"
        case .required(let required): "required \(required.names)"
        case .properties(let properties):
            "properties \(properties.declared.map(\.name)) \(properties.patterns.map(\.pattern.source)) \(properties.additional == nil)"
        case .propertyNames: "propertyNames"
        case .dependentRequired(let dependencies): "dependentRequired \(dependencies)"
        case .dependentSchemas(let dependencies): "dependentSchemas \(dependencies.map(\.property))"
        case .reference: "reference"
        case .dynamicReference(let reference): "dynamicReference \(reference.anchor)"
        case .allOf: "allOf"
        case .anyOf(let alternatives): "anyOf \(alternatives.discriminator?.property ?? "")"
        case .oneOf(let alternatives): "oneOf \(alternatives.discriminator?.property ?? "")"
        case .not: "not"
        case .conditional(let conditional): "if \(conditional.then == nil) \(conditional.otherwise == nil)"
        case .subtypes(let discriminator): "subtypes \(discriminator.property)"
        case .unevaluatedItems: "unevaluatedItems"
        case .unevaluatedProperties: "unevaluatedProperties"
        }
    }
}
