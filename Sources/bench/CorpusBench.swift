// `bench corpus`: the mock of every published document, held to it by all phases, whole: nothing is to be found.

import ArgumentParser
import Foundation
import HTTPExchange
import SourceDocuments
import OpenAPIContract
import Mocking
import Verification

struct CorpusBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "corpus",
        abstract: "Verify the mock of every document in a folder against that document, without limits.",
        discussion: """
            Runs in this process, some minutes for contracts of hundreds of operations. A finding is a mistake of the mock or a \
            false positive of the verifier; the command fails then.
            """)

    @Option(help: "The folder of documents; also $COUNTERPART_CORPUS.")
    var corpus = ProcessInfo.processInfo.environment["COUNTERPART_CORPUS"] ?? "../shared/corpus"

    @Option(help: "The seed of random requests.")
    var seed: UInt64 = 0

    @Option(help: "Send each mock at most this many requests.")
    var maxRequests: Int?

    @Argument(help: "Documents in the folder; by default all but those in refuse/.")
    var documents: [String] = []

    func run() async throws {
        let folder = URL(filePath: corpus)
        var found = 0
        for document in documents.isEmpty ? try Self.documents(in: folder) : documents {
            let path = folder.appending(path: document).path(percentEncoded: false)
            guard let contract = Contract.load(path: path).contract else {
                print("✗ \(document) does not load")
                found += 1
                continue
            }
            let report = await report(on: contract)
            found += report.findings.count
            print(
                "\(report.findings.isEmpty ? "✓" : "✗") \(document): \(report.findings.count) findings, \(report.sent) requests"
            )
            if !report.findings.isEmpty { print(report.text(backend: BackendURL(host: "mock", port: 80))) }
        }
        if found > 0 { throw ExitCode.failure }
    }

    private func report(on contract: Contract) async -> Verification.Report {
        let mock = Mock(contract)
        let options = VerificationOptions(seed: seed, maxRequests: maxRequests, isDestructive: true)
        return await Verifier(contract: contract, options: options) { mock.answer($0).response.response }.run()
    }

    /// Of a contract that is split over several files, the one that is called `openapi` or `api`.
    static func documents(in folder: URL) throws -> [String] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path(percentEncoded: false))
        let found = names.filter { name in
            guard ["yaml", "json"].contains((name as NSString).pathExtension), !name.hasPrefix("refuse/") else {
                return false
            }
            let file = ((name as NSString).lastPathComponent as NSString).deletingPathExtension
            return !name.hasPrefix("multi/") || file == "openapi" || file == "api"
        }
        guard !found.isEmpty else { throw ValidationError("There are no documents in \(folder.path()).") }
        return found.sorted()
    }
}
