// What RFC 9113 and RFC 7541 ask of a server, frame by frame: what is answered, what ends a stream, and what ends the connection.

import HTTPExchange
import NIOCore
import Testing

@testable import HTTPWire

@Suite(.timeLimit(.minutes(10))) struct FrameRulesTests {
    /// What has to come of the frames.
    enum Outcome: Sendable {
        /// The connection lives on.
        case ignored
        /// The stream has a response with that status.
        case answered(Int, status: Int)
        /// The stream is reset with that code, or the connection ended with it: a server may make more of an error (section 5.4.2).
        case stream(Int, [Code])
        /// GOAWAY has that code, or the connection is closed without a word.
        case connection([Code])
    }

    /// Section 7.
    enum Code: UInt32, Sendable {
        case none, protocolError, internalError, flowControl, settingsTimeout, streamClosed, frameSize, refusedStream,
            cancel,
            compression, connect, calm
    }

    struct Rule: Sendable, CustomTestStringConvertible {
        let section: String
        let what: String
        let frames: [Frame]
        let outcome: Outcome

        init(_ section: String, _ what: String, _ outcome: Outcome, _ frames: Frame...) {
            self.section = section
            self.what = what
            self.outcome = outcome
            self.frames = frames
        }

        var testDescription: String { "\(section): \(what)" }
    }

    @Test(arguments: rules + headerRules) func theServerKeepsTo(_ rule: Rule) async throws {
        var limits = ListenerLimits()
        limits.idleTime = .seconds(20)
        let listener = try await HTTPListener.start(.init(limits: limits)) { request in
            .now(OutgoingResponse(PreparedResponse(HTTP2Tests.response(request))))
        }
        let came = try await RawClient.with(listener.address) { client in
            try await client.send(Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + Frame.settings([]).bytes)
            // What comes after an error may find the connection closed.
            try? await client.send(rule.frames.flatMap(\.bytes) + Frame.ping(Self.last).bytes)
            var frames = FrameReader()
            while !frames.isEnough(for: rule.outcome), let part = try? await client.receiveBytes() { frames.read(part) }
            return frames
        }
        await listener.shutdown()
        #expect(came.shows(rule.outcome), "\(came.frames)")
    }

    /// The PING after everything else.
    static let last: UInt8 = 0x6C
}

extension FrameRulesTests {
    /// A frame of the wire (section 4.1).
    struct Frame: Sendable, CustomStringConvertible {
        var kind: UInt8
        var flags: UInt8 = 0
        var stream: UInt32 = 0
        var payload: [UInt8] = []
        /// What the head says of its length, where that is not true.
        var toldLength: Int?

        var bytes: [UInt8] {
            let length = toldLength ?? payload.count
            let head = [UInt8(length >> 16 & 255), UInt8(length >> 8 & 255), UInt8(length & 255), kind, flags]
            return head + stream.bigEndianBytes + payload
        }

        var description: String { "type \(kind), flags \(flags), stream \(stream): \(payload.prefix(16))" }

        static let endStream: UInt8 = 1
        static let endHeaders: UInt8 = 4
        static let padded: UInt8 = 8
        static let priority: UInt8 = 32

        static func data(_ stream: UInt32, _ payload: [UInt8], flags: UInt8 = endStream) -> Frame {
            Frame(kind: 0, flags: flags, stream: stream, payload: payload)
        }
        static func headers(_ stream: UInt32, _ block: [UInt8], flags: UInt8 = endStream | endHeaders) -> Frame {
            Frame(kind: 1, flags: flags, stream: stream, payload: block)
        }
        static func priority(_ stream: UInt32, _ payload: [UInt8] = [0, 0, 0, 0, 15]) -> Frame {
            Frame(kind: 2, stream: stream, payload: payload)
        }
        static func reset(_ stream: UInt32, code: UInt32 = 8) -> Frame {
            Frame(kind: 3, stream: stream, payload: code.bigEndianBytes)
        }
        static func settings(_ values: [(UInt16, UInt32)]) -> Frame {
            Frame(kind: 4, payload: values.flatMap { [UInt8($0.0 >> 8), UInt8($0.0 & 255)] + $0.1.bigEndianBytes })
        }
        static func ping(_ byte: UInt8, flags: UInt8 = 0) -> Frame {
            Frame(kind: 6, flags: flags, payload: Array(repeating: byte, count: 8))
        }
        static func goAway(code: UInt32) -> Frame {
            Frame(kind: 7, payload: UInt32(0).bigEndianBytes + code.bigEndianBytes)
        }
        static func window(_ stream: UInt32, _ increment: UInt32) -> Frame {
            Frame(kind: 8, stream: stream, payload: increment.bigEndianBytes)
        }
        static func continuation(_ stream: UInt32, _ block: [UInt8], flags: UInt8 = endHeaders) -> Frame {
            Frame(kind: 9, flags: flags, stream: stream, payload: block)
        }
    }

    /// The frames of what came, and whether the connection has ended.
    struct FrameReader {
        private(set) var frames: [Frame] = []
        private(set) var isClosed = false
        private var rest: [UInt8] = []

        mutating func read(_ part: [UInt8]) {
            if part.isEmpty { isClosed = true }
            rest += part
            while rest.count >= 9 {
                let length = Int(rest[0]) << 16 | Int(rest[1]) << 8 | Int(rest[2])
                guard rest.count >= 9 + length else { return }
                let stream = rest[5..<9].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
                frames.append(
                    Frame(kind: rest[3], flags: rest[4], stream: stream, payload: Array(rest[9..<9 + length])))
                rest.removeFirst(9 + length)
            }
        }

        private var isAlive: Bool {
            frames.contains { $0.kind == 6 && $0.flags == 1 && $0.payload.first == FrameRulesTests.last }
        }

        private func code(of frame: Frame) -> Code? {
            let bytes = frame.kind == 7 ? frame.payload.dropFirst(4).prefix(4) : frame.payload.prefix(4)
            return Code(rawValue: bytes.reduce(0) { $0 << 8 | UInt32($1) })
        }

        private var goodbye: Code? { frames.first { $0.kind == 7 }.flatMap(code) }

        private func status(of stream: Int) -> Int? {
            // The statuses that HPACK's own table has (RFC 7541, appendix A), and 400s written out.
            let block = frames.first { $0.kind == 1 && $0.stream == stream }?.payload
            let indexed: [UInt8: Int] = [0x88: 200, 0x89: 204, 0x8A: 206, 0x8B: 304, 0x8C: 400, 0x8D: 404, 0x8E: 500]
            return block?.first.flatMap { indexed[$0] }
        }

        func isEnough(for outcome: Outcome) -> Bool {
            if isClosed { return true }
            switch outcome {
            case .ignored: return isAlive
            case .answered(let stream, _):
                return frames.contains { $0.kind < 2 && $0.stream == stream && $0.flags & 1 == 1 }
            case .stream(let stream, _): return frames.contains { $0.kind == 3 && $0.stream == stream || $0.kind == 7 }
            case .connection: return false
            }
        }

        func shows(_ outcome: Outcome) -> Bool {
            switch outcome {
            case .ignored: return isAlive && goodbye == nil
            case .answered(let stream, let status): return self.status(of: stream) == status
            case .stream(let stream, let codes):
                let reset = frames.first { $0.kind == 3 && $0.stream == stream }.flatMap(code)
                return (reset ?? goodbye).map(codes.contains) ?? isClosed
            case .connection(let codes): return isClosed && (goodbye.map(codes.contains) ?? true)
            }
        }
    }
}

extension UInt32 {
    fileprivate var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}
