// Lists that nobody may add to, and what is wrong at the ends of their pages alone.

import HTTPExchange
import HTTPTypes
import JSONValues
import OpenAPIContract
import Testing
import VerificationReports

@testable import Verification

@Suite struct LastPageTests {
    private static let document = """
        openapi: 3.1.0
        info: {title: Posts, version: '1'}
        paths:
          /posts:
            get:
              operationId: listPosts
              parameters:
                - {name: per_page, in: query, schema: {type: integer, minimum: 1, maximum: 20, default: 10}}
                - {name: offset, in: query, schema: {type: integer, minimum: 0}}
                - {name: author, in: query, schema: {type: integer}}
                - {name: slug, in: query, schema: {type: string}}
                - {name: order, in: query, schema: {enum: [asc, desc]}}
              responses: &answers
                '200': {description: Posts., content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Post'}}}}}
                '400': {description: Refused.}
                '404': {description: There is none.}
          /events:
            get:
              operationId: listEvents
              parameters:
                - {name: limit, in: query, schema: {type: integer, minimum: 1, maximum: 20, default: 10}}
                - {name: cursor, in: query, schema: {type: string}}
              responses:
                '200': {description: Events., content: {application/json: {schema: {$ref: '#/components/schemas/Events'}}}}
                '400': {description: Refused.}
        components:
          schemas:
            Post:
              type: object
              required: [id, author, slug, title]
              properties: {id: {type: integer}, author: {type: integer}, slug: {type: string}, title: {type: string}}
            Events:
              type: object
              required: [data]
              properties: {data: {type: array, items: {$ref: '#/components/schemas/Post'}}, next_cursor: {type: string}}
        """

    private enum Mistake { case oneTooMany, lastPageStays, cursorIsUsedUp, oneIsBroken }

    /// The things that there are, and the cursors that were followed.
    private actor Blog {
        let mistake: Mistake?
        private var used: Set<String> = []

        init(_ mistake: Mistake?) { self.mistake = mistake }

        private func post(_ id: Int) -> JSON {
            let title: JSON = mistake == .oneIsBroken && id == 13 ? .null : .string("Post \(id)")
            return [
                "id": .number(JSONNumber(id)), "author": .number(JSONNumber(id % 3)), "slug": .string("post-\(id)"),
                "title": title,
            ]
        }

        func answer(_ request: Request) -> Response {
            let pairs = (request.query ?? "").split(separator: "&").map { $0.split(separator: "=", maxSplits: 1) }
            let query = Dictionary(
                pairs.map { (String($0[0]), $0.count > 1 ? Percent.decoded($0[1]) : "") },
                uniquingKeysWith: { _, last in last })
            func number(_ name: String, _ usual: Int?, _ allowed: ClosedRange<Int>) -> Int? {
                query[name].map { Int($0).flatMap { allowed.contains($0) ? $0 : nil } } ?? usual
            }
            let refused = Response(status: 400)
            guard request.method == .get else {
                return Response(status: 405, headers: [.allow: "GET"])
            }
            let isEvents = request.path == "/events"
            guard isEvents || request.path == "/posts" else { return Response(status: 404) }
            guard var size = number(isEvents ? "limit" : "per_page", 10, 1...20) else { return refused }
            if mistake == .oneTooMany, size == 20 { size += 1 }
            if query["author"].map({ Int($0) == nil }) == true { return refused }
            if query["order"].map({ !["asc", "desc"].contains($0) }) == true { return refused }
            var all = Array(1...25)
            if let author = query["author"] { all = all.filter { "\($0 % 3)" == author } }
            if let slug = query["slug"] { all = all.filter { "post-\($0)" == slug } }
            if query["order"] == "desc" { all.reverse() }
            guard var offset = number(isEvents ? "cursor" : "offset", 0, 0...Int.max) else { return refused }
            if let cursor = query["cursor"] {
                if mistake == .cursorIsUsedUp, !used.insert(cursor).inserted { return refused }
            }
            if mistake == .lastPageStays, !isEvents { offset = min(offset, max(all.count - 1, 0) / size * size) }
            let page = JSON.array(all.dropFirst(offset).prefix(size).map(post))
            let rest = offset < all.count && all.count - offset > size
            let body: JSON =
                isEvents
                ? (rest ? ["data": page, "next_cursor": .string("\(offset + size)")] : ["data": page]) : page
            return Response(
                status: 200, headers: [.contentType: "application/json"], body: Array(body.serialized().utf8))
        }
    }

    private func findings(_ mistake: Mistake?, seed: UInt64 = 0, phases: Set<Phase> = Set(Phase.allCases)) async throws
        -> [Finding]
    {
        let contract = try #require(Contract.load(files: ["openapi.yaml": Self.document]).contract)
        let blog = Blog(mistake)
        var options = VerificationOptions(phases: phases, seed: seed)
        options.isSafe = true
        let report = await Verifier(contract: contract, options: options) { await blog.answer($0) }.run()
        return report.findings.map(\.finding).filter { $0.degree != .note && $0.check != .violationAccepted }
    }

    @Test func nothingIsWrongWithListsThatKeepToTheContract() async throws {
        #expect(try await findings(nil).map(\.id) == [])
    }

    @Test func aPageHoldsOneMoreThanAllowed() async throws {
        let ids = try await findings(.oneTooMany, phases: [.lifecycle]).map(\.id)
        #expect(
            ids == [
                "page-overflow:listPosts:query parameter 'per_page'",
                "page-overflow:listEvents:query parameter 'limit'",
            ])
    }

    @Test func thePageAfterTheLastIsTheLastOnceMore() async throws {
        let found = try await findings(.lastPageStays, phases: [.lifecycle])
        #expect(found.map(\.id) == ["page-overflow:listPosts:page after the last"])
        #expect(found.map(\.degree) == [.suspicion])
    }

    @Test func aCursorIsGoodOnce() async throws {
        let found = try await findings(.cursorIsUsedUp, phases: [.lifecycle])
        #expect(found.map(\.id) == ["page-overflow:listEvents:query parameter 'cursor' twice"])
        #expect(found.map(\.found) == ["400"])
    }

    /// The thirteenth post is on no usual page, and no filter but its own finds it.
    @Test(arguments: [0, 1, 2, 3, 4] as [UInt64], [Phase.boundaries, .lifecycle])
    func oneOfManyIsFoundWithEverySeed(seed: UInt64, phase: Phase) async throws {
        let found = try await findings(.oneIsBroken, seed: seed, phases: [phase])
        #expect(found.contains { $0.id == "body-shape:listPosts:body at /*/title" && $0.found.contains("id 13") })
    }
}
