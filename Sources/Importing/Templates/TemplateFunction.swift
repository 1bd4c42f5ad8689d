// Functions that the templates of several tools have, under names of their own.

/// A function of a template, as CEL has it.
enum TemplateFunction {
    case equal, unequal, greater, greaterOrEqual, less, lessOrEqual, both, either, not
    case contains, startsWith, endsWith
    case upper, lower, trim, replace, split, concat, base64
    case size
    case parsedJSON, writtenJSON
    case uuid

    /// CEL for a call.
    func value(_ call: TemplateCall, _ writer: inout TemplateWriter) throws(TemplateFailure) -> TemplateValue {
        var values: [TemplateValue] = []
        for argument in call.arguments { values.append(try writer.value(argument)) }
        guard values.count >= least else { throw TemplateFailure("'\(call.name)' lacks an argument") }
        let first = values.first?.asText ?? "\"\""
        let second = values.count > 1 ? values[1].asText : "\"\""
        func compared(_ sign: String) -> TemplateValue {
            TemplateValue("\(values[0].asNumber) \(sign) \(values[1].asNumber)", .bool)
        }
        func joined(_ sign: String) -> TemplateValue {
            TemplateValue("(\(values.map(\.asCondition).joined(separator: " \(sign) ")))", .bool)
        }
        switch self {
        case .equal: return TemplateValue("\(first) == \(second)", .bool)
        case .unequal: return TemplateValue("\(first) != \(second)", .bool)
        case .greater: return compared(">")
        case .greaterOrEqual: return compared(">=")
        case .less: return compared("<")
        case .lessOrEqual: return compared("<=")
        case .both: return joined("&&")
        case .either: return joined("||")
        case .not: return TemplateValue(CELText.not(values[0].asCondition), .bool)
        case .contains: return TemplateValue("\(first).contains(\(second))", .bool)
        case .startsWith: return TemplateValue("\(first).startsWith(\(second))", .bool)
        case .endsWith: return TemplateValue("\(first).endsWith(\(second))", .bool)
        case .upper: return TemplateValue("\(first).upperAscii()", .text)
        case .lower: return TemplateValue("\(first).lowerAscii()", .text)
        case .trim: return TemplateValue("\(first).trim()", .text)
        case .replace: return TemplateValue("\(first).replace(\(second), \(values[2].asText))", .text)
        case .split:
            // Without a separator at blanks.
            return TemplateValue("\(first).split(\(values.count > 1 ? second : "\" \""))", .list)
        case .concat: return TemplateValue("(\(CELText.joined(values.map(\.asText))))", .text)
        case .base64: return TemplateValue("base64.encode(bytes(\(first)))", .text)
        case .size:
            let isCounted = values[0].kind == .list || values[0].kind == .text
            let counted = values[0].list ?? (isCounted ? values[0].text : "json.select(\(values[0].text), \"$[*]\")")
            return TemplateValue("size(\(counted))", .number)
        case .parsedJSON: return TemplateValue("json.parse(\(first))")
        case .writtenJSON: return TemplateValue("json.text(\(values[0].text))", .text)
        case .uuid: return TemplateValue("random.uuid(\(writer.seed()))", .text)
        }
    }

    /// How many arguments it needs.
    private var least: Int {
        switch self {
        case .uuid, .concat, .both, .either: 0
        case .not, .upper, .lower, .trim, .split, .base64, .size, .parsedJSON, .writtenJSON: 1
        case .equal, .unequal, .greater, .greaterOrEqual, .less, .lessOrEqual, .contains, .startsWith, .endsWith: 2
        case .replace: 3
        }
    }
}
