// Generated types on the wire: what goes in comes out, and what breaks is named with its place.

import Foundation
import Testing

@testable import ClientRuntime

/// As the generator writes it.
private struct Item: Hashable, Sendable, Codable, ObjectModel {
    var id: UInt64
    var image: Data?
    var link: URL?
    var seen: [Date]
    var prices: [String: Decimal]?
    var key: UUID?
    var note: Field<String>
    var updated: Field<Date>
    var parent: String?
    var rank: Int?
    var day: CalendarDate?

    init(_ object: MemberReader) throws {
        id = try object.value("item_id")
        image = object.wiredIfPresent("image")
        link = object.wiredIfPresent("link")
        seen = try object.wired("seen")
        prices = object.wiredIfPresent("prices")
        key = object.wiredIfPresent("key")
        note = object.field("note")
        updated = object.wiredField("updated")
        parent = object.stringOrNull("parent")
        rank = object.intOrNull("rank")
        day = object.valueOrNull("day")
    }

    func visit(_ object: ValueVisitor, _ other: Self) {
        object.value("item_id", id, other.id)
        object.wiredIfPresent("image", image, other.image)
        object.wiredIfPresent("link", link, other.link)
        object.wired("seen", seen, other.seen)
        object.wiredIfPresent("prices", prices, other.prices)
        object.wiredIfPresent("key", key, other.key)
        object.field("note", note, other.note)
        object.wiredField("updated", updated, other.updated)
        object.stringOrNull("parent", parent, other.parent)
        object.intOrNull("rank", rank, other.rank)
        object.valueOrNull("day", day, other.day)
    }
}

private func decode<Value: Decodable>(_ json: String, as type: Value.Type = Value.self) throws -> Value {
    let data = Data(json.utf8)
    return try Wire.decoder(for: data).decode(type, from: data)
}

private func encode(_ value: some Encodable) throws -> String {
    String(decoding: try JSONEncoder.stable.encode(value), as: UTF8.self)
}

struct WireCodingTests {
    /// Of which each differs from the others in one value; absent is not null.
    static let differing = [
        #"{"day":null,"item_id":1,"parent":null,"rank":null,"seen":[]}"#,
        #"{"day":null,"item_id":2,"parent":null,"rank":null,"seen":[]}"#,
        #"{"day":null,"item_id":1,"parent":"","rank":null,"seen":[]}"#,
        #"{"day":null,"item_id":1,"parent":null,"rank":0,"seen":[]}"#,
        #"{"day":null,"item_id":1,"parent":null,"rank":null,"seen":["2024-02-29T00:00:00Z"]}"#,
        #"{"day":null,"item_id":1,"note":null,"parent":null,"rank":null,"seen":[]}"#,
        #"{"day":null,"item_id":1,"note":"","parent":null,"rank":null,"seen":[]}"#,
        #"{"day":null,"item_id":1,"parent":null,"rank":null,"seen":[],"updated":null}"#,
        #"{"day":"2024-02-29","item_id":1,"parent":null,"rank":null,"seen":[]}"#,
    ]

    @Test(arguments: differing)
    func isEqualToWhatHasTheSameValuesAlone(_ json: String) throws {
        let item = try decode(json, as: Item.self)
        let all = try Self.differing.map { try decode($0, as: Item.self) }
        #expect(all.count { $0 == item } == 1)
        #expect(Set(all + [item]).count == all.count)
    }

