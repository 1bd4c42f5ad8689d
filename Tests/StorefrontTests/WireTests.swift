// The same walks over a socket, on a very bad network, and each fault as URLSession sees it.

import MockRules
import Foundation
import MockServing
import Mocking
import ReferenceClient
import Testing

@testable import Storefront

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct WireTests {
    private func transports(_ server: MockServer, session: String) throws -> Backends.Transports {
        let url = try #require(URL(string: "\(server.address)/_counterpart/sessions/\(session)"))
        let transport = URLSessionTransport(url: url, configuration: .ephemeral)
        return Backends.Transports(shop: transport, catalog: transport, workshop: transport)
    }

    /// At its true speed: what `counterpart serve --profile very-bad` delivers, all workflows at the same time.
    @Test(.timeLimit(.minutes(10))) func everyWorkflowOnAVeryBadNetwork() async throws {
        let server = try await Stage.server(profile: .veryBad)
        try await withThrowingTaskGroup(of: (Workflow, String, Duration).self) { group in
            for workflow in Workflow.all {
                let transports = try transports(server, session: workflow.id)
                group.addTask {
                    let clock = AppClock(now: { Stage.start }, sleep: AppClock.system.sleep)
                    let began = ContinuousClock.now
                    let transcript = try await workflow.transcript(try Stage.storefront(transports, clock: clock))
                    return (workflow, transcript, ContinuousClock.now - began)
                }
            }
            for try await (workflow, transcript, time) in group {
                #expect(try transcript == workflow.text("Transcripts"), "\(workflow.testDescription)")
                // Half a second there, half a second back, for one request at least.
                #expect(time >= .seconds(1), "\(workflow.testDescription)")
            }
        }
        await server.shutdown()
    }

    /// What a call becomes, and whether it was the transport that failed.
    struct Result: Equatable {
        var error: ClientError?
        var isTransport = false
    }

    private func result(_ call: () async throws(CallError) -> Result) async -> Result {
        do throws(CallError) {
            return try await call()
        } catch {
            if case .transport = error { return Result(error: ClientError(error), isTransport: true) }
            return Result(error: ClientError(error))
        }
    }

    /// A call with content in its answer, and one without.
    private func results(_ transport: any Transport, _ fault: FaultCase) async -> [Result] {
        let api = SneakerShop.Client(transport: transport, middleware: [Stage.asking(for: fault.name)])
        let session = ShopOperations(api: api)
        return [
            await result { () throws(CallError) in Result(error: try await session.recommended()) },
            await result { () throws(CallError) in Result(error: try await session.add()) },
        ]
    }

    @Test(
        arguments: FaultCase.all.filter { !$0.name.hasSuffix("-once") && $0.name != "quota" && $0.name != "500-often" })
    func eachFaultIsOneErrorInProcessAndOverASocket(fault: FaultCase) async throws {
        let server = try await Stage.server()
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = 2
        let base = "\(server.address)/_counterpart/sessions/wire-\(fault.name)"
        let socket = URLSessionTransport(url: try #require(URL(string: base)), configuration: configuration)
        let process = MockTransport(
            mock: try #require(Stage.mocks[Backends.names.shop]), clock: VirtualTime().clock,
            session: "process-\(fault.name)")
        let overSocket = await results(socket, fault)
        let inProcess = await results(process, fault)
        #expect(overSocket == inProcess)
        #expect(overSocket[0].error == fault.error)
        #expect(overSocket[1].error == (fault.sparesEmptyAnswers ? nil : fault.error))
        await server.shutdown()
    }

    /// The first three requests of a minute are answered, the fourth is not.
    @Test func aQuotaIsBusyOverASocketToo() async throws {
        let fault = try #require(FaultCase.all.first { $0.name == "quota" })
        let server = try await Stage.server()
        let base = "\(server.address)/_counterpart/sessions/wire-quota"
        let socket = URLSessionTransport(url: try #require(URL(string: base)), configuration: .ephemeral)
        let process = MockTransport(
            mock: try #require(Stage.mocks[Backends.names.shop]), clock: VirtualTime().clock, session: "process-quota")
        var (overSocket, inProcess): ([Result], [Result]) = ([], [])
        for _ in 0..<2 {
            overSocket += await results(socket, fault)
            inProcess += await results(process, fault)
        }
        #expect(overSocket == inProcess)
        #expect(overSocket == [Result(), Result(), Result(), Result(error: fault.error)])
        await server.shutdown()
    }

    @Test func aServerThatIsNotThereIsNoNetwork() async throws {
        let server = try await Stage.server()
        let url = try #require(URL(string: "\(server.address)"))
        await server.shutdown()
        let outcome = await results(URLSessionTransport(url: url), FaultCase.all[0])
        #expect(outcome.map(\.error) == [.noNetwork, .noNetwork])
    }
}

/// Two calls past the session, so that errors are still those of the generated client.
private struct ShopOperations {
    let api: SneakerShop.Client

    func recommended() async throws(CallError) -> ClientError? {
        switch try await api.getRecommendedProducts(.init(userID: 18_446_744_073_709_551_615)) {
        case .ok: nil
        case .unauthorized: .refused(.unknownUser)
        case .undocumented(let reply): Self.error(reply)
        }
    }

    func add() async throws(CallError) -> ClientError? {
        let change = SneakerShop.CartChange(userID: 18_446_744_073_709_551_615, productID: 1001)
        switch try await api.addToCart(.init(body: change)) {
        case .ok: return nil
        case .badRequest: return .refused(.notForTheCart)
        case .unauthorized: return .refused(.unknownUser)
        case .undocumented(let reply): return Self.error(reply)
        }
    }

    private static func error(_ reply: HTTPReply) -> ClientError {
        ClientError("", undocumented: reply)
    }
}
