// Whether a port is free, and who has it where it is not.

import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

enum PortExamination {
    static func observation(of port: UInt16) -> Observation {
        switch bindError(port) {
        case 0: return Observation("port \(port)", "free")
        case EADDRINUSE:
            let owner = owner(of: port)
            return Observation(
                "port \(port)", .warning, "taken\(owner.map { " by \($0)" } ?? "")",
                remedy: "Serve on another: --port 0 takes any free one.")
        case let number:
            return Observation(
                "port \(port)", .warning, String(cString: strerror(number)).lowercased(),
                remedy: "Serve on another: --port 8080.")
        }
    }

    /// Takes the port on loopback and leaves it at once: nothing is sent.
    private static func bindError(_ port: UInt16) -> Int32 {
        #if canImport(Glibc)
        let stream = Int32(SOCK_STREAM.rawValue)
        #else
        let stream = SOCK_STREAM
        #endif
        let descriptor = socket(AF_INET, stream, 0)
        guard descriptor >= 0 else { return errno }
        defer { close(descriptor) }
        // As the listener does it: what is left of closed connections is no obstacle.
        var isOn: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        // Safe: `sockaddr_in` begins as `sockaddr` does, and its own length is given.
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        return result == 0 ? 0 : errno
    }

    /// `nginx (pid 4711)`; nil where the system does not tell: of others' processes it does so to its administrator alone.
    private static func owner(of port: UInt16) -> String? {
        let sockets = Set(["tcp", "tcp6"].flatMap { listening(on: port, in: "/proc/net/\($0)") })
        guard !sockets.isEmpty, let processes = try? FileManager.default.contentsOfDirectory(atPath: "/proc") else {
            return nil
        }
        for process in processes where Int(process) != nil {
            let folder = "/proc/\(process)/fd"
            let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            let isOwner = descriptors.contains { name in
                let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
                return target.map { sockets.contains($0) } ?? false
            }
            guard isOwner else { continue }
            let name = try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)
            return "\(name?.trimmingCharacters(in: .whitespacesAndNewlines) ?? "a process") (pid \(process))"
        }
        return nil
    }

    /// `socket:[12345]` of each that listens (proc(5), /proc/net/tcp: the state 0A, the inode in the tenth column).
    private static func listening(on port: UInt16, in table: String) -> [String] {
        let text = (try? String(contentsOfFile: table, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").dropFirst().compactMap { line in
            let columns = line.split(separator: " ")
            guard columns.count > 9, columns[3] == "0A",
                let digits = columns[1].split(separator: ":").last, UInt16(digits, radix: 16) == port
            else { return nil }
            return "socket:[\(columns[9])]"
        }
    }
}
