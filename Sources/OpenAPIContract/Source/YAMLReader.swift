// YAML text to JSON, with the line and column of every value.

import JSONSchema
import Yams

/// Reads one YAML document. Yams gives the nodes and their places; what a node means as JSON is decided here.
struct YAMLReader {
    /// An alias that is repeated within itself multiplies (the "billion laughs"): no more values than the text has bytes,
    /// and some more, can have been meant.
    private let valueLimit: Int
    static let depthLimit = 900

    struct Problem: Error {
        let code: DiagnosticCode
        let message: String
        var remedy: String?
        let position: Position
    }

    struct Result {
        let root: JSON
        let map: SourceMap
        let problems: [Problem]
    }

    private var map = SourceMap()
    /// How many mappings merge keys have taken in.
    private var merged = 0
    private var problems: [Problem] = []

    private init(valueLimit: Int) { self.valueLimit = valueLimit }

    static func read(_ text: String) throws(Problem) -> Result {
        var reader = YAMLReader(valueLimit: text.utf8.count + 100_000)
        let (root, more) = try compose(text)
        guard let root else { return Result(root: .null, map: reader.map, problems: []) }
        let value = try reader.convert(root, at: nil, depth: 0)
        if let more {
            reader.problems.append(
                Problem(
                    code: .yamlSeveralDocuments, message: "a second YAML document follows; only the first is read",
                    remedy: "Keep one document per file.", position: more))
        }
        return Result(root: value, map: reader.map, problems: reader.problems)
    }

    /// The nodes of the first document, and where a second one starts. Scalars are left unresolved.
    private static func compose(_ text: String) throws(Problem) -> (Node?, Position?) {
        var text = text
        var mended = 0
        while true {
            do throws(Problem) {
                return try parse(text)
            } catch {
                // The parser takes no tab on an empty line or before a comment, where YAML does (1.2.2, section 6.6).
                guard error.code == .yamlSyntax, mended < 50, let other = text.withoutTabs(onLine: error.position.line)
                else { throw error }
                text = other
                mended += 1
            }
        }
    }

    private static func parse(_ text: String) throws(Problem) -> (Node?, Position?) {
        do {
            let parser = try Parser(yaml: text, resolver: .basic, encoding: .utf8)
            let root = try parser.nextRoot()
            return (root, try parser.nextRoot().map { $0.mark.map(Position.init) ?? .start })
        } catch {
            throw problem(error, text: text)
        }
    }

    private mutating func convert(_ node: Node, at key: Position?, depth: Int) throws(Problem) -> JSON {
        let mark = node.mark.map(Position.init) ?? key ?? .start
        guard depth < Self.depthLimit else {
            throw Self.tooDeep(at: mark)
        }
        guard map.entries.count < valueLimit else {
            throw tooLarge(at: mark)
        }
        switch node {
        case .scalar(let scalar):
            map.close(map.open(mark, key: key))
            return self.scalar(scalar, at: mark)
        case .sequence(let sequence):
            let entry = map.open(key ?? mark, key: key)
            defer { map.close(entry) }
            var elements: [JSON] = []
            elements.reserveCapacity(sequence.count)
            for element in sequence { elements.append(try convert(element, at: nil, depth: depth + 1)) }
            return .array(elements)
        case .mapping(let mapping):
            let entry = map.open(key ?? mark, key: key)
            defer { map.close(entry) }
            var members: [(String, JSON)] = []
            for member in try self.members(of: mapping, depth: depth) {
                let value = try convert(member.value, at: member.mark, depth: depth + 1)
                members.append((member.key, value))
            }
            return .object(JSONObject(members))
        case .alias:
            // The parser has put what they name in their place.
            return .null
        }
    }

    private static func tooDeep(at position: Position) -> Problem {
        Problem(
            code: .tooDeep, message: "values are nested more than \(depthLimit) deep",
            remedy: "Move deeply nested parts to components and refer to them.", position: position)
    }

    private func tooLarge(at position: Position) -> Problem {
        Problem(
            code: .tooLarge, message: "the aliases expand to more than \(valueLimit) values",
            remedy: "Use $ref instead of YAML aliases.", position: position)
    }

