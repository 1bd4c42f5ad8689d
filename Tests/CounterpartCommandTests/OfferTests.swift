// `counterpart` without arguments: what it offers in folders with contracts and without.

import Foundation
import Testing

@Suite struct OfferTests {
    private static func run(in folder: URL) throws -> Program.Result {
        let (process, output, error) = Program.process([])
        process.currentDirectoryURL = folder
        try process.run()
        let (text, words) = (
            output.fileHandleForReading.readDataToEndOfFile(), error.fileHandleForReading.readDataToEndOfFile()
        )
        process.waitUntilExit()
        return Program.Result(
            status: process.terminationStatus, output: String(decoding: text, as: UTF8.self),
            error: String(decoding: words, as: UTF8.self))
    }

    @Test func contractsOfAPackageAreOffered() throws {
        let result = try Self.run(in: Program.root)
        #expect(result.status == 0)
        #expect(
            result.output == """
                Contracts here: Contracts/golden-sewing, Contracts/selectable-catalog, Contracts/sneaker-shop

                  counterpart serve Contracts/golden-sewing                     a mock on http://127.0.0.1:8080
                  counterpart check Contracts/golden-sewing                     errors and warnings
                  counterpart show Contracts/golden-sewing                      its operations
                  counterpart verify Contracts/golden-sewing --backend URL      where a backend breaks it
                  counterpart generate Contracts/golden-sewing --output Client  a Swift client

                counterpart --help lists all commands.

                """)
    }

    @Test func theFolderItselfIsOffered() throws {
        let result = try Self.run(in: Program.root.appending(path: "Contracts/sneaker-shop"))
        #expect(result.status == 0)
        #expect(result.output.hasPrefix("  counterpart serve .                     a mock on"))
    }

    @Test func aFolderWithoutContractsIsToldWhereToGetOne() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "empty-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let result = try Self.run(in: folder)
        #expect(result.status == 0)
        #expect(result.output.hasPrefix("There is no contract here. To get one:\n\n  counterpart init shop   "))
        #expect(result.output.hasSuffix("\ncounterpart --help lists all commands.\n"))
    }

    @Test func aNameWithASpaceIsOneWord() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "names-\(UUID())")
        let contract = folder.appending(path: "book shop")
        try FileManager.default.createDirectory(at: contract, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.copyItem(
            at: Program.root.appending(path: "Contracts/sneaker-shop/openapi.yaml"),
            to: contract.appending(path: "openapi.yaml"))
        #expect(try Self.run(in: folder).output.hasPrefix("  counterpart serve './book shop'  "))
    }
}
