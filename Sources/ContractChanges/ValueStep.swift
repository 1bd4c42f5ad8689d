// One pair of values: what is said of them here, and the pairs inside them.

import JSONValues
import JSONSchema
import OpenAPIContract

/// The comparison of one pair.
struct ValueStep {
    let pair: ValueComparison.Pair
    var old: ValueShape
    var new: ValueShape
    var differences: [ValueComparison.Difference] = []
    /// Nested values that are still to be compared.
    var inner: [(token: ValueToken, pair: ValueComparison.Pair)] = []

    init(_ pair: ValueComparison.Pair) {
        self.pair = pair
        old = ValueShape(pair.old)
        new = ValueShape(pair.new)
    }

    mutating func compare() {
        // The same place of the same contract.
        guard pair.old != pair.new else { return }
        if pair.old.isEmpty != pair.new.isEmpty || (old.isNever == nil) != (new.isNever == nil) {
            compareExistence()
            return
        }
        compareAnnotations()
        if compareRestructuring() { return }
        compareTypes()
        compareValues()
        if concerns(.integer) { compareNumbers() }
        if concerns(.string) { compareStrings() }
        if concerns(.array) { compareArrays() }
        if concerns(.object) { compareObjects() }
        compareChoices()
        compareOpaque()
    }

    /// Whether both sides allow values of that type.
    private func concerns(_ type: TypeSet) -> Bool { old.types.contains(type) && new.types.contains(type) }

    // MARK: Noting

    mutating func note(
        _ change: ValueChange, property: String? = nil, was: String? = nil, now: String? = nil,
        before: ValueComparison.Source?, after: ValueComparison.Source?
    ) {
        differences.append(
            ValueComparison.Difference(
                change: change, property: property, was: was, now: now, before: before, after: after))
    }

    /// A keyword that both sides may have.
    mutating func note<Value>(
        _ change: ValueChange, _ was: ValueShape.Declared<Value>?, _ now: ValueShape.Declared<Value>?,
        text: (Value) -> String
    ) {
        note(
            change, was: was.map { text($0.value) }, now: now.map { text($0.value) },
            before: was.map(ValueComparison.Source.init) ?? oldSource,
            after: now.map(ValueComparison.Source.init) ?? newSource)
    }

    /// The schema as a whole, for what one side does not say.
    var oldSource: ValueComparison.Source? { pair.old.first.map { ValueComparison.Source(schema: $0, keyword: nil) } }
    var newSource: ValueComparison.Source? { pair.new.first.map { ValueComparison.Source(schema: $0, keyword: nil) } }

    mutating func enter(_ token: ValueToken, _ old: [Schema], _ new: [Schema]) {
        guard !old.isEmpty || !new.isEmpty else { return }
        inner.append((token, ValueComparison.Pair(old: old, new: new, direction: pair.direction)))
    }

    // MARK: As a whole

    private mutating func compareExistence() {
        if (old.isNever == nil) != (new.isNever == nil) {
            let change: ValueChange = new.isNever == nil ? .allowed : .forbidden
            note(change, before: oldSource, after: newSource)
        } else if pair.old.isEmpty {
            // Anything was allowed; `{}` allows as much.
            guard !new.isAnything else { return }
            note(.schemaAdded, before: nil, after: newSource)
        } else {
            guard !old.isAnything else { return }
            note(.schemaRemoved, before: oldSource, after: nil)
        }
    }

    private mutating func compareAnnotations() {
        if (old.deprecated == nil) != (new.deprecated == nil) {
            note(
                new.deprecated == nil ? .reactivated : .becameDeprecated,
                before: old.deprecated.map { ValueComparison.Source(schema: $0, keyword: "deprecated") } ?? oldSource,
                after: new.deprecated.map { ValueComparison.Source(schema: $0, keyword: "deprecated") } ?? newSource)
        }
        if old.defaultValue?.value != new.defaultValue?.value {
            note(.defaultChanged, old.defaultValue, new.defaultValue) { $0.serialized() }
        }
    }

    // MARK: Types

