// `counterpart export`: writes a contract as one document, or as a Postman collection.

import ArgumentParser
import Foundation
import JSONSchema
import JSONValues
import OpenAPIContract
import ContractTools
import MockServing
import SourceDocuments

struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write a contract as one OpenAPI document, or as a Postman collection.",
        discussion: """
            Bundles the files that the contract refers to. What an older version cannot express is omitted, with a warning. Of a Swagger 2.0 \
            document OpenAPI 3.1 is written.

            --postman writes a collection of version 2.1 with the operations by their tags and the contract's examples as saved responses, and \
            an environment with the address and the names of the credentials.

            Examples:
              counterpart export Contracts/shop > shop.json
              counterpart export Contracts/shop --openapi 3.0 > shop-3.0.json
              counterpart export Contracts/shop --postman postman/
            """)

    @OptionGroup var source: ContractArgument

    @Option(help: "OpenAPI version to write: 3.0, 3.1 or 3.2. Default: the contract's.")
    var openapi: SpecificationVersion?

    @Option(
        help: ArgumentHelp("Write a Postman collection and its environment into this folder.", valueName: "folder"),
        completion: .directory)
    var postman: String?

    @Flag(help: "Overwrite files of the folder.")
    var replace = false

    func validate() throws {
        if postman != nil, openapi != nil {
            throw ValidationError("--postman writes no OpenAPI document: leave --openapi out.")
        }
        if replace, postman == nil { throw ValidationError("--replace is for --postman.") }
    }

    func run() throws {
        let contract = try source.load()
        if let postman { return try writePostman(contract, into: postman) }
        // Swagger 2.0 is loaded as 3.0, which nobody has written.
        let upgraded = contract.extensions[SwaggerUpgrade.mark] != nil
        let export = ContractExport(contract, as: openapi ?? (upgraded ? .v3_1 : nil))
        for loss in export.losses {
            Terminal.error.write(Terminal.error.styled(.warning, "left out: ") + "\(loss.pointer): \(loss.message)\n")
        }
        Terminal.output.write(export.text)
    }
}

extension ExportCommand {
    private func writePostman(_ contract: Contract, into folder: String) throws {
        let title = contract.title.isEmpty ? "API" : contract.title
        let export = PostmanExport(contract, title: title, makeValue: Schema.typicalRequestValue)
        for loss in export.losses {
            Terminal.error.write(
                Terminal.error.styled(.warning, "left out: ") + "\(loss.operation): \(loss.what)\n".printable)
        }
        let name = URL(filePath: source.contract).deletingPathExtension().lastPathComponent
        let root = URL(filePath: folder, directoryHint: .isDirectory)
        let files = [("collection", export.collection), ("environment", export.environment)].map { kind, json in
            (root.appending(path: "\(name).postman_\(kind).json"), json)
        }
        for (file, _) in files where !replace && FileManager.default.fileExists(atPath: file.path) {
            throw CommandFailure(
                "\(file.path) is there already. Choose another folder, or write over it with --replace.")
        }
        do {
            try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
            for (file, json) in files {
                try Data((json.serialized(.pretty) + "\n").utf8).write(to: file, options: .atomic)
            }
        } catch {
            throw CommandFailure("\(folder) cannot be written: \(SystemReason.of(error))")
        }
        Terminal.output.write(
            "Wrote \(contract.operations.count) operations to \(files.map { $0.0.relativePath }.joined(separator: " and ")).\n"
        )
    }
}

extension SpecificationVersion: ExpressibleByArgument {}
