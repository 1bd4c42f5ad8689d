// Contracts inferred from the traffic of the app APIs take that traffic.

import ContractChanges
import Foundation
import JSONValues
import JSONSchema
import HTTPExchange
import Archives
import SourceDocuments
import OpenAPIContract
import HTTPTypes
import Testing

@testable import Recordings

extension InferenceTests {
    // MARK: - The app APIs

    static let apis = ["sneaker-shop", "selectable-catalog", "golden-sewing"]

    private static func recording(_ api: String) throws -> Archive {
        let path = root.appendingPathComponent("Recordings/\(api)/app.har").path
        let bytes = try #require(FileManager.default.contents(atPath: path))
        return try Archive(name: "app.har", bytes: Array(bytes))
    }

    static func contract(_ yaml: String) throws -> Contract {
        let loaded = Contract.load(files: ["openapi.yaml": yaml])
        #expect(loaded.diagnostics.filter { $0.severity != .note }.map { "\($0.code) \($0.message)" } == [])
        return try #require(loaded.contract)
    }

    /// The judge has nothing against any exchange under the inferred contract.
    @Test(arguments: apis) func takesTheTrafficOfOurMock(api: String) throws {
        let archive = try Self.recording(api)
        let contract = try Self.contract(InferredContract([archive], title: api, redaction: nil).yaml)
        for exchange in archive.exchanges {
            let response = try #require(exchange.response)
            guard case .judged(let judged) = contract.judge(exchange.request) else {
                Issue.record("\(exchange.source): \(exchange.request.target) finds no operation")
                continue
            }
            if response.status < 400 {
                #expect(judged.violations.map { "\($0.location): \($0.message)" } == [], "\(exchange.source)")
            }
            #expect(
                contract.judge(response, to: judged).map { "\($0.location): \($0.message)" } == [], "\(exchange.source)"
            )
        }
    }

    /// Whatever is inferred has the type that the contract of the mock declares.
    @Test(arguments: apis) func hasNoWrongType(api: String) throws {
        let archive = try Self.recording(api)
        let inferred = try Self.contract(InferredContract([archive], title: api).yaml)
        let declared = try #require(
            Contract.load(path: Self.root.appendingPathComponent("Contracts/\(api)").path).contract)
        var compared: Set<String> = []
        for exchange in archive.exchanges {
            guard case .judged(let one) = inferred.judge(exchange.request),
                case .judged(let other) = declared.judge(exchange.request)
            else {
                Issue.record("\(exchange.source) finds no operation")
                continue
            }
            for parameter in one.operation.parameters {
                let original =
                    other.operation.parameter(parameter.name, in: parameter.location)
                    ?? other.operation.parameters.first { $0.location == .path && parameter.location == .path }
                compare(parameter.schema, original?.schema, "\(one.operation.title) \(parameter.name)", &compared)
            }
            compare(one.media?.schema, other.media?.schema, "\(one.operation.title) body", &compared)
            let status = try #require(exchange.response).status
            compare(
                one.operation.response(for: status)?.content.first?.schema,
                other.operation.response(for: status)?.content.first?.schema, "\(one.operation.title) \(status)",
                &compared)
        }
        #expect(compared.count > 10)
        let changes = ContractComparison.changes(from: declared, to: inferred, today: "2026-11-21")
        let wrong = changes.filter { change in
            ["type-changed", "type-narrowed", "type-widened"].contains { change.rule.id.hasSuffix($0) }
        }
        #expect(wrong.map { "\($0.rule.id): \($0.message)" } == [])
        #expect(!changes.isEmpty)
    }

    private func compare(_ one: Schema?, _ other: Schema?, _ place: String, _ compared: inout Set<String>) {
        guard let one, let other, compared.insert(place).inserted else { return }
        let types = (inferred: one.types.subtracting(.null), declared: other.types.subtracting(.null))
        if one.types != .all, other.types != .all {
            #expect(
                types.inferred.isSubset(of: types.declared),
                "\(place): \(types.inferred.names) is declared \(types.declared.names)")
        }
        if let item = one.items { compare(item, other.items, place + "/*", &compared) }
        for (name, property) in one.properties {
            compare(property, other.property(name), "\(place)/\(name)", &compared)
        }
    }
}
