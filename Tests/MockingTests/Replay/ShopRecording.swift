// What a backend of the small shop answered once.

import HTTPExchange
import Archives
import HTTPTypes
import Recordings

@testable import Mocking

enum ShopRecording {
    static let json: HTTPFields = [.contentType: "application/json"]

    static func entry(
        _ request: Request, _ body: String, status: Int = 200, fields: HTTPFields = json,
        timings: HAR.Timings = HAR.Timings()
    ) -> HAR.Entry {
        HAR.Entry(
            started: "2026-11-21T10:00:00Z", origin: "https://shop.example", request: request,
            response: Response(status: status, headers: fields, body: Array(body.utf8)), timings: timings)
    }

    static func file(_ entries: [HAR.Entry], named name: String = "shop.har") -> Archive {
        Archive(name: name, har: HAR(creator: .init(name: "test", version: "1"), entries: entries))
    }

    private static let total: HTTPFields =
        HTTPField.Name("X-Total").map { [.contentType: "application/json", $0: "7"] } ?? [:]

    static let entries = [
        entry(Request(target: "/items?limit=3"), "[3]", fields: total),
        entry(Request(target: "/items?limit=3"), "[3,3]", fields: total),
        entry(Request(target: "/items?limit=4"), #"{"items":[4]}"#, fields: total),
        entry(Request(target: "/bare"), #"{"by":"backend"}"#),
    ]

    static func traffic(missing: RecordedTraffic.Missing = .decided) -> RecordedTraffic {
        RecordedTraffic([file(entries)], missing: missing)
    }
}
