// The file of `verify --suggest`: what the contract would have to say.

import Foundation
import SourceDocuments
import Verification

/// A patch that was written, and what is to be told of it.
struct ContractPatch {
    /// Lines for the terminal.
    let told: String

    /// Writes the patch; a file that is no patch is not overwritten.
    init(_ report: Report, writtenTo path: String) throws {
        let folder = FileManager.default.currentDirectoryPath
        var isOutside = false
        let suggestion = ContractSuggestion(report) { source in
            guard !source.name.contains("://") else { return nil }
            let file = URL(filePath: source.name).standardized.path(percentEncoded: false)
            if file.hasPrefix(folder + "/") { return String(file.dropFirst(folder.count + 1)) }
            isOutside = true
            return String(file.dropFirst())
        }
        let left = suggestion.left.prefix(10).map { "  left: \($0.cause): \($0.reason)\n" }.joined()
        guard !suggestion.patch.isEmpty else {
            told = "There is nothing to suggest for the contract.\n" + left
            return
        }
        try ContractPatch.check(path)
        try ReportFile.write(suggestion.patch, to: path)
        let command = isOutside ? "patch -p1 -d / < \(path)" : "git apply \(path), or patch -p1 < \(path)"
        told =
            "Wrote \(path), which mends \(suggestion.mended.count) of the causes. Look through it; take it by: \(command)\n"
            + suggestion.mended.prefix(10).map { "  mended: \($0)\n" }.joined() + left
    }

    /// Throws where something else than a patch would be lost.
    static func check(_ path: String) throws {
        guard let file = FileHandle(forReadingAtPath: path) else { return }
        defer { try? file.close() }
        let start = try file.read(upToCount: 4) ?? Data()
        guard start.isEmpty || start == Data("--- ".utf8) else {
            throw CommandFailure("\(path) cannot be written: what is there is no patch. Name another file.")
        }
    }
}
