// What a view shows in each state.

import Testing

@testable import ReferenceClient

@Suite struct ScreenStateTests {
    private struct Shown: Equatable {
        var activity = false
        var message: String?
        var retry = false
        var rows: [String]?
    }

    private func shown(_ state: ScreenState<[String]>) throws -> Shown {
        let presentation = try ScreenPresentation(state, emptyMessage: "Nothing here.") { titles in
            try .root(
                id: "screen",
                [.section(id: "all", titles.map { .item(id: $0, Row(cellIdentifier: "cell", title: $0)) })])
        }
        return Shown(
            activity: presentation.showsActivity, message: presentation.message, retry: presentation.offersRetry,
            rows: presentation.tree?.items.flatMap { $0.items.map(\.id) })
    }

    @Test func eachStateShowsItsOwn() throws {
        #expect(try shown(.loading) == Shown(activity: true))
        #expect(try shown(.empty) == Shown(message: "Nothing here."))
        #expect(
            try shown(.failed(ScreenFailure(message: "No network.", canRetry: true)))
                == Shown(message: "No network.", retry: true))
        #expect(try shown(.success(["a", "b"])) == Shown(rows: ["a", "b"]))
    }
}
