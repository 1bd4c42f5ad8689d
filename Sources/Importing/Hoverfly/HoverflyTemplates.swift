// The names of Hoverfly's response templates.

import JSONValues
import Markup

struct HoverflyTemplates: TemplateDictionary {
    let literals: [String: String]
    /// The name under `state` of a key.
    let state: @Sendable (String) -> String

    private static let functions: [String: TemplateFunction] = [
        "randomUuid": .uuid, "replace": .replace, "split": .split, "concat": .concat, "concatWithManyStrings": .concat,
        "equal": .equal, "isGreaterThan": .greater, "isLessThan": .less, "startsWith": .startsWith,
        "endsWith": .endsWith,
    ]

    /// The keys of the state that a template names.
    static func stateKeys(_ text: String) -> [String] {
        text.split(separator: "State.").dropFirst().map { part in
            let plain =
                part.hasPrefix("[")
                ? part.dropFirst().prefix { $0 != "]" }
                : part.prefix { $0.isLetter || $0.isNumber || "_-".contains($0) }
            return String(plain)
        }.filter { !$0.isEmpty }
    }

    mutating func value(_ call: TemplateCall, _ writer: inout TemplateWriter) throws(TemplateFailure) -> TemplateValue?
    {
        if let known = path(call) { return known }
        if let function = Self.functions[call.name] { return try function.value(call, &writer) }
        func argument(_ index: Int) throws(TemplateFailure) -> TemplateValue { try writer.argument(index, of: call) }
        func whole(_ index: Int) throws(TemplateFailure) -> Int {
            guard
                let number = Int(try writer.constant(index < call.arguments.count ? call.arguments[index] : nil) ?? "")
            else {
                throw TemplateFailure("'\(call.name)' has no whole number")
            }
            return number
        }
        switch call.name {
        case "Request.Body":
            guard call.arguments.count == 2, let path = try writer.constant(call.arguments[1]) else { return nil }
            switch try writer.constant(call.arguments[0]) {
            case "jsonpath":
                guard let path = JSONPathText(path) else { break }
                return TemplateValue("json.first(request.json, \(CELText.quoted(path.text)))")
            case "xpath":
                guard (try? XPath(parsing: path)) != nil else { break }
                return TemplateValue(
                    "xml.first(request.text, \(CELText.quoted("string(\(path))")))", .text)
            default: break
            }
            throw TemplateFailure("what it takes of the body has no equivalent")
        case "now":
            var time = "now"
            if let offset = try writer.constant(call.arguments.first), !offset.isEmpty {
                guard let span = Self.span(offset) else {
                    throw TemplateFailure("the offset '\(offset)' has no equivalent")
                }
                time = "(now + duration(\"\(span)s\"))"
            }
            switch try writer.constant(call.arguments.count > 1 ? call.arguments[1] : nil) {
            case nil, "": return TemplateValue("string(\(time))", .text)
            case "unix": return TemplateValue("string(int(\(time)))", .text)
            case "epoch": return TemplateValue("string(int(\(time)) * 1000)", .text)
            case let format?: throw TemplateFailure("the format '\(format)' has no equivalent")
            }
        case "iso8601DateTime": return TemplateValue("string(now)", .text)
        case "iso8601DateTimePlusDays":
            return TemplateValue(
                "string(now + duration(string(int(\(try argument(0).asText)) * 86400) + \"s\"))", .text)
        case "currentDateTime": throw TemplateFailure("Go's format of times has no equivalent")
        case "randomString":
            return TemplateValue("random.text(\(writer.seed()), 10, \"abcdefghijklmnopqrstuvwxyz\")", .text)
        case "randomStringLength":
            return TemplateValue(
                "random.text(\(writer.seed()), \(try whole(0)), \"abcdefghijklmnopqrstuvwxyz\")", .text)
        case "randomBoolean": return TemplateValue("random.int(\(writer.seed()), 0, 1) == 1", .bool)
        case "randomInteger": return TemplateValue("random.int(\(writer.seed()), 0, 2147483647)", .number)
        case "randomIntegerRange":
            return TemplateValue("random.int(\(writer.seed()), \(try whole(0)), \(try whole(1)))", .number)
        case "randomEmail":
            return TemplateValue(
                "random.text(\(writer.seed()), 8, \"abcdefghijklmnopqrstuvwxyz\") + \"@example.com\"", .text)
        case "length": return TemplateValue("size(\(try argument(0).asText))", .number)
        case "substring":
            return TemplateValue("\(try argument(0).asText).substring(\(try whole(1)), \(try whole(2)))", .text)
        case "rightmostCharacters":
            let text = try argument(0).asText
            return TemplateValue("\(text).substring(size(\(text)) - \(try whole(1)))", .text)
        case "isNumeric": return TemplateValue("\(try argument(0).asText).matches(\"^-?[0-9]+([.][0-9]+)?$\")", .bool)
        case "isAlphanumeric": return TemplateValue("\(try argument(0).asText).matches(\"^[A-Za-z0-9]+$\")", .bool)
        case "isBool": return TemplateValue("\(try argument(0).asText) in [\"true\", \"false\"]", .bool)
        case "isBetween":
            let number = try argument(0).asNumber
            return TemplateValue(
                "(\(number) > \(try argument(1).asNumber) && \(number) < \(try argument(2).asNumber))", .bool)
        case "hasKey": throw TemplateFailure("'hasKey' has no equivalent")
        case "add", "subtract", "multiply", "divide":
            let signs = ["add": "+", "subtract": "-", "multiply": "*", "divide": "/"]
            if let format = try writer.constant(call.arguments.count > 2 ? call.arguments[2] : nil), !format.isEmpty {
                guard format.hasPrefix("0"), format.allSatisfy({ "0.#".contains($0) }) else {
                    throw TemplateFailure("the format '\(format)' has no equivalent")
                }
                let digits = format.split(separator: ".").dropFirst().first?.count ?? 0
                return TemplateValue(
                    "\"%.\(digits)f\".format([\(try argument(0).asNumber) \(signs[call.name] ?? "+") \(try argument(1).asNumber)])",
                    .text)
            }
            return TemplateValue(
                "(\(try argument(0).asNumber) \(signs[call.name] ?? "+") \(try argument(1).asNumber))", .number)
        default: return nil
        }
    }

