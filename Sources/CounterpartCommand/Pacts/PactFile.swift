// Pacts as files: which they are, and what is wrong with them.

import Foundation
import JSONValues
import Pact
import SourceDocuments

enum PactFile {
    /// Whether a path leads to a pact rather than to a contract.
    static func isPact(_ path: String) -> Bool {
        guard path.lowercased().hasSuffix(".json"), let data = FileManager.default.contents(atPath: path) else {
            return false
        }
        return (try? JSON(parsing: [UInt8](data))).map { Pact.isPact($0) } ?? false
    }

    /// Reads pacts. Diagnostics go to standard error; errors end the command.
    static func read(_ paths: [String]) throws -> [Pact] {
        var pacts: [Pact] = []
        var failed: [String] = []
        for path in paths {
            let bytes = try FileContents.read(path)
            let (pact, diagnostics) = Pact.read(bytes, name: path)
            let told = diagnostics.filter { $0.severity != .note }
            if !told.isEmpty { Terminal.error.write(DiagnosticReport(told).text + "\n") }
            if let pact { pacts.append(pact) } else { failed.append(path) }
        }
        guard failed.isEmpty else { throw CommandFailure("\(failed.joined(separator: ", ")) cannot be used") }
        return pacts
    }
}

extension Pact {
    /// The pact with those interactions alone that have one of the tags; with all where its file has one, or no tag is asked for.
    func selecting(_ tags: [String]) -> Pact? {
        if tags.isEmpty || !Set(self.tags).isDisjoint(with: tags) { return self }
        let kept = interactions.filter { !Set($0.tags).isDisjoint(with: tags) }
        return kept.isEmpty ? nil : with(kept)
    }
}
