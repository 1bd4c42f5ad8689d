// Compares objects: properties, required ones, `readOnly` and `writeOnly`, and additional properties.

import JSONValues
import JSONSchema
import SourceDocuments
import OpenAPIContract

extension ValueStep {
    mutating func compareObjects() {
        compareLeast(
            "minProperties", .minPropertiesAdded, .minPropertiesRemoved, .minPropertiesRaised, .minPropertiesLowered)
        compareMost(
            "maxProperties", .maxPropertiesAdded, .maxPropertiesRemoved, .maxPropertiesRaised, .maxPropertiesLowered)
        for name in propertyNames { compareProperty(name) }
        if (old.isClosed == nil) != (new.isClosed == nil) {
            note(
                new.isClosed == nil ? .additionalAllowed : .additionalForbidden,
                before: ValueComparison.Source(optional: old.isClosed, "additionalProperties") ?? oldSource,
                after: ValueComparison.Source(optional: new.isClosed, "additionalProperties") ?? newSource)
        } else {
            enter(.other("any name"), old.additional, new.additional)
        }
        for pattern in Set(old.patternProperties.keys).union(new.patternProperties.keys).sorted() {
            enter(.other("like \(pattern)"), old.patternProperties[pattern] ?? [], new.patternProperties[pattern] ?? [])
        }
        enter(.aside("name"), old.names, new.names)
        for name in Set(old.dependentSchemas.keys).union(new.dependentSchemas.keys).sorted() {
            enter(.aside("with \(name)"), old.dependentSchemas[name] ?? [], new.dependentSchemas[name] ?? [])
        }
        compareDependencies()
    }

    /// Those of the old contract first, then the new ones, then those that are only required.
    private var propertyNames: [String] {
        var seen: Set<String> = []
        let declared = old.propertyNames + new.propertyNames
        let required = (Array(old.required.keys) + new.required.keys).sorted()
        return (declared + required).filter { seen.insert($0).inserted }
    }

    /// Whether and in which direction a property is present on one side.
    private struct PropertyPresence {
        let schemas: [Schema]
        let isRequired: Bool
        let isOnlyRead: Bool
        let isOnlyWritten: Bool
        let source: ValueComparison.Source?

        /// Nil if this side does not mention the property.
        init?(_ name: String, in shape: ValueShape, whole: ValueComparison.Source?) {
            let property = shape.properties[name]
            guard property != nil || shape.required[name] != nil else { return nil }
            schemas = property?.schemas ?? []
            isRequired = shape.required[name] != nil
            isOnlyRead = schemas.contains(where: \.isOnlyRead)
            isOnlyWritten = schemas.contains(where: \.isOnlyWritten)
            source =
                schemas.first.map { ValueComparison.Source(schema: $0, keyword: nil) }
                ?? ValueComparison.Source(optional: shape.required[name], "required") ?? whole
        }

        /// Whether the property is sent in that direction.
        func isPresent(_ direction: ValueDirection) -> Bool { direction == .request ? !isOnlyRead : !isOnlyWritten }
    }

    /// Marks properties that went and came under another name.
    mutating func findRenames() {
        let gone = differences.indices.filter {
            [.removedRequired, .removedOptional, .removedForbidden].contains(differences[$0].change)
        }
        let come = differences.indices.filter { [.addedRequired, .addedOptional].contains(differences[$0].change) }
        guard !gone.isEmpty, !come.isEmpty else { return }
        func member(_ index: Int, in shape: ValueShape) -> Renames.Member {
            let name = differences[index].property ?? ""
            return (shape.properties[name]?.schemas ?? [], shape.required[name] != nil)
        }
        let pairs = Renames.pairs(gone: gone.map { member($0, in: old) }, come: come.map { member($0, in: new) })
        for pair in pairs {
            let (was, now) = (gone[pair.gone], come[pair.come])
            differences[was].otherName = differences[now].property
            differences[now].otherName = differences[was].property
        }
    }

    private mutating func compareProperty(_ name: String) {
        let was = PropertyPresence(name, in: old, whole: oldSource)
        let now = PropertyPresence(name, in: new, whole: newSource)
        let wasThere = was?.isPresent(pair.direction) ?? false
        let isThere = now?.isPresent(pair.direction) ?? false
        func add(_ change: ValueChange, to step: inout ValueStep) {
            step.note(
                change, property: name, before: was?.source ?? step.oldSource, after: now?.source ?? step.newSource)
        }
        switch (wasThere, isThere) {
        case (false, false): break
        case (false, true):
            if was == nil {
                add(now?.isRequired == true ? .addedRequired : .addedOptional, to: &self)
            } else {
                add(pair.direction == .request ? .becameNotReadOnly : .becameNotWriteOnly, to: &self)
                if pair.direction == .request, now?.isRequired == true { add(.becameRequired, to: &self) }
            }
        case (true, false):
            if now != nil {
                add(pair.direction == .request ? .becameReadOnly : .becameWriteOnly, to: &self)
            } else if pair.direction == .request, new.isClosed != nil {
                add(.removedForbidden, to: &self)
            } else {
                add(was?.isRequired == true ? .removedRequired : .removedOptional, to: &self)
            }
        case (true, true):
            if let was, let now {
                if was.isRequired != now.isRequired {
                    let source = ValueComparison.Source(
                        optional: now.isRequired ? new.required[name] : old.required[name], "required")
                    note(
                        now.isRequired ? .becameRequired : .becameOptional, property: name,
                        before: now.isRequired ? was.source : source, after: now.isRequired ? source : now.source)
                }
                compareOtherDirection(name, was, now)
                enter(.property(name), was.schemas, now.schemas)
            }
        }
    }

    /// `readOnly` says nothing of answers that they did not say before, but that it changed is told where it can be seen.
    private mutating func compareOtherDirection(_ name: String, _ was: PropertyPresence, _ now: PropertyPresence) {
        let changes: [(Bool, Bool, ValueChange, ValueChange)] = [
            (was.isOnlyRead, now.isOnlyRead, .becameReadOnly, .becameNotReadOnly),
            (was.isOnlyWritten, now.isOnlyWritten, .becameWriteOnly, .becameNotWriteOnly),
        ]
        for (before, after, added, removed) in changes where before != after {
            note(after ? added : removed, property: name, before: was.source, after: now.source)
        }
    }

    private mutating func compareDependencies() {
        for name in Set(old.dependencies.keys).subtracting(new.dependencies.keys).sorted() {
            note(
                .dependentRequiredRemoved, was: "'\(name)'",
                before: ValueComparison.Source(optional: old.dependencies[name], "dependentRequired"), after: newSource)
        }
        for name in Set(new.dependencies.keys).subtracting(old.dependencies.keys).sorted() {
            note(
                .dependentRequiredAdded, now: "'\(name)'", before: oldSource,
                after: ValueComparison.Source(optional: new.dependencies[name], "dependentRequired"))
        }
    }
}
