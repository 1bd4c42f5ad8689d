// Paths of matching rules: Pact's own notation, older and looser than RFC 9535's JSONPath.

import JSONValues

/// Which values a rule is for: `$.animals[*].name`, `$['two']['@str']`, `$.people.#text`.
package struct RulePath: Hashable, Sendable {
    /// A step below the root.
    package enum Token: Hashable, Sendable {
        case name(String)
        case index(Int)
        /// `*`
        case any
        /// `[*]`
        case anyIndex
    }

    /// From the root.
    package let tokens: [Token]

    package init(_ tokens: [Token] = []) { self.tokens = tokens }

    /// Nil where the text is no path.
    package init?(_ text: String) {
        guard text.hasPrefix("$") else { return nil }
        var rest = text.dropFirst()
        var tokens: [Token] = []
        while let first = rest.first {
            rest = rest.dropFirst()
            if first == "." {
                let name = rest.prefix { $0 != "." && $0 != "[" }
                guard !name.isEmpty else { return nil }
                tokens.append(name == "*" ? .any : .name(String(name)))
                rest = rest[name.endIndex...]
                continue
            }
            guard first == "[", let token = RulePath.bracketed(&rest) else { return nil }
            tokens.append(token)
        }
        self.tokens = tokens
    }

    /// What stands between brackets; the closing one is taken too.
    private static func bracketed(_ rest: inout Substring) -> Token? {
        if let quote = rest.first, quote == "'" || quote == "\"" {
            var name = ""
            rest = rest.dropFirst()
            while let character = rest.popFirst(), character != quote {
                name.append(character == "\\" ? rest.popFirst() ?? "\\" : character)
            }
            guard rest.popFirst() == "]" else { return nil }
            return .name(name)
        }
        guard let end = rest.firstIndex(of: "]") else { return nil }
        let inner = rest[..<end]
        rest = rest[rest.index(after: end)...]
        if inner == "*" { return .anyIndex }
        return Int(inner).map { .index($0) }
    }

    /// The path of values below these.
    package func appending(_ token: Token) -> RulePath { RulePath(tokens + [token]) }
}

extension RulePath: CustomStringConvertible {
    package var description: String {
        tokens.reduce("$") { text, token in
            switch token {
            case .name(let name):
                let isPlain = !name.isEmpty && name.utf8.allSatisfy { $0.isAlphanumeric || $0 == UInt8(ascii: "_") }
                let escaped = name.flatMap { $0 == "'" || $0 == "\\" ? ["\\", $0] : [$0] }
                return text + (isPlain ? ".\(name)" : "['\(String(escaped))']")
            case .index(let index): return text + "[\(index)]"
            case .any: return text + ".*"
            case .anyIndex: return text + "[*]"
            }
        }
    }
}

/// Where a value stands in what is compared.
struct ValuePath: Sendable {
    struct Step: Sendable {
        /// More than one for an element of XML, whose name can be written with a prefix or a namespace; none for an element of a list.
        let names: [String]
        /// Nil for a member of an object; in XML, the place among elements of one name.
        let index: Int?
    }

    private(set) var steps: [Step] = []

    func appending(_ name: String) -> ValuePath { appending(Step(names: [name], index: nil)) }
    func appending(_ index: Int) -> ValuePath { appending(Step(names: [], index: index)) }

    func appending(_ step: Step) -> ValuePath {
        var path = self
        path.steps.append(step)
        return path
    }

    /// The same place as rules write it.
    var rulePath: RulePath {
        RulePath(
            steps.flatMap { step -> [RulePath.Token] in
                if let name = step.names.first { return [.name(name)] }
                return step.index.map { [.index($0)] } ?? []
            })
    }
}

extension RulePath {
    /// How closely this path fits: the product of the tokens, 2 for what is named and 1 for a wildcard, times their number. Nil where it does
    /// not fit. A path that ends above the value fits too: its rule cascades.
    func fit(_ path: ValuePath) -> (weight: Int, isCascaded: Bool)? {
        var (weight, count, at) = (1, 1, 0)
        for token in tokens {
            let step = at < path.steps.count ? path.steps[at] : nil
            switch token {
            case .name(let name):
                guard let step, step.names.contains(name) || (step.names.isEmpty && step.index == Int(name)) else {
                    return nil
                }
                weight = weight.multipliedReportingOverflow(by: 2).partialValue
            case .any:
                guard step != nil else { return nil }
            case .index, .anyIndex:
                if let step, step.names.isEmpty, let index = step.index {
                    if case .index(let wanted) = token {
                        guard wanted == index else { return nil }
                        weight = weight.multipliedReportingOverflow(by: 2).partialValue
                    }
                } else {
                    // In XML an index says which of several elements of one name; lists of them have no step of their own.
                    guard step == nil || step?.index != nil,
                        let above = at == 0 ? path.steps.first : path.steps[at - 1], above.index != nil,
                        !above.names.isEmpty
                    else { return nil }
                    if case .index(let wanted) = token, above.index != wanted { return nil }
                    continue
                }
            }
            at += 1
            count += 1
        }
        return (weight &* count, at < path.steps.count)
    }
}
