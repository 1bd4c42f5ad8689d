// Every workflow of the reference client against recordings of the three backends, and nothing else.

import Foundation
import OpenAPIContract
import Mocking
import Recordings
import ReferenceClient
import Testing

@testable import Storefront

@Suite struct RecordedWorkflowTests {
    static let path: @Sendable (String) -> String = { api in "Recordings/\(api)/app.har" }

    /// Without mock file, and with refusals for what is not recorded.
    static let mocks: [String: Mock] = {
        var mocks: [String: Mock] = [:]
        for api in Workflow.apis {
            do { mocks[api] = try replay(api) } catch { Issue.record("\(api): \(error)") }
        }
        return mocks
    }()

    private static func replay(_ api: String) throws -> Mock {
        let path = Stage.folder.appendingPathComponent(Self.path(api)).path
        let bytes = try #require(FileManager.default.contents(atPath: path), "\(path) is missing")
        let archive = try Archive(name: Self.path(api), bytes: Array(bytes))
        let folder = Stage.folder.appendingPathComponent("Contracts/\(api)").path
        let contract = try #require(Contract.load(path: folder).contract)
        return Mock(contract, recordings: RecordedTraffic([archive], missing: .refused))
    }

    @Test(arguments: Workflow.all) func passesAgainstItsReplay(workflow: Workflow) async throws {
        let time = VirtualTime()
        func transport(_ api: String) throws -> any Transport {
            MockTransport(
                mock: try #require(Self.mocks[api]), clock: time.clock, timeout: 30, session: workflow.id)
        }
        let transports = Backends.Transports(
            shop: try transport(Backends.names.shop), catalog: try transport(Backends.names.catalog),
            workshop: try transport(Backends.names.workshop))
        let transcript = try await workflow.transcript(try Stage.storefront(transports, clock: time.clock))
        #expect(try transcript == workflow.text("Transcripts"))
    }

    /// Whatever the backends have said keeps to the contracts, and can be said again.
    @Test(arguments: Workflow.apis) func holdsNothingThatCannotBeReplayed(api: String) throws {
        let mock = try #require(Self.mocks[api])
        #expect(mock.driftedRecordings.map { "\($0.source): \($0.violations)" } == [])
        #expect(try #require(mock.replayed).leftOut.map { "\($0.source): \($0.reason)" } == [])
        #expect(try #require(mock.replayed).exchanges.isEmpty == false)
    }

    /// Recordings are looked at in reviews, and fetched by whoever clones this.
    @Test(arguments: Workflow.apis) func isSmall(api: String) throws {
        let path = Stage.folder.appendingPathComponent(Self.path(api)).path
        let size = try #require(FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
        #expect(size < 1_000_000)
    }
}
