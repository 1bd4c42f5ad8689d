// An answer on its way out of a stream, whole or broken.

import HTTPExchange
import HTTPTypes
import NIOCore
import NIOHPACK
import NIOHTTP2

/// What an answer is on HTTP/2. A stream ends alone, so what breaks a connection of HTTP/1.1 is mostly `RST_STREAM` here
/// (RFC 9113, section 6.4). Only the stream's event loop touches it.
final class HTTP2ResponseWriter: @unchecked Sendable {
    /// Larger content goes in parts, so that a client that reads slowly is told from one that does not read.
    private static let part = 256 * 1024

    let answer: OutgoingResponse
    private let headers: HPACKHeaders
    private let content: ArraySlice<UInt8>
    private let arrival: NIODeadline
    private let start = NIODeadline.now()
    private let stallTime: TimeAmount
    /// Whether the client is still sending what nobody will read.
    private let resetsRequest: Bool
    private var slices: ArraySlice<Slice>
    private let headSize: Int
    /// Of head and content, as far as their time has come.
    private var dueBytes = 0
    /// Of the content.
    private var sent = 0
    private var isHeadSent = false
    private var isWriting = false
    private var isEnding = false
    private var isHasty = false
    private var isCancelled = false
    private var scheduled: Scheduled<Void>?
    private var isReported = false

    init(
        _ answer: OutgoingResponse, isHead: Bool, date: String, arrival: NIODeadline, stallTime: TimeAmount,
        resetsRequest: Bool
    ) {
        self.answer = answer
        self.arrival = arrival
        self.stallTime = stallTime
        self.resetsRequest = resetsRequest
        let prepared = answer.response
        headers = HPACKHeaders(prepared, isOffered: answer.isOffered, date: date)
        let whole = isHead ? [] : prepared.response.body[...]
        switch answer.delivery.ending {
        case .complete, .close: content = whole
        case .cutShort(let count, _): content = ArraySlice(Array(whole.prefix(count)))
        case .unanswered, .garbage: content = []
        }
        headSize = prepared.head.count
        slices = answer.delivery.pace.slices(head: headSize, content: content.count).filter { !$0.bytes.isEmpty }[...]
    }

    /// Sends what is due, and comes back when the next slice is.
    func sendDue(_ context: ChannelHandlerContext, inHaste: Bool) {
        if inHaste { isHasty = true }
        scheduled?.cancel()
        guard !isWriting, !isEnding else {
            // Neither a stall nor the rest of a request is waited for.
            if isHasty, isEnding, answer.delivery.isStall || resetsRequest { context.close(promise: nil) }
            return
        }
        guard answer.delivery.ending.sendsAnswer else { return end(context) }
        let now = NIODeadline.now()
        while let next = slices.first, isHasty || start + TimeAmount(next.due) <= now {
            dueBytes = next.bytes.upperBound
            slices.removeFirst()
        }
        if dueBytes == 0, let next = slices.first { return wait(until: start + TimeAmount(next.due), context) }
        let bytes = content[sent..<max(dueBytes - headSize, sent)].prefix(Self.part)
        let isLast = sent + bytes.count == content.count
        let isWhole = answer.delivery.ending == .complete || answer.delivery.ending == .close
        if !isHeadSent {
            isHeadSent = true
            let head = HTTP2Frame.FramePayload.Headers(headers: headers, endStream: isWhole && content.isEmpty)
            if bytes.isEmpty, isLast { return write(.headers(head), isLast: true, context) }
            context.write(NIOAny(HTTP2Frame.FramePayload.headers(head)), promise: nil)
        }
        if bytes.isEmpty {
            context.flush()
            if let next = slices.first { wait(until: start + TimeAmount(next.due), context) }
            return
        }
        sent += bytes.count
        let data = HTTP2Frame.FramePayload.Data(
            data: .byteBuffer(ByteBuffer(bytes: bytes)), endStream: isWhole && isLast)
        write(.data(data), isLast: isLast, context)
    }

