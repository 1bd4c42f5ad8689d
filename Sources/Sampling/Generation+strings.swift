// Strings: by pattern or format, else as the name has them.

import RegularExpressions
import JSONValues
import JSONSchema

extension Generation {
    /// The longest string that is made.
    static let longest = 100_000

    mutating func string(
        _ planned: PlannedRequirements, _ style: NameStyle?, _ attempt: Int, _ generator: inout SeededGenerator
    ) -> Outcome {
        let requirements = planned.requirements
        guard requirements.minLength <= Self.longest, requirements.patterns.allSatisfy({ $0.syntax.shortest <= 4_000 })
        else {
            return .failed
        }
        let refuses =
            !requirements.notPatterns.isEmpty || !requirements.notFormats.isEmpty || !requirements.notContents.isEmpty
        if refuses, let text = textBreakingRules(requirements) { return .value(.string(text)) }
        for attempt in attempt..<attempt + 20 {
            guard budget > 0, !effort.isSpent, let text = draft(planned, style, attempt, &generator) else {
                return .failed
            }
            // A long text is dear to make and to match.
            budget -= text.utf8.count / 8
            effort.spend(steps: text.utf8.count)
            if requirements.admits(text, asserted: attempt > 12) { return .value(.string(text)) }
            effort.lookAtClock()
        }
        return .failed
    }

    private mutating func draft(
        _ planned: PlannedRequirements, _ style: NameStyle?, _ attempt: Int, _ generator: inout SeededGenerator
    ) -> String? {
        let requirements = planned.requirements
        if !requirements.patterns.isEmpty, requirements.formats.isEmpty || attempt % 2 == 1 {
            return patternText(requirements, attempt, &generator)
        }
        if let content = planned.content { return text(of: content, requirements, style, &generator) }
        if !requirements.formats.isEmpty { return formatText(requirements, style, attempt, &generator) }
        if size == .smallest { return String(repeating: "a", count: requirements.minLength) }
        var sample = TextSample(generator: generator.forked(generator.next()), clock: options.clock)
        let text = sample.text(style)
        if size == .largest {
            let length =
                requirements.maxLength <= Self.longest ? requirements.maxLength : max(requirements.minLength, 64)
            return sample.adjusted(text, length...length)
        }
        return sample.adjusted(text, requirements.minLength...max(requirements.minLength, requirements.maxLength))
    }

    private func patternText(_ requirements: ValueRequirements, _ attempt: Int, _ generator: inout SeededGenerator)
        -> String
    {
        let pattern = requirements.patterns[
            attempt / (requirements.formats.isEmpty ? 1 : 2) % requirements.patterns.count]
        let shortest = max(requirements.minLength, 0)
        let limit = min(requirements.maxLength, Self.longest)
        let length =
            switch size {
            case .smallest: shortest + attempt
            case .largest: limit == Self.longest ? max(shortest, 64) : limit
            case .random: min(max(shortest, pattern.syntax.shortest) + generator.below(9), max(limit, shortest))
            }
        let characterChoice: PatternSample.CharacterChoice =
            attempt > 5 ? .wild : size == .smallest && attempt == 0 ? .shortest : .plain
        var text = PatternSample.text(of: pattern, length: length, characterChoice, &generator)
        let missing = requirements.minLength - text.scalarCount
        if missing > 0 {
            // Nothing holds a pattern that is not anchored to the ends of the text.
            let filler = String(repeating: "x", count: missing)
            text = pattern.matches(in: text + filler) ? text + filler : filler + text
        }
        return text
    }

    private func formatText(
        _ requirements: ValueRequirements, _ style: NameStyle?, _ attempt: Int, _ generator: inout SeededGenerator
    ) -> String {
        let format = requirements.formats[attempt % requirements.formats.count].format
        var sample = TextSample(generator: generator.forked(generator.next()), clock: options.clock)
        if (size == .smallest && attempt < 4) || attempt > 8 {
            return sample.lengthened(format.shortest, format, to: requirements.minLength)
        }
        let text = sample.text(format, style)
        if text.utf8.count > requirements.maxLength, text.scalarCount > requirements.maxLength {
            return sample.lengthened(format.shortest, format, to: requirements.minLength)
        }
        let length =
            size == .largest && requirements.maxLength < Self.longest ? requirements.maxLength : requirements.minLength
        return sample.lengthened(text, format, to: length)
    }

