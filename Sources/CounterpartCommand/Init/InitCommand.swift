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
            Creates the folder NAME with a commented openapi.yaml that is ready to check, serve and verify.

            Example:
              counterpart init Contracts/book-shop
            """)

    @Argument(help: "Folder to create.", completion: .directory)
    var name: String

    func validate() throws {
        if name.isEmpty { throw ValidationError("The folder has no name.") }
    }

    func run() throws {
        let template = ContractTemplate(name: name)
        let folder = URL(filePath: name, directoryHint: .isDirectory)
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            for (path, text) in template.files {
                // Fails if the file exists: an existing contract is not overwritten.
                try Data(text.utf8).write(to: folder.appending(path: path), options: .withoutOverwriting)
            }
        } catch let error as CocoaError where error.code == .fileWriteFileExists {
            throw CommandFailure("\(name) has a contract already. Choose another name.")
        } catch {
            throw CommandFailure("\(name) cannot be made: \(SystemReason.of(error))")
        }
        let files = template.files.map { "\(name)/\($0.path)" }.joined(separator: ", ")
        Terminal.output.write("Made \(files). Next: counterpart serve \(name)\n")
    }
}
