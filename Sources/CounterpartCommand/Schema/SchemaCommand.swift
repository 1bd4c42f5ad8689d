// `counterpart schema`: the JSON Schema of a file, for editors.

import ArgumentParser
import ContractUsage
import JSONValues
import MockRules
import SwiftGeneration

struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Print the JSON Schema of a file, for editors.",
        discussion: """
            Example:
              counterpart schema mock > mock.schema.json
            and in the first line of mock.yaml, for editors that use yaml-language-server:
              # yaml-language-server: $schema=mock.schema.json
            `counterpart init` writes both.
            """)

    enum File: String, ExpressibleByArgument, CaseIterable {
        case mock, client, config, usage

        /// As it is printed.
        var schema: String {
            switch self {
            case .mock: String(decoding: Behaviour.schema, as: UTF8.self)
            case .client: ClientFile.schema.serialized(.pretty) + "\n"
            case .config: ConfigurationSchema.json.serialized(.pretty) + "\n"
            case .usage: String(decoding: Usage.schema, as: UTF8.self)
            }
        }
    }

    @Argument(
        help:
            "Which file: mock is mock.yaml, client is client.json, config is counterpart.yaml, usage what counterpart usage writes."
    )
    var file: File

    func run() { Terminal.output.write(file.schema) }
}
