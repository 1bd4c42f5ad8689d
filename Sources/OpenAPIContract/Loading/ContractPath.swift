// What a user names as a contract: a folder or a file.

import SourceDocuments

/// The root document of a contract.
struct ContractPath {
    /// Which references are resolved in.
    let folder: String
    /// The document's path from there.
    let file: String

    private static let names = ["openapi.yaml", "openapi.yml", "openapi.json"]

    static func find(_ path: String) -> Result<ContractPath, Diagnostic> {
        let status: FileStatus
        do throws(SystemError) {
            status = try FileStatus(path)
        } catch {
            return .failure(
                error.isMissing
                    ? Diagnostic(
                        .noSuchFile, "there is no '\(path)'", remedy: "Name a contract folder or an OpenAPI document.",
                        at: nil)
                    : Diagnostic(
                        .unreadable, "'\(path)' cannot be read: \(error.reason)",
                        remedy: "Check the path and its permissions.", at: nil))
        }
        guard status.kind == .folder else {
            let slash = path.lastIndex(of: "/")
            return .success(
                ContractPath(
                    folder: slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? ".",
                    file: slash.map { String(path[path.index(after: $0)...]) } ?? path))
        }
        let folder = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        do throws(SystemError) {
            var present: [String] = []
            for name in names where try isPresent(folder + "/" + name) { present.append(name) }
            if present.count == 1 { return .success(ContractPath(folder: folder, file: present[0])) }
            if present.isEmpty {
                return .failure(
                    Diagnostic(
                        .noSuchFile, "the folder '\(path)' holds no contract",
                        expected: names.joined(separator: " or "),
                        remedy: "Name the OpenAPI document itself, or call it openapi.yaml.", at: nil))
            }
            return .failure(
                Diagnostic(
                    .severalContracts, "the folder '\(path)' holds several contracts",
                    found: present.sorted().joined(separator: ", "),
                    remedy: "Name the one that is meant.", at: nil))
        } catch {
            return .failure(
                Diagnostic(
                    .unreadable, "the folder '\(path)' cannot be read: \(error.reason)",
                    remedy: "Check its permissions.", at: nil))
        }
    }

    private static func isPresent(_ path: String) throws(SystemError) -> Bool {
        do {
            _ = try FileStatus(path, followsLinks: false)
            return true
        } catch  where error.isMissing {
            return false
        }
    }
}
