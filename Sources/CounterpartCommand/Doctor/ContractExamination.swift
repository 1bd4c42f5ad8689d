// What `doctor` says of the contracts that are here, and of their counterpart.yaml.

import Foundation
import OpenAPIContract
import SourceDocuments

enum ContractExamination {
    /// Contracts beyond this number are counted, not read.
    private static let limit = 50

    /// - Parameter named: empty: those of the current folder.
    static func observations(of named: [String]) -> [Observation] {
        let here = URL(filePath: FileManager.default.currentDirectoryPath, directoryHint: .isDirectory)
        let contracts = named.isEmpty ? Offer(in: here).contracts : named
        let examined = contracts.prefix(limit).map { contract($0) }
        let rest =
            contracts.count > limit
            ? [Observation("contracts", "\(contracts.count - limit) more were not looked at")] : []
        let none =
            contracts.isEmpty ? [Observation("contracts", "none in this folder; counterpart init makes one")] : []
        return configuration(for: contracts) + examined + rest + none
    }

    private static func contract(_ path: String) -> Observation {
        guard !path.contains("://") else {
            return Observation(path, .warning, "is on the network, where this command does not go")
        }
        do {
            let report = DiagnosticReport(try CheckCommand.diagnostics(of: path).all)
            let errors = report.count(.error)
            guard errors + report.count(.warning) > 0 else { return Observation(path, report.summary) }
            return Observation(
                path, errors > 0 ? .failure : .warning, report.summary, remedy: "counterpart check \(path) lists them.")
        } catch {
            return Observation(path, .failure, "\(error)")
        }
    }

    /// Every file that a command would read for one of the contracts, once.
    private static func configuration(for contracts: [String]) -> [Observation] {
        let files = ([[]] + contracts.map { [$0] }).compactMap { ConfigurationFile.find(for: $0) }
        var seen: Set<String> = []
        return files.filter { seen.insert(realPath($0.path) ?? $0.path).inserted }.map { found in
            do {
                _ = try ConfigurationFile(path: found.path, isOwn: found.isOwn)
                return Observation(found.path, "nothing wrong")
            } catch {
                return Observation(found.path, .failure, "\(error)")
            }
        }
    }
}
