// Parts that are large are held in boxes, so that what a type costs the compiler has a bound.

import OpenAPIContract
import Testing

@testable import SwiftGeneration

struct BoxTests {
    /// A client of an object that holds a part of so many values, and the source of its models.
    private static func models(_ members: Int, part: String = ##"{"$ref": "#/components/schemas/Part"}"##) throws
        -> String
    {
        let properties = (0..<members).map { #""m\#($0)": {"type": "string"}"# }.joined(separator: ",")
        let text = """
            {"openapi": "3.1.0", "info": {"title": "Box", "version": "1"}, "paths": {"/": {"put": {"operationId": "putWhole",
            "requestBody": {"required": true, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Part"}}}},
            "responses": {"200": {"description": "", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Whole"}}}}}}}},
            "components": {"schemas": {
            "Whole": {"type": "object", "required": ["part"], "properties": {"part": \(part), "list": {"type": "array", "items": \(part)}}},
            "Part": {"type": "object", "properties": {\(properties)}}}}}
            """
        let loaded = Contract.load(files: ["openapi.json": text], root: "openapi.json")
        let contract = try #require(loaded.contract, "\(loaded.diagnostics)")
        return Golden.generate(contract, ClientSettings(name: "Box")).files
            .filter { $0.path.contains("Models") || $0.path.contains("Operations") }.map(\.text).joined()
    }

    @Test func boxesWhatIsLarge() throws {
        let limit = ClientModel.inlineLimit
        let plain = try Self.models(limit - 2)
        #expect(!plain.contains("Indirect<"))
        // An answer is behind a reference whatever its size.
        #expect(plain.contains("indirect enum Response"))
        let boxed = try Self.models(limit + 1)
        #expect(boxed.contains("var storedPart: Indirect<Part>\n"))
        #expect(boxed.contains("var storedBody: Indirect<Part>\n"))
        #expect(boxed.contains("var list: [Part]?"))
    }

    @Test func boxesAlternativesThatAreLarge() throws {
        let union = ##"{"oneOf": [{"$ref": "#/components/schemas/Part"}, {"type": "string"}]}"##
        let alternatives = try Regex("indirect enum (?!Response)")
        #expect(try !Self.models(ClientModel.inlineLimit - 3, part: union).contains(alternatives))
        let boxed = try Self.models(ClientModel.inlineLimit + 1, part: union)
        #expect(boxed.contains(alternatives))
        #expect(boxed.contains("var part: "))
        #expect(!boxed.contains("storedPart"))
    }

    /// Parts that are small by themselves are boxed where there are many, and where it is worth a box.
    @Test func boxesPartsThatAreLargeTogether() throws {
        func whole(_ parts: Int, of members: Int) -> String {
            let part =
                #"{"type": "object", "properties": {"#
                + (0..<members).map { #""m\#($0)": {"type": "integer"}"# }.joined(separator: ",") + "}}"
            return #"{"type": "object", "properties": {"#
                + (0..<parts).map { #""p\#($0)": \#(part)"# }.joined(separator: ",") + "}}"
        }
        #expect(try !Self.models(1, part: whole(3, of: 20)).contains("Indirect<"))
        let boxed = try Self.models(1, part: whole(4, of: 20))
        // One of the four, of the part and of the list's elements.
        #expect(boxed.matches(of: /var storedP\d: Indirect</).count == 2)
        #expect(try !Self.models(1, part: whole(40, of: 5)).contains(/var storedP\d/))
    }

    /// What a part holds counts for the whole, however deep, until there is a box.
    @Test func countsThroughWhatIsPlain() throws {
        let half = ClientModel.inlineLimit / 2 + 1
        func nested(_ name: String) -> String {
            let members = (0..<half).map { #""\#(name)\#($0)": {"type": "integer"}"# }.joined(separator: ",")
            return #"{"type": "object", "properties": {\#(members)}}"#
        }
        let pair = #"{"type": "object", "properties": {"left": \#(nested("l")), "right": \#(nested("r"))}}"#
        #expect(try Self.models(1, part: pair).contains("Indirect<"))
        #expect(try !Self.models(1, part: nested("l")).contains("Indirect<"))
    }
}
