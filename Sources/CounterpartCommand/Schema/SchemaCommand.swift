// `counterpart schema`: the JSON Schema of a file, for editors.

import ArgumentParser
import Mocking

struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Print the JSON Schema of a file that Counterpart reads, so that editors complete and check it.",
        discussion: """
            Example:
              counterpart schema mock > mock.schema.json
            and in the first line of mock.yaml, for editors that use yaml-language-server:
              # yaml-language-server: $schema=mock.schema.json
            """)

    enum File: String, ExpressibleByArgument, CaseIterable {
        case mock
    }

    @Argument(help: "mock: the mock.yaml of a contract folder.")
    var file: File

    func run() {
        switch file {
        case .mock: Terminal.output.write(String(decoding: Behaviour.schema, as: UTF8.self))
        }
    }
}
