// A contract as it was at some revision of a git repository: `git:main:Contracts/sneaker-shop`.

import Foundation
import SourceDocuments
import OpenAPIContract
import Synchronization

/// Reads a contract's files from git objects as references lead to them. The work tree is not touched.
struct GitContract {
    let revision: String
    /// Relative to the current folder, as git reads `./PATH`.
    let path: String

    private static let names = ["openapi.yaml", "openapi.yml", "openapi.json"]

    /// Nil if the name is not of the form `git:REV:PATH`.
    init?(_ name: String) {
        guard name.hasPrefix("git:") else { return nil }
        let parts = name.dropFirst(4).split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
        revision = String(parts[0])
        let path = String(parts[1])
        self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    func load() throws -> Loaded {
        // A revision that starts with a dash would be an option.
        guard !revision.hasPrefix("-") else { throw CommandFailure("'\(revision)' is no revision") }
        guard try git("rev-parse", "--verify", "--quiet", "\(revision)^{commit}").status == 0 else {
            let inside = try git("rev-parse", "--git-dir").status == 0
            throw CommandFailure(
                inside
                    ? "there is no revision '\(revision)' here: 'git log --oneline' lists them; a shallow clone has only the last"
                    : "git:\(revision):\(path) needs a git repository, and this folder is in none")
        }
        let kind = try git("cat-file", "-t", object(path)).text.trimmingCharacters(in: .newlines)
        let root: String
        switch kind {
        case "blob": root = path
        case "tree":
            let present = try GitContract.names.filter {
                try git("cat-file", "-e", object("\(path)/\($0)")).status == 0
            }
            guard present.count == 1 else {
                throw CommandFailure(
                    present.isEmpty
                        ? "'\(path)' held no \(GitContract.names.joined(separator: " or ")) at \(revision)"
                        : "'\(path)' held several contracts at \(revision): \(present.joined(separator: ", "))")
            }
            root = "\(path)/\(present[0])"
        default: throw CommandFailure("there is no '\(path)' at \(revision)")
        }
        let slash = root.lastIndex(of: "/")
        let folder = slash.map { String(root[...$0]) } ?? ""
        let failure = Mutex<(any Error)?>(nil)
        let loaded = Contract.load(
            root: slash.map { String(root[root.index(after: $0)...]) } ?? root, shownAs: "\(revision):\(folder)"
        ) { file in
            do {
                let result = try git("cat-file", "blob", object(folder + file))
                return result.status == 0 ? result.output : nil
            } catch {
                failure.withLock { $0 = error }
                return nil
            }
        }
        if let error = failure.withLock(\.self) { throw error }
        return loaded
    }

    /// A file at the revision; nil where there is none.
    func file(_ path: String) throws -> String? {
        let current = FileManager.default.currentDirectoryPath + "/"
        let path = path.hasPrefix(current) ? String(path.dropFirst(current.count)) : path
        let result = try git("cat-file", "blob", object(path))
        return result.status == 0 ? String(decoding: result.output, as: UTF8.self) : nil
    }

    private func object(_ path: String) -> String { "\(revision):\(path.hasPrefix("/") ? path : "./" + path)" }

    private func git(_ arguments: String...) throws -> ProgramRun {
        do {
            return try ProgramRun("/usr/bin/env", ["git"] + arguments)
        } catch {
            throw CommandFailure("git cannot be run: \(SystemReason.of(error))")
        }
    }
}
