// Texts that match a regular expression.

import JSONValues
import RegularExpressions
import JSONSchema

/// Writes texts by a pattern's syntax. Anchors and most lookarounds are passed over: whether the text matches is for the caller to ask.
struct PatternSample {
    private var generator: SeededGenerator
    /// Scalars that repetitions may still add to the shortest text.
    private var spare: Int
    private let characterChoice: CharacterChoice
    private var text = String.UnicodeScalarView()
    /// Of the text, in scalars; to count them takes as long as they are many.
    private var written = 0
    /// Parts of the syntax that may still be looked at: repetitions of what is empty multiply without adding to the text.
    private var steps = 1_000_000
    private var captures: [Int: String.UnicodeScalarView] = [:]

    private static let longest = 100_000

    /// How a text is chosen among many.
    enum CharacterChoice {
        case shortest
        /// Letters and digits where the pattern allows them.
        case plain
        /// Symbols too, and what a lookahead asks for is written down, so that one of many attempts satisfies it.
        case wild
    }

    /// - Parameter length: what to aim at, in scalars.
    static func text(
        of pattern: Pattern, length: Int, _ characterChoice: CharacterChoice, _ generator: inout SeededGenerator
    ) -> String {
        let fork = generator.forked(generator.next())
        var sample = PatternSample(
            generator: fork, spare: max(0, min(length, 100_000) - pattern.syntax.shortest),
            characterChoice: characterChoice)
        sample.write(pattern.syntax)
        return String(sample.text)
    }

    /// The shortest text; nil where it does not match after all.
    static func shortest(of pattern: Pattern) -> String? {
        var generator = SeededGenerator(seed: 0)
        let text = text(of: pattern, length: 0, .shortest, &generator)
        return pattern.matches(in: text) ? text : nil
    }

    private init(generator: SeededGenerator, spare: Int, characterChoice: CharacterChoice) {
        self.generator = generator
        self.spare = spare
        self.characterChoice = characterChoice
    }

    private mutating func write(_ syntax: PatternSyntax) {
        steps -= 1
        guard steps > 0, written <= Self.longest else { return }
        switch syntax {
        case .empty, .anchor: break
        case .look(let look, let body): if characterChoice == .wild, !look.negated, !look.behind { write(body) }
        case .scalars(let set):
            guard let scalar = set.plausible(characterChoice, &generator) else { return }
            text.append(scalar)
            written += 1
        case .sequence(let parts): for part in parts { write(part) }
        case .choice(let branches):
            let extents = branches.map(\.extent)
            steps -= extents.reduce(0) { $0 + $1.parts }
            let shortest = extents.map(\.shortest).min() ?? 0
            let fitting = branches.indices.filter { [spare] in extents[$0].shortest - shortest <= spare }
            guard let branch = characterChoice == .shortest ? fitting.first : generator.element(of: fitting) else {
                return
            }
            spare -= extents[branch].shortest - shortest
            write(branches[branch])
        case .repeated(let body, let minimum, let maximum, _): repeatedly(body, minimum, maximum)
        case .capture(let body, let index, _):
            let start = text.endIndex
            write(body)
            steps -= text[start...].count
            captures[index] = String.UnicodeScalarView(text[start...])
        case .backreference(let indices, _):
            guard let captured = indices.compactMap({ captures[$0] }).first else { return }
            text.append(contentsOf: captured)
            written += captured.count
        }
    }

    private mutating func repeatedly(_ body: PatternSyntax, _ minimum: Int, _ maximum: Int?) {
        let extent = body.extent
        steps -= extent.parts
        let width = max(extent.shortest, 1)
        var further = min(spare / width, maximum.map { $0 - minimum } ?? spare)
        if further > 0 { further = generator.percent(50) ? further : generator.within(0...further) }
        spare -= further * extent.shortest
        for _ in 0..<min(minimum + further, Self.longest) {
            guard steps > 0, written <= Self.longest else { return }
            write(body)
        }
    }
}

extension PatternSyntax {
    /// The scalars of the shortest text.
    var shortest: Int { extent.shortest }

    /// That, and of how many parts the expression is.
    fileprivate var extent: (shortest: Int, parts: Int) {
        switch self {
        case .empty, .anchor, .look, .backreference: return (0, 1)
        case .scalars: return (1, 1)
        case .sequence(let parts):
            return parts.map(\.extent).reduce((0, 1)) { (min($0.0 + $1.shortest, 1 << 30), $0.1 + $1.parts) }
        case .choice(let branches):
            let extents = branches.map(\.extent)
            return (extents.map(\.shortest).min() ?? 0, extents.reduce(1) { $0 + $1.parts })
        case .repeated(let body, let minimum, _, _):
            let (shortest, parts) = body.extent
            let (product, overflow) = shortest.multipliedReportingOverflow(by: minimum)
            return (overflow ? 1 << 30 : min(product, 1 << 30), parts + 1)
        case .capture(let body, _, _):
            let (shortest, parts) = body.extent
            return (shortest, parts + 1)
        }
    }
}

extension ScalarSet {
    /// A member as such texts have them, nil where there is none that can be written.
    fileprivate func plausible(_ characterChoice: PatternSample.CharacterChoice, _ generator: inout SeededGenerator)
        -> Unicode.Scalar?
    {
        let symbols = characterChoice == .wild && generator.percent(25)
        for likely in symbols ? ScalarSet.unusual : ScalarSet.usual {
            let members = intersection(likely)
            if members.isEmpty { continue }
            var index = characterChoice == .shortest ? 0 : generator.below(members.ranges.reduce(0) { $0 + $1.count })
            for range in members.ranges {
                if index < range.count { return Unicode.Scalar(range.lowerBound + UInt32(index)) }
                index -= range.count
            }
        }
        return nil
    }

    private static let usual = [
        ScalarSet([0x30...0x39, 0x41...0x5A, 0x61...0x7A]), ScalarSet([0x20...0x7E]), ScalarSet([0xA1...0x2FFF]),
        ScalarSet([0...0xD7FF, 0xE000...0x10FFFF]),
    ]
    private static let unusual = [ScalarSet([0x21...0x2F, 0x3A...0x40])] + usual
}
