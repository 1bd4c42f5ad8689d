// A server on a free port of the loopback that answers each connection as a test says, byte by byte.

import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Takes connections one after the other, reads one request from each and hands it to the script.
final class ScriptedServer: Sendable {
    let port: UInt16
    private let listener: Int32

    struct Connection: Sendable {
        let socket: Int32
        /// Everything up to the end of the request's body.
        let request: String

        func write(_ text: String) {
            let bytes = Array(text.utf8)
            _ = bytes.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        }

        /// Waits until the client closes.
        func waitForEnd() {
            var byte: UInt8 = 0
            while recv(socket, &byte, 1, 0) > 0 {}
        }
    }

    init(_ script: @escaping @Sendable (Connection) -> Void) throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let bound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(listener, pointer, length) == 0 && listen(listener, 16) == 0
                    && getsockname(listener, pointer, &length) == 0
            }
        }
        guard bound else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread {
            while true {
                let socket = accept(listener, nil, nil)
                guard socket >= 0 else {
                    #if os(Linux)
                    close(listener)
                    #endif
                    return
                }
                Thread.detachNewThread {
                    script(Connection(socket: socket, request: Self.request(from: socket)))
                    close(socket)
                }
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        // Whoever accepts closes it: its number could be another server's by then, and the connections of that would be answered here.
        #if !os(Linux)
        close(listener)
        #endif
    }

    private static func request(from socket: Int32) -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let text = String(decoding: bytes, as: UTF8.self)
            if let head = text.range(of: "\r\n\r\n") {
                let length = text[..<head.lowerBound].split(separator: "\r\n")
                    .first { $0.lowercased().hasPrefix("content-length:") }
                    .flatMap { Int($0.split(separator: ":")[1].trimmingCharacters(in: .whitespaces)) }
                if text[head.upperBound...].utf8.count >= length ?? 0 { return text }
            }
            let count = recv(socket, &buffer, buffer.count, 0)
            guard count > 0 else { return text }
            bytes += buffer[..<count]
        }
    }
}
