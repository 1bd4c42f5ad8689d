// What every test of the storefront stands on: the mocks of the three contracts, their workflows as scripts, and time.

import MockRules
import Foundation
import SourceDocuments
import OpenAPIContract
import HTTPExchange
import MockServing
import Mocking
import ReferenceClient
import Testing

@testable import Storefront

enum Stage {
    static let folder: URL = {
        var root = URL(fileURLWithPath: #filePath)
        for _ in 0..<3 { root.deleteLastPathComponent() }
        return root
    }()

    /// The mocks, with every fault of the catalogue: a request asks for one by the field `x-fault`.
    static let mocks: [String: Mock] = {
        var mocks: [String: Mock] = [:]
        for api in Workflow.apis {
            do { mocks[api] = try mock(api) } catch { Issue.record("\(api): \(error)") }
        }
        return mocks
    }()

    /// What the clocks of the mocks show: they have no latency of their own, and no fault that depends on time but the quota.
    static let start = Date(timeIntervalSince1970: 1_795_000_000)

    private static func mock(_ api: String) throws -> Mock {
        let path = folder.appendingPathComponent("Contracts/\(api)")
        var files: [String: String] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: path.path) where name.contains(".") {
            files[name] = try String(contentsOf: path.appendingPathComponent(name), encoding: .utf8)
        }
        files["mock.yaml", default: ""] += "\nfaults:\n" + FaultCase.all.map(\.entry).joined()
        let contract = try #require(Contract.load(path: path.path).contract)
        let (behaviour, diagnostics) = Behaviour.load(from: ContractFolder(files: files), for: contract)
        return Mock(
            contract, behaviour: try #require(behaviour, "\(diagnostics)"),
            clock: MockClock(now: { .seconds(start.timeIntervalSince1970) }))
    }

    /// The transports of one walk: to sessions of its own, and with a fault or without.
    static func transports(session: String, fault: String? = nil, clock: AppClock) throws -> Backends.Transports {
        func transport(_ api: String) throws -> any Transport {
            let mock = MockTransport(
                mock: try #require(mocks[api]), clock: clock, timeout: 30, session: session)
            return mock.with([asking(for: fault)])
        }
        return Backends.Transports(
            shop: try transport(Backends.names.shop), catalog: try transport(Backends.names.catalog),
            workshop: try transport(Backends.names.workshop))
    }

    static func asking(for fault: String?) -> Middleware {
        Middleware { call, next in
            var call = call
            if let fault { call.headers["x-fault"] = fault }
            return try await next(call)
        }
    }

    static func storefront(
        _ transports: Backends.Transports, clock: AppClock, database: any LocalDatabase = MemoryDatabase()
    ) throws -> Storefront {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
        return Storefront(
            Storefront.Services(
                transports, database: database, clock: clock, calendar: calendar,
                policy: RetryPolicy(random: { 0 })))
    }

    /// Serves all mocks on one port, with their deliveries.
    static func server(profile: NetworkProfile? = nil) async throws -> MockServer {
        let mocks = profile == nil ? Self.mocks : try slowMocks(profile)
        let served = mocks.map { ServedMock(name: $0.key, mock: $0.value) }
        return try await MockServer.start(try #require(served.first), others: Array(served.dropFirst()))
    }

    private static func slowMocks(_ profile: NetworkProfile?) throws -> [String: Mock] {
        var slow: [String: Mock] = [:]
        for api in Workflow.apis {
            let path = folder.appendingPathComponent("Contracts/\(api)").path
            slow[api] = try Backends.mock(path, profile: profile, clock: .system)
        }
        return slow
    }
}

/// A workflow of the Arazzo files, and its script.
struct Workflow: Hashable, Sendable, CustomTestStringConvertible {
    static let apis = [Backends.names.shop, Backends.names.catalog, Backends.names.workshop]

    let api: String
    let id: String

    var testDescription: String { "\(api)/\(id)" }

    /// Every script there is.
    static let all: [Workflow] = apis.flatMap { api in
        let folder = Stage.folder.appendingPathComponent("Tests/StorefrontTests/Scripts/\(api)").path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.sorted().map { Workflow(api: api, id: String($0.dropLast(".txt".count))) }
    }

    func text(_ kind: String) throws -> String {
        try String(
            contentsOf: Stage.folder.appendingPathComponent("Tests/StorefrontTests/\(kind)/\(api)/\(id).txt"),
            encoding: .utf8)
    }

    /// Its script, as it goes on a terminal without colours.
    func transcript(_ storefront: Storefront) async throws -> String {
        let lines = Lines()
        let walk = CommandSession(storefront: storefront, text: ScreenText(isStyled: false)) { lines.add($0) }
        let misunderstood = await walk.run(script: try text("Scripts"))
        #expect(misunderstood == nil)
        return lines.text
    }
}

/// Collects what is written.
final class Lines: @unchecked Sendable {
    // Guarded by the lock.
    private var written = ""
    private let lock = NSLock()

    func add(_ text: String) { lock.withLock { written += text } }
    var text: String { lock.withLock { written } }
}

/// Time that passes only where someone waits.
final class VirtualTime: @unchecked Sendable {
    // Guarded by the lock.
    private var passed: TimeInterval = 0
    private let lock = NSLock()

    var elapsed: TimeInterval { lock.withLock { passed } }

    var clock: AppClock {
        AppClock(
            now: { Stage.start + self.elapsed },
            sleep: { seconds in
                try Task.checkCancellation()
                self.lock.withLock { self.passed += seconds }
            })
    }
}
