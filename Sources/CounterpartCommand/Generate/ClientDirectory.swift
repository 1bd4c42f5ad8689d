// A generated client on disk: its contract, its settings, and its files.

import Foundation
import JSONValues
import JSONSchema
import SourceDocuments
import SwiftGeneration

struct ClientDirectory {
    let contract: String
    let directory: String
    /// The settings of the client.json beside the contract.
    let settings: ClientSettings?
    /// The file for tests that the client.json names, and the module that it imports.
    let testing: String?
    let imports: String?

    private static let settingsName = "client.json"

    /// - Parameter output: has precedence over the settings file.
    init(contract: String, output: String?) throws {
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: contract, isDirectory: &isFolder)
        let folder = exists && isFolder.boolValue ? contract : Self.parent(of: contract)
        let file = try Self.settings(in: folder)
        guard let directory = try output ?? file?.output.map({ try Self.path($0, from: folder) }) else {
            throw CommandFailure(
                "where to? Name a directory by --output, or as \"output\" in a \(Self.settingsName) beside \(contract)")
        }
        self.contract = contract
        self.directory = directory
        settings = file?.settings
        // A client that goes elsewhere for once is not the one that the tests are written for.
        testing = output == nil ? try file?.testing.map { try Self.path($0, from: folder) } : nil
        imports = file?.imports
    }

    /// Every contract below the folders that has a client.json with an output, in the order of their paths. Those without one are generated
    /// where their targets are built.
    static func clients(below folders: [String]) throws -> [ClientDirectory] {
        var found: [String] = []
        for folder in folders {
            guard let paths = FileManager.default.enumerator(atPath: folder) else {
                throw CommandFailure("\(folder) is no folder")
            }
            while let path = paths.nextObject() as? String {
                if path == settingsName || path.hasSuffix("/" + settingsName) {
                    found.append(parent(of: folder + "/" + path))
                }
            }
        }
        if found.isEmpty {
            throw CommandFailure("no \(settingsName) below \(folders.joined(separator: ", "))")
        }
        return try found.sorted().compactMap { folder in
            try settings(in: folder)?.output == nil ? nil : ClientDirectory(contract: folder, output: nil)
        }
    }

    private static func settings(in folder: String) throws -> ClientFile? {
        let path = folder + "/" + settingsName
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        do {
            return try ClientFile(JSON(parsing: Array(data)))
        } catch let failure as ClientFile.Failure {
            throw CommandFailure("\(path): \(failure.description)")
        } catch {
            throw CommandFailure("\(path): \(error)")
        }
    }

    // MARK: Files

    /// The files of the directory by relative path, and the names that the last run chose.
    func existing() throws -> (files: [String: String], names: NameRegistry) {
        var files: [String: String] = [:]
        if let paths = FileManager.default.enumerator(atPath: directory) {
            while let path = paths.nextObject() as? String {
                guard path.hasSuffix(".swift") || path == GeneratedClient.namesPath,
                    let data = FileManager.default.contents(atPath: directory + "/" + path)
                else { continue }
                files[path] = String(decoding: data, as: UTF8.self)
            }
        }
        let path = "\(directory)/\(GeneratedClient.namesPath)"
        return (files, try files[GeneratedClient.namesPath].map { try Self.names($0, path) } ?? NameRegistry())
    }

    /// The names that the client had at a revision; nil where there was none.
    func names(in git: GitContract) throws -> NameRegistry? {
        let path = "\(directory)/\(GeneratedClient.namesPath)"
        return try git.file(path).map { try Self.names($0, "\(git.revision):\(path)") }
    }

    /// The names that are kept in the folder of a contract; nil where there are none.
    static func names(besides contract: String) throws -> NameRegistry? {
        var isFolder: ObjCBool = false
        _ = FileManager.default.fileExists(atPath: contract, isDirectory: &isFolder)
        let path = "\(isFolder.boolValue ? contract : parent(of: contract))/\(GeneratedClient.namesPath)"
        return try FileManager.default.contents(atPath: path).map {
            try names(String(decoding: $0, as: UTF8.self), path)
        }
    }

    private static func names(_ text: String, _ path: String) throws -> NameRegistry {
        do {
            return NameRegistry(try JSON(parsing: text))
        } catch {
            throw CommandFailure("\(path): \(error)")
        }
    }

    /// Writes what differs into a directory.
    static func write(_ client: GeneratedClient, _ drift: [Drift], into directory: String) throws {
        let texts = Dictionary(client.contents.map { ($0.path, $0.text) }) { first, _ in first }
        do {
            for change in drift {
                let path = directory + "/" + change.path
                guard let text = texts[change.path] else {
                    try FileManager.default.removeItem(atPath: path)
                    continue
                }
                try FileManager.default.createDirectory(
                    atPath: parent(of: path), withIntermediateDirectories: true)
                try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
            }
        } catch {
            throw CommandFailure("\(directory) cannot be written: \(SystemReason.of(error))")
        }
    }

    // MARK: Paths

    static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Below the current directory: a file beside a contract, which may be anybody's, says where in a project its client goes, and not where
    /// else on the machine.
    private static func path(_ path: String, from folder: String) throws -> String {
        let url = URL(fileURLWithPath: path.hasPrefix("/") ? path : folder + "/" + path).standardizedFileURL
        let whole = url.resolvingSymlinksInPath().path + "/"
        let current =
            URL(fileURLWithPath: FileManager.default.currentDirectoryPath).resolvingSymlinksInPath().path + "/"
        guard whole.hasPrefix(current) else {
            throw CommandFailure(
                "the output of \(folder)/\(settingsName) is \(url.path), outside of the current directory. If that is meant, name it with --output."
            )
        }
        return url.relativeToCurrent
    }
}

extension URL {
    /// Relative to the current directory if the file is below it, else absolute.
    fileprivate var relativeToCurrent: String {
        let current = FileManager.default.currentDirectoryPath + "/"
        return path.hasPrefix(current) ? String(path.dropFirst(current.count)) : path
    }
}
