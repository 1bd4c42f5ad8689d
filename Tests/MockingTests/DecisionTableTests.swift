// The decision table, a row per case, in process and over a socket.

import Journals
@testable import MockRules
import Certificates
import Foundation
import HTTPExchange
import SourceDocuments
import HTTPTypes
import SecureWire
import MockServing
import OpenAPIContract
import Recordings
import Testing

@testable import Mocking

/// One request and the answer that the table gives.
struct DecisionCase: Sendable, CustomTestStringConvertible {
    let name: String
    var method = HTTPRequest.Method.get
    let target: String
    var headers: HTTPFields = [:]
    var body = ""
    let status: Int
    let decision: String
    /// Nil where the very words are another test's business.
    var content: String?
    var type: String? = "application/problem+json"

    /// What the session has asked for before.
    var before: [Request] = []
    var file = ShopContract.mockFile
    var recordings: RecordedTraffic?

    var testDescription: String { name }

    var request: Request { Request(method: method, target: target, headers: headers, body: Array(body.utf8)) }
}

@Suite struct DecisionTableTests {
    static let json: HTTPFields = [.contentType: "application/json"]

    static func prefer(_ value: String) -> HTTPFields {
        HTTPField.Name("Prefer").map { [$0: value] } ?? [:]
    }

    static func header(_ name: String) -> HTTPFields { HTTPField.Name(name).map { [$0: "yes"] } ?? [:] }

    static let table =
        routing + oneOffs + faults + refusals + preferences + recordings + rules + collections + examples

    /// How the requests of a row are sent.
    enum Way: CaseIterable {
        case asTheyAre, withFieldsOfAnApp, inSessionByPath, inSessionByHeader

        func request(_ request: Request) -> Request {
            var request = request
            switch self {
            case .asTheyAre: break
            case .withFieldsOfAnApp:
                let fields: HTTPFields = [
                    .accept: "application/json", .authorization: "Bearer eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl",
                    .userAgent: "Sneakers/3.14 CFNetwork/1568.200.51 Darwin/24.1.0", .acceptLanguage: "en-GB,en;q=0.9",
                    .acceptEncoding: "gzip, deflate, br",
                ]
                request.headers = fields.merging(request.headers)
            case .inSessionByPath: request.target = "/_counterpart/sessions/one" + request.target
            case .inSessionByHeader:
                if let name = HTTPField.Name("Counterpart-Session") { request.headers[name] = "one" }
            }
            return request
        }
    }

    @Test(arguments: table)
    func inProcess(row: DecisionCase) throws {
        for way in Way.allCases {
            let mock = try ShopContract.mock(row.file, recordings: row.recordings)
            let control = Control(mock: mock)
            for request in row.before.map(way.request) where control.answer(request, isLoopback: true) == nil {
                _ = mock.answer(request)
            }
            let answer = mock.answer(way.request(row.request))
            #expect(answer.decision.description.withoutSeed == row.decision.withoutSeed, "\(way)")
            check(answer.response.response, row, way)
        }
    }

    @Test(arguments: table)
    func overASocket(row: DecisionCase) async throws {
        for way in Way.allCases { try await check(row, way, MockServer.Configuration(), .system) }
    }

    private static let identity = Result { () throws -> TLSIdentity in
        let folder = NSTemporaryDirectory() + "counterpart-table-\(UUID().uuidString)"
        let issued = try LocalAuthority(folder: folder).certificate(for: ["localhost", "127.0.0.1"])
        try FileManager.default.removeItem(atPath: folder)
        return TLSIdentity(certificates: issued.certificates, key: issued.key)
    }

    @Test(arguments: table)
    func overHTTP2(row: DecisionCase) async throws {
        var configuration = MockServer.Configuration()
        configuration.identity = try Self.identity.get()
        for way in Way.allCases { try await check(row, way, configuration, .none) }
    }

    private func check(
        _ row: DecisionCase, _ way: Way, _ configuration: MockServer.Configuration, _ trust: ServerTrust
    ) async throws {
        let mock = try ShopContract.mock(row.file, recordings: row.recordings)
        let server = try await MockServer.start(ServedMock(name: "shop", mock: mock), configuration: configuration)
        let sender = HTTPSender(timeout: .seconds(60), trust: trust)
        var answers: [Result<Response, NoResponse>] = []
        for request in row.before + [row.request] {
            do throws(NoResponse) {
                answers.append(.success(try await sender.send(way.request(request), to: server.address)))
            } catch {
                answers.append(.failure(error))
            }
        }
        await sender.shutdown()
        await server.shutdown()
        check(try #require(answers.last).get(), row, way)
    }

    private func check(_ response: Response, _ row: DecisionCase, _ way: Way) {
        #expect(response.status == row.status, "\(way)")
        let decision = HTTPField.Name("Counterpart-Decision").flatMap { response.headers[$0] }
        #expect(decision?.withoutSeed == row.decision.withoutSeed, "\(way)")
        #expect(response.headers[.contentType] == row.type, "\(way)")
        // A HEAD has what its GET has, but for the content.
        if let content = row.content, row.method != .head {
            #expect(String(decoding: response.body, as: UTF8.self) == content, "\(way)")
        }
    }
}

extension String {
    /// What is made up follows from the session too.
    fileprivate var withoutSeed: String { replacing(/sample, seed \d{4,}/, with: "sample") }
}

extension HTTPFields {
    /// With others, which count where both have a field.
    func merging(_ others: HTTPFields) -> HTTPFields {
        others.reduce(into: self) { $0[$1.name] = $1.value }
    }
}
