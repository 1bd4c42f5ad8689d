// Whether XML is as expected, but for what may differ.

import Markup
import RegularExpressions

/// Compares a document with an expected one. Names are equal with their namespaces, whatever their prefixes; attributes stand in any order;
/// comments, instructions and blanks around texts do not count.
struct XMLLikeness {
    var leaves: Set<JSONLikeness.Leave> = []

    /// False for what is no XML.
    func holds(_ text: String, as expected: String) -> Bool {
        guard let found = XMLTree(parsing: Array(text.utf8)), let wanted = XMLTree(parsing: Array(expected.utf8)) else {
            return false
        }
        return Comparison(found: found, wanted: wanted, leaves: leaves).holds(found.rootElement, wanted.rootElement)
    }

    private struct Comparison {
        let found: XMLTree
        let wanted: XMLTree
        let leaves: Set<JSONLikeness.Leave>

        func holds(_ place: Int, _ expected: Int) -> Bool {
            let (node, other) = (found.nodes[place], wanted.nodes[expected])
            guard areSame(node, other), hasAttributes(place, expected) else { return false }
            let (elements, wantedElements) = (Self.elements(found, place), Self.elements(wanted, expected))
            let text = Self.text(wanted, expected)
            if wantedElements.isEmpty, leaves.contains(.placeholders),
                let verdict = Self.takes(found.text(of: place), text)
            {
                return verdict
            }
            guard Self.text(found, place) == text else { return false }
            guard leaves.contains(.interleaving) else {
                return JSONLikeness.pairs(elements, wantedElements, leaving: leaves, where: holds)
            }
            let groups = Dictionary(grouping: elements) { found.nodes[$0].name.local }
            let wantedGroups = Dictionary(grouping: wantedElements) { wanted.nodes[$0].name.local }
            guard leaves.contains(.more) || groups.count == wantedGroups.count else { return false }
            return wantedGroups.allSatisfy { name, wanted in
                JSONLikeness.pairs(groups[name] ?? [], wanted, leaving: leaves, where: holds)
            }
        }

        private func areSame(_ one: XMLTree.Node, _ two: XMLTree.Node) -> Bool {
            leaves.contains(.namespaces)
                ? one.name == two.name : one.name.local == two.name.local && one.namespace == two.namespace
        }

        private func hasAttributes(_ place: Int, _ expected: Int) -> Bool {
            let (own, needed) = (found.attributes(of: place), wanted.attributes(of: expected))
            guard leaves.contains(.more) || own.count == needed.count else { return false }
            return needed.allSatisfy { other in
                own.contains { attribute in
                    let (one, two) = (found.nodes[attribute], wanted.nodes[other])
                    guard areSame(one, two) else { return false }
                    let known = leaves.contains(.placeholders) ? Self.takes(one.value, two.value) : nil
                    return known ?? (one.value == two.value)
                }
            }
        }

        private static func elements(_ tree: XMLTree, _ place: Int) -> [Int] {
            tree.children(of: place).filter { tree.nodes[$0].kind == .element }
        }

        /// The text directly in an element, its blanks as one each.
        private static func text(_ tree: XMLTree, _ place: Int) -> String {
            let own = tree.children(of: place).filter { tree.nodes[$0].kind == .text }
            return own.map { tree.nodes[$0].value }.joined(separator: " ").split(whereSeparator: \.isWhitespace)
                .joined(separator: " ")
        }

        /// XMLUnit's placeholders and Hoverfly's. Nil for a text that is none.
        private static func takes(_ text: String, _ expected: String) -> Bool? {
            let trimmed = String(text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
            func inner(_ start: String, _ end: String) -> String? {
                guard expected.hasPrefix(start), expected.hasSuffix(end), expected.count >= start.count + end.count
                else {
                    return nil
                }
                let inner = expected.dropFirst(start.count).dropLast(end.count).drop(while: \.isWhitespace)
                return String(inner.reversed().drop(while: \.isWhitespace).reversed())
            }
            guard let name = inner("${xmlunit.", "}") ?? inner("{{", "}}") else { return nil }
            if name == "ignore" { return true }
            if name == "isNumber" { return trimmed.contains { $0.isNumber } && Double(trimmed) != nil }
            guard let start = ["matchesRegex(", "regex:"].first(where: name.hasPrefix) else { return nil }
            let written = name.dropFirst(start.count)
            let pattern = start.hasSuffix("(") && written.hasSuffix(")") ? String(written.dropLast()) : String(written)
            return (try? Pattern(pattern)).map { $0.matchesWhole(trimmed) }
        }
    }
}
