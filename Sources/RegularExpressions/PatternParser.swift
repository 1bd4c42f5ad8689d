// From the text of a regular expression to its syntax tree: alternatives, sequences, quantifiers, groups.

/// A recursive-descent parser for all three dialects. Its recursion is bounded by `PatternLimits.depth`.
struct PatternParser {
    struct Flags: Equatable {
        var ignoresCase = false
        var multiline = false
        var dotMatchesAll = false
        var ungreedy = false
    }

    let source: String
    let scalars: [Unicode.Scalar]
    let dialect: PatternDialect
    let limits: PatternLimits
    /// The names of all capturing groups in order, found before parsing: `\k<n>` may stand before its group.
    let groups: [String?]

    var position = 0
    var flags = Flags()
    /// Groups that were met so far, and the names that are taken where the parser is.
    var captures = 0
    var names: [String] = []

    /// The syntax tree of a whole regular expression.
    static func parse(
        _ source: String, dialect: PatternDialect, limits: PatternLimits
    ) throws(PatternError) -> PatternSyntax {
        let scalars = Array(source.unicodeScalars.prefix(limits.length + 1))
        guard scalars.count <= limits.length else {
            throw PatternError(
                source: source, offset: limits.length, message: "longer than \(limits.length) characters",
                remedy: "split the check into several shorter patterns")
        }
        var parser = PatternParser(
            source: source, scalars: scalars, dialect: dialect, limits: limits, groups: groups(in: scalars))
        let syntax = try parser.choice(depth: 0)
        if parser.position < scalars.count {
            throw parser.error("unmatched `)`", "escape it as `\\)`, or open its group")
        }
        return syntax
    }

    private init(
        source: String, scalars: [Unicode.Scalar], dialect: PatternDialect, limits: PatternLimits, groups: [String?]
    ) {
        self.source = source
        self.scalars = scalars
        self.dialect = dialect
        self.limits = limits
        self.groups = groups
    }

    private static func groups(in scalars: [Unicode.Scalar]) -> [String?] {
        var groups: [String?] = []
        var inClass = false
        var index = 0
        while index < scalars.count {
            switch scalars[index] {
            case "\\": index += 1
            case "[": inClass = true
            case "]": inClass = false
            case "(" where !inClass:
                let rest = scalars[(index + 1)...]
                if rest.first != "?" {
                    groups.append(nil)
                } else if rest.dropFirst().first == "<", let next = rest.dropFirst(2).first, next != "=", next != "!" {
                    groups.append(text(rest.dropFirst(2).prefix { $0 != ">" }))
                }
            default: break
            }
            index += 1
        }
        return groups
    }

    static func text(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        String(String.UnicodeScalarView(scalars))
    }
}

extension PatternSyntax {
    /// Reads a regular expression without making anything to match it with.
    /// - Throws: what is wrong with the expression, where, and what to write instead.
    package init(parsing source: String, dialect: PatternDialect, limits: PatternLimits = .standard)
        throws(PatternError)
    {
        self = try PatternParser.parse(source, dialect: dialect, limits: limits)
    }
}

extension PatternParser {
    var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    func peek(_ ahead: Int) -> Unicode.Scalar? {
        position + ahead < scalars.count ? scalars[position + ahead] : nil
    }

    mutating func take(_ expected: String) -> Bool {
        let expected = Array(expected.unicodeScalars)
        guard scalars[position...].starts(with: expected) else { return false }
        position += expected.count
        return true
    }

    func error(_ message: String, _ remedy: String, at offset: Int? = nil) -> PatternError {
        PatternError(source: source, offset: offset ?? position, message: message, remedy: remedy)
    }
}

extension PatternParser {
    mutating func choice(depth: Int) throws(PatternError) -> PatternSyntax {
        guard depth <= limits.depth else {
            throw error("more than \(limits.depth) groups within each other", "nest fewer groups")
        }
        let namesBefore = names
        var namesOfAll = names
        let flagsBefore = flags
        var branches: [PatternSyntax] = []
        repeat {
            names = namesBefore
            branches.append(try sequence(depth: depth))
            namesOfAll += names.dropFirst(namesBefore.count)
        } while take("|")
        names = namesOfAll
        flags = flagsBefore
        return branches.count == 1 ? branches[0] : .choice(branches)
    }

    private mutating func sequence(depth: Int) throws(PatternError) -> PatternSyntax {
        var parts: [PatternSyntax] = []
        while let scalar = next, scalar != "|", scalar != ")" {
            let start = position
            if dialect == .re2, take("\\Q") {
                parts += quotation()
                if let last = parts.popLast() { parts.append(try quantified(last, from: start)) }
            } else if let part = try atom(scalar, depth: depth) {
                parts.append(try quantified(part, from: start))
            }
        }
        switch parts.count {
        case 0: return .empty
        case 1: return parts[0]
        default: return .sequence(parts)
        }
    }

    /// The literals up to `\E` or the end.
    private mutating func quotation() -> [PatternSyntax] {
        var parts: [PatternSyntax] = []
        while let scalar = next, !take("\\E") {
            parts.append(literal(scalar))
            position += 1
        }
        return parts
    }

    /// One atom, nil where only flags were set.
    private mutating func atom(_ scalar: Unicode.Scalar, depth: Int) throws(PatternError) -> PatternSyntax? {
        switch scalar {
        case "(": return try group(depth: depth)
        case "[": return .scalars(cased(try characterClass()))
        case "\\": return try escape()
        case ".":
            position += 1
            return .scalars(dot)
        case "^":
            position += 1
            return .anchor(flags.multiline ? .lineStart : .textStart)
        case "$":
            position += 1
            return .anchor(flags.multiline ? .lineEnd : .textEnd)
        case "*", "+", "?":
            throw error(
                "nothing to repeat before `\(scalar)`", "escape it as `\\\(scalar)`, or put something before it")
        case "{":
            if bounds() != nil {
                throw error("nothing to repeat before `{`", "escape it as `\\{`, or put something before it")
            }
            return try bare(scalar)
        case "}", "]": return try bare(scalar)
        default:
            position += 1
            return literal(scalar)
        }
    }

    /// A bracket or brace that opens or closes nothing.
    private mutating func bare(_ scalar: Unicode.Scalar) throws(PatternError) -> PatternSyntax {
        if dialect == .iregexp { throw error("a bare `\(scalar)`", "escape it as `\\\(scalar)`") }
        position += 1
        return literal(scalar)
    }

    func literal(_ scalar: Unicode.Scalar) -> PatternSyntax { .scalars(cased(ScalarSet(scalar))) }

    func cased(_ set: ScalarSet) -> ScalarSet { flags.ignoresCase ? UnicodeCase.closed(set) : set }

    private var dot: ScalarSet {
        if flags.dotMatchesAll { return .everything }
        return switch dialect {
        case .ecma262: ScalarSet.ecmaLineTerminators.inverted
        case .re2: ScalarSet("\n").inverted
        case .iregexp: ScalarSet("\n\r").inverted
        }
    }
}
