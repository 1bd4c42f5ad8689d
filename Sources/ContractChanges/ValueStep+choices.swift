// `oneOf`, `anyOf` and discriminators: which choices there are; `not` and `if`: whether they are the same.

import JSONValues
import JSONSchema
import SourceDocuments
import OpenAPIContract

extension ValueStep {
    /// A value that became one of several, or one of several that became the value: everything that is said of it stands inside the
    /// choice now.
    ///
    /// - Returns: whether that was so, and nothing is left to compare.
    mutating func compareRestructuring() -> Bool {
        if old.choices.isEmpty, !old.isAnything, new.isChoiceAlone {
            return compareWrapping(whole: pair.old, choice: new.choices[0], isNew: true)
        }
        if new.choices.isEmpty, !new.isAnything, old.isChoiceAlone {
            return compareWrapping(whole: pair.new, choice: old.choices[0], isNew: false)
        }
        return false
    }

    private mutating func compareWrapping(whole: [Schema], choice: ValueShape.Choice, isNew: Bool) -> Bool {
        let before = isNew ? oldSource : choice.source
        let after = isNew ? choice.source : newSource
        let same = choice.branches.firstIndex { branch in
            whole == [branch.followed] || whole.contains { $0.isNamed(like: branch) }
                || ValueComparison.areEquivalent(whole, [branch])
        }
        guard let same else {
            note(.alternativesRestructured, before: before, after: after)
            return true
        }
        enter(.same, isNew ? whole : [choice.branches[same]], isNew ? [choice.branches[same]] : whole)
        for (index, branch) in choice.branches.enumerated() where index != same {
            let source = ValueComparison.Source(schema: branch, keyword: nil)
            if isNew {
                note(choice.isExclusive ? .oneOfAdded : .anyOfAdded, now: branch.label, before: before, after: source)
            } else {
                note(
                    choice.isExclusive ? .oneOfRemoved : .anyOfRemoved, was: branch.label, before: source, after: after)
            }
        }
        return true
    }

    mutating func compareChoices() {
        for (was, now) in zip(old.choices, new.choices) { compare(was, now) }
        for was in old.choices.dropFirst(new.choices.count) {
            note(.alternativesRemoved, was: was.text, before: was.source, after: newSource)
        }
        for now in new.choices.dropFirst(old.choices.count) {
            note(.alternativesAdded, now: now.text, before: oldSource, after: now.source)
        }
    }

    private mutating func compare(_ was: ValueShape.Choice, _ now: ValueShape.Choice) {
        let matches = ValueStep.matches(was, now)
        for (index, branch) in was.branches.enumerated() {
            if let match = matches[index] {
                enter(.aside(now.branches[match].label), [branch], [now.branches[match]])
            } else {
                note(
                    was.isExclusive ? .oneOfRemoved : .anyOfRemoved, was: branch.label,
                    before: ValueComparison.Source(schema: branch, keyword: nil), after: now.source)
            }
        }
        for (index, branch) in now.branches.enumerated() where !matches.values.contains(index) {
            note(
                now.isExclusive ? .oneOfAdded : .anyOfAdded, now: branch.label, before: was.source,
                after: ValueComparison.Source(schema: branch, keyword: nil))
        }
        compareDiscriminators(was, now, matches)
    }

    /// By the index of an old branch, that of the new branch which stands for it.
    private static func matches(_ was: ValueShape.Choice, _ now: ValueShape.Choice) -> [Int: Int] {
        var matches: [Int: Int] = [:]
        var taken: Set<Int> = []
        func match(_ isSame: (Schema, Schema) -> Bool) {
            for (index, old) in was.branches.enumerated() where matches[index] == nil {
                guard
                    let found = now.branches.indices.first(where: {
                        !taken.contains($0) && isSame(old, now.branches[$0])
                    })
                else { continue }
                matches[index] = found
                taken.insert(found)
            }
        }
        match { $0.isNamed(like: $1) }
        match { $0.node.source == $1.node.source && $0.followed.place.name == nil }
        match { ValueComparison.areEquivalent([$0], [$1]) }
        match { old, new in
            guard let title = old.node.title else { return false }
            return title == new.node.title
        }
        // One branch left on either side, and neither has a name of its own: the same, changed.
        if was.branches.count - matches.count == 1, now.branches.count - taken.count == 1 {
            match { $0.followed.place.name == nil && $1.followed.place.name == nil && $0.types == $1.types }
        }
        return matches
    }

