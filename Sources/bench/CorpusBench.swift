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
        abstract: "Verifies the mock of every document of a folder against that document, whole.",
        discussion: """
            In this process and without a limit: some minutes for contracts of hundreds of operations. What is found is the mock's \
            fault or a false word of the verifier's; the command fails then.
            """)

    @Option(help: "The folder of documents; also $COUNTERPART_CORPUS.")
    var corpus = ProcessInfo.processInfo.environment["COUNTERPART_CORPUS"] ?? "../shared/corpus"

    @Option(help: "What random requests follow from.")
    var seed: UInt64 = 0

    @Option(help: "How many requests each mock is sent at most.")
    var maxRequests: Int?

    @Argument(help: "Documents of the folder; all of them by default, but for those to be refused.")
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
            found += report.causes.count
            print(
                "\(report.causes.isEmpty ? "✓" : "✗") \(document): \(report.causes.count) findings, \(report.sent) requests"
            )
            if !report.causes.isEmpty { print(report.text(backend: BackendURL(host: "mock", port: 80))) }
        }
        if found > 0 { throw ExitCode.failure }
    }

    private func report(on contract: Contract) async -> Verification.Report {
        let mock = Mock(contract)
        let options = VerificationOptions(seed: seed, maxRequests: maxRequests)
        return await Verifier(contract: contract, options: options) { mock.answer($0).response.response }.run()
    }

    /// Of a contract that is split over several files, the one that is called `openapi` or `api`.
    private static func documents(in folder: URL) throws -> [String] {
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
