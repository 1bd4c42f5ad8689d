// A contract by URL is fetched once, with what its references lead to on the same server, and from nobody else.

import HTTPExchange
import HTTPTypes
import HTTPWire
import OpenAPIContract
import SourceDocuments
import Synchronization
import Testing

@testable import CounterpartCommand

@Suite struct RemoteContractTests {
    /// A server of texts by their target, and what was asked of it.
    private final class Documents: Sendable {
        private let asked = Mutex<[String]>([])
        private let texts = Mutex<[String: Response]>([:])
        private let listener = Mutex<HTTPListener?>(nil)

        var targets: [String] { asked.withLock { $0.sorted() } }

        func put(_ text: String, at target: String) {
            texts.withLock { $0[target] = Response(status: 200, body: Array(text.utf8)) }
        }

        func redirect(_ target: String, to location: String) {
            texts.withLock { $0[target] = Response(status: 302, headers: [.location: location]) }
        }

        func start() async throws -> String {
            let started = try await HTTPListener.start(.init()) { request in
                self.asked.withLock { $0.append(request.target) }
                let answer = self.texts.withLock { $0[request.target] } ?? Response(status: 404)
                return .now(OutgoingResponse(PreparedResponse(answer)))
            }
            listener.withLock { $0 = started }
            return "http://127.0.0.1:\(started.address.port)"
        }

        func stop() async { await listener.withLock(\.self)?.shutdown() }
    }

    private static func document(_ schemas: String) -> String {
        """
        openapi: 3.1.0
        info: {title: Pets, version: '1'}
        paths:
          /pets:
            get:
              responses:
                '200': {description: All, content: {application/json: {schema: {$ref: '\(schemas)'}}}}
        """
    }

    @Test func referencesAreFollowedOnTheSameServer() async throws {
        let server = Documents()
        let url = try await server.start()
        server.redirect("/latest?format=yaml", to: "/api/v1/openapi.yaml")
        server.put(Self.document("../schemas/pets.yaml"), at: "/api/v1/openapi.yaml")
        server.put("type: array\nitems: {$ref: '\(url)/api/schemas/pet.yaml'}", at: "/api/schemas/pets.yaml")
        server.put("type: object\nproperties: {name: {type: string}}", at: "/api/schemas/pet.yaml")
        let loaded = Contract.load(named: "\(url)/latest?format=yaml")
        #expect(loaded.diagnostics.map(\.message) == [])
        #expect(loaded.contract?.operations.count == 1)
        #expect(
            server.targets == [
                "/api/schemas/pet.yaml", "/api/schemas/pets.yaml", "/api/v1/openapi.yaml", "/latest?format=yaml",
            ])
        await server.stop()
    }

    @Test func nobodyElseIsAsked() async throws {
        let (server, other) = (Documents(), Documents())
        let (url, foreign) = (try await server.start(), try await other.start())
        server.put(Self.document("\(foreign)/pets.yaml"), at: "/openapi.yaml")
        server.put(Self.document("/moved.yaml"), at: "/second.yaml")
        server.redirect("/moved.yaml", to: "\(foreign)/pets.yaml")
        other.put("type: array", at: "/pets.yaml")
        #expect(Contract.load(named: "\(url)/openapi.yaml").diagnostics.map(\.code) == [.refNetwork])
        let moved = Contract.load(named: "\(url)/second.yaml")
        #expect(
            moved.diagnostics.first?.message
                == "'\(url)/moved.yaml' cannot be fetched: it leads on to another server, \(foreign)")
        #expect(other.targets.isEmpty)
        await server.stop()
        await other.stop()
    }

    @Test func whatIsNotThereIsSaid() async throws {
        let server = Documents()
        let url = try await server.start()
        server.redirect("/loop", to: "/loop")
        #expect(
            Contract.load(named: "\(url)/none.yaml").diagnostics.map(\.message) == [
                "'\(url)/none.yaml' cannot be fetched: it answers 404"
            ])
        #expect(
            Contract.load(named: "\(url)/loop").diagnostics.map(\.message) == [
                "'\(url)/loop' cannot be fetched: it leads on more than 5 times"
            ])
        await server.stop()
        let refused = Contract.load(named: "\(url)/none.yaml")
        #expect(refused.contract == nil && refused.diagnostics.count == 1)
    }
}
