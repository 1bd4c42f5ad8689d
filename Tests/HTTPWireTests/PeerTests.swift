// Where a connection comes from, and by which addresses this machine is reached.

import HTTPExchange
import NIOCore
import Testing

@testable import HTTPWire

@Suite(.timeLimit(.minutes(10))) struct PeerTests {
    @Test(arguments: [
        ("127.0.0.1", true), ("127.8.9.10", true), ("::1", true), ("::ffff:127.0.0.1", true), ("192.168.1.2", false),
        ("10.0.0.127", false), ("::ffff:10.0.0.1", false), ("fe80::1", false),
    ])
    func loopbackIsThisMachine(address: String, isLoopback: Bool) throws {
        let peer = Peer(try SocketAddress(ipAddress: address, port: 5_000))
        #expect(peer.isLoopback == isLoopback)
        #expect(!peer.address.contains("5000"))
    }

    @Test func anUnknownAddressIsNotTrusted() {
        #expect(!Peer(nil).isLoopback)
    }

    @Test func theHandlerKnowsWhoAsks() async throws {
        let listener = try await HTTPListener.start(.init()) { _, peer in
            let text = "\(peer.address) \(peer.isLoopback)"
            return .now(OutgoingResponse(PreparedResponse(Response(status: 200, body: Array(text.utf8)))))
        }
        let answer = try await RawClient.with(listener.address) { client in
            try await client.send("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
            return try await client.receiveAll()
        }
        await listener.shutdown()
        #expect(answer.hasSuffix("\r\n\r\n127.0.0.1 true"))
    }

    @Test func theAddressesOfTheNetworkAreNotThoseOfTheMachineAlone() {
        let addresses = LocalNetwork.addresses
        #expect(addresses.allSatisfy { !$0.hasPrefix("127.") && $0.split(separator: ".").count == 4 })
        #expect(Set(addresses).count == addresses.count)
    }
}
