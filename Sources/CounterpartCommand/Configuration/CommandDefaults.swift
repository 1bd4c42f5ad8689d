// What the environment and counterpart.yaml add to a command line.

import ArgumentParser
import JSONValues
import SourceDocuments

/// The command line with the defaults that it does not overrule. An option comes from the first of these that has it, as a whole: the
/// command line, its variable, the file, the command's own default.
struct CommandDefaults {
    /// What ArgumentParser is to parse.
    private(set) var arguments: [String]
    /// Options that were added, by name, with where they come from.
    private(set) var added: [(name: String, origin: String)] = []
    /// The file that some are from.
    private(set) var file: String?

    /// - Throws: for a file that cannot be used, and for a variable of a flag that says neither yes nor no.
    init(_ arguments: [String], environment: @escaping (String) -> String?) throws {
        self.arguments = arguments
        let asked: Set = ["--help", "-h", "--version", "--experimental-dump-help", "--help-hidden"]
        guard let command = ConfigurationSchema.commands.first(where: { $0.name == arguments.first }),
            !arguments.contains(where: { asked.contains($0) })
        else { return }
        let given = arguments.dropFirst()
        // A variable that is empty is not set.
        let variables = { (name: String) in environment(name).flatMap { $0.isEmpty ? nil : $0 } }
        let hasVariable = command.type.variables.contains { variables(EnvironmentVariable.name(of: $0)) != nil }
        // Asking a command for its options takes longer than starting it.
        guard hasVariable || Self.mayHaveFile(given, variables) else { return }
        let declared = DeclaredOption.all(of: command.type)
        let line = GivenArguments(Array(given), declared: declared)
        let file = try Self.file(line, variables)
        var positionals: [String] = []
        var options: [String] = []
        for option in declared where !line.names.contains(option.name) {
            if option.kind == .positional, !line.positionals.isEmpty { continue }
            // Its file has been read by now.
            if option.name == "config" { continue }
            let variable = EnvironmentVariable.name(of: option.name)
            if command.type.ownVariables.contains(option.name), variables(variable) != nil { continue }
            if command.type.variables.contains(option.name), let value = variables(variable) {
                if let words = try Self.words(option, value, variable) {
                    options += words
                    added.append((option.name, "$\(variable)"))
                }
            } else if let file, let value = file.section(command.name).first(where: { $0.name == option.name })?.value {
                let words = try Self.words(option, value, in: file)
                guard !words.isEmpty else { continue }
                if option.kind == .positional { positionals += words } else { options += words }
                added.append((option.name, value.place.description))
                self.file = file.path
            }
        }
        let end = given.firstIndex(of: "--") ?? given.endIndex
        self.arguments = [command.name] + positionals + given[..<end] + options + given[end...]
    }

    /// What is said with an error that an added option may be the cause of.
    func origins(in message: String) -> String {
        added.filter { message.contains("--\($0.name)") || message.contains("<\($0.name)>") }
            .map { "note: \($0.name) is from \($0.origin)\n" }.joined()
    }

    /// The options that come from the file; nil where none does.
    var notice: String? {
        guard let file else { return nil }
        let names = added.filter { !$0.origin.hasPrefix("$") }.map(\.name)
        return "Options of \(file): \(names.joined(separator: ", "))\n"
    }

    // MARK: - Environment

    private static func words(_ option: DeclaredOption, _ value: String, _ variable: String) throws -> [String]? {
        guard option.kind == .flag else { return ["--\(option.name)=\(value)"] }
        switch value.lowercased() {
        case "1", "true", "yes": return ["--\(option.name)"]
        case "0", "false", "no": return nil
        default: throw CommandFailure("$\(variable) is 'true' or 'false', not '\(value)'.")
        }
    }

    // MARK: - File

    /// Whether there can be a file, before anything is known of the options: every word may be a contract.
    private static func mayHaveFile(_ words: ArraySlice<String>, _ variable: (String) -> String?) -> Bool {
        if words.contains(where: { $0.hasPrefix("--config") }) || variable("COUNTERPART_CONFIG") != nil { return true }
        return ConfigurationFile.find(for: []) != nil
            || words.contains { !$0.hasPrefix("-") && ConfigurationFile.find(for: [$0]) != nil }
    }

    private static func file(_ line: GivenArguments, _ variable: (String) -> String?) throws -> ConfigurationFile? {
        if line.names.contains("no-config") { return nil }
        if let named = line.values["config"] ?? variable("COUNTERPART_CONFIG") {
            return try ConfigurationFile(path: named, isOwn: true)
        }
        guard let found = ConfigurationFile.find(for: line.positionals) else { return nil }
        return try ConfigurationFile(path: found.path, isOwn: found.isOwn)
    }

    private static func words(
        _ option: DeclaredOption, _ value: Located, in file: ConfigurationFile
    ) throws -> [String] {
        if option.name == "start", !file.isOwn {
            throw CommandFailure(
                "\(value.place): a command is not run because a contract's folder says so. Give --config \(file.path) to take it, or put the file into the current folder."
            )
        }
        if case .bool(let isOn) = value.json { return isOn ? ["--\(option.name)"] : [] }
        let elements = (value.json.array ?? [value.json]).map { $0.string ?? $0.serialized() }
        return (option.isList && !elements.isEmpty ? [elements.joined(separator: ",")] : elements).map { element in
            var text = element
            if option.isPath { text = file.resolved(text) }
            return option.kind == .positional ? text : "--\(option.name)=\(text)"
        }
    }
}
