// A client that sends any bytes whatever and shows what came back, byte for byte.

import HTTPExchange
import NIOCore
import NIOPosix

struct RawClient {
    struct EndedEarly: Error { let received: String }

    private let channel: NIOAsyncChannel<ByteBuffer, ByteBuffer>

    /// Connects, lets `body` talk, and closes.
    static func with<Result: Sendable>(
        _ address: BackendURL, _ body: @escaping @Sendable (inout Conversation) async throws -> Result
    ) async throws -> Result {
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .channelOption(.allowRemoteHalfClosure, value: true)
            .connect(host: address.host, port: address.port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
                        wrappingChannelSynchronously: channel,
                        configuration: .init(isOutboundHalfClosureEnabled: true))
                }
            }
        return try await channel.executeThenClose { inbound, outbound in
            var conversation = Conversation(inbound: inbound.makeAsyncIterator(), outbound: outbound)
            return try await body(&conversation)
        }
    }

    struct Conversation {
        fileprivate var inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
        fileprivate let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
        private var received = ""

        fileprivate init(
            inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator,
            outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
        ) {
            self.inbound = inbound
            self.outbound = outbound
        }

        func send(_ text: String) async throws { try await outbound.write(ByteBuffer(string: text)) }

        func send(_ bytes: [UInt8]) async throws { try await outbound.write(ByteBuffer(bytes: bytes)) }

        /// Says that nothing more will be sent, and stays to listen.
        func finishSending() { outbound.finish() }

        /// What came up to and with `end`; what came after it is kept for the next call.
        mutating func receive(through end: String) async throws -> String {
            while true {
                if let range = received.firstRange(of: end) {
                    let text = String(received[..<range.upperBound])
                    received.removeSubrange(..<range.upperBound)
                    return text.withoutDate
                }
                guard let bytes = try await inbound.next() else { throw EndedEarly(received: received) }
                received += String(buffer: bytes)
            }
        }

        /// What came before the connection broke.
        mutating func takeReceived() -> String {
            defer { received = "" }
            return received.withoutDate
        }

        /// The bytes that came next; none when the server has closed its half.
        mutating func receiveBytes() async throws -> [UInt8] {
            try await inbound.next().map { Array($0.readableBytesView) } ?? []
        }

        /// The bytes of everything until the server closes its half.
        mutating func receiveAllBytes() async throws -> [UInt8] {
            var bytes: [UInt8] = []
            while let part = try await inbound.next() { bytes += part.readableBytesView }
            return bytes
        }

        /// Everything until the server closes its half.
        mutating func receiveAll() async throws -> String {
            while let bytes = try await inbound.next() { received += String(buffer: bytes) }
            return takeReceived()
        }
    }
}

extension String {
    /// The answers without what the clock wrote into them.
    fileprivate var withoutDate: String {
        replacing(/Date: [A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT\r\n/, with: "")
    }
}
