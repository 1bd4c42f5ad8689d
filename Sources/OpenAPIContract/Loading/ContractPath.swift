// What a user names as a contract: a folder or a file.

import Foundation

/// The root document of a contract.
struct ContractPath {
    /// Which references are resolved in.
    let folder: String
    /// The document's path from there.
    let file: String

    private static let names = ["openapi.yaml", "openapi.yml", "openapi.json"]

    static func find(_ path: String) -> Result<ContractPath, Diagnostic> {
        var isFolder = ObjCBool(false)
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            return .failure(
                Diagnostic(
                    .noSuchFile, "there is no '\(path)'", remedy: "Name a contract folder or an OpenAPI document.",
                    at: nil))
        }
        guard isFolder.boolValue else {
            let slash = path.lastIndex(of: "/")
            return .success(
                ContractPath(
                    folder: slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? ".",
                    file: slash.map { String(path[path.index(after: $0)...]) } ?? path))
        }
        let folder = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        do {
            let present = try FileManager.default.contentsOfDirectory(atPath: folder).filter(names.contains).sorted()
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
                    found: present.joined(separator: ", "),
                    remedy: "Name the one that is meant.", at: nil))
        } catch {
            return .failure(
                Diagnostic(
                    .unreadable, "the folder '\(path)' cannot be read: \(SystemReason.of(error))",
                    remedy: "Check its permissions.", at: nil))
        }
    }
}
