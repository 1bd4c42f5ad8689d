// Texts that are meant to break a parser: deep, large, full of keys.

import Foundation
import Testing

@testable import JSONValues

@Suite struct JSONHostileTests {
    /// The deepest value there can be is read, compared, hashed, written and destroyed on the smallest stack a thread is given.
    @Test(arguments: [("[", "]"), (#"{"a":"#, "}"), (#"[{"a":"#, "}]")])
    func deepValues(opening: String, closing: String) async throws {
        let levels = JSONLimits.deepest / opening.count { $0 == "[" || $0 == "{" }
        let text = String(repeating: opening, count: levels) + "0" + String(repeating: closing, count: levels)
        let outcome: Result<Bool, any Error> = await withCheckedContinuation { continuation in
            let thread = Thread {
                continuation.resume(
                    returning: Result {
                        let limits = JSONLimits(depth: .max)
                        let value = try JSON(parsing: text, limits: limits)
                        let pretty = try JSON(parsing: value.serialized(.pretty), limits: limits)
                        return value == pretty && value.hashValue == pretty.hashValue && value.serialized() == text
                    })
            }
            thread.stackSize = 512 << 10
            thread.start()
        }
        #expect(try outcome.get())
    }

    @Test(arguments: ["[", #"{"":"#, "[[[{\"a\":"])
    func endlessNesting(opening: String) {
        let text = String(repeating: opening, count: 100_000)
        let error = #expect(throws: JSONError.self) { try JSON(parsing: text, limits: JSONLimits(depth: .max)) }
        #expect(error?.kind == .depth)
        #expect(error?.pointer.tokens.count == JSONLimits.deepest)
    }

    /// Were any step quadratic in the keys, this would take minutes.
    @Test func manyKeys() throws {
        let count = 100_000
        let members = (0..<count).map { "\"\($0)\":\($0)" }.joined(separator: ",")
        let value = try JSON(parsing: "{\(members)}")
        let again = try JSON(parsing: "{\(members)}")
        #expect(value == again)
        #expect(value["99999"] == 99_999)

        let twice = "{\(members),\(members)}"
        let error = #expect(throws: JSONError.self) { try JSON(parsing: twice) }
        #expect(error?.message == "found a second \"0\", expected each key of an object once")
        #expect(try JSON(parsing: twice, limits: JSONLimits(duplicateKeys: .lastWins)) == value)
    }

    @Test func manyObjectsThatDiffer() throws {
        let text = "[" + (0..<50_000).map { "{\"\($0)\":1,\"x\":{\"\($0)\":2}}" }.joined(separator: ",") + "]"
        let value = try JSON(parsing: text)
        #expect(value[49_999]?["x"]?["49999"] == 2)
        #expect(value.serialized() == text)
    }

    /// Every text that ends too early is refused at its end, and none is read beyond it.
    @Test func cutShort() throws {
        let text = Array(#"{"a":[-12.5e+3,true,false,null,"é\u00e9\ud83d\ude00\n"],"b":{}}"#.utf8)
        for length in 0..<text.count {
            let error = #expect(throws: JSONError.self) { try JSON(parsing: Array(text[..<length])) }
            #expect(error.map { $0.offset <= length } == true)
        }
        #expect(throws: Never.self) { try JSON(parsing: text) }
    }

    /// A digit is a whole text, no other byte is.
    @Test func everyByteAlone() {
        let accepted = (0...255 as ClosedRange<UInt8>).filter { (try? JSON(parsing: [$0])) != nil }
        #expect(accepted == Array("0123456789".utf8))
    }
}
