// Clients that note which properties are read: in debug builds alone, and only where it is asked for.

import Foundation
import OpenAPIContract
import SourceDocuments
import Testing

@testable import SwiftGeneration

@Suite(.timeLimit(.minutes(10))) struct TrackingTests {
    private static let document = """
        openapi: 3.1.0
        info: {title: Shop, version: '1'}
        paths:
          /orders/{id}:
            get:
              operationId: getOrder
              parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
              responses: {'200': {description: d, content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}}}
        components:
          schemas:
            Address: {type: object, required: [city], properties: {city: {type: string}, street: {type: string}}}
            Order:
              type: object
              required: [id, to]
              properties:
                id: {type: integer}
                stored-id: {type: string}
                note: {type: string, deprecated: true}
                to: {$ref: '#/components/schemas/Address'}
                lines: {type: array, items: {type: object, properties: {sku: {type: string}, count: {type: integer}}}}
                next: {$ref: '#/components/schemas/Order'}
        """

    private static func files(tracking: Bool) throws -> [GeneratedFile] {
        let contract = try #require(Contract.load(files: ["openapi.yaml": document], root: "openapi.yaml").contract)
        var settings = ClientSettings(name: "Shop", access: .internal)
        settings.tracksReads = tracking
        return ClientGenerator.generate(contract, settings).files
    }

    @Test func offIsWithoutATrace() throws {
        let plain = try Self.files(tracking: false)
        #expect(!plain.contains { $0.text.contains("PropertyReads") })
        let tracked = try Self.files(tracking: true)
        #expect(plain.map(\.path) == tracked.map(\.path))
        // What the app sees is the same: no public name is another.
        #expect(tracked.first { $0.path == "Models.swift" }?.text.contains("var id: Int") ?? false)
    }

    /// A program that reads some of an order, and prints what was noted.
    private static let program = """
        import Foundation
        let json = Data(#"{"id": 1, "to": {"city": "Wien", "street": "x"}, "lines": [{"sku": "a", "count": 2}], "next": {"id": 2, "to": {"city": "Linz"}}}"#.utf8)
        var order = try JSONDecoder().decode(Order.self, from: json)
        guard try JSONDecoder().decode(Order.self, from: JSONEncoder().encode(order)) == order else { fatalError() }
        order.storedID = "b"
        print(order.id, order.to.city, order.lines?.first?.sku ?? "", order.next?.id ?? 0, terminator: "\\n")
        let file = URL(fileURLWithPath: CommandLine.arguments[1])
        try PropertyReads.write(to: file)
        PropertyReads.reset()
        try PropertyReads.write(to: file)
        print(String(decoding: try Data(contentsOf: file), as: UTF8.self))
        """

    @Test(arguments: [true, false])
    func notesInDebugBuildsAlone(isDebug: Bool) throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("tracking-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        var paths: [String] = []
        for (path, text) in try Self.files(tracking: true).map({ ($0.path, $0.text) }) + [("main.swift", Self.program)]
        {
            let url = directory.appendingPathComponent(path.replacing("/", with: "-"))
            try Data(text.utf8).write(to: url)
            paths.append(url.path)
        }
        let program = directory.appendingPathComponent("program").path
        let flags = ["-swift-version", "6", "-warnings-as-errors"] + (isDebug ? ["-DDEBUG"] : [])
        let compiled = try Self.run("swiftc", ["-o", program] + flags + paths)
        #expect(compiled.status == 0, "\(compiled.text.prefix(4_000))")
        let ran = try Self.run(program, [directory.appendingPathComponent("reads.json").path])
        #expect(ran.status == 0)
        let noted = """
            1 Wien a 2
            {
              "counterpartReads" : 1,
              "properties" : {
                "#/components/schemas/Address" : [
                  "city"
                ],
                "#/components/schemas/Order" : [
                  "id",
                  "lines",
                  "next",
                  "to"
                ],
                "#/components/schemas/Order/properties/lines/items" : [
                  "sku"
                ]
              }
            }

            """
        let nothing = """
            1 Wien a 2
            {
              "counterpartReads" : 1,
              "properties" : {

              }
            }

            """
        #expect(ran.text == (isDebug ? noted : nothing))
    }

    private static func run(_ program: String, _ arguments: [String]) throws -> (status: Int32, text: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [program] + arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text)
    }
}
