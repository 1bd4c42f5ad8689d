// Values of JSON beside their examples, as the rules for their places say.

import JSONValues
import SourceDocuments

/// Compares values under one set of rules, and collects how they differ.
struct ValueComparison {
    let rules: RuleSet
    /// Whether objects may have members that the example has not: in responses.
    let allowsUnexpected: Bool
    private(set) var mismatches: [Mismatch] = []

    init(_ rules: RuleSet, allowsUnexpected: Bool) {
        self.rules = rules
        self.allowsUnexpected = allowsUnexpected
    }

    /// Whether nothing differs under other rules.
    private func found(under rules: RuleSet, _ compare: (inout ValueComparison) -> Void) -> [Mismatch] {
        var comparison = ValueComparison(rules, allowsUnexpected: allowsUnexpected)
        compare(&comparison)
        return comparison.mismatches
    }

    mutating func add(_ message: String, found: String, expected: String, isCertain: Bool = true, at path: ValuePath) {
        mismatches.append(
            Mismatch(
                .body(path: path.rulePath.description), message, found: found, expected: expected, isCertain: isCertain)
        )
    }

    /// Whatever kind both are of.
    mutating func compare(_ expected: JSON, _ actual: JSON, at path: ValuePath) {
        switch (expected, actual) {
        case (.object(let expected), .object(let actual)): compare(expected, actual, at: path)
        case (.array(let expected), .array(let actual)): compare(expected, actual, at: path)
        case (.object, _), (.array, _):
            add("a value of another type", found: actual.excerpt, expected: expected.kindName, at: path)
        default: compareScalar(Matcher.Pair(expected: expected, actual: actual), at: path)
        }
    }

    /// A value that has no parts, or a text.
    mutating func compareScalar(_ pair: Matcher.Pair, at path: ValuePath) {
        let best = rules.best(for: path)
        var pair = pair
        pair.isCascaded = best?.isCascaded ?? false
        let list = best?.list ?? RuleList(matchers: [.equality])
        combine(list, at: path) { matcher, comparison in comparison.judge(pair, by: matcher, at: path) }
    }

    /// All of a list's matchers, or one of them.
    private mutating func combine(
        _ list: RuleList, at path: ValuePath, _ apply: (Matcher, inout ValueComparison) -> Void
    ) {
        let outcomes = list.matchers.map { matcher in found(under: rules) { apply(matcher, &$0) } }
        if list.isAlternative, outcomes.contains(where: \.isEmpty) { return }
        mismatches += outcomes.joined()
    }

    private mutating func judge(_ pair: Matcher.Pair, by matcher: Matcher, at path: ValuePath) {
        // A rule for the parts of a list or an object says nothing of what is below them.
        if pair.isCascaded, !matcher.cascades { return }
        do throws(Matcher.Refusal) {
            try matcher.judge(pair)
        } catch {
            add(
                error.message, found: pair.actual.excerpt, expected: error.expected, isCertain: error.isCertain,
                at: path)
        }
    }

    // MARK: Objects

    private mutating func compare(_ expected: JSONObject, _ actual: JSONObject, at path: ValuePath) {
        guard let best = rules.best(for: path) else { return compareMembers(expected, actual, at: path) }
        combine(best.list, at: path) { matcher, comparison in
            comparison.compare(expected, actual, by: matcher, isCascaded: best.isCascaded, at: path)
        }
    }

    private mutating func compare(
        _ expected: JSONObject, _ actual: JSONObject, by matcher: Matcher, isCascaded: Bool, at path: ValuePath
    ) {
        switch matcher {
        case .values where !isCascaded: compareValues(expected, actual, at: path)
        case .eachKey(let matchers) where !isCascaded:
            for key in actual.keys {
                for matcher in matchers {
                    let example = expected.keys.first ?? key
                    judge(
                        Matcher.Pair(expected: .string(example), actual: .string(key), isText: true), by: matcher,
                        at: path.appending(key))
                }
            }
            // Of the values it says nothing: those that have an example are compared with it.
            for (key, value) in actual {
                guard let example = expected[key] else { continue }
                compare(example, value, at: path.appending(key))
            }
        case .eachValue(let matchers) where !isCascaded:
            mismatches += found(under: rules.with(matchers, below: path, .any)) {
                $0.compareValues(expected, actual, at: path)
            }
        case .equality:
            // Equality of an object is that of its members, which may have rules of their own.
            compareMembers(expected, actual, at: path)
        default:
            judge(
                Matcher.Pair(expected: .object(expected), actual: .object(actual), isCascaded: isCascaded), by: matcher,
                at: path)
            compareMembers(expected, actual, at: path)
        }
    }