    @Test func errorsNameTheFirstMemberThatIsWrong() {
        for (json, path) in [
            (#"{"day":7,"item_id":1,"parent":8,"rank":null,"seen":[]}"#, "$.parent"),
            (#"{"day":null,"item_id":1,"parent":null,"rank":"9","seen":3}"#, "$.seen"),
            (#"{"day":null,"item_id":1,"parent":null,"seen":[]}"#, "$"),
        ] {
            let error = #expect(throws: (any Error).self) { try decode(json, as: Item.self) }
            #expect(error.map { WireFailure($0).path } == path)
        }
    }

    @Test(arguments: [
        #"{"day":null,"item_id":18446744073709551615,"parent":null,"rank":null,"seen":[]}"#,
        #"{"day":"2024-02-29","item_id":0,"note":null,"parent":"a","rank":7,"seen":["2024-02-29T00:00:00.250Z"],"updated":null}"#,
        #"{"day":null,"item_id":1,"note":"","parent":null,"rank":1,"seen":[],"updated":"2024-02-29T00:00:00Z"}"#,
        #"{"day":null,"image":"AAH/","item_id":1,"parent":null,"rank":null,"seen":[]}"#,
        #"{"day":null,"item_id":1,"key":"00000000-0000-0000-0000-00000000abcd","parent":null,"rank":null,"seen":[]}"#,
        #"{"day":null,"item_id":1,"parent":null,"prices":{"eur":19.99,"usd":0.1},"rank":null,"seen":[]}"#,
        #"{"day":null,"item_id":1,"link":"https://example.com/a?b=%20","parent":null,"rank":null,"seen":[]}"#,
    ])
    func comesBackAsItWas(_ json: String) throws {
        #expect(try encode(decode(json, as: Item.self)) == json)
    }

    @Test(arguments: [
        (#"{"item_id":1,"seen":[],"parent":null,"rank":null}"#, "$: day is missing"),
        (#"{"item_id":1,"seen":[],"parent":null,"day":null}"#, "$: rank is missing"),
        (
            #"{"item_id":1,"seen":["x"],"parent":null,"rank":null,"day":null}"#,
            "$.seen[0]: not a date and time of RFC 3339: x"
        ),
        (
            #"{"item_id":1,"seen":[],"parent":null,"rank":null,"day":"2024-02-30"}"#,
            "$.day: not a date like 2024-02-29: 2024-02-30"
        ),
        (#"{"item_id":1,"seen":[],"image":"?","parent":null,"rank":null,"day":null}"#, "$.image: not base64"),
        (#"{"seen":[],"parent":null,"rank":null,"day":null}"#, "$: item_id is missing"),
        (
            #"{"item_id":1,"seen":[],"prices":{"a b":1.23456789012345678901234567890123456789012},"parent":null,"rank":null,"day":null}"#,
            "$.prices['a b']: a number of more than 38 digits"
        ),
    ])
    func namesThePlaceOfWhatBreaks(_ json: String, message: String) {
        do {
            _ = try decode(json, as: Item.self)
            Issue.record("decoded")
        } catch {
            let failure = WireFailure(error)
            #expect("\(failure.path): \(failure.reason)" == message)
        }
    }

    @Test func readsBase64InLines() throws {
        let json = #"{"item_id":1,"seen":[],"image":"AA\r\nH/","parent":null,"rank":null,"day":null}"#
        #expect(try decode(json, as: Item.self).image == Data([0, 1, 255]))
    }

    @Test func saysThatADateIsOutsideTheCalendar() {
        #expect(throws: EncodingError.self) {
            try encode(Wired(Date(timeIntervalSinceReferenceDate: 1e15)))
        }
    }
}

struct JSONValueTests {
    @Test(arguments: [
        "null", "true", "\"a\"", "9223372036854775807", "-9223372036854775808", "18446744073709551615", "0.1", "[]",
        "{}",
        #"{"a":[1,2.5,{"b":null}],"c":"é"}"#, "12345678901234567890123456789012345678", "100000000000000000000",
    ])
    func comesBackAsItWas(_ json: String) throws {
        #expect(try encode(decode(json, as: JSONValue.self)) == json)
    }

    @Test(arguments: [
        "1e400", "[1e200]", "123456789012345678901234567890123456789012",
        #"{"a":[0.1234567890123456789012345678901234567890123]}"#,
    ])
    func refusesANumberThatWouldBeRounded(_ json: String) {
        #expect(throws: DecodingError.self) { try decode(json, as: JSONValue.self) }
    }

    @Test func looksForLongNumbersOutsideOfTheirStart() throws {
        for padding in 0..<80 {
            let json =
                "[\"" + String(repeating: "x", count: padding) + "\",0.1234567890123456789012345678901234567890123]"
            #expect(throws: DecodingError.self, "\(padding)") { try decode(json, as: JSONValue.self) }
        }
    }

    @Test func isWrittenAsALiteral() throws {
        let value: JSONValue = ["a": [1, true, nil], "b": "c"]
        #expect(try encode(value) == #"{"a":[1,true,null],"b":"c"}"#)
        #expect(value["a"]?[0]?.uint == 1)
        #expect(value["a"]?[3] == nil)
    }
}

struct UnionTests {
    private enum Pet: Hashable, Decodable {
        case cat(lives: Int)
        case dog(tricks: [String])
        case name(String)
        case count(Int)

        private enum Key: String, CodingKey { case lives, tricks }

        init(from decoder: any Decoder) throws {
            self = try decoder.shape(of: [
                UnionCase([.object], known: ["lives", "color"]) {
                    .cat(lives: try $0.container(keyedBy: Key.self).decodeIfPresent(Int.self, forKey: .lives) ?? 9)
                },
                UnionCase([.object], required: ["tricks"], known: ["tricks"], constants: ["kind": ["dog"]]) {
                    .dog(tricks: try $0.container(keyedBy: Key.self).decode([String].self, forKey: .tricks))
                },
                UnionCase([.string]) { .name(try String(from: $0)) },
                UnionCase([.integer]) { .count(try Int(from: $0)) },
            ])
        }
    }

    @Test func takesTheShapeThatFitsBest() throws {
        #expect(try decode("[{}]", as: [Pet].self) == [.cat(lives: 9)])
        #expect(try decode(#"[{"tricks":["sit"]}]"#, as: [Pet].self) == [.dog(tricks: ["sit"])])
        #expect(try decode(#"[{"tricks":["sit"],"lives":3,"color":"red"}]"#, as: [Pet].self) == [.cat(lives: 3)])
        #expect(try decode(#"[{"tricks":[],"kind":"cat"}]"#, as: [Pet].self) == [.cat(lives: 9)])
        #expect(try decode(#"["Rex", 3]"#, as: [Pet].self) == [.name("Rex"), .count(3)])
    }

    @Test func saysWhyNoneFits() {
        #expect(throws: DecodingError.self) { try decode("[true]", as: [Pet].self) }
        #expect(throws: DecodingError.self) { try decode(#"[{"lives":"many"}]"#, as: [Pet].self) }
    }
}