    /// A text that is not what some patterns, formats or contents ask for.
    private func textBreakingRules(_ requirements: ValueRequirements) -> String? {
        let own = requirements.patterns.compactMap(PatternSample.shortest)
        let texts = own + Self.oddities + own.flatMap { text in Self.oddities.map { text + $0 } }
        let missing = { (text: String) in max(0, requirements.minLength - text.scalarCount) }
        for text in texts {
            for padding in ["?", "x", "0", " "] {
                effort.lookAtClock()
                guard !effort.isSpent else { return nil }
                let candidate = text + String(repeating: padding, count: missing(text))
                let isContent = requirements.notContents.contains { $0.encoding == nil && candidate != "{" }
                if !isContent, requirements.admits(candidate, asserted: true), !isBase64(candidate, requirements) {
                    return candidate
                }
            }
        }
        return nil
    }

    /// Texts that hardly any pattern or format allows all of.
    private static let oddities =
        ["", "x", "?", "%", "{", "\\", " ", "0", "-", "é", "X0 ?", "\u{1F432}", "\u{7F}", "["]
        + (0x21...0x7E).map {
            String(Character(Unicode.Scalar($0 as UInt8))) + String(Character(Unicode.Scalar($0 as UInt8)))
        }

    private func isBase64(_ text: String, _ requirements: ValueRequirements) -> Bool {
        requirements.notContents.contains { $0.encoding != nil } && Base64.standard.decode(text) != nil
    }
}

extension TextSample {
    /// The text with as many scalars as are allowed.
    mutating func adjusted(_ text: String, _ length: ClosedRange<Int>) -> String {
        // There are no more scalars than bytes.
        if length.lowerBound == 0, text.utf8.count <= length.upperBound { return text }
        let count = text.scalarCount
        if length.contains(count) { return text }
        if count > length.upperBound {
            let cut = String(text.unicodeScalars.prefix(length.upperBound))
            guard cut.hasSuffix(" "), length.upperBound > length.lowerBound else { return cut }
            return String(cut.dropLast())
        }
        var longer = text
        var missing = length.lowerBound - count
        while missing > 0 {
            let word = missing == 1 ? "s" : " " + pick(Vocabulary.words)
            longer += String(word.unicodeScalars.prefix(missing))
            missing -= min(missing, word.scalarCount)
        }
        return longer.hasSuffix(" ") ? String(longer.dropLast()) + "s" : longer
    }

    /// The text with further characters where its format has room for them.
    func lengthened(_ text: String, _ format: Format, to length: Int) -> String {
        guard length > 0 else { return text }
        let missing = length - text.scalarCount
        guard missing > 0 else { return text }
        let filler = String(repeating: "a", count: missing)
        switch format {
        case .email, .idnEmail: return filler + text
        case .hostname, .idnHostname: return filler + text
        case .uri, .iri, .uriReference, .iriReference, .uriTemplate, .regex, .binary, .password: return text + filler
        case .jsonPointer: return text + "/" + filler.dropFirst()
        case .byte: return String(repeating: "AAAA", count: (missing + 3) / 4) + text
        case .base64url: return String(repeating: "AAAA", count: (missing + 3) / 4) + text
        case .dateTime, .time:
            return missing > 1 ? String(text.dropLast()) + "." + String(repeating: "0", count: missing - 1) + "Z" : text
        case .duration: return "P" + String(repeating: "0", count: missing) + text.dropFirst()
        case .date, .ipv4, .ipv6, .uuid, .relativeJSONPointer, .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32,
            .uint64, .float, .double, .decimal:
            return text
        }
    }
}

extension Format {
    /// The shortest text, or one of them.
    fileprivate var shortest: String {
        switch self {
        case .dateTime: "2026-01-01T00:00:00Z"
        case .date: "2026-01-01"
        case .time: "00:00:00Z"
        case .duration: "P1D"
        case .email, .idnEmail: "a@b"
        case .hostname, .idnHostname: "a"
        case .ipv4: "0.0.0.0"
        case .ipv6: "::"
        case .uri, .iri: "a:"
        case .uuid: "00000000-0000-0000-0000-000000000000"
        case .relativeJSONPointer, .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .uint64, .float, .double,
            .decimal:
            "0"
        case .uriReference, .iriReference, .uriTemplate, .jsonPointer, .regex, .byte, .base64url, .binary, .password: ""
        }
    }
}
