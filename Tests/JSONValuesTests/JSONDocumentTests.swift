// Reading a document in place.

import Testing

@testable import JSONValues

@Suite struct JSONDocumentTests {
    static let text = #"{"id": 7, "tags": ["a", "\u00e9\n", [], {}], "nested": {"id": -1.50, "id2": null}, "ok": true}"#

    @Test func cursorsTellWhatIsThere() throws {
        let document = try JSONDocument(parsing: Self.text.utf8)
        document.withRoot { root in
            #expect(root.kind == .object)
            #expect(root.members.map(\.key.string) == ["id", "tags", "nested", "ok"])
            #expect(root.members.map(\.value.kind) == [.number, .array, .object, .true])
            #expect(root.members.map(\.value.offset) == [7, 18, 55, 89])
            #expect(root["tags"]?.elements.map(\.kind) == [.string, .string, .array, .object])
            #expect(root["tags"]?.elements.map(\.count) == [0, 0, 0, 0])
            #expect(root["tags"]?.count == 4)
            #expect(root["tags"]?[1]?.string == "é\n")
            #expect(root["tags"]?[1].map { Array($0.utf8) } == Array("é\n".utf8))
            #expect(root["tags"]?.elements.map(\.isASCII) == [true, false, false, false])
            #expect(root["nested"]?["id"]?.number?.text == "-1.50")
            #expect(root[JSONName("nested")]?[JSONName("id2")]?.kind == .null)
            #expect(root["id"]?.string == nil)
            #expect(root["id"]?.utf8.count == 1)
            #expect(root["ok"]?.utf8.isEmpty == true)
        }
    }

    @Test(arguments: ["missing", "", "ID", "nested/id"])
    func whatIsNotThereIsNil(name: String) throws {
        try JSONDocument(parsing: Self.text.utf8).withRoot { root in
            #expect(root[name] == nil)
            #expect(root["tags"]?[name] == nil)
            #expect(root["id"]?[name] == nil)
            #expect(root[0] == nil)
            #expect(root["tags"]?[4] == nil)
            #expect(root["tags"]?[-1] == nil)
        }
    }

    @Test func anyValueBecomesATree() throws {
        let document = try JSONDocument(parsing: Self.text.utf8)
        #expect(JSON(document) == (try JSON(parsing: Self.text)))
        document.withRoot { root in
            #expect(root["nested"].map { JSON($0).serialized() } == #"{"id":-1.50,"id2":null}"#)
            #expect(root["tags"].map { JSON($0).serialized() } == #"["a","é\n",[],{}]"#)
            #expect(root["ok"].map { JSON($0) } == true)
        }
    }

    @Test func aSmallValueOfALargeDocumentIsCheap() throws {
        let count = 20_000
        let text = "[" + (0..<count).map { "{\"\($0)\":{\"x\":\($0)}}" }.joined(separator: ",") + "]"
        try JSONDocument(parsing: text.utf8).withRoot { root in
            var sum = 0
            for (index, element) in root.elements.enumerated() {
                sum += Int(JSON(element)["\(index)"]?["x"]?.number?.int64 ?? 0)
            }
            #expect(sum == count * (count - 1) / 2)
        }
    }

    @Test func anyBytesAreTaken() throws {
        let text = "[1,2]"
        let expected: JSON = [1, 2]
        #expect(try JSON(parsing: text) == expected)
        #expect(try JSON(parsing: Array(text.utf8)) == expected)
        #expect(try JSON(parsing: Array("x\(text)".utf8).dropFirst()) == expected)
        #expect(try JSON(parsing: text.utf8.lazy.filter { $0 != 0x20 }) == expected)
    }
}
