// A program that runs while a test talks to it, and a bare connection to talk through.

import Foundation
import Synchronization
import Testing

/// A running program. Whatever happens to the test, the process does not outlive it.
final class RunningProgram: Sendable {
    private let process: Process
    private let output: Pipe
    private let error: Pipe
    private let rest = Mutex([UInt8]())

    /// Starts `counterpart`.
    init(_ arguments: [String]) throws {
        (process, output, error) = Program.process(arguments)
        try process.run()
    }

    /// Starts a shell with a command.
    init(shell command: String) throws {
        (process, output, error) = Program.process(["-c", command])
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        try process.run()
    }

    deinit { if process.isRunning { process.terminate() } }

    /// The next line that it prints; nil at the end.
    func line() -> String? {
        rest.withLock { rest in
            while true {
                if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    defer { rest.removeSubrange(...end) }
                    return String(decoding: rest[..<end], as: UTF8.self)
                }
                let more = output.fileHandleForReading.availableData
                if more.isEmpty {
                    defer { rest = [] }
                    return rest.isEmpty ? nil : String(decoding: rest, as: UTF8.self)
                }
                rest += more
            }
        }
    }

    func send(_ signal: Int32 = SIGINT) { kill(process.processIdentifier, signal) }

    /// Waits for its end, and gives what it printed and had not been read, without the last newline.
    func end() -> Program.Result {
        var lines: [String] = []
        while let line = line() { lines.append(line) }
        let errors = error.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Program.Result(
            status: process.terminationStatus, output: lines.joined(separator: "\n"),
            error: String(decoding: errors, as: UTF8.self))
    }

    /// Runs a shell command to its end.
    static func shell(_ command: String) throws -> Program.Result { try RunningProgram(shell: command).end() }
}

/// A TCP connection to this machine that sends any bytes.
final class Connection: Sendable {
    private let descriptor: Int32

    init(port: UInt16) throws {
        #if os(Linux)
        let kind = Int32(SOCK_STREAM.rawValue)
        #else
        let kind = SOCK_STREAM
        #endif
        descriptor = socket(AF_INET, kind, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try #require(result == 0)
    }

    deinit { close(descriptor) }

    func send(_ text: String) throws {
        let sent = Array(text.utf8).withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        try #require(sent == text.utf8.count)
    }

    /// Everything until the other side closes.
    func receiveAll() -> String { String(decoding: receive().bytes, as: UTF8.self) }

    /// Everything until the other side closes or resets the connection.
    func receive() -> (bytes: [UInt8], wasReset: Bool) {
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return (received, count < 0 && errno == ECONNRESET) }
            received += buffer[..<count]
        }
    }

    /// What has come already, without waiting for more; nil where the connection has ended.
    func receiveNow() -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = buffer.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT)) }
        if count < 0, errno == EAGAIN { return [] }
        return count > 0 ? Array(buffer[..<count]) : nil
    }
}
