// What the system says of files and folders, by its own calls: a program that has just started waits longer for the first of
// Foundation's than for its contract.

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// What the system says of a path, links followed.
package struct FileStatus: Sendable {
    /// What is at the path.
    package enum Kind: Sendable { case file, folder, other }

    /// What changes when a file is saved.
    package struct Stamp: Hashable, Sendable {
        let seconds: Int
        let nanoseconds: Int
        let size: Int
        let number: UInt64
    }

    package let kind: Kind
    /// Whether processes talk by it, and it cannot be opened.
    package let isSocket: Bool
    package let stamp: Stamp

    /// In bytes.
    package var size: Int { stamp.size }

    /// - Parameter followsLinks: whether it is that of what a link leads to, or of the link itself.
    package init(_ path: String, followsLinks: Bool = true) throws(SystemError) {
        // The system would see no more of it.
        guard !path.utf8.contains(0) else { throw SystemError(number: ENOENT) }
        var status = stat()
        guard followsLinks ? stat(path, &status) == 0 : lstat(path, &status) == 0 else { throw SystemError() }
        #if canImport(Darwin)
        let modified = status.st_mtimespec
        #else
        let modified = status.st_mtim
        #endif
        switch status.st_mode & S_IFMT {
        case S_IFREG: kind = .file
        case S_IFDIR: kind = .folder
        default: kind = .other
        }
        isSocket = status.st_mode & S_IFMT == S_IFSOCK
        stamp = Stamp(
            seconds: Int(modified.tv_sec), nanoseconds: Int(modified.tv_nsec), size: Int(status.st_size),
            number: UInt64(status.st_ino))
    }
}

/// Folders of the file system.
package enum Folder {
    /// What is in it, in no order, without `.` and `..`.
    package static func names(in path: String) throws(SystemError) -> [String] {
        guard let folder = opendir(path) else { throw SystemError() }
        defer { closedir(folder) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = readdir(folder) else {
                if errno != 0 { throw SystemError() }
                return names
            }
            // Safe: POSIX has `d_name` end with a NUL, within the entry.
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: name.pointee)) {
                    String(cString: $0)
                }
            }
            if name != ".", name != ".." { names.append(name) }
        }
    }
}

/// The absolute path that one leads to through all links. Nil where it leads nowhere.
package func realPath(_ path: String) -> String? {
    guard !path.utf8.contains(0), let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
}

/// What an absolute path is made of, without `.`, `..` and empty parts, whatever is on the disk.
package func pathParts(_ path: String) -> [Substring] {
    var parts: [Substring] = []
    // By bytes, as the system does: a combining character behind a slash hides it from a reader alone.
    for part in path.utf8.split(separator: UInt8(ascii: "/")).map({ Substring($0) }) where part != "." {
        if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return parts
}
