// Workflows as a phase of verification: against our own mocks, and against backends that get something wrong.

import VerificationReports
import MockRules
import ClientIdentities
import SourceDocuments
import Foundation
import JSONValues
import HTTPExchange
import OpenAPIContract
import HTTPTypes
import Mocking
import OwnThread
import Synchronization
import Testing
import Verification
import Workflows

@Suite(.ownThread) struct WorkflowPhaseTests {
    private struct Subject {
        let contract: Contract
        let mock: Mock
        let library: WorkflowLibrary

        init(_ name: String) throws {
            let path = KeystoneTests.root.appendingPathComponent("Contracts/\(name)").path
            contract = try #require(Contract.load(path: path).contract)
            let folder = try #require(ContractFolder(path: path))
            let behaviour = try #require(Behaviour.load(from: folder, for: contract).behaviour)
            mock = Mock(contract, behaviour: behaviour)
            library = try #require(WorkflowLibrary.load(beside: contract, in: folder)?.library)
        }

        func options(_ names: [String] = [], inputs: JSONObject = [:]) -> VerificationOptions {
            var options = VerificationOptions(phases: [.workflows])
            options.workflows = WorkflowPlan(library, names: names, inputs: inputs)
            return options
        }
    }

    private static let backend = BackendURL(host: "mock", port: 80)

    @Test(arguments: ["sneaker-shop", "selectable-catalog", "golden-sewing"])
    func everyWorkflowPassesAgainstItsMock(_ name: String) async throws {
        let subject = try Subject(name)
        let mock = subject.mock
        let report = await Verifier(contract: subject.contract, options: subject.options()) {
            mock.answer($0).response.response
        }.run()
        #expect(report.findings.isEmpty, "\(report.text(backend: Self.backend))")
        #expect(report.answered > 10 && report.leftOut.isEmpty)
    }

    /// What the other phases leave behind does not make a workflow fail.
    @Test(arguments: ["sneaker-shop", "selectable-catalog", "golden-sewing"])
    func allPhasesTogetherHaveNothingAgainstTheMock(_ name: String) async throws {
        let subject = try Subject(name)
        let mock = subject.mock
        var options = subject.options()
        options.phases = Set(Phase.allCases)
        let report = await Verifier(contract: subject.contract, options: options, sleep: { _ in }) {
            mock.answer($0).response.response
        }.run()
        #expect(report.findings.isEmpty, "\(report.text(backend: Self.backend))")
        #expect(report.leftOut.isEmpty)
    }

    /// A shop whose cart forgets how many there are.
    @Test func aCriterionThatDoesNotHoldIsAFindingWithAllThatLedToIt() async throws {
        let subject = try Subject("sneaker-shop")
        let mock = subject.mock
        let report = await Verifier(contract: subject.contract, options: subject.options(["buy"])) { request in
            var response = mock.answer(request).response.response
            let text = String(decoding: response.body, as: UTF8.self)
            response.body = Array(text.replacing("\"number\":3", with: "\"number\":1").utf8)
            return response
        }.run()
        #expect(report.findings.count == 1)
        let finding = try #require(report.findings.first?.finding)
        #expect(finding.check == .criterion)
        #expect(finding.operation.id == "getProductsInCart")
        #expect(finding.name == "workflow buy")
        #expect(finding.expected == "$response.body#/0/number == 3")
        #expect(finding.found == "$response.body#/0/number is 1")
        #expect(finding.id == "criterion:getProductsInCart:buy/three-in-cart, $response.body#/0/number == 3")
        let place = try #require(finding.place)
        #expect(place.file.hasSuffix("Contracts/sneaker-shop/workflows.arazzo.yaml"))
        #expect(place.source.line(place.line)?.text.contains("$response.body#/0/number == 3") == true)
        let text = report.text(backend: Self.backend)
        let calls = text.split(separator: "\n").filter { $0.contains("curl ") }
        #expect(calls.count == 7, "\(text)")
        #expect(calls.first?.contains("/api/login/login") == true)
        #expect(calls.last?.contains("/api/cart/get_products_in_cart") == true)
        #expect(text.contains("workflows.arazzo.yaml:\(place.line):"))
        let row = report.json(backend: Self.backend)["findings"]?[0]
        #expect(row?["contract"]?["line"] == .number(JSONNumber(place.line)))
        #expect(row?["reproduce"]?.string?.split(separator: "\n").count == 7)
    }

    /// Exchanges of workflows are judged as all others are.
    @Test func anAnswerThatBreaksTheContractIsOneFindingMore() async throws {
        let subject = try Subject("selectable-catalog")
        let mock = subject.mock
        let report = await Verifier(contract: subject.contract, options: subject.options(["item-without-variations"])) {
            request in
            var response = mock.answer(request).response.response
            if request.target.hasSuffix("/1001/") {
                response.body = Array(
                    String(decoding: response.body, as: UTF8.self).replacing("\"price\":", with: "\"cost\":").utf8)
            }
            return response
        }.run()
        #expect(Set(report.findings.map(\.finding.check)) == [.bodyShape])
    }

