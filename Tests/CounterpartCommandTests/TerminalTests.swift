// What reaches a terminal of texts that others wrote.

import Testing

@testable import CounterpartCommand

@Suite struct TerminalTests {
    @Test(arguments: [
        ("plain text\n\twith a tab, an é and 日本", "plain text\n\twith a tab, an é and 日本"),
        ("\u{1B}]0;title\u{07}x", "\u{FFFD}]0;title\u{FFFD}x"),
        ("\u{1B}[2J\u{1B}[Hgone", "\u{FFFD}[2J\u{FFFD}[Hgone"),
        ("\u{9B}31mx\u{8}", "\u{FFFD}31mx\u{FFFD}"),
        ("a\u{202E}gpj.exe\u{2066}b\u{2069}", "a\u{FFFD}gpj.exe\u{FFFD}b\u{FFFD}"),
        ("\u{1B}", "\u{FFFD}"),
    ])
    func nothingMovesTheCursorOrTurnsTheText(text: String, shown: String) {
        for isInteractive in [false, true] {
            #expect(Terminal.harmless(text, isInteractive: isInteractive) == shown)
        }
    }

    @Test func coloursAreShownToPeopleAlone() {
        let text = "\u{1B}[31mred\u{1B}[0m\r\u{1B}[K"
        #expect(Terminal.harmless(text, isInteractive: true) == text)
        #expect(!Terminal.harmless(text, isInteractive: false).contains("\u{1B}"))
    }
}