    private func path(_ call: TemplateCall) -> TemplateValue? {
        let parts = TemplatePath.parts(of: call.name)
        guard parts.count > 1, call.arguments.isEmpty else {
            return parts == ["Request", "Body"] && call.arguments.isEmpty ? TemplateValue("request.text", .text) : nil
        }
        if parts[0] == "State" { return TemplateValue("state.\(state(parts[1]))") }
        if parts[0] == "Literals" { return literals[parts[1]].map { .constant($0) } }
        guard parts[0] == "Request" else { return nil }
        func values(_ list: String) -> TemplateValue {
            guard parts.count > 3, let index = Int(parts[3]) else {
                return TemplateValue("\(list).orValue([]).join(\";\")", .text)
            }
            return TemplateValue("\(list).orValue([])[?\(index)].orValue(\"\")", .text)
        }
        switch parts[1] {
        case "Scheme": return .constant("http")
        case "Method": return TemplateValue("request.method", .text)
        case "Host": return TemplateValue("request.headers[?\"host\"].orValue(\"\")", .text)
        case "Body": return TemplateValue("request.text", .text)
        case "Path":
            guard parts.count > 2, let index = Int(parts[2]) else { return TemplateValue("request.path", .text) }
            return TemplateValue("request.path.split(\"/\")[?\(index + 1)].orValue(\"\")", .text)
        case "QueryParam" where parts.count > 2: return values("request.parameters[?\(CELText.quoted(parts[2]))]")
        case "FormData" where parts.count > 2: return values("request.form[?\(CELText.quoted(parts[2]))]")
        case "Header" where parts.count > 2:
            let value = "request.headers[?\(CELText.quoted(parts[2].lowercased()))].orValue(\"\")"
            guard parts.count > 3, let index = Int(parts[3]) else { return TemplateValue(value, .text) }
            return TemplateValue("\(value).split(\", \")[?\(index)].orValue(\"\")", .text)
        default: return nil
        }
    }

    /// `1d`, `-2h30m`, in seconds.
    private static func span(_ text: String) -> Int? {
        var rest = Substring(text)
        let isNegative = rest.hasPrefix("-")
        if isNegative || rest.hasPrefix("+") { rest = rest.dropFirst() }
        let units: [Character: Int] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400, "y": 31_536_000]
        var total = 0
        while !rest.isEmpty {
            let digits = rest.prefix(while: \.isNumber)
            guard let count = Int(digits), let unit = rest.dropFirst(digits.count).first, let seconds = units[unit]
            else { return nil }
            total += count * seconds
            rest = rest.dropFirst(digits.count + 1)
        }
        return isNegative ? -total : total
    }
}