    /// The stream is gone, perhaps because all is said.
    func cancel() {
        scheduled?.cancel()
        isCancelled = true
        // What is being written knows soon whether it was.
        if !isWriting { reportDelivery(reachedClient: false) }
    }

    private func wait(until deadline: NIODeadline, _ context: ChannelHandlerContext) {
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        scheduled = context.eventLoop.scheduleTask(deadline: deadline) {
            let (writer, context) = bound.value
            writer.sendDue(context, inHaste: false)
        }
    }

    /// Goes on when the connection has taken the bytes; gives up where it does not take them in time.
    private func write(_ frame: HTTP2Frame.FramePayload, isLast: Bool, _ context: ChannelHandlerContext) {
        isWriting = true
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        let patience = context.eventLoop.scheduleTask(in: stallTime) { bound.value.1.close(promise: nil) }
        let promise = context.eventLoop.makePromise(of: Void.self)
        promise.futureResult.whenComplete { result in
            let (writer, context) = bound.value
            patience.cancel()
            writer.isWriting = false
            switch result {
            case .success where isLast: writer.end(context)
            case .success where !writer.isCancelled: writer.sendDue(context, inHaste: false)
            case .success, .failure: writer.reportDelivery(reachedClient: false)
            }
        }
        context.writeAndFlush(NIOAny(frame), promise: promise)
    }

    private func end(_ context: ChannelHandlerContext) {
        isEnding = true
        switch answer.delivery.ending {
        case .complete, .close:
            reportDelivery()
            if resetsRequest { resetSoon(context) }
        case .garbage:
            reportDelivery()
            // Bytes that are no frame would end the other streams as well.
            reset(.protocolError, context)
        case .unanswered(let end), .cutShort(_, let end):
            reportDelivery()
            switch end {
            case .close: reset(.cancel, context)
            case .reset: reset(.internalError, context)
            case .malformedChunk: reset(.protocolError, context)
            case .stall: if isHasty { context.close(promise: nil) }
            }
        }
    }

    /// The answer is whole, and of the request nothing more is wanted (section 8.1). Clients that send on read no answer on a stream
    /// that is reset under them: they get some time to end it themselves.
    private func resetSoon(_ context: ChannelHandlerContext) {
        guard !isHasty else { return reset(.noError, context) }
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        scheduled = context.eventLoop.scheduleTask(in: .seconds(5)) {
            let (writer, context) = bound.value
            writer.reset(.noError, context)
        }
    }

    private func reset(_ code: NIOHTTP2.HTTP2ErrorCode, _ context: ChannelHandlerContext) {
        context.writeAndFlush(NIOAny(HTTP2Frame.FramePayload.rstStream(code)), promise: nil)
    }

    private func reportDelivery(reachedClient: Bool = true) {
        guard !isReported else { return }
        isReported = true
        answer.delivered?(
            Delivered(elapsed: Duration(NIODeadline.now() - arrival), reachedClient: reachedClient))
    }
}

extension Delivery {
    /// Whether nothing follows what goes out of it, not even its end.
    var isStall: Bool { ending == .unanswered(.stall) || isCutByStall }

    private var isCutByStall: Bool { if case .cutShort(_, .stall) = ending { true } else { false } }
}

extension HPACKHeaders {
    /// Names in lower case, and none that concern a connection (RFC 9113, section 8.2).
    init(_ prepared: PreparedResponse, isOffered: Bool, date: String) {
        let fields = prepared.response.headers
        self.init()
        reserveCapacity(fields.count + 4)
        add(name: ":status", value: String(prepared.response.status))
        for field in fields {
            switch field.name.canonicalName {
            case "connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade": break
            default: add(name: field.name.canonicalName, value: field.value)
            }
        }
        if isOffered {
            for field in prepared.offeredFields { add(name: field.name.canonicalName, value: field.value) }
        }
        if !prepared.hasDate { add(name: "date", value: date) }
    }
}
