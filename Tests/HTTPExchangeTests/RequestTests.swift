// A request's target is split into path and query.

import Testing

@testable import HTTPExchange

@Suite struct RequestTests {
    @Test(arguments: [
        ("/a/b", "/a/b", nil), ("/a?", "/a", ""), ("/a?b=c?d", "/a", "b=c?d"), ("/%3F?x", "/%3F", "x"),
    ])
    func targetIsSplitAtTheFirstQuestionMark(target: String, path: String, query: String?) {
        let request = Request(target: target)
        #expect(request.path == path)
        #expect(request.query.map(String.init) == query)
    }
}
