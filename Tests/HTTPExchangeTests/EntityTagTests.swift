// Entity tags, conditions and codings, as requests write them.

import HTTPTypes
import Testing

@testable import HTTPExchange

@Suite struct EntityTagTests {
    @Test(arguments: [
        ("\"abc\"", EntityTag(value: "abc")), ("W/\"abc\"", EntityTag(value: "abc", isWeak: true)),
        ("\"\"", EntityTag(value: "")), ("abc", nil), ("\"abc", nil), ("\"a\"b\"", nil), ("w/\"a\"", nil), ("", nil),
    ])
    func isReadAsWritten(text: String, tag: EntityTag?) {
        #expect(EntityTag(text) == tag)
        if let tag { #expect(tag.description == text) }
    }

    @Test func differsForOtherBytes() {
        let contents = [[], [0], [0, 0]] + (1...64).map { count in [UInt8](repeating: 7, count: count) }
        let long = (0..<64).map { index in [UInt8](repeating: 7, count: 63) + [UInt8(index)] }
        let swapped: [[UInt8]] = [Array("abcdefgh12345678".utf8), Array("12345678abcdefgh".utf8)]
        let all = contents + long.filter { $0.last != 7 } + swapped
        #expect(Set(all.map { EntityTag(of: $0) }).count == all.count)
        #expect(EntityTag(of: Array("counterpart".utf8)) == EntityTag(of: Array("counterpart".utf8)))
        #expect(EntityTag(of: []).value.count == 16)
    }

    @Test(arguments: [
        ("*", true, true), (" * ", true, true), ("\"x\"", true, true), ("W/\"x\"", true, false),
        ("\"a\", \"x\"", true, true), ("\"a,b\",\tW/\"x\"", true, false), ("\"y\"", false, false), ("", false, false),
        ("\"x", false, false), ("x", false, false),
    ])
    func conditionsMatch(text: String, weakly: Bool, strongly: Bool) {
        let tag = EntityTag(value: "x")
        let condition = EntityTagCondition(text)
        #expect(condition.matches(tag, weakly: true) == weakly)
        #expect(condition.matches(tag, weakly: false) == strongly)
    }

    @Test(arguments: [
        ("gzip", true), ("gzip, deflate, br", true), ("*", true), ("x-gzip", true), ("deflate", false), ("", false),
        ("gzip;q=0", false), ("gzip; q=0.5, identity; q=0.8", false), ("gzip;q=0.8,identity;q=0.2", true),
        ("*;q=0, gzip;q=1", true), ("identity", false), ("gzip;q=oops", false),
    ])
    func gzipIsTakenWhereItIsWanted(field: String, isTaken: Bool) {
        #expect(ContentCodings.takesGzip(field) == isTaken)
    }

    @Test(arguments: [
        ("application/json", true), ("text/plain; charset=utf-8", true), ("application/problem+json", true),
        ("image/svg+xml", true), ("image/png", false), ("text/event-stream", false), ("application/zip", false),
    ])
    func textBecomesSmaller(type: String, isSmaller: Bool) {
        #expect(ContentCodings.isWorthwhile(contentType: type) == isSmaller)
    }

    @Test func onlyASuccessWithContentHasATag() {
        let json: HTTPFields = [.contentType: "application/json"]
        let large = [UInt8](repeating: UInt8(ascii: "1"), count: 1_024)
        func offer(_ response: Response) -> String { String(decoding: PreparedResponse(response).offer, as: UTF8.self) }
        let tag = EntityTag(of: large)
        #expect(
            offer(Response(status: 200, headers: json, body: large))
                == "ETag: \(tag)\r\nVary: Accept-Encoding\r\n")
        #expect(offer(Response(status: 200, headers: json, body: [49])) == "ETag: \(EntityTag(of: [49]))\r\n")
        #expect(offer(Response(status: 200, headers: json)) == "")
        #expect(offer(Response(status: 404, headers: json, body: [49])) == "")
        #expect(offer(Response(status: 200, headers: [.eTag: "\"own\""], body: [49])) == "")
    }
}
