// A long answer is decoded off the caller's actor, also in a module where functions that wait stay on it.

import Foundation
import OpenAPIContract
import Testing

@testable import SwiftGeneration

struct DecodingActorTests {
    private static let contract = """
        openapi: 3.1.0
        info: {title: Rows, version: '1'}
        paths:
          /rows:
            get:
              operationId: listRows
              responses:
                '200':
                  description: all
                  content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Row'}}}}
        components:
          schemas:
            Row: {type: object, required: [id, at], properties: {id: {type: integer}, at: {type: string, format: date-time}}}
        """

    /// An app whose main actor asks for 200,000 rows and counts its own turns meanwhile. Each row has a date that the app reads itself, and
    /// so sees where it is decoded.
    private static let app = ##"""
        import Dispatch
        import Foundation

        final class Seen: @unchecked Sendable {
            private let lock = NSLock()
            private var rows = (main: 0, other: 0)
            func note() {
                // The main actor is the main queue, which on Linux is not bound to a thread.
                let isMain = DispatchQueue.getSpecific(key: App.mark) != nil
                lock.withLock { if isMain { rows.main += 1 } else { rows.other += 1 } }
            }
            func taken() -> (main: Int, other: Int) {
                lock.withLock {
                    defer { rows = (0, 0) }
                    return rows
                }
            }
        }

        @MainActor final class Turns { var count = 0 }

        @main struct App {
            static let mark = DispatchSpecificKey<Bool>()

            @MainActor static func main() async throws {
                DispatchQueue.main.setSpecific(key: mark, value: true)
                await Task.yield()
                let rows = (0..<200_000).map { #"{"id": \#($0), "at": "odd"}"# }.joined(separator: ",")
                let body = Data("[\(rows)]".utf8)
                let seen = Seen()
                let leniency = Leniency(date: { _ in seen.note(); return Date(timeIntervalSince1970: 0) })
                let client = Client(transport: ClosureTransport { _ in HTTPReply(status: 200, body: body) })
                    .reading(leniency)
                let turns = Turns()
                let ticking = Task { @MainActor in
                    while !Task.isCancelled {
                        turns.count += 1
                        try? await Task.sleep(nanoseconds: 1_000_000)
                    }
                }
                let before = turns.count
                let decoded = try await client.listRows().ok
                let during = turns.count - before
                ticking.cancel()
                let called = seen.taken()
                // What is decoded here is seen to be.
                _ = try leniency.reading {
                    try JSONDecoder().decode(Row.self, from: Data(#"{"id": 1, "at": "odd"}"#.utf8))
                }
                print(decoded.count, called.main, called.other, during, seen.taken().main)
            }
        }
        """##

    @Test(arguments: ["5", "6"]) func rowsAreDecodedOffTheMainActor(_ mode: String) async throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("rows-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: directory) }
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let document = directory.appendingPathComponent("openapi.yaml")
        try Data(Self.contract.utf8).write(to: document)
        let contract = try #require(Contract.load(path: document.path).contract)
        var paths: [String] = []
        for file in Golden.generate(contract, ClientSettings(name: "Rows")).files + [
            GeneratedFile(path: "App.swift", text: Self.app)
        ] {
            let url = directory.appendingPathComponent(file.path)
            try Data(file.text.utf8).write(to: url)
            paths.append(url.path)
        }
        let program = directory.appendingPathComponent("rows").path
        let flags = ["-enable-upcoming-feature", "NonisolatedNonsendingByDefault", "-swift-version", mode]
        let built = try Self.run(
            ["swiftc", "-wmo", "-warnings-as-errors", "-parse-as-library", "-o", program] + flags + paths)
        try #require(built.status == 0, "\(built.text.prefix(4_000))")
        let ran = try Self.run([program])
        let counts = ran.text.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        try #require(ran.status == 0 && counts.count == 5, "\(ran.text)")
        #expect(counts[0] == 200_000)
        #expect(counts[1] == 0, "rows were decoded on the main actor")
        #expect(counts[2] == 200_000)
        // One turn at the end is there also where the main actor was held all the time.
        #expect(counts[3] > 10, "the main actor had \(counts[3]) turns while the answer was read")
        #expect(counts[4] == 1, "what the main actor decodes itself was not seen there")
    }

    private static func run(_ arguments: [String]) throws -> (status: Int32, text: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        let output = Pipe()
        process.standardError = output
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text)
    }
}
