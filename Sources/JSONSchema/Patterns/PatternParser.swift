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
    private var captures = 0
    private var names: [String] = []

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
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return String(text)
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

extension PatternParser {
    private mutating func quantified(_ part: PatternSyntax, from start: Int) throws(PatternError) -> PatternSyntax {
        let place = position
        guard let (minimum, maximum) = try quantifier() else { return part }
        // A group around an assertion may be repeated, the assertion itself may not.
        let opensGroup = scalars[start] == "("
        if case .look = part, !opensGroup || ["=", "!", "<"].contains(scalars[start + 2]) {
            throw error(
                "a lookaround cannot be repeated", "put it in a group, `(?:…)`, or leave out the quantifier", at: place)
        }
        if case .anchor = part, !opensGroup, dialect != .re2 {
            throw error("an anchor cannot be repeated", "leave out the quantifier", at: place)
        }
        if let maximum, maximum < minimum {
            throw error("a range whose end \(maximum) is below its start \(minimum)", "swap the two numbers", at: place)
        }
        if dialect == .re2, max(minimum, maximum ?? 0) > 1000 {
            throw error("more than 1000 repetitions", "RE2 allows no more than 1000", at: place)
        }
        var greedy = !flags.ungreedy
        if dialect != .iregexp, take("?") { greedy.toggle() }
        let following = position
        let again: Bool = if next == "{" { bounds() != nil } else { next == "*" || next == "+" || next == "?" }
        if again {
            throw error(
                "a quantifier after a quantifier",
                next == "+"
                    ? "possessive quantifiers do not exist here: leave out the `+`"
                    : "put the first one in a group, `(?:…)`",
                at: following)
        }
        return .repeated(part, minimum: minimum, maximum: maximum, greedy: greedy)
    }

    private mutating func quantifier() throws(PatternError) -> (Int, Int?)? {
        switch next {
        case "*":
            position += 1
            return (0, nil)
        case "+":
            position += 1
            return (1, nil)
        case "?":
            position += 1
            return (0, 1)
        case "{":
            guard let (bounds, end) = bounds() else { return nil }
            position = end
            return bounds
        default: return nil
        }
    }

    /// `{n}`, `{n,}` or `{n,m}` at the position and where it ends; nil where the brace begins something else.
    private func bounds() -> ((Int, Int?), end: Int)? {
        var index = position + 1
        func number() -> Int? {
            let digits = scalars[index...].prefix { ("0"..."9").contains($0) }
            index = digits.endIndex
            guard !digits.isEmpty else { return nil }
            // No text has 2³¹ scalars: a greater bound says nothing more.
            return digits.reduce(0) { min($0 * 10 + Int($1.value - 0x30), Int(Int32.max)) }
        }
        func has(_ scalar: Unicode.Scalar) -> Bool {
            guard index < scalars.count, scalars[index] == scalar else { return false }
            index += 1
            return true
        }
        guard index <= scalars.count, let minimum = number() else { return nil }
        if has("}") { return ((minimum, minimum), index) }
        guard has(",") else { return nil }
        let maximum = number()
        guard has("}") else { return nil }
        return ((minimum, maximum == Int(Int32.max) ? nil : maximum), index)
    }
}

extension PatternParser {
    private mutating func group(depth: Int) throws(PatternError) -> PatternSyntax? {
        let start = position
        position += 1
        guard next == "?" else { return try capture(name: nil, from: start, depth: depth) }
        if dialect == .iregexp { throw error("`(?` is not in I-Regexp", "use a plain group `(…)`", at: start) }
        if take("?:") { return try closed(from: start, depth: depth) }
        if dialect == .ecma262 {
            if take("?=") { return try look(behind: false, negated: false, from: start, depth: depth) }
            if take("?!") { return try look(behind: false, negated: true, from: start, depth: depth) }
            if take("?<=") { return try look(behind: true, negated: false, from: start, depth: depth) }
            if take("?<!") { return try look(behind: true, negated: true, from: start, depth: depth) }
        } else if let mark = peek(1) == "<" ? peek(2) : peek(1), mark == "=" || mark == "!" {
            throw error(
                "RE2 has no lookaround", "say what may match, instead of what may not stand beside it", at: start)
        }
        if take("?<") { return try capture(name: try groupName(), from: start, depth: depth) }
        if next == "?", peek(1) == "P" {
            guard dialect == .re2 else {
                throw error(
                    "`(?P` is not in ECMA-262", "write `(?<name>…)` for a named group and `\\k<name>` for a reference",
                    at: start)
            }
            if take("?P<") { return try capture(name: try groupName(), from: start, depth: depth) }
        }
        return try flagged(from: start, depth: depth)
    }

    private mutating func capture(name: String?, from start: Int, depth: Int) throws(PatternError) -> PatternSyntax {
        if let name {
            guard !names.contains(name) else {
                throw error("two groups named `\(name)`", "give each group a name of its own", at: start)
            }
            names.append(name)
        }
        captures += 1
        let index = captures
        return .capture(try closed(from: start, depth: depth), index: index, name: name)
    }

    private mutating func look(
        behind: Bool, negated: Bool, from start: Int, depth: Int
    ) throws(PatternError) -> PatternSyntax {
        .look(PatternLook(behind: behind, negated: negated), try closed(from: start, depth: depth))
    }

    private mutating func closed(from start: Int, depth: Int) throws(PatternError) -> PatternSyntax {
        let syntax = try choice(depth: depth + 1)
        guard take(")") else {
            throw error("a group without its `)`", "close it, or escape the `(` as `\\(`", at: start)
        }
        return syntax
    }

    /// A name after `(?<` or `\k<`, through its `>`.
    mutating func groupName() throws(PatternError) -> String {
        let start = position
        let name = scalars[position...].prefix { $0 != ">" }
        let valid = name.enumerated().allSatisfy { index, scalar in
            let properties = scalar.properties
            return scalar == "$" || scalar == "_" || (index == 0 ? properties.isIDStart : properties.isIDContinue)
        }
        guard valid, !name.isEmpty, name.endIndex < scalars.count else {
            throw error("a group name that is not an identifier", "write letters, digits and `_`, then `>`", at: start)
        }
        position = name.endIndex + 1
        return PatternParser.text(name)
    }

    /// `(?i-s:…)`, and in RE2 `(?i)` for the rest of the enclosing group.
    private mutating func flagged(from start: Int, depth: Int) throws(PatternError) -> PatternSyntax? {
        position += 1
        var changed = flags
        var value = true
        while let flag = next, flag != ")", flag != ":" {
            switch flag {
            case "i": changed.ignoresCase = value
            case "m": changed.multiline = value
            case "s": changed.dotMatchesAll = value
            case "U" where dialect == .re2: changed.ungreedy = value
            case "-" where value: value = false
            default:
                throw error(
                    "`(?\(flag)` opens no group of \(dialect == .re2 ? "RE2" : "ECMA-262")",
                    "write `(?:…)` for a group that captures nothing, or escape the `(`", at: start)
            }
            position += 1
        }
        if take(":") {
            let outer = flags
            flags = changed
            let syntax = try closed(from: start, depth: depth)
            flags = outer
            return syntax
        }
        guard dialect == .re2, position > start + 2, take(")") else {
            throw error(
                "flags without a group", "write `(?i:…)`, or spell both cases in a class like `[aA]`", at: start)
        }
        flags = changed
        return nil
    }
}