    private struct Member {
        let key: String
        let mark: Position?
        let value: Node
    }

    /// The members with their keys as text. `<<` takes in another mapping's members that are not given here
    /// ([merge keys](https://yaml.org/type/merge.html), of YAML 1.1 but in wide use).
    private mutating func members(of mapping: Node.Mapping, depth: Int) throws(Problem) -> [Member] {
        guard depth < Self.depthLimit else {
            throw Problem(
                code: .tooDeep, message: "merge keys are nested more than \(Self.depthLimit) deep",
                remedy: "Write the members out.", position: mapping.mark.map(Position.init) ?? .start)
        }
        var members: [Member] = []
        members.reserveCapacity(mapping.count)
        var merged: [Node] = []
        for (key, value) in mapping {
            guard case .scalar(let scalar) = key else {
                problems.append(
                    Problem(
                        code: .yamlComplexKey, message: "a mapping's key is itself a mapping or a list; it is left out",
                        remedy: "Write the key as text.", position: key.mark.map(Position.init) ?? .start))
                continue
            }
            if scalar.string == "<<", scalar.style == .plain {
                merged.append(value)
            } else {
                members.append(Member(key: scalar.string, mark: scalar.mark.map(Position.init), value: value))
            }
        }
        guard !merged.isEmpty else { return members }
        self.merged += merged.count
        guard self.merged < valueLimit else { throw tooLarge(at: mapping.mark.map(Position.init) ?? .start) }
        var known = Set(members.map(\.key))
        for node in merged {
            for source in try mergeSources(node) {
                for member in try self.members(of: source, depth: depth + 1) where known.insert(member.key).inserted {
                    members.append(member)
                }
            }
        }
        return members
    }

    private mutating func mergeSources(_ node: Node) throws(Problem) -> [Node.Mapping] {
        switch node {
        case .mapping(let mapping): return [mapping]
        case .sequence(let sequence):
            return sequence.compactMap { if case .mapping(let mapping) = $0 { mapping } else { nil } }
        case .scalar, .alias:
            throw Problem(
                code: .yamlSyntax, message: "'<<' must be given a mapping or a list of mappings",
                remedy: "Point it at an anchor of a mapping: '<<: *name'.",
                position: node.mark.map(Position.init) ?? .start)
        }
    }

    private mutating func scalar(_ scalar: Node.Scalar, at mark: Position) -> JSON {
        let text = scalar.string
        switch scalar.tag.description {
        case "tag:yaml.org,2002:str", "!", "tag:yaml.org,2002:binary", "tag:yaml.org,2002:timestamp":
            return .string(text)
        case "", "tag:yaml.org,2002:int", "tag:yaml.org,2002:float", "tag:yaml.org,2002:bool", "tag:yaml.org,2002:null":
            break
        default:
            problems.append(
                Problem(
                    code: .yamlUnknownTag, message: "the tag '\(scalar.tag.description)' means nothing here",
                    remedy: "Leave the tag out.", position: mark))
        }
        guard scalar.style == .plain || scalar.tag.description != "" else { return .string(text) }
        switch text {
        case ".inf", ".Inf", ".INF", "-.inf", "-.Inf", "-.INF", "+.inf", "+.Inf", "+.INF", ".nan", ".NaN", ".NAN":
            problems.append(
                Problem(
                    code: .yamlNotJSON, message: "'\(text)' is no number that JSON can say; it is read as text",
                    remedy: "Quote it if text is meant.", position: mark))
            return .string(text)
        default:
            return YAMLScalar.value(ofPlain: text)
        }
    }
}

extension Position {
    static let start = Position(line: 1, column: 1)

    fileprivate init(_ mark: Mark) { self.init(line: mark.line, column: mark.column) }
}

