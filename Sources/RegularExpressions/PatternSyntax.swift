// What a regular expression says, as a tree that matcher and sampler switch over.

/// The syntax tree of a regular expression, the same for every dialect. A literal is a set of one scalar.
package indirect enum PatternSyntax: Hashable, Sendable {
    case empty
    /// One scalar out of the set. Case-insensitive flags are folded into the set already.
    case scalars(ScalarSet)
    case sequence([PatternSyntax])
    case choice([PatternSyntax])
    /// `maximum` is nil where there is no upper bound.
    case repeated(PatternSyntax, minimum: Int, maximum: Int?, greedy: Bool)
    /// A capturing group; indices start at 1.
    case capture(PatternSyntax, index: Int, name: String?)
    case anchor(PatternAnchor)
    case look(PatternLook, PatternSyntax)
    /// What a group captured before. Several indices where groups in different alternatives share the name.
    case backreference(indices: [Int], ignoresCase: Bool)
}

/// An assertion of one position.
package enum PatternAnchor: Hashable, Sendable {
    case textStart, textEnd
    /// Also after, or before, a line terminator: `^` and `$` under the flag `m`.
    case lineStart, lineEnd
    /// Between an ASCII word character and anything else.
    case wordBoundary, notWordBoundary
}

/// An assertion of what follows, or precedes, a position.
package struct PatternLook: Hashable, Sendable {
    /// Whether it looks at what precedes.
    package var behind: Bool
    /// Whether it holds where there is no match.
    package var negated: Bool
}
