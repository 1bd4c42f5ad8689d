// A client of HTTP/2 that shows the frames which came back, one line each.

import HTTPExchange
import NIOCore
import NIOHPACK
import NIOHTTP2
import NIOPosix
import NIOSSL
import NIOTLS

@testable import HTTPWire

/// Sends requests on streams 1, 3, 5… of one connection, and collects what they are answered.
enum FrameClient {
    struct Sent: Sendable {
        var headers: HPACKHeaders
        /// Each a DATA frame; the last ends the stream.
        var content: [String] = []
        /// Whether the request ends at all.
        var isWhole = true

        static func get(_ path: String, _ fields: [(String, String)] = []) -> Sent { Sent("GET", path, fields) }

        init(
            _ method: String, _ path: String, _ fields: [(String, String)] = [], content: [String] = [],
            isWhole: Bool = true
        ) {
            headers = HPACKHeaders([
                (":method", method), (":path", path), (":scheme", "http"), (":authority", "h"),
            ])
            for (name, value) in fields { headers.add(name: name, value: value) }
            self.content = content
            self.isWhole = isWhole
        }
    }

    /// What came until all the streams had ended, or until `enough` was there, or the connection was closed. Settings, acknowledgements and the date are left out.
    static func frames(
        from address: BackendURL, _ requests: [Sent], trusting root: String? = nil,
        readsContent: Bool = true,
        enough: @escaping @Sendable ([String]) -> Bool = { _ in false },
        meanwhile: @Sendable ([String]) async -> Void = { _ in }
    ) async throws -> [String] {
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        let tls = try root.map { root in
            var configuration = TLSConfiguration.makeClientConfiguration()
            configuration.trustRoots = .certificates(try NIOSSLCertificate.fromPEMBytes(Array(root.utf8)))
            configuration.applicationProtocols = ["h2"]
            return try NIOSSLContext(configuration: configuration)
        }
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    if let tls {
                        try pipeline.addHandler(NIOSSLClientHandler(context: tls, serverHostname: "localhost"))
                    }
                    try pipeline.addHandlers(
                        NIOHTTP2Handler(
                            mode: .client, headerBlockValidation: .disabled, contentLengthValidation: .disabled),
                        FrameRecorder(requests, continuation, readsContent: readsContent))
                }
            }
            .connect(host: address.host, port: address.port).get()
        var received: [String] = []
        var ended = 0
        for await line in lines {
            received.append(line)
            if line.hasSuffix(" end") || line.contains("RST_STREAM") { ended += 1 }
            if ended == requests.count || enough(received) { break }
            await meanwhile(received)
        }
        channel.close(promise: nil)
        try? await channel.closeFuture.get()
        return received
    }
}

private final class FrameRecorder: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame
    typealias OutboundOut = HTTP2Frame

    /// RFC 9113, section 7.
    private static let names = [0: "NO_ERROR", 1: "PROTOCOL_ERROR", 2: "INTERNAL_ERROR", 8: "CANCEL"]

    private let requests: [FrameClient.Sent]
    private let lines: AsyncStream<String>.Continuation
    private let readsContent: Bool

    init(_ requests: [FrameClient.Sent], _ lines: AsyncStream<String>.Continuation, readsContent: Bool) {
        self.requests = requests
        self.lines = lines
        self.readsContent = readsContent
    }

    func channelActive(context: ChannelHandlerContext) {
        for (index, request) in requests.enumerated() {
            let stream = HTTP2StreamID(2 * index + 1)
            let ends = request.content.isEmpty && request.isWhole
            let head = HTTP2Frame.FramePayload.headers(.init(headers: request.headers, endStream: ends))
            context.write(wrapOutboundOut(HTTP2Frame(streamID: stream, payload: head)), promise: nil)
            for (part, text) in request.content.enumerated() {
                let isLast = part == request.content.count - 1
                let data = HTTP2Frame.FramePayload.data(
                    .init(data: .byteBuffer(ByteBuffer(string: text)), endStream: isLast && request.isWhole))
                context.write(wrapOutboundOut(HTTP2Frame(streamID: stream, payload: data)), promise: nil)
            }
        }
        context.flush()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        let stream = Int(frame.streamID)
        switch frame.payload {
        case .headers(let head):
            let fields = head.headers.filter { $0.name != "date" }.map { "\($0.name): \($0.value)" }
            lines.yield("\(stream) HEADERS \(fields.joined(separator: ", "))\(head.endStream ? " end" : "")")
        case .data(let data):
            guard case .byteBuffer(let bytes) = data.data else { break }
            lines.yield("\(stream) DATA \(String(buffer: bytes))\(data.endStream ? " end" : "")")
            // What was read may be followed by as much.
            guard readsContent, bytes.readableBytes > 0 else { break }
            for id in data.endStream ? [.rootStream] : [.rootStream, frame.streamID] {
                let update = HTTP2Frame(
                    streamID: id, payload: .windowUpdate(windowSizeIncrement: bytes.readableBytes))
                context.write(wrapOutboundOut(update), promise: nil)
            }
            context.flush()
        case .rstStream(let code): lines.yield("\(stream) RST_STREAM \(FrameRecorder.names[code.networkCode] ?? "?")")
        case .goAway(_, let code, _): lines.yield("GOAWAY \(code)")
        default: break
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        lines.yield("broken")
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        lines.yield("closed")
        lines.finish()
    }
}
