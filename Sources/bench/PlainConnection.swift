// A connection to a server of this machine, without anything between it and the system.

import Foundation

/// Sends a request and waits for the beginning of its answer, and that again once it has come.
final class PlainConnection {
    private let connection: Int32
    private let isOpen: Bool

    init(port: Int) {
        #if os(Linux)
        let kind = Int32(SOCK_STREAM.rawValue)
        #else
        let kind = SOCK_STREAM
        #endif
        let connection = socket(AF_INET, kind, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let connected = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        var limit = timeval(tv_sec: 30, tv_usec: 0)
        setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        (self.connection, isOpen) = (connection, connected == 0)
    }

    deinit { close(connection) }

    /// The status of the answer; nil where none comes. Answers have to be shorter than 16 KB.
    func ask(_ request: String) -> Int? {
        let sent = Array(request.utf8).withUnsafeBytes { write(connection, $0.baseAddress, $0.count) }
        var answer = [UInt8](repeating: 0, count: 16_384)
        let count = answer.withUnsafeMutableBytes { read(connection, $0.baseAddress, $0.count) }
        guard isOpen, sent == request.utf8.count, count >= 12 else { return nil }
        return Int(String(decoding: answer[9..<12], as: UTF8.self))
    }
}
