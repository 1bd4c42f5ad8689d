// Why a text is not a regular expression of its dialect.

/// A regular expression that cannot be taken, with the place and what to write instead.
package struct PatternError: Error, Hashable, Sendable {
    /// The regular expression.
    package let source: String
    /// Where, counted in Unicode scalars from 0.
    package let offset: Int
    /// What was found.
    package let message: String
    /// What to write instead.
    package let remedy: String
}

extension PatternError: CustomStringConvertible {
    package var description: String {
        let shown = source.unicodeScalars.count > 80 ? String(source.unicodeScalars.prefix(80)) + "…" : source
        return "`\(shown)`, character \(offset + 1): \(message); \(remedy)"
    }
}
