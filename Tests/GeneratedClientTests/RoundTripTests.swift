// Values of generated types: what conforms comes back as it was, what the types forbid is refused with its place.

import Foundation
import Testing

private func decode<Value: Decodable>(_ json: String, as type: Value.Type = Value.self) throws -> Value {
    let data = Data(json.utf8)
    return try Wire.decoder(for: data).decode(type, from: data)
}

private func comesBack<Value: Codable>(_ json: String, as type: Value.Type) throws -> Bool {
    let back = try JSONEncoder.stable.encode(decode(json, as: type))
    return try decode(String(decoding: back, as: UTF8.self), as: JSONValue.self) == decode(json, as: JSONValue.self)
}

/// A decoder's complaint, as `CallError` tells it.
private func complaint<Value: Decodable>(_ json: String, as type: Value.Type) -> String? {
    do {
        _ = try decode(json, as: type)
        return nil
    } catch {
        let failure = WireFailure(error)
        return "\(failure.path): \(failure.reason)"
    }
}

struct RoundTripTests {
    @Test(arguments: [
        """
        {"id": 18446744073709551615, "balance": 1234567890123456789.01, "opened": "2024-02-29T12:00:00Z",
         "birthday": "2000-02-29", "picture": "AAEC", "home": "https://example.com/a?b=c#d",
         "key": "6f1ed002-ab5e-4a5e-b6a2-1d3c4f5e6a7b", "counts": {"a": 18446744073709551615, "b": 0}, "notes": null}
        """,
        """
        {"id": 0, "balance": 0.1, "rate": 1e-7, "small": -2147483648, "large": 9223372036854775807, "whole": -1,
         "unsigned": 18446744073709551615, "opened": "1969-12-31T23:59:59.999Z", "birthday": "0001-01-01", "picture": "",
         "home": "urn:isbn:0451450523", "key": "00000000-0000-0000-0000-000000000000", "active": false, "counts": {},
         "visits": ["2024-02-29T12:00:00.123456Z"], "pictures": {"x": "/w=="}, "level": 2, "tier": "extra large",
         "notes": {"deep": [1, 2.5, "x", null, {"n": 18446744073709551615}]}, "extra": {"any": [true]}}
        """,
        """
        {"id": 1, "balance": 5, "opened": "2024-02-29T12:00:00Z", "birthday": "2000-02-29", "picture": "AA==", "home": "a:b",
         "key": "6f1ed002-ab5e-4a5e-b6a2-1d3c4f5e6a7b", "counts": {}, "notes": "", "level": 99, "tier": "platinum"}
        """,
    ])
    func scalars(_ json: String) throws {
        #expect(try comesBack(json, as: Scalars.Account.self))
    }

    @Test(arguments: [
        #"{"page": {"m1": 1, "m33": "z"}, "next": null}"#,
        #"{"page": {"m1": 1}, "next": {"m1": 2}, "draft": {"m1": 3}, "stored_draft": "x", "previous": null, "choice": "none"}"#,
        """
        {"page": {"m1": 1}, "next": null, "previous": {"m1": 4}, "later": [{"m1": 5}], "choice": {"m1": 6, "m2": true},
         "margin": {"top": 1, "notes": {"m1": 7}, "more": "yes"}}
        """,
    ])
    func largeParts(_ json: String) throws {
        #expect(try comesBack(json, as: Recursion.Report.self))
    }

