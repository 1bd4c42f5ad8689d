// How often something may repeat.

extension PatternParser {
    mutating func quantified(_ part: PatternSyntax, from start: Int) throws(PatternError) -> PatternSyntax {
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
    func bounds() -> ((Int, Int?), end: Int)? {
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
