// What must hold for any bytes that are taken for a regular expression and a text.

import JSONValues
import RegularExpressions

/// The first byte chooses the dialect, the first line feed after it ends the expression, the rest is the text.
func fuzzPattern(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let first = bytes.first else { return }
    let rest = bytes.dropFirst()
    let line = rest.prefix { $0 != UInt8(ascii: "\n") }
    let source = String(decoding: line, as: UTF8.self)
    let text = String(decoding: rest.dropFirst(line.count + 1), as: UTF8.self)
    let dialects: [PatternDialect] = [.ecma262, .re2, .iregexp]
    var limits = PatternLimits()
    limits.steps = 500_000
    limits.backtracking = 100_000

    let pattern: Pattern
    do throws(PatternError) {
        pattern = try Pattern(source, dialect: dialects[Int(first) % dialects.count], limits: limits)
    } catch {
        precondition(0...source.unicodeScalars.count ~= error.offset, "\(error)")
        precondition(!error.message.isEmpty && !error.remedy.isEmpty)
        return
    }
    let verdict = pattern.verdict(on: text)
    let match = pattern.firstMatch(in: text)
    if let match {
        precondition(verdict != .noMatch, "\(source) has a match in a text that it does not match")
        precondition(match.range.upperBound <= text.endIndex)
        precondition(match.captures.count == match.names.count)
        for case let range? in match.captures { precondition(range.upperBound <= text.endIndex) }
    }
    let whole = pattern.verdict(on: text, whole: true)
    precondition(whole != .match || verdict != .noMatch, "\(source) matches the whole text and nothing in it")
    // Bytes that are not UTF-8 end in a verdict too.
    _ = rest.withContiguousStorageIfAvailable { pattern.verdict(on: $0) }
}
