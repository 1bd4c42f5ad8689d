// Reads a mock file off JSON values: the part that all its sections share.

import CEL
import JSONValues
import SourceDocuments
import OpenAPIContract
import Sampling

/// Collects everything that is wrong with a mock file, each with its place.
struct MockFileReader: FieldReader {
    static let toleratesEmpty = true
    private static let sections = [
        "identities", "state", "seedSize", "optional", "define", "operations", "latency", "faults",
    ]

    let contract: Contract
    let folder: ContractFolder
    var diagnostics: [Diagnostic] = []

    init(contract: Contract, folder: ContractFolder) {
        self.contract = contract
        self.folder = folder
    }

    mutating func read(_ source: SourceFile) -> MockFile {
        var file = MockFile()
        let root = Located(source)
        guard !root.json.isNull else { return file }
        guard
            object(root, "the mock file", fields: MockFileReader.sections)
        else {
            return file
        }
        for (name, value) in members("identities", of: root) {
            if let identity = identity(name, value) { file.identities.append(identity) }
        }
        if let state = root["state"] { readState(state, into: &file) }
        if let size = root["seedSize"] { file.seedSize = seedSize(size) }
        if let optional = root["optional"] { file.optional = optionalProperties(optional) }
        file.definitions = definitions(of: root)
        for (name, value) in members("operations", of: root) {
            guard let operation = operation(named: name, at: value.place) else { continue }
            file.operations.append(
                MockFile.OperationRules(operation: operation, rules: rules(value, of: operation, in: file)))
        }
        if let latency = root["latency"] { file.latency = self.latency(latency) }
        if let faults = root["faults"] { file.faults = self.faults(faults) }
        return file
    }
}

// MARK: - Fields

extension MockFileReader {
    mutating func expression(_ value: Located, _ what: String, definition: Int = 0) -> ExpressionText? {
        if let expression = ExpressionText(value, definition: definition) { return expression }
        wrongType(value, what, expected: "a CEL expression")
        return nil
    }

    /// By its id, or as `GET /path`.
    mutating func operation(named name: String, at place: Place) -> Operation? {
        if let operation = contract.operations.first(where: { $0.id == name || $0.title == name }) { return operation }
        unknown("operation", name, among: contract.operations.map(\.id), at: place)
        return nil
    }
}

// MARK: - State and definitions

extension MockFileReader {
    /// Variables of expressions that are not the file's own.
    static let variables = ["params", "request", "state", "session", "identity", "now", "call", "seed", "row"]

    private mutating func seedSize(_ value: Located) -> Int? {
        if let size = value.json.number?.int64, (0...Int64(MockFile.largestSeedSize)).contains(size) {
            return Int(size)
        }
        wrongType(value, "'seedSize'", expected: "a whole number from 0 to \(MockFile.largestSeedSize)")
        return nil
    }

    private mutating func optionalProperties(_ value: Located) -> OptionalProperties? {
        if let wish = value.json.string.flatMap({ OptionalProperties(rawValue: $0) }) { return wish }
        let known = OptionalProperties.allCases.map(\.rawValue).joined(separator: ", ")
        wrongType(value, "'optional'", expected: "one of \(known)")
        return nil
    }

    private mutating func readState(_ value: Located, into file: inout MockFile) {
        // `off` is text to YAML 1.2 and false to YAML 1.1.
        if value.json == "off" || value.json == false {
            file.infersCollections = false
            return
        }
        guard !value.json.isNull else { return }
        guard case .object = value.json else {
            return wrongType(value, "'state'", expected: "a mapping of names to what they start with, or off")
        }
        for (name, value) in value.members where isName(name, "a name under 'state'", at: value.place) {
            guard let seed = seed(value) else { continue }
            file.state.append(MockFile.StateEntry(name: name, value: seed, place: value.place))
        }
    }

    /// A value as it stands, or what is in the file that it names.
    private mutating func seed(_ value: Located) -> JSON? {
        guard case .string(let path) = value.json, [".json", ".yaml", ".yml"].contains(where: path.hasSuffix) else {
            return value.json
        }
        switch folder.read(path) {
        case .missing:
            report(
                .noSuchFile, "there is no file '\(path)'", remedy: "Paths start from the contract's folder.",
                at: value.place)
            return nil
        case .read(let source, let found):
            diagnostics += found.map {
                Diagnostic(
                    $0.code, $0.message, found: $0.found, expected: $0.expected, remedy: $0.remedy,
                    severity: $0.severity, at: $0.place ?? value.place)
            }
            return source?.root
        }
    }

    private mutating func definitions(of root: Located) -> [MockFile.Definition] {
        let written = members("define", of: root)
        guard written.count <= CELDefinitions.limit else {
            report(
                .tooLarge, "there are more than \(CELDefinitions.limit) definitions",
                remedy: "Leave out those that nothing uses.", at: root.place)
            return []
        }
        return written.enumerated().compactMap { definition($1.name, $1.value, number: $0 + 1) }
    }

    private mutating func definition(_ name: String, _ value: Located, number: Int) -> MockFile.Definition? {
        guard isName(name, "the name of a definition", at: value.place) else { return nil }
        guard !MockFileReader.variables.contains(name) else {
            report(
                .invalidValue, "'\(name)' is a variable already", found: "'\(name)'", remedy: "Give it another name.",
                at: value.place)
            return nil
        }
        return expression(value, "a definition", definition: number).map {
            MockFile.Definition(name: name, expression: $0)
        }
    }

    private mutating func isName(_ text: String, _ what: String, at place: Place) -> Bool {
        if CELExpression.isName(text) { return true }
        report(
            .invalidValue, "\(what) must be a name that an expression can use", found: "'\(text)'",
            expected: "letters, digits and '_', no digit first, and no reserved word", at: place)
        return false
    }
}
