// A file of the system: opened, locked, and written at given places.

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// An open file, closed with its last owner.
package final class OpenFile {
    /// The number by which the system knows it; valid as long as this object lives.
    package let descriptor: Int32

    /// Throws the number of the system's error.
    /// Only who makes a file may read it, since it may hold private data.
    package init(_ path: String, _ flags: Int32) throws(SystemError) {
        descriptor = open(path, flags | O_CLOEXEC, 0o600)
        if descriptor < 0 { throw SystemError() }
    }

    deinit { close(descriptor) }

    /// Writes all of the bytes, from that offset on.
    package func write(_ bytes: [UInt8], at offset: Int) throws(SystemError) {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { bytes in
                pwrite(
                    descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written, off_t(offset + written))
            }
            if count > 0 {
                written += count
            } else if count == 0 || errno != EINTR {
                throw count == 0 ? SystemError(number: ENOSPC) : SystemError()
            }
        }
    }

    /// Makes the file so many bytes long.
    package func cut(to length: Int) throws(SystemError) {
        while ftruncate(descriptor, off_t(length)) != 0 {
            if errno != EINTR { throw SystemError() }
        }
    }

    /// At most so many bytes from that offset on; fewer at the file's end.
    package func read(from offset: Int, upTo count: Int) throws(SystemError) -> [UInt8] {
        var error: SystemError?
        // Safe: pread writes no more than is left, and `filled` is what it wrote.
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let got = pread(
                    descriptor, buffer.baseAddress.map { $0 + filled }, count - filled, off_t(offset + filled))
                if got > 0 {
                    filled += got
                } else if got == 0 {
                    return
                } else if errno != EINTR {
                    error = SystemError()
                    return
                }
            }
        }
        if let error { throw error }
        return bytes
    }

    /// All of it, also where it grows meanwhile, or where the system does not know its size. Nil where it is longer than the limit.
    package func contents(expecting size: Int, limit: Int) throws(SystemError) -> [UInt8]? {
        var bytes: [UInt8] = []
        // That it ends there shows one byte more.
        var asked = size + 1
        while true {
            let more = try read(from: bytes.count, upTo: asked)
            bytes = bytes.isEmpty ? more : bytes + more
            guard bytes.count <= limit else { return nil }
            if more.count < asked { return bytes }
            asked = max(bytes.count, 1 << 16)
        }
    }

    /// Returns when the file's bytes are on the disk.
    package func flushToDisk() throws(SystemError) { if fsync(descriptor) != 0 { throw SystemError() } }

    /// In bytes, now.
    package var length: Int {
        get throws(SystemError) {
            var status = stat()
            if fstat(descriptor, &status) != 0 { throw SystemError() }
            return Int(status.st_size)
        }
    }

    /// Whether nobody else had it locked. The lock ends with the process, however that ends.
    package func lock() throws(SystemError) -> Bool {
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
        if errno == EWOULDBLOCK { return false }
        throw SystemError()
    }

    /// Whether the path still leads to this file.
    package func isNamed(_ path: String) -> Bool {
        var (mine, there) = (stat(), stat())
        return fstat(descriptor, &mine) == 0 && stat(path, &there) == 0 && mine.st_ino == there.st_ino
            && mine.st_dev == there.st_dev
    }
}

/// `errno`, where it was met.
package struct SystemError: Error, Hashable {
    /// As in `errno.h`.
    package let number: Int32

    package init(number: Int32 = errno) { self.number = number }

    /// Whether there is nothing by that path.
    package var isMissing: Bool { number == ENOENT || number == ENOTDIR }

    /// In words such as `permission denied`.
    package var reason: String { String(cString: strerror(number)).lowercased() }
}
