// Options of `counterpart verify`: workflows and their inputs.

import ArgumentParser
import Foundation
import JSONValues
import SourceDocuments
import OpenAPIContract
import Verification
import Workflows

struct WorkflowSettings: ParsableArguments {
    @Option(
        name: .customLong("workflow"),
        help: ArgumentHelp("Run only this workflow; repeatable.", valueName: "name"))
    var names: [String] = []

    @Option(
        name: .customLong("input"),
        help: ArgumentHelp(
            "Set an input of the workflows, as text or JSON; repeatable.", valueName: "name=value"))
    var inputs: [String] = []

    @Option(
        name: .customLong("inputs"),
        help: ArgumentHelp("Read inputs from a JSON object in this file.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var file: String?

    func validate() throws {
        for text in inputs where !text.contains("=") { throw ValidationError("--input is written name=value.") }
    }
}

extension WorkflowSettings {
    /// The workflows beside a contract; nil if there are none. Errors in them end the command.
    func plan(for contract: Contract, at path: String) throws -> WorkflowPlan? {
        let loaded = ContractFolder(path: path).flatMap { WorkflowLibrary.load(beside: contract, in: $0) }
        guard let loaded else {
            if names.isEmpty { return nil }
            throw CommandFailure("There is no workflows.arazzo.yaml beside \(path).")
        }
        let report = DiagnosticReport(loaded.diagnostics.filter { $0.severity != .note })
        Terminal.error.write(report.text)
        guard let library = loaded.library, !loaded.hasErrors else {
            throw CommandFailure("The workflows of \(path) cannot be run: \(report.summary)")
        }
        let known = library.workflows.map(\.id)
        for name in names where !known.contains(name) {
            let nearest = nearestName(to: name, among: known).map { " Did you mean '\($0)'?" } ?? ""
            throw CommandFailure(
                "There is no workflow '\(name)'.\(nearest) There are: \(known.joined(separator: ", ")).")
        }
        let plan = WorkflowPlan(library, names: names, inputs: try values(for: library))
        for workflow in library.workflows where names.contains(workflow.id) {
            if let lack = workflow.missingInput(plan.inputs) {
                throw CommandFailure("\(lack.prefix(1).uppercased() + lack.dropFirst()). Give it with --input.")
            }
        }
        return plan
    }

    private func values(for library: WorkflowLibrary) throws -> JSONObject {
        var values = try file.map { try Self.object(in: $0) } ?? JSONObject()
        for text in inputs {
            let name = String(text.prefix { $0 != "=" })
            values[name] = library.input(name, written: String(text.dropFirst(name.count + 1)))
        }
        return values
    }

    private static func object(in path: String) throws -> JSONObject {
        let bytes = try FileContents.read(path)
        do {
            guard case .object(let object) = try JSON(parsing: bytes) else {
                throw CommandFailure("\(path) holds no object: inputs are written {\"name\": value}.")
            }
            return object
        } catch let error as JSONError {
            throw CommandFailure("\(path):\(error)")
        }
    }
}
