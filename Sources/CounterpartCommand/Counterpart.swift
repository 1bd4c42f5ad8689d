// The `counterpart` program: its subcommands and its exit codes.

import ArgumentParser
import Foundation

@main
enum Program {
    /// The main thread only waits. An asynchronous `main` would end that thread, and a static program then sorts the tables by which stacks
    /// are unwound: 20 ms of the processor at each start.
    static func main() {
        // Whoever started the program may have blocked signals, which are then blocked here, and this is the thread that takes them.
        var signals = sigset_t()
        sigfillset(&signals)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        Task.detached {
            await Counterpart.start()
            exit(0)
        }
        while true { Thread.sleep(forTimeInterval: 86_400) }
    }
}

struct Counterpart: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "counterpart",
        abstract: "Mock the backend of an OpenAPI contract, and verify real ones.",
        discussion: """
            A CONTRACT is a folder with an openapi.yaml, or one OpenAPI document in YAML or JSON.

            Examples:
              counterpart serve Contracts/sneaker-shop
              curl 'http://127.0.0.1:8080/api/home/get_promotions?user_id=1'

            Exit codes: 0 success, 1 findings, 2 could not run.
            """,
        version: "0.1.0",
        groupedSubcommands: [
            CommandGroup(name: "Mock a backend", subcommands: [ServeCommand.self]),
            CommandGroup(name: "Verify a backend", subcommands: [VerifyCommand.self, ReportCommand.self]),
            CommandGroup(
                name: "Record traffic",
                subcommands: [
                    RecordCommand.self, RecordingsCommand.self, LatencyCommand.self, InferCommand.self,
                    JournalCommand.self,
                ]),
            CommandGroup(
                name: "Work with contracts",
                subcommands: [
                    InitCommand.self, ImportCommand.self, CheckCommand.self, ShowCommand.self, DiffCommand.self,
                    ExportCommand.self, SchemaCommand.self, UsageCommand.self,
                ]),
            CommandGroup(name: "Generate code", subcommands: [GenerateCommand.self]),
            CommandGroup(name: "Examine the machine", subcommands: [DoctorCommand.self]),
        ])

    /// Without a subcommand.
    func run() async throws {
        let here = URL(filePath: FileManager.default.currentDirectoryPath, directoryHint: .isDirectory)
        Terminal.output.write(Offer(in: here).text)
    }

    /// As ArgumentParser's own `main`, but for the exit code: invalid arguments end the program with 2.
    fileprivate static func start() async {
        Terminal.ignoreBrokenPipes()
        var defaults: CommandDefaults?
        do {
            let line = try CommandDefaults(
                Array(CommandLine.arguments.dropFirst()), environment: Terminal.environment)
            defaults = line
            var command = try parseAsRoot(line.arguments)
            if let notice = line.notice { Terminal.error.write(Terminal.error.styled(.aside, notice)) }
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch let failure as CommandFailure {
            Terminal.error.write(Terminal.error.styled(.failure, "error: ") + failure.message + "\n")
            Terminal.error.write(defaults?.origins(in: failure.message) ?? "")
            exit(withError: ExitCode(2))
        } catch {
            guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
            Terminal.error.write(fullMessage(for: error) + "\n")
            Terminal.error.write(defaults?.origins(in: message(for: error)) ?? "")
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
