// What must hold for any bytes that come over a connection: both readers take them for the same requests.

import HTTPExchange
import HTTPTypes
import HTTPWire
import NIOCore
import NIOEmbedded

/// The first byte tells how long the segments are that the others come in.
func fuzzHeads(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let first = bytes.first else { return }
    let message = Array(bytes.dropFirst())
    let segment = first == 0 ? message.count : Int(first)
    let inPlace = answers(to: message, inSegmentsOf: segment, readsHeads: true)
    let decoded = answers(to: message, inSegmentsOf: segment, readsHeads: false)
    precondition(inPlace == decoded, "read in place:\n\(inPlace)\ndecoded:\n\(decoded)")
}

/// Everything that a connection says to the bytes, each request told by its answer.
private func answers(to message: [UInt8], inSegmentsOf size: Int, readsHeads: Bool) -> String {
    let channel = EmbeddedChannel()
    var limits = ListenerLimits()
    (limits.head, limits.headerFields, limits.body) = (1_024, 16, 2_048)
    do {
        try HTTPListener.serve(channel, limits: limits, readsHeads: readsHeads) { .now(told($0)) }
        channel.receive(message, inSegmentsOf: size)
        channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        channel.embeddedEventLoop.advanceTime(by: .seconds(2))
        var text = ""
        while let part = try channel.readOutbound(as: ByteBuffer.self) { text += String(buffer: part) }
        _ = try? channel.finish(acceptAlreadyClosed: true)
        // A refusal says the time.
        return text.split(separator: "\r\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix("Date: ") }
            .joined(separator: "\n")
    } catch {
        preconditionFailure("\(error)")
    }
}

extension EmbeddedChannel {
    /// Opens, and reads a message as it would come over a connection.
    func receive(_ message: [UInt8], inSegmentsOf size: Int) {
        pipeline.fireChannelActive()
        var rest = message[...]
        while !rest.isEmpty {
            pipeline.fireChannelRead(ByteBuffer(bytes: rest.prefix(size)))
            pipeline.fireChannelReadComplete()
            embeddedEventLoop.advanceTime(by: .milliseconds(1))
            rest = rest.dropFirst(size)
        }
    }
}

private func told(_ request: Request) -> OutgoingResponse {
    var text = "\(request.method.rawValue) \(request.target)\n"
    for field in request.headers { text += "\(field.name.rawName): \(field.value)\n" }
    let body = Array(text.utf8) + request.body
    return OutgoingResponse(
        PreparedResponse(Response(status: 200, headers: [.date: "Sun, 06 Nov 1994 08:49:37 GMT"], body: body)))
}