    private mutating func compareMembers(_ expected: JSONObject, _ actual: JSONObject, at path: ValuePath) {
        for (key, value) in expected {
            if let found = actual[key] {
                compare(value, found, at: path.appending(key))
            } else {
                add("the member is missing", found: "nothing", expected: value.excerpt, at: path.appending(key))
            }
        }
        guard !allowsUnexpected else { return }
        for (key, value) in actual where expected[key] == nil {
            add("the member is not expected", found: value.excerpt, expected: "nothing", at: path.appending(key))
        }
    }

    /// Each value with that of the same key, else with the first.
    private mutating func compareValues(_ expected: JSONObject, _ actual: JSONObject, at path: ValuePath) {
        for (key, value) in actual {
            guard let example = expected[key] ?? expected.values.first else { continue }
            compare(example, value, at: path.appending(key))
        }
    }

    // MARK: Lists

    private mutating func compare(_ expected: [JSON], _ actual: [JSON], at path: ValuePath) {
        guard let best = rules.best(for: path) else { return compareElements(expected, actual, at: path) }
        combine(best.list, at: path) { matcher, comparison in
            comparison.compare(expected, actual, by: matcher, isCascaded: best.isCascaded, at: path)
        }
    }

    private mutating func compare(
        _ expected: [JSON], _ actual: [JSON], by matcher: Matcher, isCascaded: Bool, at path: ValuePath
    ) {
        switch matcher {
        case .equality: compareElements(expected, actual, at: path)
        case .arrayContains(let variants) where !isCascaded: contains(variants, expected, actual, at: path)
        case .eachValue(let matchers) where !isCascaded:
            mismatches += found(under: rules.with(matchers, below: path, .anyIndex)) {
                $0.compareAlike(expected, actual, at: path)
            }
        default:
            judge(
                Matcher.Pair(expected: .array(expected), actual: .array(actual), isCascaded: isCascaded), by: matcher,
                at: path)
            compareAlike(expected, actual, at: path)
        }
    }

    private mutating func compareElements(_ expected: [JSON], _ actual: [JSON], at path: ValuePath) {
        if expected.count != actual.count {
            add(
                "the list is of another length", found: JSON.array(actual).excerpt,
                expected: expected.count == 1 ? "1 element" : "\(expected.count) elements", at: path)
        }
        for (index, (value, found)) in zip(expected, actual).enumerated() {
            compare(value, found, at: path.appending(index))
        }
    }

    /// Elements beyond the examples are compared with the first.
    private mutating func compareAlike(_ expected: [JSON], _ actual: [JSON], at path: ValuePath) {
        guard let first = expected.first else { return }
        for (index, found) in actual.enumerated() {
            compare(index < expected.count ? expected[index] : first, found, at: path.appending(index))
        }
    }

    private mutating func contains(
        _ variants: [Matcher.Variant], _ expected: [JSON], _ actual: [JSON], at path: ValuePath
    ) {
        let variants =
            variants.isEmpty ? expected.indices.map { Matcher.Variant(index: $0, rules: RuleSet()) } : variants
        for variant in variants where expected.indices.contains(variant.index) {
            let example = expected[variant.index]
            let isThere = actual.contains { value in
                found(under: variant.rules) { $0.compare(example, value, at: ValuePath()) }.isEmpty
            }
            if !isThere {
                add(
                    "the list holds nothing like it", found: JSON.array(actual).excerpt, expected: example.excerpt,
                    at: path.appending(variant.index))
            }
        }
    }
}

extension RuleSet {
    /// With matchers for all that stands directly below a place, in the stead of the rule for the place itself.
    fileprivate func with(_ matchers: [Matcher], below path: ValuePath, _ token: RulePath.Token) -> RuleSet {
        var set = self
        set.rules.removeAll { rule in
            guard let fit = rule.path.fit(path) else { return false }
            return !fit.isCascaded
                && rule.list.matchers.contains { if case .eachValue = $0 { true } else { false } }
        }
        if !matchers.isEmpty {
            set.rules.append((path.rulePath.appending(token), RuleList(matchers: matchers)))
        }
        return set
    }
}