    private mutating func compareTypes() {
        let before = ValueComparison.Source(optional: old.typesBy, "type") ?? oldSource
        let after = ValueComparison.Source(optional: new.typesBy, "type") ?? newSource
        if old.isNullable != new.isNullable, !isUntyped(old), !isUntyped(new) {
            note(new.isNullable ? .becameNullable : .becameNotNullable, before: before, after: after)
        }
        guard old.types != new.types else { return }
        let change: ValueChange =
            if old.types.isSuperset(of: new.types) {
                .typeNarrowed
            } else if old.types.isSubset(of: new.types) {
                .typeWidened
            } else if pair.isText, new.isAnyText, old.types.isDisjoint(with: [.array, .object]) {
                .typeWidened
            } else if pair.isText, old.isAnyText, new.types.isDisjoint(with: [.array, .object]) {
                .typeNarrowed
            } else {
                .typeChanged
            }
        note(change, was: old.types.text, now: new.types.text, before: before, after: after)
    }

    /// Nothing is said of the type, so that `null` is no more meant than anything else.
    private func isUntyped(_ shape: ValueShape) -> Bool { shape.typesBy == nil && shape.values == nil }

    private mutating func compareValues() {
        switch (old.values, new.values) {
        case (nil, nil): break
        case (nil, let now?):
            note(.enumAdded, old.values, now) { $0.map { $0.serialized() }.joined(separator: ", ") }
        case (let was?, nil):
            note(.enumRemoved, was, new.values) { $0.map { $0.serialized() }.joined(separator: ", ") }
        case (let was?, let now?):
            let (before, after) = (ValueComparison.Source(was), ValueComparison.Source(now))
            for value in was.value where !now.value.contains(value) {
                note(.enumValueRemoved, was: value.serialized(), before: before, after: after)
            }
            for value in now.value where !was.value.contains(value) {
                note(.enumValueAdded, now: value.serialized(), before: before, after: after)
            }
        }
        // OpenAPI 3.1 says `contentEncoding` where 3.0 said `format`: that alone changes no value.
        if let was = old.encodingOfText, was == new.encodingOfText { return }
        compareFormats()
        if old.content?.value != new.content?.value { note(.contentChanged, old.content, new.content) { $0 } }
    }

    /// Formats of numbers whose values the next one takes in.
    private static let widths = [
        ["int8", "int16", "int32", "int64"], ["uint8", "uint16", "uint32", "uint64"], ["float", "double"],
    ]

    private mutating func compareFormats() {
        guard old.format?.value != new.format?.value else { return }
        let change: ValueChange =
            switch (old.format?.value, new.format?.value) {
            case (nil, _): .formatAdded
            case (_, nil): .formatRemoved
            case (let was?, let now?): ValueStep.change(of: was, to: now)
            }
        note(change, old.format, new.format) { $0 }
    }

    private static func change(of was: String, to now: String) -> ValueChange {
        for names in widths {
            guard let before = names.firstIndex(of: was), let after = names.firstIndex(of: now) else { continue }
            return before < after ? .formatWidened : .formatNarrowed
        }
        return .formatChanged
    }
}

extension ValueComparison.Source {
    init<Value>(_ said: ValueShape.Declared<Value>) { self.init(schema: said.by, keyword: said.keyword) }

    init?(optional schema: Schema?, _ keyword: String) {
        guard let schema else { return nil }
        self.init(schema: schema, keyword: keyword)
    }
}

extension ValueShape {
    /// Whether any value will do.
    var isAnything: Bool {
        isNever == nil && typesBy == nil && values == nil && format == nil && content == nil && minimum == nil
            && maximum == nil && multiple == nil && counts.isEmpty && patterns.isEmpty && isUnique == nil
            && prefix.isEmpty && elements.isEmpty && contains == nil && properties.isEmpty && required.isEmpty
            && patternProperties.isEmpty && names.isEmpty && additional.isEmpty && isClosed == nil
            && dependencies.isEmpty && dependentSchemas.isEmpty && choices.isEmpty && negations.isEmpty
            && conditions.isEmpty
    }

    /// Whether any text will do.
    fileprivate var isAnyText: Bool {
        types.contains(.string) && values == nil && format == nil && counts.isEmpty && patterns.isEmpty
    }
}

extension TypeSet {
    /// `string or null`.
    fileprivate var text: String {
        let everything: TypeSet = [.boolean, .integer, .number, .string, .array, .object]
        if isSuperset(of: everything) { return "anything" }
        let names = subtracting(contains(.number) ? .integer : []).names
        return names.isEmpty ? "nothing" : names.joined(separator: " or ")
    }
}
