// `counterpart export`: a contract as one document.

import ArgumentParser
import OpenAPIContract
import ContractTools

struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write a contract as one OpenAPI document, in JSON.",
        discussion: """
            Files that the contract refers to are taken in; references stay references. What the older edition cannot say is left \
            out, and told on standard error.

            Examples:
              counterpart export Contracts/sneaker-shop > sneaker-shop.json
              counterpart export Contracts/sneaker-shop --openapi 3.0 > sneaker-shop-3.0.json
            """)

    @OptionGroup var source: ContractArgument

    @Option(help: "The edition of OpenAPI: 3.0, 3.1 or 3.2; by default the contract's own.")
    var openapi: SpecificationVersion?

    func run() throws {
        let export = ContractExport(try source.load(), as: openapi)
        for loss in export.losses {
            Terminal.error.write(Terminal.error.styled(.warning, "left out: ") + "\(loss.pointer): \(loss.message)\n")
        }
        Terminal.output.write(export.text)
    }
}

extension SpecificationVersion: ExpressibleByArgument {}
