// Where a contract's files come from: a folder on disk and those that were allowed besides, or memory. Never the network.

import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// How loading is done.
package struct LoadOptions: Hashable, Sendable {
    /// Folders outside the contract's own that references may lead into.
    package var allowedFolders: [String]
    /// What the paths are served under, in place of all servers that the document names; nil leaves those.
    package var basePath: String?

    package init(allowedFolders: [String] = [], basePath: String? = nil) {
        self.allowedFolders = allowedFolders
        self.basePath = basePath
    }
}

/// Reads files by their path from the contract's folder, and refuses those outside.
struct ContractFiles {
    enum Refusal: Error {
        case missing
        case folder
        case outside
        case tooLarge
        case unreadable(String)
    }

    /// More than ten times the largest document that anyone publishes.
    static let sizeLimit = 128 << 20

    private enum Origin {
        case disk(folder: URL, allowed: [URL])
        case memory([String: [UInt8]])
        case closure(@Sendable (String) -> [UInt8]?)
    }

    private let origin: Origin
    /// What is put before a path to show it to people.
    private let prefix: String

    init(folder: String, allowed: [String]) {
        origin = .disk(folder: Self.real(folder), allowed: allowed.map(Self.real))
        prefix = folder == "." || folder.isEmpty ? "" : folder.hasSuffix("/") ? folder : folder + "/"
    }

    init(memory: [String: [UInt8]]) {
        origin = .memory(memory)
        prefix = ""
    }

    /// - Parameter read: gives a file's bytes by its path, without `..`; nil for one that is not there.
    init(shownAs prefix: String, read: @escaping @Sendable (String) -> [UInt8]?) {
        origin = .closure(read)
        self.prefix = prefix
    }

    /// The path to show.
    func name(of path: String) -> String { path.hasPrefix("/") ? path : prefix + path }

    func read(_ path: String) throws(Refusal) -> [UInt8] {
        switch origin {
        case .memory(let files):
            guard let bytes = files[path] else { throw .missing }
            return bytes
        case .closure(let read):
            let parts = path.split(separator: "/")
            guard !path.hasPrefix("/"), !parts.contains("..") else { throw .outside }
            guard let bytes = read(path) else { throw .missing }
            guard bytes.count <= Self.sizeLimit else { throw .tooLarge }
            return bytes
        case .disk(let folder, let allowed):
            let file = URL(filePath: path, relativeTo: folder).standardizedFileURL
            // A symbolic link may lead outside as well as a path may.
            let target = file.resolvingSymlinksInPath()
            guard ([folder] + allowed).contains(where: { Self.isWithin(target, $0) }) else { throw .outside }
            return try Self.contents(of: target)
        }
    }

    private static func contents(of file: URL) throws(Refusal) -> [UInt8] {
        let path = file.path(percentEncoded: false)
        var status = stat()
        guard stat(path, &status) == 0 else { throw .missing }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw .folder
        // A pipe may never end, nor a device.
        default: throw .unreadable("it is no regular file")
        }
        guard status.st_size <= sizeLimit else { throw .tooLarge }
        do {
            return try Array(Data(contentsOf: file))
        } catch {
            throw .unreadable(SystemReason.of(error))
        }
    }

    private static func real(_ folder: String) -> URL {
        URL(filePath: folder.isEmpty ? "." : folder, directoryHint: .isDirectory).standardizedFileURL
            .resolvingSymlinksInPath()
    }

    private static func isWithin(_ file: URL, _ folder: URL) -> Bool {
        file.pathComponents.starts(with: folder.pathComponents.filter { $0 != "" })
    }
}
