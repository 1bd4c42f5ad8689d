// A schema object while it is compiled: the keywords it has, those that came of them, and what is wrong with it.

import JSONValues
import RegularExpressions

struct SchemaReader {
    let id: SchemaNode.ID
    let node: SchemaNode
    /// The keywords with a meaning in the dialect, in order of evaluation.
    private(set) var members: [(name: KeywordName, value: JSON)] = []
    private(set) var keywords: [Keyword] = []
    private(set) var problems: [Problem] = []
    private var done: [KeywordName] = []

    /// A problem before its place is written out.
    struct Problem {
        let keyword: String?
        let failure: SchemaCompiler.LocateFailure

        func problem(in state: SchemaGraph.State, at location: LocationID) -> SchemaProblem {
            let place = state.locations.place(of: location)
            guard let keyword else { return failure.problem(at: place) }
            let pointer = JSONPointer(place.pointer.tokens + [keyword])
            return failure.problem(at: SchemaPlace(document: place.document, pointer: pointer))
        }
    }

    init(id: SchemaNode.ID, node: SchemaNode) {
        self.id = id
        self.node = node
    }

    mutating func read(_ object: JSONObject, _ meaning: SchemaIndex.Meaning) {
        let names = KeywordName.table(of: meaning.dialect)
        for (key, value) in object {
            guard let name = names[key] else { continue }
            guard meaning.dialect.isLegacy || !name.vocabulary.isDisjoint(with: meaning.vocabularies) else { continue }
            members.append((name, value))
        }
        members.sort { $0.name.rawValue < $1.name.rawValue }
    }

    subscript(name: KeywordName) -> JSON? { members.first { $0.name == name }?.value }

    func has(_ name: KeywordName) -> Bool { members.contains { $0.name == name } }

    /// The keyword as this schema's dialect writes it.
    func text(of name: KeywordName) -> String { name == .id && node.dialect.isLegacy ? "id" : name.text }

    /// Whether `$ref` makes everything beside it mean nothing.
    var hidesSiblings: Bool { node.dialect.referenceHidesSiblings && has(.ref) }

    /// Draft 4 knows `true` and `false` in place of a schema in `additionalProperties` and `additionalItems` alone.
    func isAdditional(in state: SchemaGraph.State) -> Bool {
        let token = state.locations[Int(node.location)].token
        return token == KeywordName.additionalProperties.text || token == KeywordName.additionalItems.text
    }

    var traits: SchemaNode.Traits {
        var traits: SchemaNode.Traits = []
        if has(.unevaluatedItems) || has(.unevaluatedProperties) { traits.insert(.collectsEvaluated) }
        guard !hidesSiblings else { return traits }
        if self[.readOnly]?.bool == true { traits.insert(.readOnly) }
        if self[.writeOnly]?.bool == true { traits.insert(.writeOnly) }
        return traits
    }

    mutating func emit(_ keyword: Keyword) { keywords.append(keyword) }

    /// True the first time: for keywords that are compiled together, whichever of them comes first.
    mutating func begin(_ group: KeywordName) -> Bool {
        guard !done.contains(group) else { return false }
        done.append(group)
        return true
    }

    mutating func malformed(_ name: KeywordName?, expected: String, severity: SchemaProblem.Severity = .error) {
        let value = name.flatMap { self[$0] } ?? node.source
        let found = value.excerpt
        let text = name.map(text(of:))
        report(
            .malformed, severity, at: text, found: found, expected: expected,
            message: "\(text ?? "a schema") must be \(expected), not \(found).")
    }

    mutating func report(
        _ kind: SchemaProblem.Kind, _ severity: SchemaProblem.Severity, at keyword: String?, found: String,
        expected: String, message: String
    ) {
        let failure = SchemaCompiler.LocateFailure(
            severity: severity, kind: kind, found: found, expected: expected, message: message)
        problems.append(Problem(keyword: keyword, failure: failure))
    }

    mutating func report(_ failure: SchemaCompiler.LocateFailure, at keyword: String) {
        problems.append(Problem(keyword: keyword, failure: failure))
    }

    /// A whole number of zero or more, however it is written; what is too large for an `Int` is the largest.
    mutating func count(_ name: KeywordName) -> Int? {
        guard let value = self[name] else { return nil }
        guard case .number(let number) = value, number.isInteger, number >= JSONNumber(0) else {
            malformed(name, expected: "a whole number of at least 0")
            return nil
        }
        return number.int64.map { Int($0) } ?? .max
    }

    /// A regular expression. That it can be read is a SHOULD of every dialect, so one that cannot asserts nothing.
    mutating func pattern(_ source: String, at keyword: String) -> Pattern? {
        do {
            return try Pattern(source)
        } catch {
            report(
                .pattern, .warning, at: keyword, found: JSON.string(source).excerpt,
                expected: "a regular expression of ECMA-262", message: "\(error)")
            return nil
        }
    }

    mutating func number(_ name: KeywordName) -> JSONNumber? {
        guard let value = self[name] else { return nil }
        guard case .number(let number) = value else {
            malformed(name, expected: "a number")
            return nil
        }
        return number
    }

    mutating func flag(_ name: KeywordName) -> Bool {
        guard let value = self[name] else { return false }
        guard case .bool(let flag) = value else {
            malformed(name, expected: "true or false")
            return false
        }
        return flag
    }

    mutating func string(_ name: KeywordName) -> String? {
        guard let value = self[name] else { return nil }
        guard case .string(let string) = value else {
            malformed(name, expected: "a string")
            return nil
        }
        return string
    }

    mutating func strings(_ name: KeywordName) -> [String]? {
        guard let value = self[name] else { return nil }
        let strings = value.array?.compactMap(\.string)
        guard let strings, strings.count == value.array?.count else {
            malformed(name, expected: "an array of strings")
            return nil
        }
        return strings
    }
}
