// `bench believe`: whether the mocks of published documents tell one story, asked as a client asks that knows paths alone.

import ArgumentParser
import Foundation
import Mocking
import OpenAPIContract

struct BelieveBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "believe",
        abstract: "Asks the mock of every document of a folder whether its lists, items, pages and answers agree.",
        discussion: """
            In this process. What belongs together is found by paths (`/resources` and `/resources/{id}`) and by names, not by what the mock \
            makes of the contract. The command fails where a figure over all documents is below its floor.
            """)

    @Option(help: "The folder of documents; also $COUNTERPART_CORPUS.")
    var corpus = ProcessInfo.processInfo.environment["COUNTERPART_CORPUS"] ?? "../shared/corpus"

    @Option(help: "What made-up values follow from.")
    var seed: UInt64 = 0

    @Option(help: "How many of what was missed to show of each question and document.")
    var misses = 0

    @Flag(help: "Only tell the figures; fail on none.")
    var tellOnly = false

    @Argument(help: "Documents of the folder; all of them by default, but for those to be refused.")
    var documents: [String] = []

    func run() throws {
        let folder = URL(filePath: corpus)
        var total = StoryFigures()
        var failed: [String] = []
        for document in documents.isEmpty ? try CorpusBench.documents(in: folder) : documents {
            let path = folder.appending(path: document).path(percentEncoded: false)
            guard let contract = Contract.load(path: path).contract else {
                failed.append("\(document) does not load")
                continue
            }
            var figures = StoryFigures()
            StoryReader(contract, seed: seed).read(into: &figures)
            print("\(document): \(figures.line)")
            for (question, missed) in figures.missed where misses > 0 {
                for line in missed.prefix(misses) { print("    \(question.rawValue): \(line)") }
            }
            total.add(figures)
        }
        print("\nover all documents")
        for question in StoryQuestion.allCases {
            let figure = total[question]
            print(
                "  \(question.rawValue.padding(toLength: 12, withPad: " ", startingAt: 0)) \(figure)  \(question.asks)")
            if documents.isEmpty, figure.share < question.floor {
                failed.append("\(question.rawValue): \(figure), the floor is \(question.floor)")
            }
        }
        for line in failed { print("✗ \(line)") }
        if !failed.isEmpty, !tellOnly { throw ExitCode.failure }
    }
}
