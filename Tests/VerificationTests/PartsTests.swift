// The parts that phases are made of: combinations, what is learnt, what is told of limits.

import Lifecycles
import VerificationReports
import JSONValues
import HTTPExchange
import OpenAPIContract
import HTTPTypes
import Testing

@testable import Verification

@Suite struct CombinationsTests {
    @Test func everyValueStandsSomewhere() {
        for counts in [[1], [3, 9], [2, 4, 12], [7, 1, 1]] {
            let rows = Combinations(counts, paired: Set(counts.indices)).rows
            for (column, count) in counts.enumerated() {
                #expect(Set(rows.compactMap { $0[column] }) == Set(0..<count), "\(counts)")
            }
        }
    }

    @Test func everyPairOfFewValuesStandsSomewhere() {
        let rows = Combinations([4, 2], paired: [0, 1]).rows
        let pairs = Set(rows.compactMap { row in row[0].flatMap { first in row[1].map { [first, $0] } } })
        #expect(pairs.count == 8)
        #expect(rows.count <= 12)
    }

    @Test func nothingIsCombinedOfNothing() {
        #expect(Combinations([], paired: []).rows.isEmpty)
    }
}

@Suite struct ChangesTests {
    /// Kinto keeps who made a record among those who may write it, whatever the list says.
    @Test func aListThatOnlyLosesElementsTellsNothing() throws {
        let old: JSONObject = [
            "permissions": ["read": ["a", "b"], "write": ["c", "me"]], "tags": ["x"], "name": "One",
        ]
        func changed(_ sent: JSONObject) -> [String] { StateMismatch.changes(of: old, in: sent).map(\.key) }
        #expect(changed(["permissions": ["read": ["b", "a"], "write": ["c"]]]).isEmpty)
        #expect(changed(["permissions": ["write": ["c", "d"]]]) == ["permissions"])
        #expect(changed(["tags": []]) == ["tags"])
        #expect(changed(["tags": ["x"], "name": "Two"]) == ["name"])
    }
}

@Suite struct KnowledgeTests {
    @Test(arguments: [
        ("customer_id", true), ("petId", true), ("item-uuid", true), ("id", false), ("paid", false), ("grid", false),
        ("productSku", true), ("identity", false),
    ])
    func aNameNamesAThing(name: String, expected: Bool) {
        #expect(ObservedValues.isReferenceName(name) == expected)
    }

    @Test func whatWasDeletedIsNotLearntAgain() {
        var observed = ObservedValues()
        observed.note([7], at: "/pets/{}")
        observed.note(7, named: "pet_id")
        observed.forget([7], at: "/pets/{}", named: "petid")
        observed.note([7], at: "/pets/{}")
        observed.note(7, named: "petId")
        #expect(observed.resource(at: "/pets/{}") == nil)
        #expect(observed.values(named: "petId").isEmpty)
    }

    @Test func theLatestAreKept() {
        var observed = ObservedValues()
        for id in 0..<100 { observed.note([.number(JSONNumber(id))], at: "/pets/{}") }
        #expect(observed.resources(at: "/pets/{}").count == 24)
        #expect(observed.resource(at: "/pets/{}") == [99])
    }

    @Test(arguments: [
        ("/pets/{petId}", "/pets/{}"), ("/users/{u}/posts/{p}/likes", "/users/{}/posts/{}"),
        ("/files/{name}.json", "/files/{}.json"),
    ])
    func aPathNamesItsThing(path: String, key: String) {
        #expect(PathTemplate(path).resourceKey == key)
    }

    @Test func aPathWithoutAParameterNamesNone() { #expect(PathTemplate("/pets").resourceKey == nil) }
}

@Suite struct LimitsTests {
    static func draft() throws -> Draft {
        let contract = try LendingLibraryTests.contract()
        var draft = Draft(try #require(contract.operation(id: "listBooks")))
        draft.values = [0: 15, 3: "long words"]
        return draft
    }

    static let refusals: [(String, JSON)] = [
        ("limit must be at most 10", 10), ("'limit' is greater than the maximum (12)", 12),
        ("LIMIT: should be at least 18", 18), ("limit is wrong", 15), ("nothing here", 15),
    ]

    @Test(arguments: refusals)
    func aRefusalTellsOfALimit(text: String, expected: JSON) throws {
        var draft = try Self.draft()
        var limits = Limits()
        let refusal = Response(status: 400, body: Array(text.utf8))
        limits.learn(
            from: Exchange(request: draft.request, response: refusal, elapsed: .zero), of: draft)
        limits.apply(to: &draft) { _ in true }
        #expect(draft.values[0] == expected)
    }

    @Test func textIsCut() throws {
        var draft = try Self.draft()
        var limits = Limits()
        let refusal = Response(status: 422, body: Array("q may have up to 4 characters".utf8))
        limits.learn(from: Exchange(request: draft.request, response: refusal, elapsed: .zero), of: draft)
        limits.apply(to: &draft) { _ in true }
        #expect(draft.values[3] == "long")
    }
}

@Suite struct LikenessTests {
    static let pairs: [(JSON, JSON, Bool)] = [
        (1, 1, true), ("A b", "ab", true), ("a", "b", false), ([1, 2], [2, 1], true), ([1], [1, 2], false),
        (["a": 1], ["a": 1, "b": 2], true), (["a": 1, "b": 2], ["a": 1], false), (["a": nil], [:], true),
        ("1", 1, false), ("2024-02-29T12:00:00+05:30", "2024-02-29T06:30:00Z", true),
        ("2024-02-29T12:00:00Z", "2024-02-29T12:00:01Z", false),
    ]

    @Test func whatAServerTidiesIsTheSame() {
        for (sent, read, expected) in Self.pairs { #expect(sent.isLike(read) == expected, "\(sent) \(read)") }
    }
}

@Suite struct ReplacingTests {
    static let value: JSON = ["a": ["b": [1, 2]], "c": 3]

    static let changes: [([String], JSON, JSON?)] = [
        (["a", "b", "0"], "x", ["a": ["b": ["x", 2]], "c": 3]),
        (["a", "b", "2"], 3, ["a": ["b": [1, 2, 3]], "c": 3]),
        (["c"], 4, ["a": ["b": [1, 2]], "c": 4]), (["c", "d"], 4, Optional<JSON>.none),
        (["a", "x", "y"], 4, Optional<JSON>.none),
    ]

    @Test(arguments: changes)
    func aPartIsReplaced(path: [String], value: JSON, expected: JSON?) {
        #expect(Self.value.replacing(path[...], with: value) == expected)
    }

    @Test func aPartIsLeftOut() {
        #expect(Self.value.replacing(["a", "b", "0"][...], with: nil) == ["a": ["b": [2]], "c": 3])
        #expect(Self.value.replacing(["c"][...], with: nil) == ["a": ["b": [1, 2]]])
    }
}
