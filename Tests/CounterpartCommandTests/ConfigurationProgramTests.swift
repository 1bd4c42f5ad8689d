// counterpart.yaml and variables: where options come from, in which order, and what is said of those that are wrong.

@testable import CounterpartCommand
import Foundation
import JSONSchema
import JSONValues
import Testing

@Suite struct ConfigurationProgramTests {
    /// A folder `Contracts/shop` with the reference contract, and other files.
    private static func project(_ files: [String: String]) throws -> URL {
        let folder = try TemporaryFolder.make()
        let shop = folder.appending(path: "Contracts/shop")
        try FileManager.default.createDirectory(at: shop, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            at: Program.root.appending(path: "Contracts/sneaker-shop/openapi.yaml"),
            to: shop.appending(path: "openapi.yaml"))
        for (path, text) in files { try Data(text.utf8).write(to: folder.appending(path: path)) }
        return folder
    }

    private static func line(
        _ arguments: [String], _ environment: [String: String] = [:]
    ) throws -> [String] {
        try CommandDefaults(arguments, environment: { environment[$0] }).arguments
    }

    @Test func theCommandLineComesFirstThenTheEnvironmentThenTheFile() throws {
        let folder = try Self.project([
            "Contracts/counterpart.yaml": "serve:\n  port: 9001\n  seed: 1\n  delay: 10ms\n  strict: true\n"
        ])
        let shop = folder.path + "/Contracts/shop"
        let variables = ["COUNTERPART_SEED": "2", "COUNTERPART_PORT": "9002", "COUNTERPART_STRICT": "false"]
        #expect(
            try Self.line(["serve", shop, "--port", "9003"], variables)
                == ["serve", shop, "--port", "9003", "--delay=10ms", "--seed=2"])
        #expect(
            try Self.line(["serve", shop], ["COUNTERPART_SEED": ""])
                == ["serve", shop, "--port=9001", "--delay=10ms", "--seed=1", "--strict"])
        #expect(try Self.line(["serve", shop, "--no-config"]) == ["serve", shop, "--no-config"])
    }

    @Test func theNearestFileIsRead() throws {
        let folder = try Self.project([
            "Contracts/counterpart.yaml": "serve: {port: 1}", "Contracts/shop/counterpart.yaml": "serve: {port: 2}",
            "other.yaml": "serve: {port: 3}",
        ])
        let shop = folder.path + "/Contracts/shop"
        #expect(try Self.line(["serve", shop]).last == "--port=2")
        #expect(try Self.line(["serve", shop + "/openapi.yaml"]).last == "--port=2")
        // A file of one of them is not that of the other.
        #expect(try Self.line(["serve", shop, shop]).last == "--port=1")
        #expect(try Self.line(["serve", shop, "--config", folder.path + "/other.yaml"]).last == "--port=3")
        #expect(
            try Self.line(["serve", shop], ["COUNTERPART_CONFIG": folder.path + "/other.yaml"]).last == "--port=3")
    }

    @Test func listsAndPathsAndArgumentsAreTaken() throws {
        let folder = try Self.project([
            "counterpart.yaml": """
            serve:
              contract: [Contracts/shop]
              replay: [a.har, /b.har]
              cors: https://shop.example
            verify:
              contract: Contracts/shop
              phases: [examples, boundaries]
              checks: []
            """
        ])
        let root = folder.path
        #expect(
            try Self.line(["verify", "--config", root + "/counterpart.yaml"])
                == [
                    "verify", root + "/Contracts/shop", "--config", root + "/counterpart.yaml",
                    "--phases=examples,boundaries",
                ])
        #expect(
            try Self.line(["serve", "--config", root + "/counterpart.yaml"])
                == [
                    "serve", root + "/Contracts/shop", "--config", root + "/counterpart.yaml",
                    "--cors=https://shop.example", "--replay=\(root)/a.har", "--replay=/b.har",
                ])
    }

    @Test func valuesOfOptionsAreNoContracts() throws {
        let declared = DeclaredOption.all(of: ServeCommand.self)
        let line = GivenArguments(
            ["--port", "1", "a", "--replay", "x.har", "y.har", "--seed=3", "-k", "b", "--", "--port"],
            declared: declared)
        #expect(line.positionals == ["a", "b", "--port"])
        #expect(line.names == ["port", "replay", "seed", "insecure"])
        #expect(line.values == ["port": "1", "seed": "3"])
    }

    @Test func aFileThatIsWrongIsToldWithItsPlaces() async throws {
        let folder = try Self.project([
            "counterpart.yaml": "serve:\n  prt: 1\n  seed: many\n  admin-token: abc\nservr: {}\n"
        ])
        let result = try await Program.run(
            "serve", folder.path + "/Contracts/shop", "--config", folder.path + "/counterpart.yaml")
        #expect(result.status == 2)
        for words in [
            "counterpart.yaml:2:3: error: 'serve' has no field 'prt'", "Did you mean 'port'?",
            "counterpart.yaml:3:9: error: 'serve.seed'",
            "counterpart.yaml:4:3: error: 'admin-token' is not taken from a file",
            "set $COUNTERPART_ADMIN_TOKEN", "counterpart.yaml:5:1: error: counterpart.yaml has no field 'servr'",
            "Did you mean 'serve'?", "4 errors",
        ] {
            #expect(result.error.contains(words), "\(words) in \(result.error)")
        }
    }

    @Test func anErrorSaysWhereItsOptionIsFrom() async throws {
        let folder = try Self.project(["Contracts/counterpart.yaml": "serve:\n  host: 127.0.0.1\n  journal: 99999999\n"]
        )
        let result = try await Program.run("serve", folder.path + "/Contracts/shop")
        #expect(result.status == 2)
        #expect(result.error.contains("--journal is from 0 to 1000000."))
        #expect(result.error.contains("note: journal is from \(folder.path)/Contracts/counterpart.yaml:3:12"))
    }

    @Test func aDownloadedContractStartsNothing() async throws {
        let folder = try Self.project([
            "Contracts/shop/counterpart.yaml": "verify:\n  backend: http://127.0.0.1:1\n  start: touch started\n"
        ])
        let result = try await Program.run("verify", folder.path + "/Contracts/shop")
        #expect(result.status == 2)
        #expect(result.error.contains("a command is not run because a contract's folder says so"))
    }

    @Test func aMockIsServedAsTheFileSays() async throws {
        let folder = try Self.project(["Contracts/counterpart.yaml": "serve:\n  port: 0\n  json: true\n  quiet: true\n"]
        )
        let program = try RunningProgram(["serve", folder.path + "/Contracts/shop"])
        let line = try #require(program.line())
        #expect(try JSON(parsing: line)["url"]?.string?.hasPrefix("http://127.0.0.1:") == true)
        program.send()
        let result = program.end()
        #expect(result.status == 0)
        #expect(result.error.contains("Options of \(folder.path)/Contracts/counterpart.yaml: port, quiet, json"))
    }

    @Test(arguments: ConfigurationSchema.commands.map(\.name)) func namesAreThoseOfDeclaredOptions(
        _ name: String
    ) async throws {
        let help = try await Program.run(name, "--help").output
        let command = try #require(ConfigurationSchema.commands.first { $0.name == name }?.type)
        let declared = DeclaredOption.all(of: command)
        #expect(declared.count > 5)
        for variable in command.variables {
            let option = try #require(declared.first { $0.name == variable }, "\(variable)")
            #expect(option.kind != .positional && !option.isRepeating, "\(variable)")
            #expect(help.contains("$" + EnvironmentVariable.name(of: variable)))
        }
        for variable in command.ownVariables {
            let option = try #require(declared.first { $0.name == variable }, "\(variable)")
            #expect(option.help.contains("$" + EnvironmentVariable.name(of: variable)))
        }
    }

    @Test func refusedNamesAreDeclared() {
        let names = Set(ConfigurationSchema.commands.flatMap { DeclaredOption.all(of: $0.type).map(\.name) })
        for name in ConfigurationSchema.refused.keys { #expect(names.contains(name), "\(name)") }
    }

    @Test(arguments: SchemaCommand.File.allCases) func schemasArePrinted(_ file: SchemaCommand.File) async throws {
        let printed = try await Program.run("schema", file.rawValue)
        #expect(printed.status == 0)
        var library = SchemaLibrary()
        library.add(try JSON(parsing: printed.output), uri: "schema.json")
        let schema = try library.compile("schema.json")
        #expect(schema.accepts(["unknown": 1]) == false)
        switch file {
        case .mock: #expect(schema.accepts(["seedSize": 3]))
        case .client:
            #expect(schema.accepts(["name": "Shop"]))
            #expect(schema.accepts(["name": "Shop", "output": "Client", "access": "package"]))
            #expect(!schema.accepts(["name": "Shop", "output": "Client", "access": "open"]))
            for client in try Self.clientFiles() { #expect(schema.validate(client) == []) }
        case .config:
            #expect(schema.accepts(["serve": ["port": 1, "lan": true, "contract": ["a"]], "x-team": 1]))
            #expect(!schema.accepts(["serve": ["port": "eighty"]]))
        case .usage: #expect(!schema.accepts(["operations": 1]))
        }
    }

    /// Those of this package.
    private static func clientFiles() throws -> [JSON] {
        let folder = Program.root.appending(path: "Contracts")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).map {
            folder.appending(path: "\($0)/client.json")
        }.filter { FileManager.default.fileExists(atPath: $0.path) }
        #expect(!files.isEmpty)
        return try files.map { try JSON(parsing: Array(Data(contentsOf: $0))) }
    }
}
