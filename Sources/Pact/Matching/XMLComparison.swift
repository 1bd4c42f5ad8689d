// Documents of XML beside their examples: elements by name, attributes as '@name', texts as '#text'.

import JSONValues
import Markup

/// Compares elements under rules of `$.people.person['@id']`'s kind.
struct XMLComparison {
    private(set) var values: ValueComparison
    private let rules: RuleSet
    private let allowsUnexpected: Bool

    init(_ rules: RuleSet, allowsUnexpected: Bool) {
        self.rules = rules
        self.allowsUnexpected = allowsUnexpected
        values = ValueComparison(rules, allowsUnexpected: allowsUnexpected)
    }

    /// An element with the namespaces that are declared around it.
    private struct Scoped {
        let element: XMLElement
        let namespaces: [String: String]

        init(_ element: XMLElement, in outer: [String: String] = [:]) {
            self.element = element
            namespaces = outer.merging(element.namespaces) { $1 }
        }

        /// With its namespace, whatever its prefix.
        var name: String { qualified(element.name, isAttribute: false) }

        /// As rules may write it.
        var names: [String] {
            [element.name.local, name] + (element.name.prefix.map { ["\($0):\(element.name.local)"] } ?? [])
        }

        func qualified(_ name: XMLElement.Name, isAttribute: Bool) -> String {
            let space = name.prefix.map { namespaces[$0] ?? $0 } ?? (isAttribute ? nil : namespaces[""])
            return (space.map { $0.isEmpty ? "" : "\($0):" } ?? "") + name.local
        }

        var children: [Scoped] { element.children.map { Scoped($0, in: namespaces) } }

        var text: String {
            let text = element.text.drop(while: \.isWhitespace)
            return String(text.reversed().drop(while: \.isWhitespace).reversed())
        }
    }

    mutating func compare(_ expected: XMLElement, _ actual: XMLElement) {
        let expected = Scoped(expected)
        compare(expected, Scoped(actual), at: ValuePath().appending(ValuePath.Step(names: expected.names, index: 0)))
    }

    private mutating func compare(_ expected: Scoped, _ actual: Scoped, at path: ValuePath) {
        guard expected.name == actual.name else {
            values.add("another element", found: "<\(actual.name)>", expected: "<\(expected.name)>", at: path)
            return
        }
        if let best = rules.best(for: path), !best.isCascaded {
            for case .type(let minimum, let maximum) in best.list.matchers {
                checkCount(of: actual, minimum, maximum, at: path)
            }
        }
        compareAttributes(expected, actual, at: path)
        compareChildren(expected, actual, at: path)
        values.compareScalar(
            Matcher.Pair(expected: .string(expected.text), actual: .string(actual.text), isText: true),
            at: path.appending("#text"))
    }

    private mutating func checkCount(of actual: Scoped, _ minimum: Int?, _ maximum: Int?, at path: ValuePath) {
        let count = actual.element.children.count
        if let minimum, count < minimum {
            values.add("too few elements", found: "\(count)", expected: "at least \(minimum)", at: path)
        }
        if let maximum, count > maximum {
            values.add("too many elements", found: "\(count)", expected: "at most \(maximum)", at: path)
        }
    }

    private mutating func compareAttributes(_ expected: Scoped, _ actual: Scoped, at path: ValuePath) {
        func named(_ element: Scoped) -> [(name: String, value: String)] {
            element.element.attributes.map { (element.qualified($0.name, isAttribute: true), $0.value) }
        }
        let (wanted, found) = (named(expected), named(actual))
        for (attribute, value) in zip(expected.element.attributes, wanted) {
            let prefixed = attribute.name.prefix.map { ["@\($0):\(attribute.name.local)"] } ?? []
            let place = path.appending(
                ValuePath.Step(names: ["@\(value.name)", "@\(attribute.name.local)"] + prefixed, index: nil))
            guard let given = found.first(where: { $0.name == value.name }) else {
                values.add("the attribute is missing", found: "nothing", expected: value.value, at: place)
                continue
            }
            values.compareScalar(
                Matcher.Pair(expected: .string(value.value), actual: .string(given.value), isText: true), at: place)
        }
        guard !allowsUnexpected else { return }
        for attribute in found where !wanted.contains(where: { $0.name == attribute.name }) {
            values.add(
                "the attribute is not expected", found: attribute.value, expected: "nothing",
                at: path.appending("@\(attribute.name)"))
        }
    }

    private mutating func compareChildren(_ expected: Scoped, _ actual: Scoped, at path: ValuePath) {
        let (wanted, found) = (expected.children, actual.children)
        var names: [String] = []
        for child in wanted + found where !names.contains(child.name) { names.append(child.name) }
        for name in names {
            let examples = wanted.filter { $0.name == name }
            let children = found.filter { $0.name == name }
            guard let step = (examples.first ?? children.first)?.names else { continue }
            func place(_ index: Int) -> ValuePath { path.appending(ValuePath.Step(names: step, index: index)) }
            let isAlike = isOfType(place(0))
            for (index, child) in children.enumerated() {
                if let example = isAlike ? examples.first : index < examples.count ? examples[index] : nil {
                    compare(example, child, at: place(index))
                } else if !allowsUnexpected || isAlike {
                    values.add("the element is not expected", found: "<\(name)>", expected: "nothing", at: place(index))
                }
            }
            let missing = isAlike && !children.isEmpty ? [] : examples.dropFirst(children.count)
            for index in missing.indices {
                values.add("the element is missing", found: "nothing", expected: "<\(name)>", at: place(index))
            }
        }
    }

    /// Whether elements of one name are judged by the type of the first example.
    private func isOfType(_ path: ValuePath) -> Bool {
        (rules.best(for: path)?.list.matchers ?? []).contains { if case .type = $0 { true } else { false } }
    }
}
