// `counterpart import`: makes a contract folder of what other tools have.

import ArgumentParser
import Foundation
import JSONValues
import SourceDocuments
import Importing

struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Make a contract folder of a collection of requests or of another tool's mock.",
        discussion: """
            Knows Postman collections 2.0 and 2.1 with their environments, collections of Insomnia 4 and 5, folders of Bruno, WireMock mappings \
            with __files, Mockoon environments and Hoverfly simulations by what is in them. Writes openapi.yaml with the operations and the shapes of their answers, mock.yaml with matching, \
            answers, state, latency and faults as rules, and data. Everything that could not be carried is listed with its place and what to do \
            about it.

            A folder is read with all that is in it. HAR recordings are for counterpart infer; Pact files and OpenAPI documents need no import.

            Examples:
              counterpart import shop.postman_collection.json staging.postman_environment.json --output Contracts/shop
              counterpart import shop-bruno/ shop-bruno/environments/Staging.bru --output Contracts/shop
              counterpart import wiremock/ --output Contracts/payments
              counterpart serve Contracts/payments

            Exit codes: 0 written, whether or not all was carried; 2 could not run. With --strict, 1 where something was not carried.
            """)

    @Argument(help: "Files, or folders with files.", completion: .file())
    var files: [String]

    @Option(
        name: [.short, .long], help: ArgumentHelp("The contract folder to write.", valueName: "folder"),
        completion: .directory)
    var output: String

    @Flag(help: "Overwrite files of the folder.")
    var replace = false

    @Option(help: "Title of the contract.")
    var title: String?

    @Flag(help: "End with 1 where something could not be carried.")
    var strict = false

    @Flag(help: "Print what was written and what could not be carried as JSON.")
    var json = false

    private static let largest = 64 << 20
    private static let mostFiles = 10_000

    func validate() throws {
        guard !files.isEmpty else { throw ValidationError("Name at least one file or folder.") }
        if output.isEmpty { throw ValidationError("The folder has no name.") }
    }

    func run() throws {
        let name = URL(filePath: files[0]).deletingPathExtension().lastPathComponent
        let result: Import
        do throws(ImportFailure) {
            result = try Import(ImportFiles(try read()), title: title, named: name)
        } catch {
            throw CommandFailure(error.description)
        }
        try write(result.folder)
        Terminal.output.write(json ? JSON.object(event(result)).serialized(.pretty) + "\n" : text(result))
        if strict, !result.losses.isEmpty { throw ExitCode(1) }
    }

    // MARK: - Files

    private func read() throws(ImportFailure) -> [(path: String, bytes: [UInt8])] {
        var read: [(path: String, bytes: [UInt8])] = []
        var total = 0
        for path in files {
            for file in try found(path) {
                guard let bytes = FileManager.default.contents(atPath: file) else {
                    throw ImportFailure("\(file) cannot be read.")
                }
                total += bytes.count
                guard total <= Self.largest, read.count < Self.mostFiles else {
                    throw ImportFailure(
                        "\(path) is too much: at most \(Self.mostFiles) files of \(Self.largest >> 20) MiB together are read."
                    )
                }
                read.append((file, Array(bytes)))
            }
        }
        return read
    }

    private func found(_ path: String) throws(ImportFailure) -> [String] {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw ImportFailure("there is no file or folder \(path).")
        }
        guard isFolder.boolValue else { return [path] }
        let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
        return names.filter { !$0.split(separator: "/").contains { $0.hasPrefix(".") } }.sorted().map {
            (path.hasSuffix("/") ? path : path + "/") + $0
        }.filter { file in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: file, isDirectory: &isFolder) && !isFolder.boolValue
        }
    }

    private func write(_ folder: ImportedFolder) throws {
        let root = URL(filePath: output, directoryHint: .isDirectory)
        let taken = folder.files.map { root.appending(path: $0.path).path }.filter {
            FileManager.default.fileExists(atPath: $0)
        }
        if !replace, let first = taken.first {
            throw CommandFailure("\(first) is there already. Choose another folder, or write over it with --replace.")
        }
        do {
            for file in folder.files {
                let place = root.appending(path: file.path)
                try FileManager.default.createDirectory(
                    at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(file.bytes).write(to: place, options: replace ? .atomic : .withoutOverwriting)
            }
        } catch {
            throw CommandFailure("\(output) cannot be written: \(SystemReason.of(error))")
        }
    }

    // MARK: - What is told

    private func text(_ result: Import) -> String {
        var text = ""
        if !result.losses.isEmpty {
            text += Terminal.output.styled(.warning, "not carried:") + "\n"
            for loss in result.losses {
                text += "\(loss.place): \(loss.what)\n  " + Terminal.output.styled(.aside, loss.remedy) + "\n"
            }
            text += "\n"
        }
        func counted(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
        let rules = result.folder.rules == 0 ? "" : " and " + counted(result.folder.rules, "rule")
        let files = result.folder.files.map { "\(output)/\($0.path)" }
        let shown = files.prefix(4).joined(separator: ", ") + (files.count > 4 ? " and \(files.count - 4) more" : "")
        let operations = counted(result.folder.operations, "operation")
        return text + "Wrote \(operations)\(rules) from \(result.tool.rawValue): \(shown)."
            + " Next: counterpart serve \(output)\n"
    }

    private func event(_ result: Import) -> JSONObject {
        [
            "tool": .string(result.tool.rawValue), "folder": .string(output),
            "files": .array(result.folder.files.map { .string($0.path) }),
            "operations": .number(JSONNumber(result.folder.operations)),
            "rules": .number(JSONNumber(result.folder.rules)),
            "not_carried": .array(
                result.losses.map {
                    ["place": .string($0.place), "what": .string($0.what), "remedy": .string($0.remedy)]
                }),
        ]
    }
}
