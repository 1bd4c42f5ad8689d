// Random expressions on random texts: what matches, and where, is what ICU says, which no one here wrote.

import Foundation
import JSONValues
import RegularExpressions
import Testing

@Suite struct PatternPeerTests {
    @Test func matchesAreThoseOfICU() throws {
        var writer = ExpressionWriter(state: 1)
        var comparisons = 0
        for _ in 0..<1000 {
            let (source, isReadAlike) = writer.expression()
            let pattern = try Pattern(source)
            // ICU refuses a lookbehind without bounds.
            guard isReadAlike, let peer = try? NSRegularExpression(pattern: source) else { continue }
            for _ in 0..<5 {
                let text = writer.text()
                let found = peer.firstMatch(in: text, range: NSRange(text.startIndex..., in: text))
                #expect(pattern.matches(in: text) == (found != nil), "\(source) on '\(text)'")
                let range = found.flatMap { Range($0.range, in: text) }
                #expect(pattern.firstMatch(in: text)?.range == range, "\(source) on '\(text)'")
                comparisons += 1
            }
        }
        #expect(comparisons > 500)
    }
}

/// Writes expressions that ECMAScript and ICU read alike, over so few letters that they often match.
private struct ExpressionWriter {
    var state: UInt64

    private struct Part {
        var text: String
        /// Whether it matches the empty text somewhere.
        var isNullable: Bool
        var repeats = true
    }

    private var loopsOnNothing = false

    init(state: UInt64) { self.state = state }

    mutating func text() -> String {
        String((0..<below(9)).map { _ in ["a", "b", "c", "1", " ", "-"][below(6)] as Character })
    }

    /// An expression, and whether it has no loop that may take nothing in a round: of those the languages think differently.
    mutating func expression() -> (source: String, isReadAlike: Bool) {
        loopsOnNothing = false
        let source = alternatives(3).text
        return (source, !loopsOnNothing)
    }

    private mutating func below(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state ^ state >> 31) >> 8 & 0xFFFF_FFFF) % bound
    }

    private mutating func alternatives(_ depth: Int) -> Part {
        let branches = (0...(below(4) == 0 ? 1 : 0)).map { _ in sequence(depth) }
        return Part(
            text: branches.map(\.text).joined(separator: "|"), isNullable: branches.contains(where: \.isNullable))
    }

    private mutating func sequence(_ depth: Int) -> Part {
        let terms = (0...below(3)).map { _ in term(depth) }
        return Part(text: terms.map(\.text).joined(), isNullable: terms.allSatisfy(\.isNullable))
    }

    private mutating func term(_ depth: Int) -> Part {
        var part = atom(depth)
        guard part.repeats, below(2) == 0 else { return part }
        let (quantifier, takesNone) =
            [
                ("*", true), ("+", false), ("?", true), ("{2}", false), ("{1,2}", false), ("{0,2}", true),
                ("{2,}", false),
            ][below(7)]
        if part.isNullable { loopsOnNothing = true }
        part.text += quantifier + (below(4) == 0 ? "?" : "")
        part.isNullable = part.isNullable || takesNone
        return part
    }

    private mutating func atom(_ depth: Int) -> Part {
        switch below(depth > 0 ? 12 : 8) {
        case 0...3: return Part(text: ["a", "b", "c", "1"][below(4)], isNullable: false)
        case 4, 5: return Part(text: [".", "\\w", "\\d", "\\s", "\\W", "\\D"][below(6)], isNullable: false)
        case 6: return Part(text: ["[ab]", "[^a]", "[a-c]", "[^\\d ]", "[\\w\\-]"][below(5)], isNullable: false)
        case 7: return Part(text: ["\\b", "\\B", "^", "$"][below(4)], isNullable: true, repeats: false)
        case 8, 9: return enclosed("(", depth)
        case 10: return enclosed("(?:", depth)
        default:
            var part = enclosed(["(?=", "(?!", "(?<=", "(?<!"][below(4)], depth)
            (part.isNullable, part.repeats) = (true, false)
            return part
        }
    }

    private mutating func enclosed(_ opening: String, _ depth: Int) -> Part {
        let content = alternatives(depth - 1)
        return Part(text: opening + content.text + ")", isNullable: content.isNullable)
    }
}
