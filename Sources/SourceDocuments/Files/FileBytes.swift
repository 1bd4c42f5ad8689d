// The bytes of a file that somebody names: of a disk, or of a pipe, such as a shell makes of a command.

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Reads whole files.
package enum FileBytes {
    /// Bytes that are taken of a pipe, which does not say how much comes.
    package static let pipeLimit = 256 << 20

    /// A file that cannot be read.
    package struct Unreadable: Error, Hashable, Sendable, CustomStringConvertible {
        /// In words such as `permission denied`.
        package let reason: String

        package var description: String { reason }
    }

    /// All bytes of a file, also where it is a pipe or a terminal, which is read to its end.
    package static func read(_ path: String) throws(Unreadable) -> [UInt8] {
        do {
            let status = try FileStatus(path)
            guard status.kind != .folder else { throw SystemError(number: EISDIR) }
            guard !status.isSocket else { throw Unreadable(reason: "it is a socket, not a file") }
            let file = try OpenFile(path, O_RDONLY)
            if status.kind == .file, let bytes = try file.contents(expecting: status.size, limit: .max) { return bytes }
            guard let bytes = try file.stream(upTo: pipeLimit) else {
                throw Unreadable(reason: "more than \(pipeLimit >> 20) MiB come out of it")
            }
            return bytes
        } catch let error as SystemError {
            throw Unreadable(reason: error.reason)
        } catch let error as Unreadable {
            throw error
        } catch {
            preconditionFailure("\(error)")
        }
    }
}

extension OpenFile {
    /// What comes until the end, of a file that has no places; nil where it is more than the limit.
    fileprivate func stream(upTo limit: Int) throws(SystemError) -> [UInt8]? {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = part.withUnsafeMutableBytes { systemRead(descriptor, $0.baseAddress, $0.count) }
            if count == 0 { return bytes }
            if count > 0 {
                guard bytes.count + count <= limit else { return nil }
                bytes += part[..<count]
            } else if errno != EINTR {
                throw SystemError()
            }
        }
    }
}

/// The system's own, which the methods of the same name hide.
private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, bytes, count)
}
