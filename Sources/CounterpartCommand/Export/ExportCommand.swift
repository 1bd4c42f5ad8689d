// `counterpart export`: writes a contract as one document.

import ArgumentParser
import JSONValues
import OpenAPIContract
import ContractTools

struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write a contract as one OpenAPI document, in JSON.",
        discussion: """
            Bundles the files that the contract refers to. What an older version cannot express is omitted, with a warning. Of a Swagger 2.0 \
            document OpenAPI 3.1 is written.

            Examples:
              counterpart export Contracts/shop > shop.json
              counterpart export Contracts/shop --openapi 3.0 > shop-3.0.json
            """)

    @OptionGroup var source: ContractArgument

    @Option(help: "OpenAPI version to write: 3.0, 3.1 or 3.2. Default: the contract's.")
    var openapi: SpecificationVersion?

    func run() throws {
        let contract = try source.load()
        // Swagger 2.0 is loaded as 3.0, which nobody has written.
        let upgraded = contract.extensions[SwaggerUpgrade.mark] != nil
        let export = ContractExport(contract, as: openapi ?? (upgraded ? .v3_1 : nil))
        for loss in export.losses {
            Terminal.error.write(Terminal.error.styled(.warning, "left out: ") + "\(loss.pointer): \(loss.message)\n")
        }
        Terminal.output.write(export.text)
    }
}

extension SpecificationVersion: ExpressibleByArgument {}
