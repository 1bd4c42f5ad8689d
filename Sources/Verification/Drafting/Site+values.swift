// Values that a site takes: the edges of its keywords, each of its choices, and what software trips over.

import OpenAPIContract
import JSONValues
import JSONSchema
import Sampling

extension Site {
    /// Values that fit, each once, the edgeValuesBySite ones first. What its text cannot carry is left out by the judge later.
    var edgeValues: [JSON] {
        let types = schema.types
        var values: [JSON] = []
        let sampler = Sampler(schema, direction: .request)
        var choices: [JSON] = []
        for conjunct in schema.conjuncts {
            for keyword in conjunct.node.keywords {
                switch keyword {
                case .enumeration(let listed): choices += listed
                case .const(let value): choices.append(value)
                default: break
                }
            }
        }
        values += choices.prefix(24)
        if choices.isEmpty {
            values += [sampler.smallest().value, sampler.largest().value].compactMap(\.self)
            if types != .all {
                if types.contains(.integer) || types.contains(.number) { values += [0, 1, -1, 100, 2_147_483_647] }
                if types.contains(.number) { values += ["0.1", "99.95"].compactMap(JSONNumber.init).map(JSON.number) }
                if types.contains(.string) { values += Site.texts.map(JSON.string) }
                switch schema.conjuncts.lazy.compactMap({ $0.node.source["format"]?.string }).first {
                case "date": values.append("2024-02-29")
                case "email", "idn-email":
                    // Hosts without a dot are no addresses to most that look at more than the form.
                    values = values.map { $0 == "a@b" ? "a@b.co" : $0 }
                case "date-time": values.append("2024-02-29T12:00:00+05:30")
                default: break
                }
            }
            if types.contains(.boolean), types != .all { values += [true, false] }
            if types.contains(.array), types != .all { values.append(.array([])) }
            if types.contains(.null), types != .all { values.append(.null) }
        }
        var seen: Set<JSON> = []
        return values.filter { value in
            guard seen.insert(value).inserted else { return false }
            if isParameter, !value.isPlainOnTheWire { return false }
            return schema.accepts(value, direction: .request)
        }
    }

    private static let texts = [
        "", " ", "0", "null", "é漢字😀", "O'Neill \"&<b>%\\", String(repeating: "long ", count: 200),
    ]
}

extension JSON {
    /// Whether it survives as text: not empty, and without what paths, headers and cookies are cut at.
    var isPlainOnTheWire: Bool {
        switch self {
        case .string(let text):
            !text.isEmpty && text != "." && text != ".." && text.first != " " && text.last != " "
                && text.unicodeScalars.allSatisfy {
                    $0.value >= 0x20 && $0.value < 0x7F && !"/\\;,%\"".unicodeScalars.contains($0)
                }
        case .array(let elements): !elements.isEmpty && elements.allSatisfy(\.isPlainOnTheWire)
        case .object(let members): !members.isEmpty && members.allSatisfy { $0.value.isPlainOnTheWire }
        case .null: false
        case .bool, .number: true
        }
    }
}
