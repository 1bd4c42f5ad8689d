// `counterpart generate`: writes the Swift client of a contract.

import ArgumentParser
import ContractChanges
import Foundation
import JSONSchema
import MockRules
import SourceDocuments
import OpenAPIContract
import Sampling
import SwiftGeneration

struct GenerateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Generate the Swift client of a contract.",
        discussion: """
            The client depends on Foundation alone. Commit it, and check it in CI.

            Examples:
              counterpart generate Contracts/sneaker-shop --output Sources/Shop
              counterpart generate --all
              counterpart generate --all --check
              counterpart generate Contracts/shop -o Sources/Shop --keep-deprecated git:v1:Contracts/shop

            A client.json beside a contract has defaults of these options: {"name": "Shop", "output": "../../Sources/Shop"}, and "access", \
            "operations", "header", "namespace" (put all types into an enum, for several clients in a module) and "runtime" (false for all clients of a \
            module but one), "track", "testing" and "imports". One without an output belongs to a target that the build plugin generates a client for; --all passes it over.

            Exit codes: 0 written or up to date, 1 not up to date (--check) or not expressible (--strict), 2 could not run.
            """)

    @Argument(
        help: "Contract folders or OpenAPI documents; with --all, folders to search for client.json.")
    var contracts: [String] = []

    @Option(name: .shortAndLong, help: ArgumentHelp("Directory to write.", valueName: "dir"))
    var output: String?

    @Option(
        help: ArgumentHelp("Name of the API: Shop gives ShopAPI. Default: from the title.", valueName: "name"))
    var module: String?

    @Option(
        help: ArgumentHelp("Generate only this tag, path or operation; repeatable.", valueName: "name"))
    var include: [String] = []

    @Option(
        help: ArgumentHelp(
            "Generate only these, and the types that they need: tag:shop,path:/cart,getUser*", valueName: "patterns"))
    var operations: String?

    @Option(help: ArgumentHelp("Access level of the client: public, package or internal.", valueName: "level"))
    var access: ClientSettings.Access?

    @Flag(help: "Generate every client that has a client.json. Default folder: Contracts.")
    var all = false

    @Flag(help: "Write nothing; print a diff and exit with 1 if not up to date.")
    var check = false

    @Flag(help: "Fail if the client cannot express something.")
    var strict = false

    @Flag(help: "Write the same files whatever the contract has, and keep no names: for build systems.")
    var fixedFiles = false

    @Flag(
        help: "Have the client note in debug builds which properties of answers are read, for counterpart usage.")
    var track = false

    @Option(
        help: ArgumentHelp(
            "Keep the names of this older contract (folder, document, git:REV:PATH) as deprecated aliases.",
            valueName: "contract"))
    var keepDeprecated: String?

    @Option(
        help: ArgumentHelp(
            "Write a Swift file for a test target too: the names of operations and state, for CounterpartTesting.",
            valueName: "file"))
    var testing: String?

    @Option(
        help: ArgumentHelp("The module that the client stands in, as that file imports it.", valueName: "module"))
    var imports: String?

    func run() throws {
        if testing != nil, all || contracts.count > 1 {
            throw ValidationError("--testing is for one contract: say \"testing\" in the client.json of each.")
        }
        if keepDeprecated != nil, all || contracts.count > 1 || fixedFiles {
            throw ValidationError("--keep-deprecated is for one contract, and writes a file of its own.")
        }
        let clients = try all ? ClientDirectory.clients(below: contracts.isEmpty ? ["Contracts"] : contracts) : named()
        var isClean = true
        for client in clients where try !generate(client) { isClean = false }
        if !isClean { throw ExitCode(1) }
    }

    /// The clients that the arguments name.
    private func named() throws -> [ClientDirectory] {
        guard !contracts.isEmpty else { throw ValidationError("Name a contract, or say --all.") }
        if contracts.count > 1, output != nil {
            throw ValidationError("Several contracts cannot go into one directory: generate them one by one.")
        }
        return try contracts.map { try ClientDirectory(contract: $0, output: output) }
    }

    /// - Returns: false if `--check` or `--strict` fails.
    private func generate(_ client: ClientDirectory) throws -> Bool {
        let contract = try ContractArgument.load(client.contract)
        var settings = client.settings ?? ClientSettings(name: ClientSettings.name(of: contract.title))
        if let module { settings.name = module }
        if let access { settings.access = access }
        settings.hasFixedFiles = fixedFiles
        if track { settings.tracksReads = true }
        let chosen = include + (operations ?? "").split(separator: ",").map(String.init)
        if !chosen.isEmpty { settings.include = chosen }
        guard ClientSettings.isName(settings.name) else {
            throw CommandFailure(
                "\(settings.name) cannot be the name of an API: a Swift identifier that starts with a capital")
        }
        let unknown = settings.unknownNames(in: contract)
        guard unknown.isEmpty else {
            let tags = Set(contract.operations.flatMap(\.tags)).sorted().joined(separator: ", ")
            throw CommandFailure(
                "no operation has the tag, path or id \(unknown.joined(separator: ", ")) that is to be included; tags are: \(tags)"
            )
        }
        let existing = try client.existing()
        let older = try keepDeprecated.map { try self.older($0, client) }
        let generated = ClientGenerator.generate(
            contract, settings, names: fixedFiles ? NameRegistry() : existing.names, keeping: older
        ) { schema, direction in
            Sampler(schema, direction: direction).sample(seed: 0).value
        }
        let isExpressed = report(generated.diagnostics, client)
        var isUpToDate = try take(generated, existing.files, client.directory, writes: isExpressed)
        if let file = testing ?? client.testing {
            let folder = ClientDirectory.parent(of: file)
            let name = String(file.split(separator: "/").last ?? "")
            guard name.hasSuffix(".swift") else { throw CommandFailure("\(file): a Swift file is to be named") }
            guard !file.hasPrefix(client.directory + "/") else {
                throw CommandFailure(
                    "\(file) is in the client's own directory, whose generated files are the client's alone: name another place"
                )
            }
            let behaviour = MockDefinition.load(path: client.contract).definition?.behaviour
            guard let state = behaviour?.state.names else {
                throw CommandFailure("the mock file beside \(client.contract) has errors: counterpart check tells them")
            }
            let tests = TestNames(module: imports ?? client.imports, state: state)
            let names = generated.names ?? NameRegistry()
            let generated = ClientGenerator.testNames(contract, settings, tests, path: name, names: names)
            let text = FileManager.default.contents(atPath: file).map { String(decoding: $0, as: UTF8.self) }
            isUpToDate = try take(generated, text.map { [name: $0] } ?? [:], folder, writes: isExpressed) && isUpToDate
        }
        return isExpressed && isUpToDate
    }

    /// The contract whose names are kept, with the names that its client had: of the same revision, else beside the contract.
    private func older(_ name: String, _ client: ClientDirectory) throws -> OlderContract {
        let git = GitContract(name)
        let contract =
            try git.map { try ContractArgument.accepted($0.load(), name: name) } ?? ContractArgument.load(name)
        let names =
            if let git { try client.names(in: git) } else { try ClientDirectory.names(besides: name) }
        return OlderContract(contract, names: names, renames: Renames.pairs)
    }

    /// Shows what differs with `--check`, else writes it.
    /// - Returns: false if `--check` finds something.
    private func take(
        _ generated: GeneratedClient, _ existing: [String: String], _ directory: String, writes: Bool
    ) throws -> Bool {
        let drift = generated.drift(from: existing)
        if check {
            for change in drift { Terminal.output.write(change.diff) }
            if !drift.isEmpty {
                Terminal.error.write("\(directory) is not up to date: run the same command without --check\n")
            }
            return drift.isEmpty
        }
        guard writes else { return true }
        let foreign = generated.foreignFiles(in: existing)
        guard foreign.isEmpty else {
            let paths = foreign.map { "\(directory)/\($0)" }.joined(separator: ", ")
            throw CommandFailure(
                "\(paths): not written by this program, and would be overwritten. Move it, or choose another place.")
        }
        try ClientDirectory.write(generated, drift, into: directory)
        let lines = generated.files.reduce(0) { $0 + $1.text.utf8.count(where: { $0 == UInt8(ascii: "\n") }) }
        let count = generated.files.count == 1 ? "1 file" : "\(generated.files.count) files"
        Terminal.output.write("\(directory): \(count), \(lines) lines, \(drift.count) changed\n")
        return true
    }

    /// Prints what the client cannot express.
    /// - Returns: false if `--strict` forbids that.
    private func report(_ diagnostics: [Diagnostic], _ client: ClientDirectory) -> Bool {
        let unexpressed = diagnostics.filter { $0.severity > .note }
        Terminal.error.write(DiagnosticReport(diagnostics).text)
        return !strict || unexpressed.isEmpty
    }
}

extension ClientSettings.Access: ExpressibleByArgument {}