    @Test func aGroupWithoutItemsIsAFinding() async throws {
        let subject = try Subject("selectable-catalog")
        let mock = subject.mock
        let report = await Verifier(contract: subject.contract, options: subject.options(["switch-attributes"])) {
            request in
            request.target.hasSuffix("contiguous/")
                ? Response(
                    status: 200, headers: [.contentType: "application/json"], body: Array("[]".utf8))
                : mock.answer(request).response.response
        }.run()
        #expect(report.findings.map(\.finding.check) == [.criterion])
    }

    @Test func inputsAreGivenAndWhatLacksThemIsLeftOut() async throws {
        let subject = try Subject("sneaker-shop")
        let mock = subject.mock
        let wrong = await Verifier(
            contract: subject.contract,
            options: subject.options(["log-in"], inputs: ["email": "anna@shop.example", "passwd": "not it"])
        ) { mock.answer($0).response.response }.run()
        #expect(wrong.findings.map(\.finding.expected) == ["$response.body#/logged_in == true"])

        let unfit = await Verifier(
            contract: subject.contract, options: subject.options(["log-in"], inputs: ["email": 7])
        ) { mock.answer($0).response.response }.run()
        #expect(unfit.sent == 0)
        #expect(unfit.leftOut.map(\.what) == ["workflow log-in"])
        #expect(unfit.text(backend: Self.backend).contains("workflow log-in"))
    }

    @Test func nothingThatChangesDataIsSentIfItMustNot() async throws {
        let subject = try Subject("sneaker-shop")
        let mock = subject.mock
        var options = subject.options()
        options.isSafe = true
        let report = await Verifier(contract: subject.contract, options: options) { mock.answer($0).response.response }
            .run()
        #expect(report.sent == 0)
        #expect(report.leftOut.count == subject.library.workflows.count)
    }

    /// A 429 is waited for, unless the step says what is to be done about it.
    @Test(arguments: [("200", 2), ("429", 1)]) func tooManyRequests(_ status: String, _ sent: Int) async throws {
        let contract = try #require(
            Contract.load(files: [
                "openapi.yaml": """
                openapi: 3.1.0
                info: {title: T, version: '1'}
                paths: {/a: {get: {operationId: a, responses: {'200': {description: A}, '429': {description: B}}}}}
                """
            ]).contract)
        let folder = ContractFolder(files: [
            "workflows.arazzo.yaml": """
            arazzo: 1.0.1
            info: {title: T, version: '1'}
            sourceDescriptions: [{name: api, url: openapi.yaml}]
            workflows:
              - workflowId: w
                steps: [{stepId: s, operationId: a, successCriteria: [{condition: $statusCode == \(status)}]}]
            """
        ])
        let library = try #require(WorkflowLibrary.load(beside: contract, in: folder)?.library)
        var options = VerificationOptions(phases: [.workflows])
        options.workflows = WorkflowPlan(library)
        let answers = Answers([429, 200])
        let report = await Verifier(contract: contract, options: options, sleep: { _ in }) { _ in
            Response(status: answers.next())
        }.run()
        #expect(report.findings.isEmpty, "\(report.text(backend: Self.backend))")
        #expect(report.sent == sent)
    }

    @Test func secretsAreNotSeen() async throws {
        let subject = try Subject("sneaker-shop")
        var options = subject.options(["log-in"])
        options.identity = Identity(headers: [.authorization: "Bearer top'secret"])
        options.otherIdentity = Identity(headers: [.authorization: "Bearer not-yours"])
        let report = await Verifier(contract: subject.contract, options: options) { request in
            // A backend that repeats what it was sent.
            Response(
                status: 200, headers: [.contentType: "application/json"],
                body: Array(#"{"logged_in": "\#(request.headers[.authorization] ?? "")"}"#.utf8))
        }.run()
        let outputs = [
            report.text(backend: Self.backend), report.json(backend: Self.backend).serialized(.pretty),
        ]
        for output in outputs {
            #expect((output.contains("***") || output.contains("$TOKEN")) && output.contains("curl"))
            #expect(!output.contains("top'secret") && !output.contains("top'\\''secret") && !output.contains("secret"))
        }
    }
}

/// Statuses, one after another.
private final class Answers: Sendable {
    private let statuses: Mutex<[Int]>

    init(_ statuses: [Int]) { self.statuses = Mutex(statuses) }

    func next() -> Int { statuses.withLock { $0.isEmpty ? 200 : $0.removeFirst() } }
}
