// The workshop's catalogue on the device: loading page by page, going on after an interruption, checking after ten days.

import Foundation
import Testing

@testable import ReferenceClient

@Suite struct WorkshopTests {
    /// A WordPress with works by category, which pages and filters as the real one does.
    actor Site {
        var works: [(id: Int, category: Int, modified: String)]
        var failing: Set<String> = []

        init(_ works: [(id: Int, category: Int, modified: String)]) { self.works = works }

        func add(_ id: Int, _ category: Int, _ modified: String) { works.append((id, category, modified)) }
        func remove(_ id: Int) { works.removeAll { $0.id == id } }
        func fail(_ targets: Set<String>) { failing = targets }

        func answer(_ call: HTTPCall) throws -> HTTPReply {
            if failing.contains(where: call.target.contains) { throw URLError(.networkConnectionLost) }
            let parts = URLComponents(string: call.target)
            func parameter(_ name: String) -> String? { parts?.queryItems?.first { $0.name == name }?.value }
            if parts?.path == "/wp-json/wp/v2/categories" {
                let ids = Set(works.map(\.category)).sorted()
                let json = ids.map { #"{"id":\#($0),"count":1,"name":"C&amp;\#($0)","link":"https://s.example/"}"# }
                return HTTPReply(
                    200, ["X-WP-Total": "\(ids.count)", "X-WP-TotalPages": "1"],
                    json: "[\(json.joined(separator: ","))]")
            }
            let after = parameter("modified_after").map { String($0.prefix(19)) } ?? ""
            let found =
                works
                .filter { "\($0.category)" == parameter("categories") && $0.modified > after }
                .sorted { $0.id < $1.id }
            let size = Int(parameter("per_page") ?? "") ?? 10
            let page = Int(parameter("page") ?? "") ?? 1
            let pages = (found.count + size - 1) / size
            if page > max(pages, 1) {
                return HTTPReply(
                    400, json: #"{"code":"rest_post_invalid_page_number","message":"m","data":{"status":400}}"#)
            }
            let json = found.dropFirst((page - 1) * size).prefix(size).map {
                """
                {"id":\($0.id),"title":{"rendered":"Work &#171;\($0.id)&#187;"},"content":{"rendered":""},
                "modified_gmt":"\($0.modified)","categories":[\($0.category)],"link":"https://s.example/","acf":[]}
                """
            }
            return HTTPReply(
                200, ["X-WP-Total": "\(found.count)", "X-WP-TotalPages": "\(pages)"],
                json: "[\(json.joined(separator: ","))]")
        }
    }

    /// Five works of one category and one of another, two on a page.
    let site = Site((1...5).map { ($0, 1, "2026-09-01T00:00:0\($0)") } + [(6, 2, "2026-09-01T00:00:06")])
    let server: StagedServer
    let database = MemoryDatabase()
    let time = StagedTime()
    let workshop: Workshop

    init() {
        let site = site
        server = StagedServer { call, _ in try await site.answer(call) }
        workshop = Workshop(
            site: WorkshopSite(api: GoldenSewing.Client(transport: server)), database: database, clock: time.clock,
            pageSize: 2)
    }

    /// The requests for works: category and page.
    private func pages(from start: Int = 0) -> [String] {
        server.calls.dropFirst(start).compactMap { call in
            let items = URLComponents(string: call.target)?.queryItems ?? []
            guard call.operation == "listPosts" else { return nil }
            return ["categories", "page"].compactMap { name in items.first { $0.name == name }?.value }
                .joined(separator: "/")
        }
    }

    private func ids() async throws -> [UInt64] { await database.posts(in: nil).map(\.id).sorted() }

    @Test func theFirstStartLoadsEverythingPageByPageWithProgress() async throws {
        let steps = Steps()
        try await workshop.update { await steps.add($0) }
        #expect(pages() == ["1/1", "1/2", "1/3", "2/1"])
        #expect(
            await steps.texts == ["1 of 2: C&1 1/3", "1 of 2: C&1 2/3", "1 of 2: C&1 3/3", "2 of 2: C&2 1/1"])
        #expect(try await ids() == [1, 2, 3, 4, 5, 6])
        #expect(try await workshop.works(in: 2).map(\.title) == ["Work «6»"])
    }

    @Test(arguments: ["categories?", "&page=1&", "&page=2&", "&page=3&", "categories=2&"])
    func anInterruptionLosesNoPageAndRepeatsNone(failing: String) async throws {
        await site.fail([failing])
        await #expect(throws: ClientError.connectionLost) { try await workshop.update() }
        let stored = try await ids()
        let failed = pages().last
        await site.fail([])
        let before = server.calls.count
        try await workshop.update()
        #expect(try await ids() == [1, 2, 3, 4, 5, 6])
        let all = ["1/1", "1/2", "1/3", "2/1"]
        #expect(pages(from: before) == Array(all[(failed.flatMap(all.firstIndex) ?? 0)...]))
        #expect(stored == Array([1, 2, 3, 4, 5, 6].prefix(failed.flatMap(all.firstIndex).map { min($0 * 2, 5) } ?? 0)))
    }

    @Test func aCancelledLoadKeepsWhatItHasAndGoesOnLater() async throws {
        let workshop = workshop
        let task = Task { () -> ClientError? in
            do throws(ClientError) {
                try await workshop.update { step in
                    if step.page == 2 { withUnsafeCurrentTask { $0?.cancel() } }
                }
                return nil
            } catch { return error }
        }
        #expect(await task.value == .cancelled)
        #expect(try await ids() == [1, 2, 3, 4])
        let before = server.calls.count
        try await workshop.update()
        #expect(pages(from: before) == ["1/3", "2/1"])
    }

    @Test func noNetworkAtTheFirstStartIsAMessage() async throws {
        let offline = Workshop(
            site: WorkshopSite(
                api: GoldenSewing.Client(transport: StagedServer { _, _ in throw URLError(.notConnectedToInternet) })),
            database: database, clock: time.clock)
        let state = await ScreenState<WorkshopContent> { () throws(ClientError) in
            try await offline.update()
            return WorkshopContent(categories: [])
        }
        let presentation = try ScreenPresentation(state)
        #expect(presentation.message == "There is no connection to the server. Check the network.")
        #expect(presentation.offersRetry)
    }

    @Test func everythingIsThereWithoutANetworkLater() async throws {
        try await workshop.update()
        await site.fail(["/"])
        time.pass(11 * 86_400)
        await #expect(throws: ClientError.connectionLost) { try await workshop.update() }
        #expect(try await workshop.categories().map(\.name) == ["C&1", "C&2"])
        #expect(try await workshop.works(in: 1).map(\.id) == [5, 4, 3, 2, 1])
        #expect(try await workshop.open(3).title == "Work «3»")
    }

    @Test(
        arguments: [(0, false), (863_999, false), (864_000, false), (864_001, true), (-1, true)]
            as [(TimeInterval, Bool)])
    func aCategoryIsCheckedAgainAfterTenDays(later: TimeInterval, isChecked: Bool) async throws {
        try await workshop.update()
        let before = server.calls.count
        time.pass(later)
        try await workshop.update()
        #expect(server.calls.count == (isChecked ? before + 3 : before))
    }

    @Test func aCheckBringsWhatIsNewAndWhatHasChanged() async throws {
        time.pass(-time.now.timeIntervalSince(try #require(WorkshopPost.moment("2026-09-05T00:00:00"))))
        try await workshop.update()
        time.pass(11 * 86_400)
        await site.remove(2)
        await site.add(2, 1, "2026-09-10T00:00:00")
        await site.add(7, 1, "2026-09-11T00:00:00")
        await site.add(8, 3, "2026-09-12T00:00:00")
        let before = server.calls.count
        try await workshop.update()
        #expect(try await ids() == [1, 2, 3, 4, 5, 6, 7, 8])
        #expect(await database.post(2)?.modifiedAt == WorkshopPost.moment("2026-09-10T00:00:00"))
        #expect(pages(from: before) == ["1/1", "2/1", "3/1"])
        // A day earlier than the check before, as the clocks of server and device may differ.
        #expect(
            server.calls.dropFirst(before + 1).first?.target.contains("modified_after=2026-09-04T00%3A00%3A00Z") == true
        )
    }

    @Test func anInterruptedCheckGoesOnWithTheSamePages() async throws {
        try await workshop.update()
        time.pass(11 * 86_400)
        for id in 10...14 { await site.add(id, 1, "2026-09-20T00:00:00") }
        await site.fail(["&page=2&"])
        await #expect(throws: ClientError.connectionLost) { try await workshop.update() }
        await site.fail([])
        let before = server.calls.count
        time.pass(3_600)
        try await workshop.update()
        #expect(pages(from: before) == ["1/2", "1/3", "2/1"])
        #expect(try await ids() == [1, 2, 3, 4, 5, 6, 10, 11, 12, 13, 14])
    }

    @Test func aCategoryThatShrinksMeanwhileIsBegunAnew() async throws {
        await site.fail(["&page=2&"])
        await #expect(throws: ClientError.connectionLost) { try await workshop.update() }
        // What was on the second page is now on the first.
        await site.remove(1)
        await site.fail([])
        let before = server.calls.count
        try await workshop.update()
        #expect(pages(from: before) == ["1/2", "1/1", "1/2", "2/1"])
        #expect(try await ids() == [1, 2, 3, 4, 5, 6])
    }

    // MARK: What screens show

    @Test(
        arguments: [("«4»", nil, [4]), ("WORK", 2, [6]), ("work", nil, [6, 5, 4, 3, 2, 1]), ("4", nil, [4])]
            as [(String, UInt64?, [UInt64])])
    func searches(typed: String, category: UInt64?, found: [UInt64]) async throws {
        try await workshop.update()
        #expect(try await workshop.search(typed, in: category)?.map(\.id) == found)
    }

    @Test(arguments: ["", "umbrella", "99"]) func noMatchShowsTheCategoriesAgain(typed: String) async throws {
        try await workshop.update()
        #expect(try await workshop.search(typed, in: nil) == nil)
    }

    @Test func favoritesHaveTwoSectionsThatCollapse() async throws {
        try await workshop.update()
        try await workshop.rate(1, Rating(stars: 3))
        try await workshop.rate(4, Rating(stars: 5))
        _ = try await workshop.open(2)
        time.pass(60)
        _ = try await workshop.open(3)
        time.pass(60)
        _ = try await workshop.open(2)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
        let history = HistoryContent(viewings: try await workshop.history(), now: time.now, calendar: calendar)
        var content = FavoritesContent(rated: try await workshop.rated(), history: history)
        #expect(
            try content.lines == [
                ["Rated: 2", "Work «4» | ★★★★★", "Work «1» | ★★★"],
                ["Viewed: 2", "Work «2» | сегодня в 00:28", "Work «3» | сегодня в 00:27"],
            ])
        content.collapsed = [.rated]
        #expect(
            try content.lines == [
                ["Rated: 2"], ["Viewed: 2", "Work «2» | сегодня в 00:28", "Work «3» | сегодня в 00:27"],
            ])
        #expect(try history.lines == [["Viewed", "Work «2» | сегодня в 00:28", "Work «3» | сегодня в 00:27"]])
        await #expect(throws: ClientError.refused(.unknownWork)) { try await workshop.rate(99, Rating(stars: 1)) }
        await #expect(throws: ClientError.refused(.unknownWork)) { try await workshop.open(99) }
    }
}

private actor Steps {
    var texts: [String] = []
    func add(_ step: Workshop.Step) {
        texts.append(
            "\(step.categoryNumber) of \(step.categoryCount): \(step.category.name) \(step.page)/\(step.pages)")
    }
}
