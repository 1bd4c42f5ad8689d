// No false word: the mock of any contract, held to it by all phases, gives no finding.

import VerificationReports
import Foundation
import HTTPExchange
import SourceDocuments
import OpenAPIContract
import HTTPTypes
import Mocking
import OwnThread
import Testing
import Verification

/// The published documents.
enum Corpus {
    static let folder = URL(
        fileURLWithPath: ProcessInfo.processInfo.environment["COUNTERPART_CORPUS"]
            ?? KeystoneTests.root.appendingPathComponent("../shared/corpus").path)

    static let isThere = FileManager.default.fileExists(atPath: folder.appendingPathComponent("museum.yaml").path)

    private static let requests = ProcessInfo.processInfo.environment["COUNTERPART_CORPUS_REQUESTS"].flatMap { Int($0) }

    /// How many requests each mock is sent at most, three times: large documents take minutes in a debug build. `bench corpus` sends
    /// all.
    static func requests(to document: String) -> Int {
        if let requests { return requests }
        switch size(of: document) {
        case ..<30_000: return 150
        case ..<500_000: return 40
        default: return 20
        }
    }

    private static func size(of document: String) -> Int {
        let attributes = try? FileManager.default.attributesOfItem(atPath: folder.appendingPathComponent(document).path)
        return attributes?[.size] as? Int ?? 0
    }

    /// Every document that is not to be refused; of the folders that are split over several files the first of them.
    static let documents: [String] = {
        let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        let single = names.filter {
            !$0.hasPrefix("refuse/") && !$0.hasPrefix("multi/")
                && ["yaml", "json"].contains(($0 as NSString).pathExtension)
        }
        return (single + ["multi/redocly-pre-split/petstore/openapi.yaml", "multi/specmatic-external/api.yaml"])
            .sorted()
    }()
}

@Suite(.ownThread, .enabled(if: Corpus.isThere, "the corpus is not here")) struct CorpusTests {
    @Test(arguments: Corpus.documents) func theMockGivesNoFinding(document: String) async throws {
        let contract = try #require(
            Contract.load(path: Corpus.folder.appendingPathComponent(document).path).contract)
        let mock = Mock(contract)
        // The first phases use up what a large document is given, so the later ones get as much again.
        for phases in [Set(Phase.allCases), [.lifecycle], [.fuzz]] {
            let options = VerificationOptions(
                phases: phases, maxRequests: Corpus.requests(to: document), isDestructive: true)
            let report = await Verifier(contract: contract, options: options) {
                mock.answer($0).response.response
            }.run()
            let text = report.text(backend: BackendURL(host: "mock", port: 80))
            #expect(report.findings.isEmpty, "\(document): \(text)")
        }
    }
}
