// What a parenthesis opens: a group, a lookaround, or flags.

extension PatternParser {
    mutating func group(depth: Int) throws(PatternError) -> PatternSyntax? {
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
