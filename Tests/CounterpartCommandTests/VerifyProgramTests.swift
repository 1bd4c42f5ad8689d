// `counterpart verify` as a user runs it: against the mock, against strangers, and against nobody.

import Foundation
import JSONValues
import JSONSchema
import HTTPExchange
import HTTPTypes
import HTTPWire
import LendingLibrary
import NIOCore
import NIOPosix
import Testing

@Suite(.timeLimit(.minutes(10))) struct VerifyProgramTests {
    static let shop = "Contracts/sneaker-shop"

    @Test(arguments: ["golden-sewing", "selectable-catalog", "sneaker-shop"])
    func theMockOfAContractConforms(folder: String) async throws {
        let result = try await Program.serving("Contracts/\(folder)") { url in
            try await Program.run("verify", "Contracts/\(folder)", "--backend", url, "--max-requests", "120")
        }
        #expect(result.status == 0)
        #expect(result.output.hasPrefix("✓ conformant  "))
        #expect(result.error.isEmpty)
    }

    @Test(arguments: [
        (["--include", "logn"], "--include 'logn' means no operation of the contract. Did you mean login?"),
        (["--exclude", "/none/*"], "--exclude '/none/*' means no operation of the contract."),
        (["--include", "login", "--exclude", "tag:none"], "--exclude 'tag:none' means no operation of the contract."),
    ])
    func aPatternThatMeansNoOperationIsAnError(_ options: [String], _ message: String) async throws {
        let result = try await Program.run(["verify", Self.shop, "--backend", "http://127.0.0.1:1"] + options)
        #expect(result.status == 2)
        #expect(result.error.contains(message), "\(result.error)")
    }

    @Test func theBasePathOfTheBackendReplacesTheContracts() async throws {
        let listener = try await HTTPListener.start(.init()) { request in
            .now(OutgoingResponse(PreparedResponse(Response(status: request.path.hasPrefix("/v9/api/") ? 200 : 500))))
        }
        let result = try await Program.run(
            "verify", Self.shop, "--backend", "\(listener.address)/v9/", "--json", "--phases", "examples")
        await listener.shutdown()
        let report = try JSON(parsing: result.output)
        #expect(report["findings"]?.array?.contains { $0["status"] == 500 } == false)
        #expect(result.status == 1)
    }

    @Test func aBackendThatAnswersHTMLHasFindings() async throws {
        let page = Response(status: 200, headers: [.contentType: "text/html"], body: Array("<p>Hello</p>".utf8))
        let listener = try await HTTPListener.start(.init()) { _ in .now(OutgoingResponse(PreparedResponse(page))) }
        let result = try await Program.run(
            "verify", Self.shop, "--backend", "\(listener.address)", "--phases", "examples")
        await listener.shutdown()
        #expect(result.status == 1)
        #expect(result.output.contains("✗ content-type  200 is to be application/json, and comes as another type: "))
        #expect(result.output.contains("  found      text/html\n  expected   application/json\n"))
        #expect(result.output.contains("\n  reproduce  curl "))
        #expect(result.output.contains("\n  also       "))
    }

    struct Silence: CustomTestStringConvertible {
        let testDescription: String
        let bytes: String
        let closes: Bool
        let message: String
    }

    static let silences = [
        Silence(
            testDescription: "closes before its answer is complete",
            bytes: "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc", closes: true,
            message: "closed the connection before its answer was complete"),
        Silence(testDescription: "never answers", bytes: "", closes: false, message: "did not answer within 0.3 s"),
        Silence(
            testDescription: "is no HTTP server", bytes: "220 mail.example ESMTP\r\n", closes: false,
            message: "answered something that is not an HTTP/1.1 message"),
    ]

    @Test(arguments: silences) func aBackendWithoutAnAnswerCouldNotBeVerified(_ test: Silence) async throws {
        let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        Greeting(bytes: ByteBuffer(string: test.bytes), closes: test.closes))
                }
            }.bind(host: "127.0.0.1", port: 0).get()
        let port = channel.localAddress?.port ?? 0
        let timeout = test.bytes.isEmpty ? "300ms" : "1m"
        let result = try await Program.run(
            "verify", Self.shop, "--backend", "http://127.0.0.1:\(port)", "--timeout", timeout)
        try await channel.close()
        #expect(result.status == 2)
        #expect(result.output.hasPrefix("✗ could not run  http://127.0.0.1:\(port) \(test.message)"))
    }

    @Test func aPortWithoutABackendCouldNotBeVerified() async throws {
        let result = try await Program.run("verify", Self.shop, "--backend", "http://127.0.0.1:1")
        #expect(result.status == 2)
        #expect(
            result.output
                == "✗ could not run  Nothing listens on port 1 of 127.0.0.1. Start the backend, or correct the port in the URL.\n"
        )
    }

    @Test(arguments: [
        ("localhost:8080", "it has no scheme"), ("ftp://h", "its scheme is neither http nor https"),
        ("http://h:99999", "its port is not a number from 1 to 65535"),
    ])
    func aBackendThatIsNoURLIsRefused(url: String, reason: String) async throws {
        let result = try await Program.run("verify", Self.shop, "--backend", url)
        #expect(result.status == 2)
        #expect(result.error.contains(reason))
    }

    /// The lending library behind a socket, verified as a user would.
    private static func verify(_ mistakes: Set<Mistake>) async throws -> (status: Int32, report: JSON) {
        let document = FileManager.default.temporaryDirectory.appendingPathComponent("library-\(UUID()).yaml")
        try Data(LendingLibrary.document.utf8).write(to: document)
        defer { try? FileManager.default.removeItem(at: document) }
        let library = LendingLibrary(mistakes: mistakes)
        let listener = try await HTTPListener.start(.init()) { request in
            .now(OutgoingResponse(PreparedResponse(library.answer(request))))
        }
        let result = try await Program.run(
            "verify", document.path, "--backend", "\(listener.address)/api", "--phases", "boundaries,lifecycle",
            "--json",
            "--header", "Authorization: \(LendingLibrary.tokens[0])", "--other-header",
            "Authorization: \(LendingLibrary.tokens[1])")
        await listener.shutdown()
        return (result.status, try JSON(parsing: result.output))
    }

    @Test func mistakesAreFoundOverASocket() async throws {
        let mistakes: Set<Mistake> = [.zeroStockFails, .foreignLoan, .optionsWithoutAllow, .deletedReadable]
        let (status, report) = try await Self.verify(mistakes)
        #expect(status == 1)
        let found = Set(report["findings"]?.array?.compactMap { $0["check"]?.string } ?? [])
        #expect(found.isSuperset(of: mistakes.map(\.check)), "\(found)")
    }

    @Test func aHeaderThatIsNoneIsRefused() async throws {
        let result = try await Program.run("verify", Self.shop, "--backend", "http://h", "--header", "secret")
        #expect(result.status != 0)
        #expect(result.error.contains("does not begin a header field"))
    }

    @Test func jsonIsOneDocument() async throws {
        let result = try await Program.serving(Self.shop) { url in
            try await Program.run("verify", Self.shop, "--backend", url, "--json", "--phases", "examples")
        }
        let report = try JSON(parsing: result.output)
        #expect(report["verdict"] == "conformant")
        #expect(report["sent"] == report["answered"])
        #expect(report["findings"] == [])
    }
}

/// Says what it has to say as soon as someone connects, then closes or stays silent.
private final class Greeting: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let bytes: ByteBuffer
    private let closes: Bool

    init(bytes: ByteBuffer, closes: Bool) {
        self.bytes = bytes
        self.closes = closes
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        context.writeAndFlush(wrapOutboundOut(bytes), promise: nil)
        if closes { context.close(promise: nil) }
    }
}
