// What was made of a text is made once, as long as few others come.

import Synchronization
import Testing

@testable import HTTPExchange

@Suite struct TextMemoTests {
    /// How often something was made when these texts had come.
    private func made(_ texts: [String]) -> Int {
        let memo = TextMemo<Int>()
        var made = 0
        for text in texts {
            let value = Array(text.utf8).withUnsafeBytes { bytes in
                memo.value(of: bytes) { text in
                    made += 1
                    return text.count
                }
            }
            #expect(value == text.count)
        }
        return made
    }

    @Test func theSameTextIsLookedAtOnce() {
        #expect(made(["a", "b", "a", "", "b", "", "ab", "a"]) == 4)
    }

    @Test func theOldestMakesRoom() {
        let texts = (0..<8).map { "text \($0)" }
        #expect(made(texts + texts) == 8)
        #expect(made(texts + ["another"] + texts.dropFirst()) == 9)
        #expect(made(texts + ["another", texts[0], texts[1]]) == 11)
    }

    @Test func longTextsAreNotKept() {
        #expect(made(Array(repeating: String(repeating: "x", count: 512), count: 3)) == 1)
        #expect(made(Array(repeating: String(repeating: "x", count: 513), count: 3)) == 3)
    }
}
