// Single sections of a mock file, as they are sent to a running mock.

package import JSONValues
package import OpenAPIContract
package import SourceDocuments

extension Behaviour {
    /// Reads the section `latency`; nil where something in it is wrong, which the diagnostics tell.
    package static func latency(_ text: [UInt8], for contract: Contract) -> (
        latency: Latency?, diagnostics: [Diagnostic]
    ) {
        let (section, found) = section(text, "latency.json")
        guard let section else { return (nil, found) }
        var reader = MockFileReader(contract: contract, folder: ContractFolder(files: [:]))
        let latency = reader.latency(section)
        return usable(latency, found + reader.diagnostics)
    }

    /// Reads the section `faults`, whose conditions may use what the mock file defines.
    package func faults(_ text: [UInt8], for contract: Contract) -> (faults: [FaultRule]?, diagnostics: [Diagnostic]) {
        let (section, found) = Behaviour.section(text, "faults.json")
        guard let section else { return (nil, found) }
        var reader = MockFileReader(contract: contract, folder: ContractFolder(files: [:]))
        let entries = reader.faults(section)
        var compiler = RuleCompiler(file, RuleEnvironment(file))
        let faults = compiler.faults(entries)
        return Behaviour.usable(faults, found + reader.diagnostics + compiler.diagnostics)
    }

    /// Reads one fault, as a one-off answer names it.
    package static func fault(_ written: JSON, for contract: Contract) -> (fault: Fault?, diagnostics: [Diagnostic]) {
        let entry: JSON = [["fault": written]]
        let (section, found) = section(Array(entry.serialized().utf8), "fault.json")
        guard let section else { return (nil, found) }
        var reader = MockFileReader(contract: contract, folder: ContractFolder(files: [:]))
        let entries = reader.faults(section)
        guard case .fault(let fault)? = entries.first?.effect else { return (nil, found + reader.diagnostics) }
        return usable(fault, found + reader.diagnostics)
    }

    private static func section(_ text: [UInt8], _ name: String) -> (Located?, [Diagnostic]) {
        let folder = ContractFolder(files: [name: String(decoding: text, as: UTF8.self)])
        guard case .read(let source, let diagnostics) = folder.read(name) else { return (nil, []) }
        return (source.map { Located($0) }, diagnostics)
    }

    private static func usable<Value>(_ value: Value, _ diagnostics: [Diagnostic]) -> (Value?, [Diagnostic]) {
        (diagnostics.contains { $0.severity == .error } ? nil : value, diagnostics)
    }
}
