// The three app contracts with their mock files: every named exchange is answered by the rules as the contract shows it.

import Journals
@testable import MockRules
import HTTPExchange
import Foundation
import JSONValues
import SourceDocuments
import OpenAPIContract
import HTTPTypes
import Testing

@testable import Mocking

/// A contract of this repository with its behaviour.
struct AppContract {
    let contract: Contract
    let behaviour: Behaviour

    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    static func load(_ name: String) throws -> AppContract {
        let path = root.appending(path: "Contracts/\(name)").path
        let loaded = Contract.load(path: path)
        let contract = try #require(loaded.contract)
        let (behaviour, diagnostics) = Behaviour.load(from: try #require(ContractFolder(path: path)), for: contract)
        #expect(DiagnosticReport(diagnostics).text == "")
        return AppContract(contract: contract, behaviour: try #require(behaviour))
    }

    static let clock = MockClock { .seconds(1_795_253_400) }

    func mock() -> Mock { Mock(contract, behaviour: behaviour, clock: Self.clock) }
}

@Suite struct AppBehaviourTests {
    @Test(arguments: ["sneaker-shop", "selectable-catalog", "golden-sewing"])
    func everyNamedExchangeIsAsTheContractShowsIt(name: String) throws {
        let app = try AppContract.load(name)
        for operation in app.contract.operations {
            for pair in operation.pairs {
                let request = operation.request(for: pair, basePath: operation.servers.first?.basePath ?? "")
                let answer = app.mock().answer(request)
                let title = "\(operation.id) \(pair.name): \(answer.decision)"
                #expect(answer.response.response.status == pair.status, "\(title)")
                let violations = answer.ownViolations.map { "\($0.location) \($0.message)" }
                #expect(violations == [], "\(title)")
                guard answer.requestViolations.isEmpty else { continue }
                #expect(answer.decision.description.hasPrefix("rule "), "\(title)")
                guard name != "golden-sewing" else { continue }
                let body = answer.response.response.body
                let shown = pair.response.map { $0.media.encode($0.value).bytes } ?? []
                #expect(try body == shown || JSON(parsing: body) == JSON(parsing: shown), "\(title)")
            }
        }
    }
}
