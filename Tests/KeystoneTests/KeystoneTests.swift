// The keystone: what the mock of a contract answers, the verifier of that contract accepts.

import VerificationReports
import Foundation
import JSONValues
import HTTPExchange
import SourceDocuments
import OpenAPIContract
import HTTPTypes
import Mocking
import OwnThread
import Testing
import Verification

@Suite(.ownThread) struct KeystoneTests {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    static let folders: [String] = {
        let contracts = root.appendingPathComponent("Contracts")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: contracts.path)) ?? []
        return names.filter { !$0.hasPrefix(".") }.sorted()
    }()

    @Test func theAppContractsAreThere() {
        #expect(Set(Self.folders).isSuperset(of: ["golden-sewing", "selectable-catalog", "sneaker-shop"]))
    }

    @Test(arguments: folders) func theVerifierHasNothingAgainstTheMock(folder: String) async throws {
        let loaded = Contract.load(path: Self.root.appendingPathComponent("Contracts/\(folder)").path)
        #expect(loaded.diagnostics.isEmpty)
        let contract = try #require(loaded.contract)
        let mock = Mock(contract)
        #expect(mock.invalidExamples.isEmpty)
        var exchanges: [Report.Answered] = []
        let report = await Verifier(
            contract: contract, options: VerificationOptions(phases: [.examples], isDestructive: true)
        ) {
            mock.answer($0).response.response
        }.run(observe: { exchanges.append($0) })
        let text = report.text(backend: BackendURL(host: "mock", port: 80))
        #expect(report.findings.isEmpty, "\(text)")
        #expect(exchanges.count == contract.operations.reduce(0) { $0 + $1.pairs.count })
        try write(exchanges, to: folder)
    }

    /// As many requests as there are operations reach them all.
    @Test(arguments: folders) func aRunCutShortHasSeenEveryOperation(folder: String) async throws {
        let contract = try #require(
            Contract.load(path: Self.root.appendingPathComponent("Contracts/\(folder)").path).contract)
        let mock = Mock(contract)
        let report = await Verifier(
            contract: contract,
            options: VerificationOptions(maxRequests: contract.operations.count, isDestructive: true)
        ) {
            mock.answer($0).response.response
        }.run()
        #expect(report.findings.isEmpty)
        #expect(report.operationsAnswered == contract.operations.count)
    }

    @Test(arguments: folders) func everyDeclaredStatusHasAnExample(folder: String) throws {
        let contract = try #require(
            Contract.load(path: Self.root.appendingPathComponent("Contracts/\(folder)").path).contract)
        for operation in contract.operations {
            let shown = Set(operation.pairs.map(\.status))
            for response in operation.responses {
                #expect(shown.contains(response.status.representative), "\(operation.id) \(response.status)")
            }
        }
    }

    /// Where `COUNTERPART_EXCHANGES` names a folder, the exchanges go there as JSON Lines, for judges that are not ours.
    private func write(_ exchanges: [Report.Answered], to folder: String) throws {
        guard let directory = ProcessInfo.processInfo.environment["COUNTERPART_EXCHANGES"] else { return }
        let lines = exchanges.map { answered -> String in
            func fields(_ headers: HTTPFields) -> JSON {
                .array(headers.map { [.string($0.name.rawName), .string($0.value)] })
            }
            func text(_ bytes: [UInt8]) -> JSON { .string(Data(bytes).base64EncodedString()) }
            let (request, response) = (answered.exchange.request, answered.exchange.response)
            let line: JSON = [
                "operation": .string(answered.operation.id), "example": .string(answered.name),
                "conforming": .bool(answered.exchange.response.status < 400),
                "method": .string(request.method.rawValue), "target": .string(request.target),
                "headers": fields(request.headers), "body": text(request.body),
                "status": .number(JSONNumber(response.status)), "responseHeaders": fields(response.headers),
                "responseBody": text(response.body),
            ]
            return line.serialized()
        }
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        try (lines.joined(separator: "\n") + "\n").write(
            toFile: "\(directory)/\(folder).jsonl", atomically: true, encoding: .utf8)
    }
}
