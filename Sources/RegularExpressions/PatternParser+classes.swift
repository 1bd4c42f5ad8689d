// Character classes `[…]` and Unicode properties `\p{…}`.

extension PatternParser {
    /// A class, from its `[` through its `]`.
    mutating func characterClass() throws(PatternError) -> ScalarSet {
        let start = position
        position += 1
        let negated = take("^")
        var ranges: [ClosedRange<UInt32>] = []
        var first = true
        while let scalar = next {
            // RE2 takes a `]` that comes first as itself; in ECMA-262 `[]` is the class of nothing.
            if scalar == "]", !(first && dialect == .re2) {
                if first, dialect == .iregexp { throw error("a class of nothing", "name its characters", at: start) }
                position += 1
                let set = cased(ScalarSet(ranges))
                return negated ? set.inverted : set
            }
            if dialect == .re2, scalar == "[", peek(1) == ":", let set = try posixClass() {
                ranges += set.ranges
            } else {
                ranges += try classRange(first: first)
            }
            first = false
        }
        throw error("a class without its `]`", "close it, or escape the `[` as `\\[`", at: start)
    }

    private mutating func classRange(first: Bool) throws(PatternError) -> [ClosedRange<UInt32>] {
        let start = position
        let lower = try classAtom(first: first)
        guard next == "-", let after = peek(1), after != "]" else { return lower.ranges }
        let hyphen = position
        position += 1
        let upper = try classAtom(first: false)
        if let low = lower.single, let high = upper.single {
            guard low <= high else {
                throw error("a range out of order", "put the smaller character first", at: start)
            }
            return [low...high]
        }
        guard dialect == .ecma262 else {
            throw error("a range that begins or ends in a class", "escape the `-`, or move it to the end", at: hyphen)
        }
        return lower.ranges + upper.ranges + [0x2D...0x2D]
    }

    private mutating func classAtom(first: Bool) throws(PatternError) -> ScalarSet {
        guard let scalar = next else { return .nothing }
        if scalar == "\\" { return try escapedSet(inClass: true) }
        if dialect == .iregexp, scalar == "[" || (scalar == "-" && !first && peek(1) != "]") {
            throw error("a bare `\(scalar)` in a class", "escape it as `\\\(scalar)`")
        }
        position += 1
        return ScalarSet(scalar)
    }

    /// `[:alpha:]` and `[:^alpha:]`; nil where the brackets are no such class.
    private mutating func posixClass() throws(PatternError) -> ScalarSet? {
        let body = scalars[(position + 2)...].prefix { $0 != ":" && $0 != "]" }
        guard scalars[body.endIndex...].starts(with: [":", "]"]) else { return nil }
        let negated = body.first == "^"
        let name = PatternParser.text(negated ? body.dropFirst() : body)
        guard let set = PatternParser.posixClasses[name] else {
            throw error("no class is named `[:\(name):]`", "use alpha, digit, alnum, upper, lower, space, punct, word…")
        }
        position = body.endIndex + 2
        return negated ? set.inverted : set
    }

    private static let posixClasses: [String: ScalarSet] = [
        "alnum": ScalarSet([0x30...0x39, 0x41...0x5A, 0x61...0x7A]), "alpha": ScalarSet([0x41...0x5A, 0x61...0x7A]),
        "ascii": ScalarSet([0...0x7F]), "blank": ScalarSet("\t "), "cntrl": ScalarSet([0...0x1F, 0x7F...0x7F]),
        "digit": .digits, "graph": ScalarSet([0x21...0x7E]), "lower": ScalarSet([0x61...0x7A]),
        "print": ScalarSet([0x20...0x7E]), "punct": ScalarSet([0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E]),
        "space": ScalarSet([0x09...0x0D, 0x20...0x20]), "upper": ScalarSet([0x41...0x5A]), "word": .wordCharacters,
        "xdigit": ScalarSet([0x30...0x39, 0x41...0x46, 0x61...0x66]),
    ]

    /// What follows `\p` or `\P`.
    mutating func property(negated: Bool, at start: Int) throws(PatternError) -> ScalarSet {
        var negated = negated
        let name: String
        if next == "{" {
            let body = scalars[(position + 1)...].prefix { $0 != "}" }
            guard body.endIndex < scalars.count else {
                throw error("a property without its `}`", "close it", at: start)
            }
            position = body.endIndex + 1
            if dialect == .re2, body.first == "^" { negated.toggle() }
            name = PatternParser.text(dialect == .re2 && body.first == "^" ? body.dropFirst() : body)
        } else if dialect == .re2, let letter = next {
            position += 1
            name = PatternParser.text([letter])
        } else {
            throw error("`\\p` without a property", "write it like `\\p{L}`", at: start)
        }
        guard let set = propertySet(name) else {
            throw error("no Unicode property is named `\(name)`", propertyRemedy, at: start)
        }
        return negated ? set.inverted : set
    }

    private var propertyRemedy: String {
        switch dialect {
        case .ecma262:
            "use a category (`L`, `Lu`, `Nd`…), a script (`Script=Greek`) or a binary property (`Alphabetic`)"
        case .re2: "use a category (`L`, `Lu`, `Nd`…) or a script (`Greek`)"
        case .iregexp: "use a category: `L`, `Lu`, `Nd`…"
        }
    }

    private func propertySet(_ name: String) -> ScalarSet? {
        switch dialect {
        case .iregexp: return name.utf8.count <= 2 && name != "LC" ? UnicodeCategories.set(named: name) : nil
        case .re2:
            if name == "Any" { return .everything }
            if name.utf8.count <= 2 { return UnicodeCategories.set(named: name) }
            return UnicodeScripts.sets[name]
        case .ecma262:
            let halves = name.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard halves.count == 2 else {
                return UnicodeCategories.set(named: name) ?? UnicodeProperties.set(named: name)
            }
            return switch halves[0] {
            case "General_Category", "gc": UnicodeCategories.set(named: halves[1])
            case "Script", "sc": UnicodeScripts.sets[halves[1]]
            case "Script_Extensions", "scx": UnicodeScripts.extensionSets[halves[1]]
            default: nil
            }
        }
    }
}

extension ScalarSet {
    /// The only member, where there is only one.
    fileprivate var single: UInt32? {
        ranges.count == 1 && ranges[0].count == 1 ? ranges[0].lowerBound : nil
    }
}
