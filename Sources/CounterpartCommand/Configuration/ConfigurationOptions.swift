// `--config` and `--no-config`, and the variables that stand for options.

import ArgumentParser

/// Which `counterpart.yaml` a command reads. The values are taken before the command line is parsed: see ``CommandDefaults``.
struct ConfigurationOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Take options from this file, not from the counterpart.yaml of the contract's folder, the one above, or the current one.",
            valueName: "file"),
        completion: .file(extensions: ["yaml", "yml"]))
    var config: String?

    @Flag(help: "Read no counterpart.yaml.")
    var noConfig = false

    func validate() throws {
        if noConfig, config != nil { throw ValidationError("--config and --no-config exclude each other.") }
    }
}

/// A command that takes options from `counterpart.yaml` and from the environment.
protocol ConfigurableCommand: ParsableCommand {
    /// The options that a variable stands for: `port` is `$COUNTERPART_PORT`. Tests hold them against what the command declares.
    static var variables: [String] { get }
    /// Options whose variables the command reads itself, as they are joined with what the command line says.
    static var ownVariables: [String] { get }
}

extension ConfigurableCommand {
    static var ownVariables: [String] { [] }

    /// For the help.
    static func variablesHelp(_ names: [String]) -> String {
        let variables = names.map { "$" + EnvironmentVariable.name(of: $0) }
        var lines: [String] = []
        for variable in variables {
            if let last = lines.last, last.count + variable.count < 76 {
                lines[lines.count - 1] = "\(last) \(variable)"
            } else {
                lines.append("  \(variable)")
            }
        }
        return """
            Options that are not given are taken from the environment, then from counterpart.yaml (counterpart schema config). Variables:
            \(lines.joined(separator: "\n"))
            """
    }
}

enum EnvironmentVariable {
    /// `COUNTERPART_MAX_TIME` of `max-time`.
    static func name(of option: String) -> String {
        "COUNTERPART_" + option.uppercased().replacing("-", with: "_")
    }
}
