// `counterpart schema`: the JSON Schema of a file, for editors.

import ContractUsage
import MockRules
import ArgumentParser
import Mocking

struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Print the JSON Schema of mock.yaml, for editors, or of usage.json.",
        discussion: """
            Example:
              counterpart schema mock > mock.schema.json
            and in the first line of mock.yaml, for editors that use yaml-language-server:
              # yaml-language-server: $schema=mock.schema.json
            """)

    enum File: String, ExpressibleByArgument, CaseIterable {
        case mock, usage
    }

    @Argument(help: "Which file: mock is mock.yaml, usage what counterpart usage writes.")
    var file: File

    func run() {
        switch file {
        case .mock: Terminal.output.write(String(decoding: Behaviour.schema, as: UTF8.self))
        case .usage: Terminal.output.write(String(decoding: Usage.schema, as: UTF8.self))
        }
    }
}
