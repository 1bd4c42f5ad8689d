// Options of `counterpart verify`: reproduce one finding of an earlier run.

import ClientIdentities
import VerificationReports
import ArgumentParser
import HTTPExchange
import OpenAPIContract
import SecureWire
import Verification

struct ReproductionSettings: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Repeat one finding of a JSON report; exit with 1 if it is still there.",
            valueName: "id"))
    var reproduce: String?

    @Option(
        help: ArgumentHelp("JSON report that has the finding of --reproduce.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var findings: String?

    func validate() throws {
        if (reproduce == nil) != (findings == nil) {
            throw ValidationError(
                "--reproduce needs the report that holds the finding: --findings FILE, and the reverse.")
        }
    }

    /// The finding to reproduce; nil without `--reproduce`.
    private func wanted() throws -> (finding: FindingRecord, record: RunRecord)? {
        guard let reproduce, let findings else { return nil }
        let record = try ReportFile.read(findings) { json throws(RunRecord.Invalid) in try RunRecord(json) }
        guard let finding = record.findings.first(where: { $0.id == reproduce }) else {
            let known = record.findings.prefix(20).map { "  \($0.id)" }.joined(separator: "\n")
            throw CommandFailure(
                known.isEmpty
                    ? "\(findings) has no findings" : "\(findings) has no finding '\(reproduce)'. There are:\n\(known)")
        }
        return (finding, record)
    }

    /// - Returns: whether `--reproduce` was given and the finding is gone.
    func run(
        in contract: Contract, identity: Identity, other: Identity?, backend: BackendURL, sender: HTTPSender
    ) async throws -> Bool {
        guard let (finding, record) = try wanted() else { return false }
        let reproduction: Reproduction
        do throws(RunRecord.Invalid) {
            reproduction = try Reproduction(
                finding, recordedWith: record.backend, in: contract, identity: identity, other: other,
                basePath: backend.path)
        } catch {
            throw CommandFailure(error.description)
        }
        let outcome = await reproduction.run { request throws(NoResponse) in
            try await sender.send(request, to: backend)
        }
        let terminal = Terminal.output
        switch outcome {
        case .stillThere(let found):
            terminal.write(
                terminal.styled(.failure, "✗ still there")
                    + "  \(finding.id)\n  found      \(found)\n  expected   \(finding.expected)\n")
            throw ExitCode(1)
        case .gone(let found):
            terminal.write(terminal.styled(.success, "✓ gone") + "  \(finding.id)\n  found      \(found)\n")
            return true
        case .cannotTell(let reason):
            terminal.write(terminal.styled(.warning, "? cannot tell") + "  \(finding.id)\n  because    \(reason)\n")
            throw ExitCode(2)
        case .unanswered(let failure):
            terminal.write(terminal.styled(.failure, "✗ could not run") + "  \(failure)\n")
            throw ExitCode(2)
        }
    }
}