    private mutating func compareDiscriminators(
        _ was: ValueShape.Choice, _ now: ValueShape.Choice, _ matches: [Int: Int]
    ) {
        let before = ValueComparison.Source(schema: was.by, keyword: was.discriminator == nil ? nil : "discriminator")
        let after = ValueComparison.Source(schema: now.by, keyword: now.discriminator == nil ? nil : "discriminator")
        switch (was.discriminator, now.discriminator) {
        case (nil, nil): break
        case (nil, let now?): note(.discriminatorAdded, now: now.property, before: before, after: after)
        case (let was?, nil): note(.discriminatorRemoved, was: was.property, before: before, after: after)
        case (let old?, let new?):
            if old.property != new.property {
                note(
                    .discriminatorPropertyChanged, was: old.property, now: new.property, before: before, after: after)
            }
            // The values of branches that came or went are told with them.
            for (index, match) in matches.sorted(by: { $0.key < $1.key }) {
                let wasNamed = old.values(naming: was.branches[index], in: was.by)
                let isNamed = new.values(naming: now.branches[match], in: now.by)
                for value in wasNamed where !isNamed.contains(value) {
                    note(.discriminatorValueRemoved, was: "'\(value)'", before: before, after: after)
                }
                for value in isNamed where !wasNamed.contains(value) {
                    note(.discriminatorValueAdded, now: "'\(value)'", before: before, after: after)
                }
            }
        }
    }

    // MARK: What is only compared as it is written

    mutating func compareOpaque() {
        compare(old.negations, new.negations, added: .notAdded, removed: .notRemoved, changed: .notChanged)
        compare(
            old.conditions, new.conditions, added: .conditionAdded, removed: .conditionRemoved,
            changed: .conditionChanged)
    }

    private mutating func compare(
        _ was: [ValueShape.Declared<JSON>], _ now: [ValueShape.Declared<JSON>], added: ValueChange,
        removed: ValueChange,
        changed: ValueChange
    ) {
        let gone = was.filter { said in !now.contains { $0.value == said.value } }
        let come = now.filter { said in !was.contains { $0.value == said.value } }
        for (was, now) in zip(gone, come) { note(changed, was, now) { $0.serialized() } }
        for was in gone.dropFirst(come.count) { note(removed, was, nil) { $0.serialized() } }
        for now in come.dropFirst(gone.count) { note(added, nil, now) { $0.serialized() } }
    }
}

extension ValueShape.Choice {
    var source: ValueComparison.Source {
        let keyword = discriminator != nil && by.node.annotation("oneOf") == nil && by.node.annotation("anyOf") == nil
        return ValueComparison.Source(schema: by, keyword: keyword ? "discriminator" : isExclusive ? "oneOf" : "anyOf")
    }

    var text: String { branches.map(\.label).joined(separator: ", ") }
}

extension Discriminator {
    /// The values that name a schema.
    fileprivate func values(naming branch: Schema, in choice: Schema) -> [String] {
        mapping.filter { choice[$0.schema].followed == branch.followed }.map(\.value)
    }
}

extension Schema {
    /// What a reader calls it: its component's name, its title, or its type.
    var label: String {
        if let name = followed.place.name { return name }
        if let title = node.title { return title }
        let names = types.names
        return names.count < 7 ? names.joined(separator: " or ") : "anything"
    }

    func isNamed(like other: Schema) -> Bool {
        guard let name = followed.place.name else { return false }
        return name == other.followed.place.name
    }
}
