// counterpart.yaml: found, read and checked.

import Foundation
import JSONSchema
import JSONValues
import OpenAPIContract
import SourceDocuments

struct ConfigurationFile {
    static let name = "counterpart.yaml"

    /// As it was named or found.
    let path: String
    /// Whether who runs the program chose it: by name, or by the folder that they are in. A contract's folder may come from anybody.
    let isOwn: Bool
    private let source: SourceFile

    /// The file of the contract's folder, of the folder above it, or of the current folder: the first that is there.
    static func find(for contracts: [String]) -> (path: String, isOwn: Bool)? {
        let folders = contracts.filter { !$0.contains("://") }.map { Self.folder(of: $0) }
        var places: [String] = []
        if let only = folders.first {
            if folders.count == 1 { places.append(only) }
            let above = Self.above(only)
            if folders.allSatisfy({ Self.above($0) == above }) { places.append(above) }
        }
        let here = realPath(".")
        for place in places + ["."] {
            let path = place == "." ? name : "\(place)/\(name)"
            if (try? FileStatus(path))?.kind == .file { return (path, realPath(place) == here) }
        }
        return nil
    }

    private static func folder(of contract: String) -> String {
        let path = contract.count > 1 && contract.hasSuffix("/") ? String(contract.dropLast()) : contract
        return (try? FileStatus(path))?.kind == .folder ? path : above(path)
    }

    private static func above(_ path: String) -> String {
        guard path != ".", path != ".." else { return path == "." ? ".." : "../.." }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        return parts.isEmpty ? "." : parts == [""] ? "/" : parts.joined(separator: "/")
    }

    /// Reads and checks all of it.
    /// - Throws: with every place that is wrong.
    init(path: String, isOwn: Bool) throws {
        let bytes = try FileContents.read(path)
        let (source, found) = DocumentReader.read(bytes, name: path, uri: path)
        guard let source else { throw Self.failure(path, found) }
        self.path = path
        self.isOwn = isOwn
        self.source = source
        let problems = found + Self.problems(of: source)
        guard problems.isEmpty else { throw Self.failure(path, problems) }
    }

    private static func failure(_ path: String, _ problems: [Diagnostic]) -> CommandFailure {
        let report = DiagnosticReport(problems)
        return CommandFailure("\(path) cannot be used: \(report.summary)\n\(report.text)".trimmingNewlines)
    }

    /// What the schema says of it, in the words of its options.
    private static func problems(of source: SourceFile) -> [Diagnostic] {
        var library = SchemaLibrary()
        library.add(ConfigurationSchema.json, uri: "counterpart.schema.json")
        let schema: Schema
        do {
            schema = try library.compile("counterpart.schema.json")
        } catch {
            preconditionFailure("\(error)")
        }
        return schema.validate(source.root).map { Self.diagnostic($0, Located(source)) }
    }

    private static func diagnostic(_ violation: SchemaViolation, _ root: Located) -> Diagnostic {
        var value: Located? = root
        for token in violation.instance.tokens { value = value?[token] ?? value }
        let tokens = violation.instance.tokens
        // A name that its object does not have.
        if violation.keyword == "false" || violation.keyword == "additionalProperties", let name = tokens.last {
            let section = tokens.count > 1 ? ConfigurationSchema.commands.first { $0.name == tokens[0] } : nil
            let fields =
                section.map { ConfigurationSchema.options(of: $0.type).map(\.name) }
                ?? ConfigurationSchema.commands.map(\.name)
            let place = Place(source: root.source, keyOf: violation.instance)
            if section != nil, let remedy = ConfigurationSchema.refused[name] {
                return Diagnostic(
                    .unknownField, "'\(name)' is not taken from a file", remedy: remedy, severity: .error, at: place)
            }
            return .unknownField(
                name, of: section.map { "'\($0.name)'" } ?? "counterpart.yaml", fields: fields, severity: .error,
                at: place)
        }
        return Diagnostic(
            .invalidValue,
            tokens.isEmpty
                ? "counterpart.yaml must be a mapping"
                : "'\(tokens.joined(separator: "."))' has another value than it can have",
            found: violation.found, expected: violation.expected,
            remedy: "counterpart schema config prints what it can have.", severity: .error,
            at: Place(source: root.source, pointer: violation.instance))
    }

    /// The options of a command that the file has, in its order.
    func section(_ command: String) -> [(name: String, value: Located)] {
        Located(source)[command]?.members.filter { !$0.name.hasPrefix("x-") } ?? []
    }

    /// A path that is told from the file's own folder.
    func resolved(_ path: String) -> String {
        guard !path.hasPrefix("/"), !path.contains("://") else { return path }
        let folder = Self.above(self.path)
        return folder == "." ? path : path == "." ? folder : "\(folder)/\(path)"
    }
}

extension String {
    fileprivate var trimmingNewlines: String { trimmingCharacters(in: .newlines) }
}