extension YAMLReader {
    /// What Yams says, with its place and what to do about it.
    private static func problem(_ error: any Error, text: String) -> Problem {
        let unreadable = Problem(
            code: .yamlSyntax, message: "not YAML: the parser cannot make it out", remedy: "Write the file anew.",
            position: .start)
        guard let error = error as? YamlError else { return unreadable }
        switch error {
        case .parser(_, let problem, let mark, _) where problem.contains("nesting level"):
            return tooDeep(at: Position(mark))
        case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _):
            // What is never closed is to be mended where it starts, not at the end of the file.
            let isOpen = problem.contains("end of stream")
            let position = Position(isOpen ? context?.mark ?? mark : mark)
            return Problem(
                code: .yamlSyntax, message: "not YAML: \(context.map { "\($0.text): " } ?? "")\(problem)",
                remedy: isOpen ? "Close it." : remedy(for: problem, at: position, in: text), position: position)
        case .composer(_, let problem, let mark, _):
            let remedy =
                problem.contains("alias")
                ? "Define the anchor (&name) before the alias (*name) that uses it." : "Mend the line."
            return Problem(
                code: .yamlSyntax, message: "not YAML: \(problem)", remedy: remedy, position: Position(mark))
        case .duplicatedKeysInMapping(let duplicates, let context):
            let names = duplicates.map { "'\($0)'" }.joined(separator: ", ")
            let first = Position(context.mark)
            let second = duplicates.first.flatMap { secondKey($0, after: first, in: text) }
            return Problem(
                code: .duplicateKey,
                message: "a mapping has the key \(names) more than once"
                    + (second == nil ? "" : ", first on line \(first.line)"),
                remedy: "Keep one of them, or rename the other.", position: second ?? first)
        case .reader(let problem, let offset, _, _):
            return Problem(
                code: .notUTF8, message: "not text: \(problem)",
                remedy: "Save the file as UTF-8, without control characters.",
                position: position(ofByte: offset ?? 0, in: text))
        case .no, .memory, .writer, .emitter, .representer, .dataCouldNotBeDecoded:
            return unreadable
        }
    }

    /// Where a key of a block mapping stands again: the parser tells of the first one alone.
    private static func secondKey(_ key: String, after first: Position, in text: String) -> Position? {
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated().dropFirst(first.line) {
            let indentation = line.prefix { $0 == UInt8(ascii: " ") }.count
            let rest = line.dropFirst(indentation)
            guard let start = rest.first, ![UInt8(ascii: "#"), UInt8(ascii: "\r")].contains(start) else { continue }
            if indentation < first.column - 1 { return nil }
            guard indentation == first.column - 1 else { continue }
            for quote in ["", "'", "\""] where rest.starts(with: "\(quote)\(key)\(quote):".utf8) {
                return Position(line: index + 1, column: first.column)
            }
        }
        return nil
    }

    private static func remedy(for problem: String, at mark: Position, in text: String) -> String {
        let line = SourceText.line(mark.line, of: Array(text.utf8)) ?? ""
        if line.prefix(while: { $0 == " " || $0 == "\t" }).contains("\t") {
            return "YAML is indented with spaces: replace the tab."
        }
        if problem.contains("mapping values are not allowed") {
            return "Quote text that contains ': ', or mend the indentation."
        }
        if problem.contains("cannot start any token") {
            return "Quote text that starts with '@', '`', '%' or a tab."
        }
        return "Mend the line; the mistake may be in the one before it."
    }

    private static func position(ofByte offset: Int, in text: String) -> Position {
        let before = text.utf8.prefix(offset)
        let lines = before.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return Position(line: max(lines.count, 1), column: (lines.last?.count ?? 0) + 1)
    }
}

extension String {
    /// With the tabs of a line made spaces, if nothing stands on it but a comment; nil if there is nothing to change.
    fileprivate func withoutTabs(onLine number: Int) -> String? {
        var lines = utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard lines.indices.contains(number - 1) else { return nil }
        let line = lines[number - 1]
        let blank = line.prefix { [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r")].contains($0) }
        guard blank.contains(UInt8(ascii: "\t")),
            blank.count == line.count || line.dropFirst(blank.count).first == UInt8(ascii: "#")
        else { return nil }
        let plain = String(Substring(blank)).replacing("\t", with: " ") + String(Substring(line.dropFirst(blank.count)))
        lines[number - 1] = plain.utf8[...]
        return lines.map { String(Substring($0)) }.joined(separator: "\n")
    }
}
