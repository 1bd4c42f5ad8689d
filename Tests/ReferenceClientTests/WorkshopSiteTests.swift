// The workshop's site, row by row, and the odd things that real servers send.

import Foundation
import Testing

@testable import ReferenceClient

@Suite struct WorkshopSiteTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let sends: String
        let call: @Sendable (WorkshopSite) async throws(ClientError) -> String
        var answers: [(reply: HTTPReply, result: String)] = []

        var testDescription: String { name }

        init(
            name: String, sends: String, call: @escaping @Sendable (WorkshopSite) async throws(ClientError) -> String
        ) {
            (self.name, self.sends, self.call) = (name, sends, call)
        }

        func answering(_ answers: [(reply: HTTPReply, result: String)]) -> Row {
            var row = self
            row.answers = answers
            return row
        }
    }

    static let total: HTTPHeaders = ["X-WP-Total": "66", "X-WP-TotalPages": "7"]
    static let post =
        #"{"id":5,"title":{"rendered":"A &amp; B"},"content":{"rendered":"<p>x<\/p>"},"modified_gmt":"2026-09-20T18:08:00","categories":[1],"link":"https:\/\/s.example\/","sticky":false}"#
    static func error(_ code: String) -> String {
        #"{"code":"\#(code)","message":"No &amp; no","data":{"status":400}}"#
    }
    static let refused = "\(ClientError.refused(.badRequest("No & no")))"

    static let rows: [Row] = [
        Row(name: "listCategories", sends: "GET /wp-json/wp/v2/categories?page=1&per_page=100") {
            site throws(ClientError) in
            let page = try await site.categories(page: 1, size: 100)
            return "\(page.elements.map(\.name)) \(page.total) \(page.pages)"
        }.answering([
            (
                HTTPReply(200, total, json: #"[{"id":1,"count":2,"name":"A &amp; B","link":"https://s.example/"}]"#),
                #"["A & B"] 66 7"#
            ),
            (HTTPReply(400, json: error("rest_invalid_param")), refused),
            (HTTPReply(500), "\(ClientError.serverFailed(status: 500))"),
        ]),
        Row(
            name: "listPosts",
            sends: "GET /wp-json/wp/v2/posts?categories=1&page=2&per_page=10&search=%D0%BC&orderby=id&order=asc"
        ) {
            site throws(ClientError) in
            let page = try await site.works(.page(2), size: 10, in: 1, containing: "м", order: .id)
            return "\(page.elements.map(\.title)) \(page.total) \(page.pages)"
        }.answering([
            (HTTPReply(200, total, json: "[\(post)]"), #"["A & B"] 66 7"#),
            (HTTPReply(400, json: error("rest_post_invalid_page_number")), "\(ClientError.refused(.pastTheLastPage))"),
            (HTTPReply(400, json: error("rest_invalid_param")), refused),
        ]),
        Row(name: "listPosts by offset", sends: "GET /wp-json/wp/v2/posts?offset=66&per_page=10") {
            site throws(ClientError) in
            "\(try await site.works(.after(66), size: 10).elements.count)"
        }.answering([(HTTPReply(200, total, json: "[]"), "0")]),
        Row(name: "getPost", sends: "GET /wp-json/wp/v2/posts/5") { site throws(ClientError) in
            let work = try await site.work(5)
            return "\(work.title) \(work.text) \(work.modifiedAt.timeIntervalSince1970)"
        }.answering([
            (HTTPReply(200, json: post), "A & B x 1789927680.0"),
            (HTTPReply(404, json: error("rest_post_invalid_id")), "\(ClientError.refused(.unknownWork))"),
            (HTTPReply(404, json: error("rest_no_route")), "\(ClientError.refused(.unknownWork))"),
        ]),
        Row(name: "listMedia", sends: "GET /wp-json/wp/v2/media?per_page=100&parent=5") { site throws(ClientError) in
            "\(try await site.pictures(of: 5))"
        }.answering([
            (
                HTTPReply(200, total, json: #"[{"id":1,"source_url":"https://s.example/a.jpg","media_details":[]}]"#),
                "[https://s.example/a.jpg]"
            ),
            (HTTPReply(400, json: error("rest_invalid_param")), refused),
        ]),
    ]

    @Test(arguments: rows) func eachStatusOfEachOperation(row: Row) async throws {
        for (reply, expected) in row.answers {
            let server = StagedServer(reply)
            let site = WorkshopSite(api: GoldenSewing.Client(transport: server))
            let result: String
            do throws(ClientError) { result = try await row.call(site) } catch { result = "\(error)" }
            #expect(result == expected)
            #expect(server.calls.map(\.line) == [row.sends])
        }
    }

    /// What plugins leave out, and PHP's empty arrays.
    @Test(
        arguments: [
            ("", nil, nil, false, 0), (#","acf":[]"#, nil, nil, false, 0),
            (#","acf":{"best_offer":null,"attributes":null}"#, nil, nil, false, 0),
            (
                #","acf":{"best_offer":true,"attributes":[{"name":"cloth","values":["льон"],"more":1}]}"#, nil, nil,
                true, 1
            ),
            (#","better_featured_image":null"#, nil, nil, false, 0),
            (
                #","better_featured_image":{"source_url":"https://s.example/a","media_details":{"sizes":[]}}"#, "a",
                "a", false, 0
            ),
            (#","better_featured_image":{"source_url":"https://s.example/a"}"#, "a", "a", false, 0),
            (
                #","better_featured_image":{"source_url":"https://s.example/a","media_details":{"sizes":{"medium":{"source_url":"https://s.example/m"}}}}"#,
                "a", "m", false, 0
            ),
        ] as [(String, String?, String?, Bool, Int)])
    func oddPosts(fields: String, image: String?, thumbnail: String?, isBestOffer: Bool, attributes: Int) async throws {
        let server = StagedServer(HTTPReply(200, json: Self.post.dropLast() + fields + "}"))
        let work = try await WorkshopSite(api: GoldenSewing.Client(transport: server)).work(5)
        #expect(work.image?.lastPathComponent == image)
        #expect(work.thumbnail?.lastPathComponent == thumbnail)
        #expect(work.isBestOffer == isBestOffer)
        #expect(work.attributes.count == attributes)
    }
}
