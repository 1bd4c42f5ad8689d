// Which language a regular expression is written in, and how large it may be.

/// The dialects that the standards we read refer to.
package enum PatternDialect: Hashable, Sendable {
    /// ECMA-262 with Unicode semantics, as [JSON Schema](https://json-schema.org/draft/2020-12/json-schema-core#section-6.4) has it.
    ///
    /// Taken as well are the forms of Annex B that mean the same with and without the flag `u` and that published documents are full of: an
    /// escaped punctuation character (`\-`, `\@`), a bare `]`, `{` or `}`, and a hyphen beside a class escape (`[\w-.]`).
    case ecma262
    /// [RE2](https://github.com/google/re2/wiki/Syntax), which CEL's `matches` speaks.
    case re2
    /// I-Regexp ([RFC 9485](https://www.rfc-editor.org/rfc/rfc9485)), which JSONPath's `match` and `search` speak. `^` and `$` are anchors, as they are
    /// in the dialects that section 5 of the RFC maps to.
    case iregexp
}

/// Bounds that keep a hostile regular expression, or a hostile text, from taking the process with it.
package struct PatternLimits: Hashable, Sendable {
    /// Scalars of a regular expression.
    package var length = 65_536
    /// Groups within groups.
    package var depth = 100
    /// Instructions after every `{n,m}` is written out.
    package var instructions = 300_000
    /// Steps of one match that runs all paths at once, 0.2 s. A table needs none.
    package var steps = 20_000_000
    /// Steps of one match that tries path after path.
    package var backtracking = 2_000_000

    package init() {}
    /// The limits that hold where none are given.
    package static let standard = PatternLimits()
}
