// Numbers, texts and arrays: limits that were added, moved or lifted.

import JSONValues
import JSONSchema

extension ValueStep {
    mutating func compareNumbers() {
        compareLimit(
            old.minimum, new.minimum, added: .minimumAdded, removed: .minimumRemoved,
            tighter: .minimumRaised, looser: .minimumLowered, upwards: true)
        compareLimit(
            old.maximum, new.maximum, added: .maximumAdded, removed: .maximumRemoved,
            tighter: .maximumLowered, looser: .maximumRaised, upwards: false)
        guard old.multiple?.value != new.multiple?.value else { return }
        let change: ValueChange =
            switch (old.multiple?.value, new.multiple?.value) {
            case (nil, _): .multipleAdded
            case (_, nil): .multipleRemoved
            case (let was?, let now?):
                now.isMultiple(of: was)
                    ? .multipleNarrowed : was.isMultiple(of: now) ? .multipleWidened : .multipleChanged
            }
        note(change, old.multiple, new.multiple) { $0.text }
    }

    private mutating func compareLimit(
        _ was: ValueShape.Declared<ValueShape.Limit>?, _ now: ValueShape.Declared<ValueShape.Limit>?,
        added: ValueChange,
        removed: ValueChange, tighter: ValueChange, looser: ValueChange, upwards: Bool
    ) {
        guard was?.value != now?.value else { return }
        let change =
            switch (was?.value, now?.value) {
            case (nil, _): added
            case (_, nil): removed
            case (let was?, let now?): ValueShape.isTighter(now, than: was, upwards: upwards) ? tighter : looser
            }
        note(change, was, now) { "\($0.isExclusive ? upwards ? "above " : "below " : "")\($0.value.text)" }
    }

    mutating func compareStrings() {
        compareLeast("minLength", .minLengthAdded, .minLengthRemoved, .minLengthRaised, .minLengthLowered)
        compareMost("maxLength", .maxLengthAdded, .maxLengthRemoved, .maxLengthRaised, .maxLengthLowered)
        let gone = old.patterns.filter { pattern in !new.patterns.contains { $0.value == pattern.value } }
        let added = new.patterns.filter { pattern in !old.patterns.contains { $0.value == pattern.value } }
        for (was, now) in zip(gone, added) { note(.patternChanged, was, now) { $0 } }
        for was in gone.dropFirst(added.count) { note(.patternRemoved, was, nil) { $0 } }
        for now in added.dropFirst(gone.count) { note(.patternAdded, nil, now) { $0 } }
    }

    mutating func compareArrays() {
        compareLeast("minItems", .minItemsAdded, .minItemsRemoved, .minItemsRaised, .minItemsLowered)
        compareMost("maxItems", .maxItemsAdded, .maxItemsRemoved, .maxItemsRaised, .maxItemsLowered)
        if (old.isUnique == nil) != (new.isUnique == nil) {
            note(
                new.isUnique == nil ? .uniqueItemsRemoved : .uniqueItemsAdded,
                before: ValueComparison.Source(optional: old.isUnique, "uniqueItems") ?? oldSource,
                after: ValueComparison.Source(optional: new.isUnique, "uniqueItems") ?? newSource)
        }
        // Where one side's tuple has ended, its other elements speak.
        for index in 0..<max(old.prefix.count, new.prefix.count) {
            enter(
                .element(index), index < old.prefix.count ? old.prefix[index] : old.elements,
                index < new.prefix.count ? new.prefix[index] : new.elements)
        }
        enter(.elements, old.elements, new.elements)
        compareContains()
    }

    private mutating func compareContains() {
        guard old.contains != nil, new.contains != nil else {
            if old.contains != nil || new.contains != nil {
                note(new.contains == nil ? .containsRemoved : .containsAdded, old.contains, new.contains) {
                    $0.first.map { $0.node.source.serialized() } ?? ""
                }
            }
            return
        }
        compareLeast(
            "minContains", .minContainsRaised, .minContainsLowered, .minContainsRaised, .minContainsLowered)
        compareMost("maxContains", .maxContainsAdded, .maxContainsRemoved, .maxContainsRaised, .maxContainsLowered)
        enter(.other("contained"), old.contains?.value ?? [], new.contains?.value ?? [])
    }

    mutating func compareLeast(
        _ keyword: String, _ added: ValueChange, _ removed: ValueChange, _ raised: ValueChange, _ lowered: ValueChange
    ) {
        compareCount(old.counts[keyword], new.counts[keyword], added, removed, raised, lowered)
    }

    mutating func compareMost(
        _ keyword: String, _ added: ValueChange, _ removed: ValueChange, _ raised: ValueChange, _ lowered: ValueChange
    ) {
        compareCount(old.counts[keyword], new.counts[keyword], added, removed, raised, lowered)
    }

    private mutating func compareCount(
        _ was: ValueShape.Declared<Int>?, _ now: ValueShape.Declared<Int>?, _ added: ValueChange,
        _ removed: ValueChange,
        _ raised: ValueChange, _ lowered: ValueChange
    ) {
        guard was?.value != now?.value else { return }
        let change =
            switch (was?.value, now?.value) {
            case (nil, _): added
            case (_, nil): removed
            case (let was?, let now?): now > was ? raised : lowered
            }
        note(change, was, now) { String($0) }
    }
}
