// The front of an HTTP/1.1 connection: reads requests where they lie, and lends the decoder those that are unusual.

import HTTPExchange
import NIOCore
import NIOHTTP1

/// Stands before `Connection`, which it hands whole requests to. What is unusual goes to the decoder, which then stands between the two, for
/// that request alone.
final class RequestReader: ChannelInboundHandler, ChannelOutboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private enum Stage {
        case betweenRequests
        /// So many bytes of a request's content are still to come.
        case content(left: Int)
        case decoding
    }

    private var heads: HeadReader
    private let limits: ListenerLimits
    private let connection: Connection
    private let readsHeads: Bool
    private var stage = Stage.betweenRequests
    private var hasDecoder = false
    /// How much of the two line ends that end a head has come.
    private var lineEnds = 0
    private var isInLine = true
    /// What is left for the next turn.
    private var postponed: ByteBuffer?
    private var readIsHeld = false
    private var endIsHeld = false

    /// Requests of one connection that are taken before others have their turn.
    static let turn = 64
    /// Until its own next one. A task that is due at once would run before the event loop looks at the other connections.
    private static let pause = TimeAmount.microseconds(20)

    /// - Parameter readsHeads: false where the decoder gets every request, which has to come to the same.
    init(_ limits: ListenerLimits, connection: Connection, readsHeads: Bool = true) {
        self.limits = limits
        self.connection = connection
        self.readsHeads = readsHeads
        heads = limits.headReader
    }

    /// Whether the next request need not be the decoder's.
    var isReadingInPlace: Bool { if case .betweenRequests = stage { true } else { false } }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        guard postponed == nil else {
            postponed?.writeBuffer(&bytes)
            return
        }
        // The time that reading takes is part of an answer's delay and does not add to it.
        connection.lastRead = .now()
        take(&bytes, context: context)
    }

    private func take(_ bytes: inout ByteBuffer, context: ChannelHandlerContext) {
        var pieces = 0
        while bytes.readableBytes > 0 {
            guard pieces < Self.turn else { return postpone(bytes, context: context) }
            pieces += 1
            switch stage {
            case .betweenRequests: read(&bytes, context: context)
            case .content(let left):
                guard let part = bytes.readSlice(length: min(left, bytes.readableBytes)) else { return }
                connection.receive(.body(part))
                stage = .content(left: left - part.readableBytes)
                guard left == part.readableBytes else { break }
                stage = .betweenRequests
                connection.receive(.end(nil))
            case .decoding: decode(&bytes, context: context)
            }
        }
    }

    private func read(_ bytes: inout ByteBuffer, context: ChannelHandlerContext) {
        guard readsHeads, let (head, length, content) = bytes.withUnsafeReadableBytes({ heads.read($0) }),
            !connection.streams(contentOfLength: content)
        else {
            stage = .decoding
            lineEnds = 0
            connection.lineLength = 0
            isInLine = true
            return decode(&bytes, context: context)
        }
        bytes.moveReaderIndex(forwardBy: length)
        guard content > 0 else { return connection.receive(head) }
        guard let body = bytes.readBytes(length: content) else {
            stage = .content(left: content)
            return connection.begin(head)
        }
        var request = head
        request.body = body
        connection.receive(request)
    }

    // MARK: Turns

    private func postpone(_ bytes: ByteBuffer, context: ChannelHandlerContext) {
        postponed = bytes
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        context.eventLoop.scheduleTask(in: Self.pause) {
            let (reader, context) = bound.value
            reader.goOn(context: context)
        }
    }

    private func goOn(context: ChannelHandlerContext) {
        guard var bytes = postponed.take() else { return }
        take(&bytes, context: context)
        context.fireChannelReadComplete()
        guard postponed == nil else { return }
        if endIsHeld {
            endIsHeld = false
            end(context: context)
        }
        if readIsHeld {
            readIsHeld = false
            context.read()
        }
    }

    func read(context: ChannelHandlerContext) {
        if postponed == nil { context.read() } else { readIsHeld = true }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard case ChannelEvent.inputClosed? = event as? ChannelEvent else {
            return context.fireUserInboundEventTriggered(event)
        }
        if postponed == nil { end(context: context) } else { endIsHeld = true }
    }

    /// Nothing more comes.
    private func end(context: ChannelHandlerContext) {
        if case .content = stage { connection.fail(HTTPParserError.invalidEOFState) }
        context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
    }

    func channelInactive(context: ChannelHandlerContext) {
        postponed = nil
        context.fireChannelInactive()
    }

    // MARK: The decoder

    /// Gives the decoder no more than ends where its request may end, and takes the rest back once it has ended there.
    private func decode(_ bytes: inout ByteBuffer, context: ChannelHandlerContext) {
        guard hasDecoder || addDecoder(context: context) else { return bytes.clear() }
        let received = connection.received
        let (length, mayEnd) = nextPiece(bytes)
        guard let piece = bytes.readSlice(length: length) else { return }
        countLine(piece)
        context.fireChannelRead(wrapInboundOut(piece))
        if mayEnd, connection.received > received, connection.isBetweenRequests { stage = .betweenRequests }
    }

    /// To the end of content of a known length, else to the end of a head, of a chunk that ends like one, or of a trailer section.
    private func nextPiece(_ bytes: ByteBuffer) -> (length: Int, mayEnd: Bool) {
        if let left = connection.contentLeft {
            lineEnds = 0
            return (min(left, bytes.readableBytes), left <= bytes.readableBytes)
        }
        if connection.isStreamingIn { return (bytes.readableBytes, false) }
        return bytes.withUnsafeReadableBytes { bytes in
            for (index, byte) in bytes.enumerated() {
                if byte == (lineEnds & 1 == 0 ? UInt8(ascii: "\r") : UInt8(ascii: "\n")) {
                    lineEnds += 1
                    guard lineEnds == 4 else { continue }
                    lineEnds = 0
                    return (index + 1, true)
                }
                lineEnds = byte == UInt8(ascii: "\r") ? 1 : 0
            }
            return (bytes.count, false)
        }
    }

    /// The decoder does not tell which part of a head is too long. A line whose beginning comes with the end of the request before it is
    /// counted from the next read on.
    private func countLine(_ bytes: ByteBuffer) {
        guard isInLine else { return }
        let view = bytes.readableBytesView
        let end = view.firstIndex(of: UInt8(ascii: "\n"))
        connection.lineLength += (end ?? view.endIndex) - view.startIndex
        isInLine = end == nil
    }

    private func addDecoder(context: ChannelHandlerContext) -> Bool {
        hasDecoder = true
        let decoder = HTTPRequestDecoder(limitConfiguration: limits.decoderLimits)
        do {
            try context.pipeline.syncOperations.addHandler(
                ByteToMessageHandler(decoder), position: .after(self))
            return true
        } catch {
            context.close(promise: nil)
            return false
        }
    }
}

extension ListenerLimits {
    var headReader: HeadReader { HeadReader(headLimit: head, fieldLimit: headerFields, bodyLimit: body) }

    fileprivate var decoderLimits: NIOHTTPDecoderLimitConfiguration {
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderFieldSize = head
        limits.maxHeaderListSize = head
        limits.maxHeaderFieldCount = headerFields
        return limits
    }
}
