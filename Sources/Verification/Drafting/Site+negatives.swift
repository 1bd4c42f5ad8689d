// Values that a site must not take: each breaks one keyword, and no more than need be.

import JSONValues
import JSONSchema
import OpenAPIContract
import Sampling

/// A value that breaks a keyword of a site's schema.
struct ViolatingValue {
    let keyword: String
    let value: JSON
}

extension Site {
    /// For each keyword that stands at the site itself, the smallest value that breaks it; then values of other types. Whether the
    /// text of one still breaks anything is for the judge to say.
    var violatingValues: [ViolatingValue] {
        let types = schema.types
        var found: [ViolatingValue] = []
        // Among the texts of a URL, one that is none of the choices is of no type.
        if types != .all, !isParameter || types.contains(.boolean) || schema.choices.isEmpty {
            // What is easily taken for the right type comes first.
            let others: [(TypeSet, JSON)] = [
                (.string, isParameter ? "counterpart" : "12"), ([.integer, .number], 12), (.boolean, true),
                (.array, []), (.object, [:]), (.null, .null),
            ]
            let otherTyped = others.filter { types.isDisjoint(with: $0.0) }.map(\.1)
            let likely: JSON? =
                types.contains(.string) ? otherTyped.first { $0.number != nil } : otherTyped.first { $0.string != nil }
            // The null that does harm is the one in place of what must be there.
            let isNullRefused =
                required && !types.contains(.null) && !isParameter && types.isDisjoint(with: [.array, .object])
            for value in [likely, isNullRefused ? .null : Optional<JSON>.none].compactMap(\.self) {
                found.append(ViolatingValue(keyword: "type", value: value))
            }
            if types.contains(.integer), !types.contains(.number), let half = JSONNumber("1.5") {
                found.append(ViolatingValue(keyword: "type", value: .number(half)))
            }
        }
        for negative in Sampler(schema, direction: .request).negatives(atMost: 40)
        where negative.instance.tokens.isEmpty && negative.keyword != "type" && !isLenient(negative) {
            let value = likelyMistake(against: negative.keyword) ?? negative.value
            found.append(ViolatingValue(keyword: negative.keyword, value: value))
        }
        var seen: Set<JSON> = []
        return found.filter { negative in
            if isParameter, !negative.value.isPlainOnTheWire { return false }
            return seen.insert(negative.value).inserted
        }
    }

    /// A value that a person might send by mistake, and that breaks nothing but the keyword: what is empty or of another length may be
    /// refused by a server that has forgotten the keyword.
    private func likelyMistake(against keyword: String) -> JSON? {
        let candidates: [String]
        switch keyword {
        case "format":
            let format = schema.conjuncts.lazy.compactMap { $0.node.source["format"]?.string }.first
            candidates = format.flatMap { Site.mistakes[$0] } ?? []
        case "pattern":
            guard let text = Sampler(schema, direction: .request).sample(seed: 1).value?.string, let last = text.last
            else { return nil }
            let head = String(text.dropLast())
            let other = last.isNumber ? "x" : "7"
            candidates = [text.lowercased(), text.uppercased(), head + other, head + "~", text + "~"]
        case "enum": candidates = ["counterpart"]
        default: return nil
        }
        return candidates.lazy.map(JSON.string).first { value in
            let violations = schema.validate(value, direction: .request)
            return !violations.isEmpty && violations.allSatisfy { $0.keyword == keyword }
        }
    }

    private static let mistakes = [
        "email": ["nobody.example.com"], "date": ["2024-02-30"], "date-time": ["2024-01-02 10:00:00"],
        "time": ["25:00:00Z"], "uuid": ["00000000-0000-4000-8000-00000000000g"], "uri": ["no uri"],
        "ipv4": ["256.1.1.1"], "ipv6": ["12345::1"], "hostname": ["-no-host-"],
    ]

    /// What servers rightly take no notice of: properties that they do not read, and the width of a number in memory.
    private func isLenient(_ negative: Negative) -> Bool {
        switch negative.keyword {
        case "readOnly", "writeOnly": return true
        case "format":
            guard let format = schema.conjuncts.lazy.compactMap({ $0.node.source["format"]?.string }).first else {
                return true
            }
            return ["int8", "int16", "int32", "int64", "float", "double", "decimal", "password", "byte", "binary"]
                .contains(format)
        default: return false
        }
    }
}
