// A server for `bench mock`: the mock itself, or the same bytes from NIO with nothing in it.

import MockRules
import ArgumentParser
import Foundation
import HTTPExchange
import SourceDocuments
import OpenAPIContract
import HTTPWire
import SecureWire
import MockServing
import Mocking
import NIOCore
import NIOHTTP1
import NIOPosix

struct Responder: AsyncParsableCommand {
    enum Kind: String, ExpressibleByArgument {
        /// NIO with `HTTPRequestDecoder`, and one write of bytes that are there.
        case bare
        /// `configureHTTPServerPipeline`, and a response of the same content.
        case stock
        /// NIO with `HTTPRequestDecoder` and a fixed answer: no contract is loaded.
        case constant
        /// The mock of the contract without its mock file: examples answer.
        case document
        /// The mock of the contract's folder: rules answer.
        case folder
        /// What `counterpart record` does without its recorder; the target is the backend.
        case forwarding
    }

    static let configuration = CommandConfiguration(
        commandName: "responder", abstract: "Serves for another benchmark, and prints its port.", shouldDisplay: false)

    @Argument var kind: Kind
    @Argument var contract: String
    @Argument var target: String
    @Option var loops = 1

    /// The content of the answer that the contract's examples give.
    static func content(of contract: String, target: String) throws -> [UInt8] {
        try mock(contract).answer(Request(target: target)).response.response.body
    }

    /// - Parameter path: a document without a mock file, or a folder with one.
    private static func mock(_ path: String) throws -> Mock {
        guard let definition = MockDefinition.load(path: path).definition else {
            throw ValidationError("\(path) does not load.")
        }
        return Mock(definition.contract, behaviour: definition.behaviour)
    }

    func run() async throws {
        let document = "\(contract)/openapi.yaml"
        let port: Int
        switch kind {
        case .document, .folder:
            let mock = ServedMock(name: contract, mock: try Responder.mock(kind == .folder ? contract : document))
            var configuration = MockServer.Configuration()
            configuration.eventLoops = loops
            port = try await MockServer.start(mock, configuration: configuration).address.port
        case .forwarding:
            port = try await Responder.forwarding(to: BackendURL(parsing: target))
        case .constant:
            port = try await Responder.constant(Array(repeating: UInt8(ascii: "x"), count: 1_100), isStock: false)
        case .bare, .stock:
            let content = try Responder.content(of: document, target: target)
            port = try await Responder.constant(content, isStock: kind == .stock)
        }
        print(port)
        fflush(nil)
        // Until whoever started it has ended.
        while !FileHandle.standardInput.availableData.isEmpty {}
    }

    private static func forwarding(to backend: BackendURL) async throws -> Int {
        let gateway = Gateway(to: backend)
        let sender = HTTPSender(timeout: .seconds(60), connectionLimit: 256)
        let listener = try await HTTPListener.start(
            .init(),
            streaming: { request, content, _ in
                .later {
                    let passage = gateway.passage(of: request)
                    do throws(NoResponse) {
                        let open = try await sender.open(passage.request, streaming: content, to: backend)
                        let answer = passage.answer(open.response)
                        guard let content = open.content else {
                            return OutgoingResponse(PreparedResponse(answer, to: request.method))
                        }
                        return OutgoingResponse(answer, streaming: content)
                    } catch {
                        return OutgoingResponse(PreparedResponse(Response(status: 502)))
                    }
                }
            })
        return listener.address.port
    }

    private static func constant(_ content: [UInt8], isStock: Bool) async throws -> Int {
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup(numberOfThreads: 1))
            .serverChannelOption(.backlog, value: 1024)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    if isStock {
                        try pipeline.configureHTTPServerPipeline(withErrorHandling: true)
                        try pipeline.addHandler(NIOPipelineAnswer(content))
                    } else {
                        try pipeline.addHandlers(ByteToMessageHandler(HTTPRequestDecoder()), DecoderOnlyAnswer(content))
                    }
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        return channel.localAddress?.port ?? 0
    }
}

private final class DecoderOnlyAnswer: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = ByteBuffer

    private let answer: ByteBuffer

    init(_ content: [UInt8]) {
        var answer = ByteBuffer(
            string: "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(content.count)\r\n\r\n")
        answer.writeBytes(content)
        self.answer = answer
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .end = unwrapInboundIn(data) else { return }
        context.writeAndFlush(wrapOutboundOut(answer), promise: nil)
    }
}

private final class NIOPipelineAnswer: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let content: ByteBuffer

    init(_ content: [UInt8]) { self.content = ByteBuffer(bytes: content) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .end = unwrapInboundIn(data) else { return }
        let headers: HTTPHeaders = ["content-type": "application/json", "content-length": "\(content.readableBytes)"]
        let head = HTTPResponseHead(version: .http1_1, status: .ok, headers: headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(content))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }
}
