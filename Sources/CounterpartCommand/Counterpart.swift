// The `counterpart` program: its subcommands and its exit codes.

import ArgumentParser

@main
struct Counterpart: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "counterpart",
        abstract: "Mocks the backend that an OpenAPI contract describes, and holds real ones to it.",
        discussion: """
            A CONTRACT is a folder with an openapi.yaml, or a single OpenAPI 3.0 or 3.1 document, in YAML or JSON.

            Have the backend on this machine, and ask it something:
              counterpart serve Contracts/sneaker-shop
              curl 'http://127.0.0.1:8080/api/home/get_promotions?user_id=1'

            Exit codes: 0 all is well, 1 something was found, 2 it could not run.
            """,
        version: "0.1.0",
        subcommands: [
            ServeCommand.self, RecordCommand.self, VerifyCommand.self, ReportCommand.self, CheckCommand.self,
            DiffCommand.self,
            ShowCommand.self, ExportCommand.self, InitCommand.self, InferCommand.self, RecordingsCommand.self,
            LatencyCommand.self,
            GenerateCommand.self, SchemaCommand.self,
        ])

    /// As ArgumentParser's own, but for the exit code: invalid arguments end the program with 2.
    static func main() async {
        Terminal.ignoreBrokenPipes()
        do {
            var command = try parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch let failure as CommandFailure {
            Terminal.error.write(Terminal.error.styled(.failure, "error: ") + failure.message + "\n")
            exit(withError: ExitCode(2))
        } catch {
            guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
            Terminal.error.write(fullMessage(for: error) + "\n")
            exit(withError: ExitCode(2))
        }
    }
}

/// A command that could not run: the message goes to standard error, the exit code is 2.
struct CommandFailure: Error, Hashable, CustomStringConvertible {
    let message: String

    init(_ message: String) { self.message = message }

    var description: String { message }
}