    @Test func largePartsAreValues() throws {
        var report: Recursion.Report = try decode(#"{"page": {"m1": 1}, "next": null, "margin": {}}"#)
        let before = report
        report.page.m1 = 2
        report.next = report.page
        report.margin?.notes = .init(m1: 3)
        #expect(before.page.m1 == 1 && before.next == nil && before.margin?.notes == nil)
        #expect(report.next == .init(m1: 2) && report.previous == .absent)
        #expect(complaint(#"{"page": {}, "next": null}"#, as: Recursion.Report.self)?.hasPrefix("$.page") == true)
    }

    @Test func scalarsAreWhatTheyShouldBe() throws {
        let account = try Scalars.Account.example
        #expect(account.balance == Decimal(string: "1234567890123456789.01"))
        let level: Scalars.Level = try decode("99")
        #expect(level == .unknown(99))
        #expect(try decode("-1", as: Scalars.Level.self) == .minus1)
        #expect(Scalars.Account.Tier.Known.allCases.map(\.rawValue) == ["basic", "pro", "extra large"])
    }

    @Test(arguments: [
        #"{"name": "a", "nickname": null, "tags": [null, "b"]}"#,
        #"{"name": "a", "nickname": "b", "tags": [], "motto": "c", "seen": null, "born": null}"#,
        #"{"name": "a", "nickname": "b", "tags": [], "seen": "2024-02-29T12:00:00Z", "born": {"year": 1900}}"#,
    ])
    func presence(_ json: String) throws {
        #expect(try comesBack(json, as: Presence.Profile.self))
    }

    @Test(arguments: [
        "{}", #"{"nickname": null, "age": null, "seen": null}"#, #"{"name": "", "nickname": "x", "age": 0}"#,
        #"{"note": null, "gone": null}"#, #"{"note": {"a": null}}"#,
    ])
    func changes(_ json: String) throws {
        #expect(try comesBack(json, as: Presence.ProfileChange.self))
    }

    @Test func absentAndNullAreTwoThings() throws {
        let change = Presence.ProfileChange(nickname: .null, age: 7)
        #expect(String(decoding: try JSONEncoder.stable.encode(change), as: UTF8.self) == #"{"age":7,"nickname":null}"#)
        #expect(complaint(#"{"name": "a", "tags": []}"#, as: Presence.Profile.self) == "$: nickname is missing")
    }

    @Test func names() throws {
        let json = """
            {"price-usd": 1, "price_usd": 2, "aB": "x", "a_b": "y", "": "empty", "+1": 1, "-1": -1, "self": "s", "init": "i",
             "default": "d", "Type": "one", "hashValue": 5, "ідентифікатор": "i", "2fa": true, "@id": "a", "$ref": "r",
             "user_ids": ["u"], "imageUrl": "https://example.com/", "HTMLBody": "b", "status": "none", "quote\\"d\\\\": "q",
             "coder": {"container": "c", "decoder": "d", "encoder": "e", "self": "s", "more": "m"}}
            """
        #expect(try comesBack(json, as: Naming.Twins.self))
        let twins: Naming.Twins = try decode(json)
        #expect(twins.priceUSD == 1)
        #expect(twins.priceUSD2 == 2)
        #expect(twins.type == .one)
        #expect(twins.status == .noneValue)
    }

    @Test(arguments: [
        #"{"logged_in": true, "user_id": 18446744073709551615, "expires_at": "2024-02-29T12:00:00Z", "locale": "uk"}"#,
        #"{"logged_in": false}"#, #"{"logged_in": false, "locale": "uk"}"#,
    ])
    func sessions(_ json: String) throws {
        #expect(try comesBack(json, as: Conditions.Session.self))
    }

    @Test(arguments: [
        (#"{"logged_in": true}"#, "$: user_id is missing"),
        (#"{"logged_in": true, "user_id": 1}"#, "$: expires_at is missing"),
        (#"{"logged_in": false, "user_id": 1}"#, "$.user_id: must not be there"),
        (#"{}"#, "$: logged_in is missing"),
    ])
    func violatedConditionsAreRefused(_ json: String, message: String) {
        #expect(complaint(json, as: Conditions.Session.self) == message)
    }

    @Test(arguments: [
        (#"{"weight": 1, "delivery": {"from": "a", "to": "b"}, "fee": {"by": "none"}}"#, nil),
        (#"{"weight": 1, "delivery": {"on": "a", "from": "b", "code": "c", "door": "d"}}"#, nil),
        (#"{"weight": 1, "fee": {"by": "weight", "kilos": 3}}"#, nil),
        (#"{"weight": 1, "fee": {"by": "volume"}}"#, nil),
        (#"{"weight": 1, "delivery": {}}"#, "$.delivery: none of from and to, on is there"),
        (
            #"{"weight": 1, "delivery": {"from": "a", "to": "b", "on": "c"}}"#,
            "$.delivery: more than one of from and to, on is there"
        ),
        (#"{"weight": 1, "delivery": {"on": "a", "code": "b"}}"#, "$.delivery: door is missing, which goes with code"),
        (
            #"{"weight": 1, "delivery": {"on": "a", "code": "b", "door": "c", "gift": true}}"#,
            "$.delivery: gift and code must not be there together"
        ),
        (#"{"weight": 1, "fee": {"by": "weight"}}"#, "$.fee: kilos is missing"),
        (#"{"weight": 1, "fee": {"by": "distance", "kilos": 3}}"#, "$.fee: metres is missing"),
    ])
    func whatGoesTogether(_ json: String, message: String?) throws {
        #expect(complaint(json, as: Conditions.Shipment.self) == message)
        if message == nil { #expect(try comesBack(json, as: Conditions.Shipment.self)) }
    }

    @Test func conditionsByConstants() throws {
        #expect(
            try decode(#"{"logged_in": true, "user_id": 7}"#, as: Conditions.Login.self) == .loggedIn(.init(userID: 7)))
        #expect(try decode(#"{"logged_in": false}"#, as: Conditions.Login.self) == .notLoggedIn(.init()))
        #expect(complaint(#"{"logged_in": true}"#, as: Conditions.Login.self) == "$: user_id is missing")
        #expect(
            complaint(#"{"logged_in": false, "user_id": 7}"#, as: Conditions.Login.self)
                == "$.user_id: must not be there")
    }

    @Test(arguments: [
        #"{"method": "card", "amount": 9.99, "number": "4242"}"#, #"{"method": "iban", "amount": 1, "iban": "DE"}"#,
        #"{"method": "cash", "amount": 0.1}"#, #"{"method": "shells", "amount": 3, "kind": "cowrie"}"#,
    ])
    func payments(_ json: String) throws {
        #expect(try comesBack(json, as: Conditions.Payment.self))
    }

    @Test func aPaymentNeedsWhatItsMethodNeeds() {
        #expect(complaint(#"{"method": "card", "amount": 1}"#, as: Conditions.Payment.self) == "$: number is missing")
    }

    @Test(arguments: [
        #"{"variants": [{"kind": "size", "size": "M"}, {"kind": "colour", "hex": "fff"}, {"kind": "new", "x": [1]}]}"#,
        #"{"events": [{"type": "opened", "at": "2024-02-29T12:00:00Z"}, {"type": "locked", "by": "a"}, {"type": "x"}]}"#,
        #"{"contacts": [{"email": "e", "name": "n"}, {"phone": "p"}, {"name": "n", "nickname": "m"}, {}]}"#,
        #"{"values": ["2024-02-29T12:00:00Z", true, 5, ["a"], {"a": 1}, "", null]}"#,
        #"{"pets": [{"petType": "cat", "lives": 9}, {"petType": "Dog", "tricks": ["sit"]}, {"petType": "fish", "fins": 2}]}"#,
        #"{"filter": {"limit": 1, "after": "a", "before": "b"}, "speed": "warp"}"#,
        #"{"reference": "6f1ed002-ab5e-4a5e-b6a2-1d3c4f5e6a7b"}"#, #"{"reference": {"petType": "cat", "lives": 1}}"#,
        #"{"work": {"id": "a", "state": "paused", "log": "l"}}"#,
        #"{"work": {"id": "a", "state": "paused", "number": 1}}"#,
        #"{"grade": "high", "level": 18446744073709551615}"#, #"{"grade": "middle", "level": 7}"#,
    ])
    func unions(_ json: String) throws {
        #expect(try comesBack(json, as: Unions.All.self))
    }

    @Test func unionsTakeTheRightCase() throws {
        #expect(
            try decode(#"{"kind": "colour", "hex": "f"}"#, as: Unions.Variant.self)
                == .colorVariant(.init(kind: "colour", hex: "f")))
        #expect(
            try decode(#"{"phone": "1", "name": "n"}"#, as: Unions.Contact.self) == .phone(.init(phone: "1", name: "n"))
        )
        #expect(try decode(#"{"name": "n"}"#, as: Unions.Contact.self) == .anyone(.init(name: "n")))
        let skipped = try decode(#"{"id": "a", "state": "skipped", "log": "l"}"#, as: Unions.All.Work.self)
        #expect(skipped == .step(.init(id: "a", state: .skipped)))
        #expect(try decode(#""""#, as: Unions.Value.self) == .empty)
        #expect(try decode("5", as: Unions.Value.self) == .integer(5))
        #expect(complaint(#"{"kind": "size"}"#, as: Unions.Variant.self) == "$: size is missing")
        #expect(complaint("[1.5]", as: [Unions.Value].self) == "$[0]: none of the 6 shapes of Value fits this number")
        #expect(complaint(#"{"limit": 1}"#, as: Unions.Filter.self) == "$: none of after, before is there")
        #expect(Unions.Cat(lives: 9).petType == "cat")
    }

    @Test(arguments: [
        #"{"name": "a", "parent": {"name": "b", "rival": null}, "children": [{"name": "c"}], "byName": {"d": {"name": "d"}}}"#,
        #"{"name": "a", "rival": {"name": "b", "rival": {"name": "c"}}}"#,
    ])
    func recursion(_ json: String) throws {
        #expect(try comesBack(json, as: Recursion.Node.self))
    }

    @Test func boxesDoNotShow() throws {
        var node = Recursion.Node(name: "a")
        node.parent = Recursion.Node(name: "b")
        node.rival = .value(Recursion.Node(name: "c"))
        #expect(node.parent?.name == "b")
        #expect(node.rival.value?.name == "c")
        #expect(try comesBack(#"{"left": 1, "right": {"left": 2, "right": 3.5}}"#, as: Recursion.Expression.self))
        let forest: Recursion.Tree = try decode("[[], [[]]]")
        #expect(forest == .array([.array([]), .array([.array([])])]))
        #expect(try comesBack(#"{"even": {"odd": {"even": {}}, "tree": [[], [[]]]}}"#, as: Recursion.Odd.self))
    }

    @Test(arguments: [
        #"{"id": 1, "name": "n", "kind": "thing", "box": {"width": 1, "depth": 2, "other": 3, "weight": null}}"#,
        """
        {"id": 1, "note": "x", "name": "n", "kind": "thing", "version": 2, "box": {"width": 1, "depth": 2}, "labels": {"a": "2024-02-29"},
         "point": [1, 2.5], "mixed": ["a", 1], "wrapped": {"id": 2}, "empty": {}, "anything": {"a": [null]}, "matching": {"x-a": "b"}}
        """,
    ])
    func composition(_ json: String) throws {
        #expect(try comesBack(json, as: Composition.Thing.self))
    }

    @Test func aConstantIsHeldTo() {
        let json = #"{"id": 1, "name": "n", "kind": "other", "box": {"width": 1, "depth": 2}}"#
        #expect(complaint(json, as: Composition.Thing.self) == #"$.kind: expected "thing""#)
    }

    /// Members that the contract does not know are never an error.
    @Test func unknownMembersAreLeftAside() throws {
        #expect(
            try decode(#"{"kind": "size", "size": "M", "new": {}}"#, as: Unions.Variant.self)
                == .sizeVariant(.init(size: "M")))
    }
}
