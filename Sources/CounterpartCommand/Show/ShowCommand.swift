// `counterpart show`: lists the operations of a contract, or shows one.

import ArgumentParser
import JSONValues
import JSONSchema
import OpenAPIContract
import ContractTools

struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "List the operations of a contract, or show one.",
        discussion: """
            Examples:
              counterpart show Contracts/shop               all operations
              counterpart show Contracts/shop addToCart     one, with parameters and shapes
            """)

    @OptionGroup var source: ContractArgument

    @Argument(help: "Operation id, or method and path: 'GET /things'.")
    var operation: String?

    @Option(help: ArgumentHelp("Server in curl lines.", valueName: "url"))
    var origin = "http://127.0.0.1:8080"

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        let contract = try source.load()
        guard let id = operation else {
            let page = ContractPage(contract)
            Terminal.output.write(json ? page.json.serialized(.pretty) + "\n" : page.text)
            return
        }
        let titled = contract.operations.first { $0.title.lowercased() == id.lowercased() }
        guard let operation = contract.operation(id: id) ?? titled else {
            let nearest = nearestName(to: id, among: contract.operations.map(\.id))
            let hint = nearest.map { "Did you mean \($0)?" } ?? "Without an operation, 'show' lists them all."
            throw CommandFailure("\(source.contract) has no operation '\(id)'. \(hint)")
        }
        let page = OperationPage(
            operation, of: contract, origin: origin, makeValue: Schema.typicalRequestValue)
        Terminal.output.write(json ? page.json.serialized(.pretty) + "\n" : page.text)
    }
}
