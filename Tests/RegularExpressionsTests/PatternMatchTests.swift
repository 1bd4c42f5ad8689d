// What each dialect's expressions match, and what their groups capture.

import Testing

@testable import RegularExpressions

@Suite struct PatternMatchTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let pattern: String
        let yes: [String]
        let no: [String]
        var testDescription: String { pattern }

        init(_ pattern: String, yes: [String] = [], no: [String] = []) {
            self.pattern = pattern
            self.yes = yes
            self.no = no
        }

        func check(_ dialect: PatternDialect) throws {
            let compiled = try Pattern(pattern, dialect: dialect)
            #expect(yes.filter { !compiled.matches(in: $0) } == [], "should match")
            #expect(no.filter { compiled.matches(in: $0) } == [], "should not match")
        }
    }

    @Test(arguments: [
        Case("a+", yes: ["xxaayy"], no: ["", "b"]),
        Case("^abc$", yes: ["abc"], no: ["abc\n", "xabc"]),
        Case("^$", yes: [""], no: ["a"]),
        Case("", yes: ["", "x"]),
        Case("^(?:top|bottom|after:\\d+)$", yes: ["top", "after:12"], no: ["after:", "tops"]),
        Case("^AC[0-9a-fA-F]{32}$", yes: ["AC" + String(repeating: "f", count: 32)], no: ["AC12", "ACg"]),
        Case("^a{2,3}$", yes: ["aa", "aaa"], no: ["a", "aaaa"]),
        Case("^(ab|a)(bc)?$", yes: ["abbc", "abc", "a"], no: ["abcc"]),
        Case("^\\cC\\cj$", yes: ["\u{03}\n"], no: ["\\cC"]),
        Case("^[\\b]$", yes: ["\u{08}"], no: ["b"]),
        Case("^\\d+$", yes: ["42"], no: ["৪২"]),
        Case("^\\w+$", yes: ["a_9"], no: ["é", "a-b"]),
        Case("^\\s$", yes: ["\u{FEFF}", "\u{2029}", "\u{2003}", "\u{0B}"], no: ["\u{180E}", "\u{85}"]),
        Case("^\\S\\D\\W$", yes: ["xx-"], no: [" x-"]),
        Case("\\bfoo\\b", yes: ["a foo.", "foo"], no: ["foot", "xfoo"]),
        Case("o\\B", yes: ["foot"], no: ["fo "]),
        Case("^.$", yes: ["🐲", "é", "\u{85}"], no: ["\n", "\u{2028}", "ab", ""]),
        Case("^🐲*$", yes: ["", "🐲🐲"], no: ["🐉"]),
        Case("^[🐲-🐴]$", yes: ["🐳"], no: ["🐵"]),
        Case("^\\uD83D\\uDC32\\u{1F432}\\x41\\u0041$", yes: ["🐲🐲AA"]),
        Case("[\\uD800-\\uDFFF]", no: ["🐲", "a"]),
        Case("[]", no: ["", "a"]),
        Case("^[^]$", yes: ["\n", "🐲"], no: [""]),
        Case("^[^a-c]$", yes: ["d", "é"], no: ["a", "b"]),
        Case("^[\\w.-]+@[\\w-.]+$", yes: ["a.b-c@d-e.f"], no: ["a b@c"]),
        Case("^\\d{3}\\-\\d{4}\\@$", yes: ["555-1234@"]),
        Case("^{\\w+}$", yes: ["{id}"], no: ["id"]),
        Case("^a{,2}]$", yes: ["a{,2}]"], no: ["aa]"]),
        Case("^\\p{Letter}+$", yes: ["Helloπ"], no: ["123"]),
        Case("^\\p{digit}\\P{Lu}$", yes: ["৪a"], no: ["৪A"]),
        Case("^[\\p{Lu}\\p{Nd}]+$", yes: ["ÉЖ9"], no: ["é"]),
        Case("^\\p{Script=Greek}+$", yes: ["αβγ"], no: ["abc", "α1"]),
        Case("^\\p{scx=Deva}$", yes: ["क", "।"], no: ["a"]),
        Case("^\\p{sc=Zyyy}\\p{L}\\p{Alphabetic}\\p{Emoji_Presentation}$", yes: ["1aa🐲"]),
        Case("^\\p{Any}\\P{ASCII}\\p{ASCII}$", yes: ["xéx"], no: ["xxx"]),
        Case("^\\p{Unassigned}$", yes: ["\u{40000}", "\u{0378}"], no: ["a", "\u{F0000}"]),
        Case("^\\p{Private_Use}$", yes: ["\u{E000}", "\u{F0000}"], no: ["a"]),
        Case("^(?=.*[a-z])(?=.*[A-Z])(?=.*[0-9]).{8,}$", yes: ["Passw0rd"], no: ["password1", "Pass0"]),
        Case("^(?!foo).*$", yes: ["bar"], no: ["foobar"]),
        Case("(?<=\\$)\\d+", yes: ["$42"], no: ["42"]),
        Case("(?<!\\$|\\d)\\d+$", yes: ["€42"], no: ["$42"]),
        Case("(?<=^a+)b", yes: ["aaab"], no: ["xaab"]),
        Case("^(?<q>['\"]).*\\k<q>$", yes: ["'a'", "\"it's\""], no: ["'a\""]),
        Case("^\\k<q>(?<q>a)$", yes: ["a"]),
        Case("^(a)\\1$", yes: ["aa"], no: ["a", "ab"]),
        Case("^(?:(?<y>a)|(?<y>b))\\k<y>$", yes: ["aa", "bb"], no: ["ab"]),
        Case("(?<=\\1(.))x", yes: ["aax"], no: ["bax"]),
        Case("^(?i:ab\\u00e9)c$", yes: ["ABÉc", "abéc"], no: ["abéC"]),
        Case("^(?i:(a)\\1)$", yes: ["aA"]),
        Case("^(?i:[k-s]i)$", yes: ["kI", "\u{212A}i", "ſI"], no: ["kı", "İi"]),
        Case("^(?i:(ΐ)\\1ß)$", yes: ["\u{1FD3}\u{0390}ẞ"], no: ["ΐΐss"]),
        Case("^(?m:^b$)", no: ["a\nb"]),
        Case("(?m:^b$)", yes: ["a\nb\nc", "b"], no: ["ab"]),
        Case("^(?s:.)$", yes: ["\n"]),
        Case("^(a?b?)*c$", yes: ["ababc", "c"], no: ["abd"]),
        Case("^(?:a*)*$", yes: ["aaa", ""], no: ["b"]),
        Case("^(?:(?=a)a|b)+$", yes: ["abba"], no: ["abc"]),
        Case("^(?:^)*(?:(?=a)){2}a(?:$)+", yes: ["a"], no: ["ba"]),
        Case("^(?:(a){0})*(b)$", yes: ["b"], no: ["a"]),
    ])
    func ecma262(_ test: Case) throws { try test.check(.ecma262) }

    @Test(arguments: [
        Case("(?i)héllo", yes: ["HÉLLO"], no: ["hello"]),
        Case("a(?i)b(?-i)c", yes: ["aBc"], no: ["ABc", "aBC"]),
        Case("(?:(?i)a)b", yes: ["Ab"], no: ["AB"]),
        Case("\\Aab\\z", yes: ["ab"], no: ["ab\n", "xab"]),
        Case("(?m)^b$", yes: ["a\nb\nc"], no: ["ab"]),
        Case("^\\pN\\PN\\p{^Nd}$", yes: ["1ab"], no: ["a1b"]),
        Case("^\\p{Greek}$", yes: ["α"], no: ["a"]),
        Case("^[[:alpha:][:^space:]]+$", yes: ["ab1"], no: ["a b"]),
        Case("^[]a]+$", yes: ["]a"], no: ["b"]),
        Case("^\\Qa.b\\E+$", yes: ["a.bb"], no: ["axb"]),
        Case("^(?P<x>a)(?<y>b)$", yes: ["ab"]),
        Case("^\\x{1F432}\\x41\\101\\07$", yes: ["🐲AA\u{07}"]),
        Case("^\\s$", yes: [" ", "\u{0C}"], no: ["\u{0B}", "\u{A0}"]),
        Case("^.$", yes: ["\r", "\u{2028}"], no: ["\n"]),
        Case("(?i)[^k]", yes: ["a"], no: ["K", "k", "\u{212A}"]),
        Case("(a|😀){2}", yes: ["🐱😀😀"], no: ["a"]),
    ])
    func re2(_ test: Case) throws { try test.check(.re2) }

    @Test(arguments: [
        Case("b.?b", yes: ["bab", "bb"], no: ["abc", "bbab", "xbb"]),
        Case("a[.b]c", yes: ["abc", "a.c"], no: ["axc"]),
        Case("a[\\].]c", yes: ["a]c"], no: ["abc"]),
        Case("\\p{Lu}|\\P{L}", yes: ["Ж", "1"], no: ["ж", "ЖЖ"]),
        Case(".", yes: ["\u{2028}"], no: ["\n", "\r"]),
        Case("^ab.*", yes: ["abc"], no: ["axc"]),
        Case("[-a][a-]", yes: ["-a", "a-"], no: ["b-"]),
        Case("(a|b){2,}", yes: ["abab"], no: ["a"]),
    ])
    func iregexpTakesTheWholeText(_ test: Case) throws {
        let compiled = try Pattern(test.pattern, dialect: .iregexp)
        #expect(test.yes.filter { !compiled.matchesWhole($0) } == [])
        #expect(test.no.filter { compiled.matchesWhole($0) } == [])
    }

    @Test(arguments: [
        ("(\\d+)-(\\d+)", "tel 555-1234.", ["555-1234", "555", "1234"]),
        ("(a+?)(a*)", "aaa", ["aaa", "a", "aa"]),
        ("(a)|(b)", "b", ["b", nil, "b"]),
        ("(?:(a)|(b))*", "ab", ["ab", nil, "b"]),
        ("(z)((a+)?(b+)?(c))*", "zaacbbbcac", ["zaacbbbcac", "z", "ac", "a", nil, "c"]),
        ("(?=(a+))a*b\\1", "baaabac", ["aba", "a"]),
        ("(.*?)a(?!(a+)b\\2c)\\2(.*)", "baaabaac", ["baaabaac", "ba", nil, "abaac"]),
        ("(?<=(\\d+)(\\d+))$", "1053", ["", "1", "053"]),
        ("é(🐲)", "xé🐲", ["é🐲", "🐲"]),
        ("(a){0}(b)", "ab", ["b", nil, "b"]),
        ("(?<n>\\S?)?", "", ["", nil]),
        ("(x*?🐲{0,}){2,}", "xx_", ["xx", "x"]),
        ("((?<n1>(0*?)){2,}(.*?)){2,}", "Ab", ["Ab", "b", "", "", "b"]),
    ])
    func captures(pattern: String, text: String, expected: [String?]) throws {
        let match = try #require(Pattern(pattern).firstMatch(in: text))
        #expect(([match.range] + match.captures).map { $0.map { String(text[$0]) } } == expected)
    }

    @Test func capturesByName() throws {
        let text = "2026-11-21"
        let match = try #require(Pattern("(?<year>\\d{4})-(?<month>\\d\\d)").firstMatch(in: text))
        #expect(match.capture(named: "month").map { String(text[$0]) } == "11")
        #expect(match.capture(named: "day") == nil)
    }

    /// Table, threads and backtracker are three matchers of one meaning.
    @Test(arguments: ["(a|ab)(c|bcd)(d*)", "\\b\\w+\\b$", "(?:a?b?)*c|^x", "[^a]b+?$", "(?:)", "^(?:ab|a)*?b$"])
    func matchersAgree(pattern: String) throws {
        let table = try Pattern(pattern)
        let backtracker = try Pattern("(?=)(?:\(pattern))")
        let letters = Array("abcd x")
        for number in 0..<2000 {
            let text = String((0..<number % 7).map { letters[(number * 7919 / (1 + $0 * $0 * 6)) % 6] })
            let expected = backtracker.matches(in: text)
            #expect(table.matches(in: text) == expected, "\(text)")
            #expect((table.firstMatch(in: text) != nil) == expected, "\(text)")
            #expect(table.firstMatch(in: text)?.range == backtracker.firstMatch(in: text)?.range, "\(text)")
            #expect(table.matchesWhole(text) == backtracker.matchesWhole(text), "\(text)")
        }
    }
}
