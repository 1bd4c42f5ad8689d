// Where a contract's files come from: a folder on disk and those that were allowed besides, or memory. Never the network.

import SourceDocuments

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
        case disk(folder: String, allowed: [String])
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
    func name(of path: String) -> String {
        path.hasPrefix("/") ? isRemote ? prefix + path.dropFirst() : path : prefix + path
    }

    /// Whether the folder is all of a server.
    private var isRemote: Bool { if case .closure = origin { prefix.contains("://") } else { false } }

    /// The path of a URL that says in full where one of these files is; nil for every other.
    func path(ofURL url: String) -> String? {
        guard isRemote, url.utf8.starts(with: prefix.utf8) else { return nil }
        return String(url.dropFirst(prefix.count))
    }

    func read(_ path: String) throws(Refusal) -> [UInt8] {
        switch origin {
        case .memory(let files):
            guard let bytes = files[path] else { throw .missing }
            return bytes
        case .closure(let read):
            let path = isRemote && path.hasPrefix("/") ? String(path.dropFirst()) : path
            let parts = path.split(separator: "/")
            guard !path.hasPrefix("/"), !parts.contains("..") else { throw .outside }
            guard let bytes = read(path) else { throw .missing }
            guard bytes.count <= Self.sizeLimit else { throw .tooLarge }
            return bytes
        case .disk(let folder, let allowed):
            // What ends in a slash is a folder.
            let file =
                Self.standardized(path.hasPrefix("/") ? path : folder + "/" + path) + (path.hasSuffix("/") ? "/" : "")
            // A symbolic link may lead outside as well as a path may.
            let target = realPath(file) ?? file
            guard ([folder] + allowed).contains(where: { Self.isWithin(target, $0) }) else { throw .outside }
            return try Self.contents(of: target)
        }
    }

    private static func contents(of path: String) throws(Refusal) -> [UInt8] {
        let status: FileStatus
        do { status = try FileStatus(path) } catch { throw error.isMissing ? .missing : .unreadable(error.reason) }
        switch status.kind {
        case .file: break
        case .folder: throw .folder
        // A pipe may never end, nor a device.
        case .other: throw .unreadable("it is no regular file")
        }
        guard status.size <= sizeLimit else { throw .tooLarge }
        let bytes: [UInt8]?
        do {
            bytes = try OpenFile(path, O_RDONLY | O_NONBLOCK).contents(expecting: status.size, limit: sizeLimit)
        } catch {
            throw .unreadable(error.reason)
        }
        guard let bytes else { throw .tooLarge }
        return bytes
    }

    private static func real(_ folder: String) -> String {
        let path = folder.isEmpty ? "." : folder
        return realPath(path) ?? standardized(path.hasPrefix("/") ? path : (realPath(".") ?? "") + "/" + path)
    }

    /// As references are resolved (RFC 3986, section 5.2.4), before links are followed.
    private static func standardized(_ path: String) -> String {
        let parts = pathParts(path)
        return parts.isEmpty ? "/" : parts.reduce(into: "") { $0 += "/\($1)" }
    }

    private static func isWithin(_ file: String, _ folder: String) -> Bool {
        // By bytes: two names that are alike to a reader may be two files.
        folder == "/" || file.utf8.elementsEqual(folder.utf8) || file.utf8.starts(with: (folder + "/").utf8)
    }
}
