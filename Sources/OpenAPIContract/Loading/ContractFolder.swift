// The files beside a contract that are no part of OpenAPI: how its mock behaves, and what that starts with.

package import SourceDocuments

/// The folder of a contract. Reads nothing outside it.
package struct ContractFolder: Sendable {
    /// A file of the folder that may not be there.
    package enum Reading: Sendable {
        case missing
        /// Nil where the file cannot be used; the diagnostics say why.
        case read(SourceFile?, [Diagnostic])
    }

    private let files: ContractFiles

    /// Nil where the path names a single document, or nothing: then there is nothing beside it.
    package init?(path: String) {
        guard case .success(let found) = ContractPath.find(path), path == found.folder || path == found.folder + "/"
        else { return nil }
        files = ContractFiles(folder: found.folder, allowed: [])
    }

    /// A folder on disk, whatever is in it.
    /// - Parameter allowed: other folders that may be read.
    package init(directory: String, allowed: [String] = []) {
        files = ContractFiles(folder: directory, allowed: allowed)
    }

    /// A folder in memory: texts by their path.
    package init(files: [String: String]) {
        self.files = ContractFiles(memory: files.mapValues { Array($0.utf8) })
    }

    private init(_ files: ContractFiles) { self.files = files }

    /// The same folder as it would be with another text in the place of a file.
    package func replacing(_ path: String, with text: [UInt8]) -> ContractFolder {
        ContractFolder(
            ContractFiles(shownAs: files.name(of: "")) { [files] name in
                name == path ? text : try? files.read(name)
            })
    }

    /// What stands in a file, by its path from the folder; nil where it cannot be read.
    package func bytes(of path: String) -> [UInt8]? { try? files.read(path) }

    /// The path to show for one that starts from the folder.
    package func name(of path: String) -> String { files.name(of: path) }

    /// Loads the OpenAPI document at a path from the folder.
    package func contract(at path: String) -> Loaded { Contract.load(path, from: files) }

    /// Reads a JSON or YAML file by its path from the folder.
    package func read(_ path: String) -> Reading {
        let name = files.name(of: path)
        let reason: String
        do {
            let (file, diagnostics) = DocumentReader.read(try files.read(path), name: name, uri: path)
            return .read(file, diagnostics)
        } catch {
            switch error {
            case .missing, .folder: return .missing
            case .outside: reason = "'\(path)' lies outside the contract's folder"
            case .tooLarge: reason = "'\(name)' is too large"
            case .unreadable(let why): reason = "'\(name)' cannot be read: \(why)"
            }
        }
        return .read(nil, [Diagnostic(.unreadable, reason, remedy: "Check the path and its permissions.", at: nil)])
    }
}
