// What must hold for any bytes that come after the preface of HTTP/2: frames, and HPACK in them.

import HTTPExchange
import HTTPTypes
import HTTPWire
import NIOCore
import NIOEmbedded

/// The first byte tells how long the segments are that the others come in.
func fuzzFrames(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let first = bytes.first else { return }
    let message = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + bytes.dropFirst()
    let size = first == 0 ? message.count : Int(first)
    let channel = EmbeddedChannel()
    var limits = ListenerLimits()
    (limits.head, limits.headerFields, limits.body) = (1_024, 16, 2_048)
    do {
        try HTTPListener.negotiate(channel, limits: limits) { request in
            let (length, fields) = request.headSize
            precondition(length <= 4 * 1_024 && fields <= 64, "a head of \(length) bytes and \(fields) fields")
            precondition(request.body.count <= 2_048, "a body of \(request.body.count) bytes")
            return .now(OutgoingResponse(PreparedResponse(Response(status: 200, body: Array(request.target.utf8)))))
        }
    } catch {
        preconditionFailure("\(error)")
    }
    channel.receive(message, inSegmentsOf: size)
    channel.embeddedEventLoop.advanceTime(by: .seconds(60))
    var output: [UInt8] = []
    while let part = try? channel.readOutbound(as: ByteBuffer.self) { output += part.readableBytesView }
    _ = try? channel.finish(acceptAlreadyClosed: true)
    check(frames: output, answering: bytes.count)
}

/// Whole frames, and no more of them than what came can ask for.
private func check(frames: [UInt8], answering count: Int) {
    precondition(frames.count <= 4_096 + 64 * count, "\(frames.count) bytes in answer to \(count)")
    var rest = frames[...]
    while !rest.isEmpty {
        precondition(rest.count >= 9, "a broken frame")
        let length = rest.prefix(3).reduce(0) { $0 << 8 | Int($1) }
        precondition(rest.count >= 9 + length, "a frame of \(length) bytes is cut short")
        rest = rest.dropFirst(9 + length)
    }
}
