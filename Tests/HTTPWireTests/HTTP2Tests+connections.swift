// How HTTP/2 begins, is negotiated, and is reported.

import Certificates
import Foundation
import HTTPExchange
import HTTPTypes
import NIOCore
import SecureWire
import Testing

@testable import HTTPWire

extension HTTP2Tests {
    @Test func aResetStreamIsReportedSo() async throws {
        let delivered = Recorder<Delivered>()
        let asked = Gate()
        let listener = try await HTTPListener.start(.init()) { request in
            asked.open()
            return .now(
                OutgoingResponse(
                    PreparedResponse(Self.response(request)), delivery: Delivery(firstByte: .seconds(600)),
                    delivered: { delivered.record($0) }))
        }
        async let frames = FrameClient.frames(from: listener.address, [.get("/a"), .get("/b")])
        await asked.wait()
        await listener.shutdown(grace: .zero)
        _ = try await frames
        #expect(await delivered.first().elapsed < .seconds(60))
    }

    /// The preface of HTTP/2, and requests that begin as it does.
    @Test(arguments: ["P", "PR", "PRI * HTTP/2.0\r\n\r\nSM"])
    func whatOnlyBeginsLikeThePrefaceIsHTTP11(beginning: String) async throws {
        let listener = try await HTTPListener.start(.init()) { request in
            .now(OutgoingResponse(PreparedResponse(Self.response(request))))
        }
        let received = try await RawClient.with(listener.address) { client in
            try await client.send(beginning)
            try await client.send(
                beginning == "P" ? "OST / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n" : "x\r\n\r\n")
            return try await client.receiveAll()
        }
        await listener.shutdown()
        #expect(received.hasPrefix(beginning == "P" ? "HTTP/1.1 200 OK" : "HTTP/1.1 "), "\(received)")
    }

    @Test(.enabled(if: (try? OpenSSL.find()) != nil, "openssl is not installed"))
    func tlsNegotiatesTheProtocol() async throws {
        let folder = NSTemporaryDirectory() + "counterpart-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let authority = LocalAuthority(folder: folder)
        let issued = try authority.certificate(for: ["localhost", "127.0.0.1"])
        let root = try String(contentsOfFile: authority.certificatePath, encoding: .utf8)
        let identity = TLSIdentity(certificates: issued.certificates, key: issued.key)
        let listener = try await HTTPListener.start(.init(identity: identity)) { request in
            #expect(request.isSecure && request.origin.hasPrefix("https://"))
            return .now(OutgoingResponse(PreparedResponse(Self.response(request))))
        }
        #expect(listener.address.scheme == .https)
        let frames = try await FrameClient.frames(from: listener.address, [.get("/hundred")], trusting: root)
        #expect(frames == [Self.head, "1 DATA \(Self.content) end"])
        // Who speaks without TLS is told, whatever comes after the first bytes. Who speaks no HTTP either is not answered.
        for (method, hasContent) in [("GET", true), ("HEAD", false)] {
            let plain = try await RawClient.with(listener.address) { client in
                try await client.send("\(method) / HTTP/1.1\r\n")
                try await client.send("Host: h\r\n\r\n")
                return try await client.receiveAll()
            }
            #expect(plain.hasPrefix("HTTP/1.1 400 Bad Request\r\n"), "\(plain)")
            #expect(plain.contains("\r\nConnection: close\r\n\r\n"))
            #expect(plain.contains("begin the URL with https") == hasContent)
        }
        let other = try await RawClient.with(listener.address) { client in
            try await client.send("\u{1}\u{2}\u{3}\u{4}\u{5}\u{6}")
            return (try? await client.receiveAll()) ?? ""
        }
        #expect(!other.contains("HTTP/1.1"))
        await listener.shutdown()
    }

    @Test func aCertificateThatCannotBeUsedIsToldWithTheRemedy() async throws {
        let failure = await #expect(throws: ListenFailure.self) {
            _ = try await HTTPListener.start(.init(identity: TLSIdentity(certificates: "junk", key: "junk"))) { _ in
                .now(OutgoingResponse(PreparedResponse(Response(status: 200))))
            }
        }
        #expect(failure?.kind == .badCertificate)
        #expect(failure?.remedy.contains("PEM") == true)
    }
}
