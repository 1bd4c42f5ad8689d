// Checks one keyword, whichever it is.

import JSONValues

extension Validator {
    mutating func check(
        _ keyword: Keyword, of id: SchemaNode.ID, _ value: Value, _ evaluated: inout Evaluated?
    ) -> Bool {
        switch keyword {
        case .never: return failNever(id, value)
        case .type(let types): return checkType(types, id, value)
        case .enumeration(let values): return checkEnumeration(values, id, value)
        case .const(let expected):
            return value.equals(expected) || fail(.const, id, value, expected.literal)
        case .multipleOf(let divisor):
            guard let number = value.number else { return true }
            return number.isMultiple(of: divisor)
                || fail(.multipleOf, id, value, "a multiple of \(divisor.text)")
        case .minimum(let bound): return checkMinimum(bound, id, value)
        case .maximum(let bound): return checkMaximum(bound, id, value)
        case .minLength(let count): return value.kind != .string || checkMinLength(count, id, value)
        case .maxLength(let count): return value.kind != .string || checkMaxLength(count, id, value)
        case .pattern(let pattern): return value.kind != .string || checkPattern(pattern, id, value)
        case .format(let format, asserted: true): return checkFormat(format, id, value)
        case .format(_, asserted: false): return true
        case .content(let content):
            return !content.asserted || value.kind != .string || checkContent(content, id, value)
        case .minItems(let count):
            return value.kind != .array || value.count >= count
                || fail(.minItems, id, value, "at least \(count.counted("element"))", found: "\(value.count)")
        case .maxItems(let count):
            return value.kind != .array || value.count <= count
                || fail(.maxItems, id, value, "at most \(count.counted("element"))", found: "\(value.count)")
        case .uniqueItems: return value.kind != .array || checkUnique(id, value)
        case .items(let items): return value.kind != .array || checkItems(items, id, value, &evaluated)
        case .contains(let contains): return value.kind != .array || checkContains(contains, id, value, &evaluated)
        case .minProperties(let count):
            return value.kind != .object || value.count >= count
                || fail(.minProperties, id, value, "at least \(count.counted("property"))", found: "\(value.count)")
        case .maxProperties(let count):
            return value.kind != .object || value.count <= count
                || fail(.maxProperties, id, value, "at most \(count.counted("property"))", found: "\(value.count)")
        case .required(let required):
            return required.inProperties || value.kind != .object || checkRequired(required.names, id, value)
        case .properties(let properties):
            return value.kind != .object || checkProperties(properties, id, value, &evaluated)
        case .propertyNames(let names): return value.kind != .object || checkNames(names, id, value)
        case .dependentRequired(let dependencies):
            return value.kind != .object || checkDependencies(dependencies, id, value)
        case .dependentSchemas(let dependencies):
            return value.kind != .object || checkDependencies(dependencies, id, value, &evaluated)
        case .reference(let reference): return check(reference.target, value, &evaluated)
        case .dynamicReference(let reference): return check(target(of: reference), value, &evaluated)
        case .allOf(let schemas): return checkAll(schemas, value, &evaluated)
        case .anyOf(let alternatives):
            if let branch = branch(of: alternatives.discriminator, value) { return check(branch, value, &evaluated) }
            return checkAny(alternatives, id, value, &evaluated)
        case .oneOf(let alternatives):
            if let branch = branch(of: alternatives.discriminator, value) { return check(branch, value, &evaluated) }
            return checkOne(alternatives, id, value, &evaluated)
        case .not(let schema): return checkNot(schema, id, value)
        case .conditional(let conditional): return checkConditional(conditional, value, &evaluated)
        case .subtypes(let discriminator): return checkSubtype(discriminator, value, &evaluated)
        case .unevaluatedItems(let rest):
            return value.kind != .array || checkUnevaluatedItems(rest, id, value, &evaluated)
        case .unevaluatedProperties(let rest):
            return value.kind != .object || checkUnevaluatedProperties(rest, id, value, &evaluated)
        }
    }
}

extension Int {
    func counted(_ noun: String) -> String {
        if self == 1 { return "1 \(noun)" }
        return noun.hasSuffix("y") ? "\(self) \(noun.dropLast())ies" : "\(self) \(noun)s"
    }
}
