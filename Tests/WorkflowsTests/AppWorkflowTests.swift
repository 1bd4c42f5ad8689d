// The workflows of the app contracts, each run against the mock of its contract.

import MockRules
import Foundation
import JSONValues
import HTTPExchange
import SourceDocuments
import OpenAPIContract
import Mocking
import Testing
import Workflows

private enum Contracts {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Contracts")

    /// A mock with the behaviour of its folder, and the workflows beside it.
    static func load(_ name: String) throws -> (mock: Mock, library: WorkflowLibrary) {
        let path = folder.appending(path: name).path
        let contract = try #require(Contract.load(path: path).contract)
        let files = try #require(ContractFolder(path: path))
        let behaviour = try #require(Behaviour.load(from: files, for: contract).behaviour)
        let loaded = try #require(WorkflowLibrary.load(beside: contract, in: files))
        #expect(loaded.diagnostics.isEmpty, "\(DiagnosticReport(loaded.diagnostics).text)")
        return (Mock(contract, behaviour: behaviour), try #require(loaded.library))
    }
}

@Suite struct AppWorkflowTests {
    @Test(arguments: [
        ("sneaker-shop", ["log-in", "wrong-password", "buy", "buy-a-variation", "like", "search", "home"]),
        (
            "selectable-catalog",
            ["switch-attributes", "enter-on-a-variation", "item-without-variations", "unknown-item"]
        ),
        ("golden-sewing", ["first-load", "load-category", "past-the-end", "search", "changes"]),
    ])
    func everyWorkflowPasses(_ name: String, _ ids: [String]) async throws {
        let (mock, library) = try Contracts.load(name)
        #expect(library.workflows.map(\.id) == ids)
        let runner = WorkflowRunner(library) { call in mock.answer(call.request).response.response }
        for id in ids {
            let run = await runner.run(try #require(library.reference(to: id)))
            #expect(run.failure == nil, "\(name), \(id): \(run.failure.map { "\($0)" } ?? "")")
            #expect(!run.exchanges.isEmpty)
        }
    }

    @Test func aNumberBeyondDoublesSurvivesFromAnswerToRequest() async throws {
        let (mock, library) = try Contracts.load("sneaker-shop")
        let runner = WorkflowRunner(library) { call in mock.answer(call.request).response.response }
        let run = await runner.run(try #require(library.reference(to: "home")))
        #expect(run.exchanges.last?.call.request.target.hasSuffix("product_id=9007199254740993") == true)
    }

    @Test func inputsReachTheSteps() async throws {
        let (mock, library) = try Contracts.load("sneaker-shop")
        let runner = WorkflowRunner(library) { call in mock.answer(call.request).response.response }
        let run = await runner.run(
            try #require(library.reference(to: "log-in")), inputs: ["email": "anna@shop.example", "passwd": "wrong"])
        let failure = try #require(run.failure)
        #expect(failure.kind == .criterion)
        #expect(failure.expected == "$response.body#/logged_in == true")
        #expect(failure.found == "$response.body#/logged_in is false")
        #expect(failure.trail.description == "[log-in/send-credentials]")
        #expect(failure.place?.file.hasSuffix("sneaker-shop/workflows.arazzo.yaml") == true)
        #expect(failure.place.flatMap { $0.source.line($0.line)?.text }?.contains("logged_in == true") == true)
    }

    @Test func aFailureInAWorkflowThatAStepRunsNamesTheWayThere() async throws {
        let (mock, library) = try Contracts.load("sneaker-shop")
        let runner = WorkflowRunner(library) { call in
            call.operation.id == "login" ? Response(status: 503) : mock.answer(call.request).response.response
        }
        let run = await runner.run(try #require(library.reference(to: "buy")))
        #expect(run.failure?.trail.description == "[buy/log-in, log-in/send-credentials]")
        #expect(run.exchanges.map(\.call.operation.id) == ["login"])
    }
}
