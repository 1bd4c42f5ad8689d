// `counterpart init`: creates a small contract.

import ArgumentParser
import Foundation
import SourceDocuments
import OpenAPIContract
import ContractTools

struct InitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Create a small contract to start from.",
        discussion: """
            Creates the folder NAME with a commented openapi.yaml that is ready to check, serve and verify, a mock.yaml for its behaviour and \
            a counterpart.yaml for options. The schemas in .schemas are for editors: they complete and check without a network.

            Example:
              counterpart init Contracts/book-shop
            """)

    @Argument(help: "Folder to create.", completion: .directory)
    var name: String

    func validate() throws {
        if name.isEmpty { throw ValidationError("The folder has no name.") }
    }

    /// What the first lines of the files refer to.
    private static let schemas = [
        (path: ".schemas/mock.schema.json", text: SchemaCommand.File.mock.schema),
        (path: ".schemas/counterpart.schema.json", text: SchemaCommand.File.config.schema),
    ]

    func run() throws {
        let files = ContractTemplate(name: name).files + Self.schemas
        let folder = URL(filePath: name, directoryHint: .isDirectory)
        do {
            for (path, text) in files {
                try FileManager.default.createDirectory(
                    at: folder.appending(path: path).deletingLastPathComponent(), withIntermediateDirectories: true)
                // Fails if the file exists: an existing contract is not overwritten.
                try Data(text.utf8).write(to: folder.appending(path: path), options: .withoutOverwriting)
            }
        } catch let error as CocoaError where error.code == .fileWriteFileExists {
            throw CommandFailure("\(name) has a contract already. Choose another name.")
        } catch {
            throw CommandFailure("\(name) cannot be made: \(SystemReason.of(error))")
        }
        let made = files.filter { !$0.path.hasPrefix(".") }.map { "\(name)/\($0.path)" }.joined(separator: ", ")
        Terminal.output.write("Made \(made). Next: counterpart serve \(name)\n")
    }
}
