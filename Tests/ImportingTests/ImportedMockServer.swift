// Imports files, loads the folder that comes of it, and asks its mock.

import MockRules
import Foundation
import HTTPExchange
import HTTPTypes
import JSONValues
import SourceDocuments
import OpenAPIContract
import Testing

@testable import Importing
@testable import Mocking

/// The mock of an imported folder.
struct ImportedMockServer {
    let result: Import
    let mock: Mock

    /// The samples of other tools.
    static let interop: URL = {
        let named = ProcessInfo.processInfo.environment["COUNTERPART_INTEROP"].map { URL(filePath: $0) }
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return named ?? root.appending(path: "../shared/interop").standardizedFileURL
    }()

    static func sample(_ path: String) throws -> (path: String, bytes: [UInt8]) {
        (path, Array(try Data(contentsOf: interop.appending(path: path))))
    }

    init(samples: String..., with others: [String: String] = [:]) throws {
        try self.init(samples.map(Self.sample) + others.map { ($0.key, Array($0.value.utf8)) })
    }

    init(_ text: String, files: [String: String] = [:]) throws {
        try self.init([("mappings/a.json", Array(text.utf8))] + files.map { ($0.key, Array($0.value.utf8)) })
    }

    /// Fails where the written folder has as much as a warning.
    init(_ files: [(path: String, bytes: [UInt8])]) throws {
        result = try Import(ImportFiles(files), named: "sample")
        let folder = FileManager.default.temporaryDirectory.appending(path: "import-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        for file in result.folder.files {
            let place = folder.appending(path: file.path)
            try FileManager.default.createDirectory(
                at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(file.bytes).write(to: place)
        }
        let loaded = MockDefinition.load(path: folder.path)
        let problems = loaded.diagnostics.filter { $0.severity != .note }
        guard let definition = loaded.definition, problems.isEmpty else {
            let texts = result.folder.files.map {
                "\($0.path):\n" + String(decoding: $0.bytes.prefix(6_000), as: UTF8.self)
            }
            Issue.record(
                "\(problems.prefix(5).map { "\($0.message) \($0.found ?? "") \($0.place.map { "\($0)" } ?? "")" }.joined(separator: "\n"))\n\(texts.joined(separator: "\n"))"
            )
            throw CancellationError()
        }
        mock = Mock(
            definition.contract, behaviour: definition.behaviour, options: Mock.Options(seed: 7, showsDecision: false))
    }

    struct Given {
        let status: Int
        let text: String
        let response: Response
        let answer: Answer

        var json: JSON? { try? JSON(parsing: text) }

        func header(_ name: String) -> String? { HTTPField.Name(name).flatMap { response.headers[$0] } }
    }

    /// `GET /path`, with header fields and a body.
    func ask(_ line: String, _ headers: [String: String] = [:], _ body: String = "") throws -> Given {
        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
        var fields = HTTPFields()
        for (name, value) in headers { fields[try #require(HTTPField.Name(name))] = value }
        let request = Request(
            method: try #require(HTTPRequest.Method(words[0])), target: words[1], headers: fields,
            body: Array(body.utf8))
        let answer = mock.answer(request)
        let response = answer.response.response
        return Given(
            status: response.status, text: String(decoding: response.body, as: UTF8.self), response: response,
            answer: answer)
    }
}

/// A request and what the source's file says is answered.
struct ExpectedAnswer: CustomStringConvertible, Sendable {
    let request: String
    var headers: [String: String] = [:]
    var body = ""
    let status: Int
    /// Nil where only the status counts.
    var text: String?

    init(_ request: String, _ headers: [String: String], body: String = "", _ status: Int, _ text: String? = nil) {
        (self.request, self.headers, self.body, self.status, self.text) = (request, headers, body, status, text)
    }

    init(_ request: String, _ status: Int, _ text: String? = nil) {
        (self.request, self.status, self.text) = (request, status, text)
    }

    init(_ request: String, body: String, _ status: Int, _ text: String? = nil) {
        (self.request, self.body, self.status, self.text) = (request, body, status, text)
    }

    var description: String { request }

    func check(_ server: ImportedMockServer, _ location: SourceLocation = #_sourceLocation) throws {
        let given = try server.ask(request, headers, body)
        #expect(given.status == status, "\(request) \(headers) \(body): \(given.text)", sourceLocation: location)
        if let text { #expect(given.text == text, "\(request) \(headers) \(body)", sourceLocation: location) }
    }
}
