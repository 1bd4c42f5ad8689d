// Expressions that are refused: where, why and what to write instead.

import Testing

@testable import RegularExpressions

@Suite struct PatternErrorTests {
    static func failure(_ pattern: String, _ dialect: PatternDialect, _ limits: PatternLimits = .standard)
        -> PatternError?
    {
        do {
            _ = try Pattern(pattern, dialect: dialect, limits: limits)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        ("^(abc]", 1), ("abc)", 3), ("a**", 2), ("a++", 2), ("*a", 0), ("a{2}{3}", 4), ("a{3,2}", 1), ("^*", 1),
        ("(?=a)*", 5), ("[b-a]", 1), ("[abc", 0), ("\\a", 0), ("\\Z", 0), ("\\8", 0), ("\\1", 0), ("(a)\\2", 3),
        ("\\k<n>(?<m>a)", 0), ("\\u00", 0), ("\\u{110000}", 0), ("\\x4", 0), ("\\c1", 0), ("\\01", 0), ("\\", 0),
        ("\\p{Foo}", 0), ("\\pL", 0), ("\\p{Script=Foo}", 0), ("\\p{L", 0), ("(?P<name>x)", 0), ("(?P<n>a)(?P=n)", 0),
        ("(?#comment)a", 0), ("(?i)abc", 0), ("(?ims)abc", 0), ("(?>a)", 0), ("(?<1a>x)", 3), ("(?<a>x)(?<a>y)", 7),
        ("(?<ax)", 3), ("é(", 1), ("(?", 0), ("{2}", 0), ("(?<=a)*", 6), ("\\b+", 2),
    ])
    func ecma262(pattern: String, offset: Int) {
        #expect(PatternErrorTests.failure(pattern, .ecma262)?.offset == offset)
    }

    @Test(arguments: [
        ("(?=a)", 0), ("(?<!a)", 0), ("(a)\\1", 3), ("\\Z", 0), ("a{1001}", 1), ("[[:foo:]]", 1), ("[a-\\d]", 2),
        ("\\pX", 0), ("\\_", 0), ("(?z)", 0), ("(?i", 0), ("a**", 2),
    ])
    func re2(pattern: String, offset: Int) { #expect(PatternErrorTests.failure(pattern, .re2)?.offset == offset) }

    @Test(arguments: [
        ("\\d", 0), ("\\w", 0), ("(?:a)", 0), ("a*?", 2), ("a{", 1), ("]", 0), ("[[a]", 1), ("[a-b-c]", 4), ("[]", 0),
        ("\\p{Letter}", 0), ("\\p{Script=Greek}", 0), ("\\b", 0),
    ])
    func iregexp(pattern: String, offset: Int) {
        #expect(PatternErrorTests.failure(pattern, .iregexp)?.offset == offset)
    }

    @Test func saysWhatToWrite() {
        #expect(
            PatternErrorTests.failure("(?P<n>a)", .ecma262)?.description
                == "`(?P<n>a)`, character 1: `(?P` is not in ECMA-262; write `(?<name>…)` for a named group and `\\k<name>` for a reference"
        )
    }
}

@Suite struct PatternLimitTests {
    @Test(arguments: [
        String(repeating: "(", count: 60_000), String(repeating: "(?:", count: 20_000),
        String(repeating: "[", count: 100_000),
        String(repeating: "a", count: 65_537), "a{1000}{1000}", "(a{1000}){1000}", "((a{100}){100}){100}",
        "(?:){0,1000000000}",
        "(?:(?:a|){1000}){1000}",
    ])
    func refused(pattern: String) { #expect(PatternErrorTests.failure(pattern, .ecma262) != nil) }

    @Test(arguments: [
        "(?:){1000000000}", "a{0,4294967295}", "(?:(?:){1000000}){1000000}", "^[\\s\\S]{0,131072}$",
        // As a deterministic automaton it has a state for every set of places that it can be in.
        "a|" + String(repeating: ".", count: 70) + "ce" + String(repeating: "}.", count: 20),
    ])
    func bounded(pattern: String) throws { #expect(try Pattern(pattern).matches(in: "a")) }

    /// Small budgets, so that what goes through all of them is cheap to try.
    static let frugal: PatternLimits = {
        var limits = PatternLimits()
        limits.steps = 200_000
        limits.backtracking = 50_000
        return limits
    }()

    /// Each would take exponential or cubic time in a plain backtracker.
    @Test(arguments: [
        "^(a+)+$", "^(a|a)*$", "^(a|aa)+$", "^(?:.*a){20}$", "(x+x+)+y", "^(?=(?:a+)+$)b", "(?<=^(?:a+)+)b",
    ])
    func hostileTextsEnd(pattern: String) throws {
        let compiled = try Pattern(pattern, limits: PatternLimitTests.frugal)
        #expect(compiled.verdict(on: String(repeating: "a", count: 5000) + "!") != .match)
    }

    @Test func referencesRunOutOfSteps() throws {
        let compiled = try Pattern("^(a+)+\\1b$", limits: PatternLimitTests.frugal)
        #expect(compiled.verdict(on: String(repeating: "a", count: 5000)) == .gaveUp)
        #expect(compiled.verdict(on: "aaaab") == .match)
        #expect(compiled.firstMatch(in: String(repeating: "a", count: 5000)) == nil)
    }

    @Test func manyStatesRunOutOfSteps() throws {
        let compiled = try Pattern("((a{0,60}){0,60}){0,10}b", limits: PatternLimitTests.frugal)
        #expect(compiled.verdict(on: String(repeating: "a", count: 10_000)) == .gaveUp)
    }

    @Test func bytesThatAreNotUTF8EndInNoMatch() throws {
        let compiled = try Pattern("^[^x]+$")
        for bytes in [[0xFF], [0x61, 0xC3], [0xF0, 0x9F], [0x80, 0x80]] as [[UInt8]] {
            #expect(bytes.withUnsafeBufferPointer { compiled.verdict(on: $0) } == .noMatch)
        }
    }
}
