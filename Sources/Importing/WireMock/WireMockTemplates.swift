// The names of WireMock's response templates.

import JSONValues
import Markup
import RegularExpressions

struct WireMockTemplates: TemplateDictionary {
    /// The places of the parameters of the path, by name.
    var pathParameters: [String: Int] = [:]
    /// What stands behind `parameters`: the stub's own.
    var parameters = JSON.null
    private var assigned: [String: TemplateValue] = [:]

    private static let functions: [String: TemplateFunction] = [
        "parseJson": .parsedJSON, "toJson": .writtenJSON, "trim": .trim, "upper": .upper, "uppercase": .upper,
        "lower": .lower, "lowercase": .lower, "replace": .replace, "split": .split, "size": .size, "eq": .equal,
        "neq": .unequal, "ne": .unequal, "gt": .greater, "gte": .greaterOrEqual, "lt": .less, "lte": .lessOrEqual,
        "not": .not, "and": .both, "or": .either, "contains": .contains, "startsWith": .startsWith,
        "endsWith": .endsWith,
    ]

    init(pathParameters: [String: Int] = [:], parameters: JSON = .null) {
        self.pathParameters = pathParameters
        self.parameters = parameters
    }

    mutating func value(_ call: TemplateCall, _ writer: inout TemplateWriter) throws(TemplateFailure) -> TemplateValue?
    {
        if call.arguments.isEmpty, call.options.isEmpty || call.name.hasPrefix("request."), let known = path(call.name)
        {
            return known
        }
        if let function = Self.functions[call.name] { return try function.value(call, &writer) }
        func argument(_ index: Int) throws(TemplateFailure) -> TemplateValue { try writer.argument(index, of: call) }
        switch call.name {
        case "now", "date":
            var time = "now"
            if call.name == "date" {
                time = "timestamp(\(try argument(0).asText))"
                if case .path("now")? = call.arguments.first { time = "now" }
            }
            if let offset = try writer.constant(call.option("offset")) {
                guard let span = TimeText.span(offset) else {
                    throw TemplateFailure("the offset '\(offset)' has no equivalent")
                }
                time = "(\(time) + \(span))"
            }
            if let zone = try writer.constant(call.option("timezone")), !["UTC", "Z", "GMT"].contains(zone) {
                throw TemplateFailure("the time zone '\(zone)' has no equivalent")
            }
            switch try writer.constant(call.option("format")) {
            case nil: return TemplateValue("string(\(time))", .text)
            case "epoch": return TemplateValue("string(int(\(time)) * 1000 + (\(time)).getMilliseconds())", .text)
            case "unix": return TemplateValue("string(int(\(time)))", .text)
            case let format?:
                guard let text = TimeText.formatted(time, format) else {
                    throw TemplateFailure("the format '\(format)' has no equivalent")
                }
                return TemplateValue(text, .text)
            }
        case "randomValue":
            let type = try writer.constant(call.option("type")) ?? "ALPHANUMERIC"
            if type == "UUID" { return TemplateValue("random.uuid(\(writer.seed()))", .text) }
            let lower = "abcdefghijklmnopqrstuvwxyz"
            let letters = [
                "ALPHANUMERIC": lower + "0123456789", "ALPHABETIC": lower, "NUMERIC": "0123456789",
                "HEXADECIMAL": "0123456789abcdef", "ALPHANUMERIC_AND_SYMBOLS": lower + "0123456789!#$%&*+-.:;<=>?@_",
            ]
            guard var own = letters[type] else { throw TemplateFailure("the random type '\(type)' has no equivalent") }
            if try writer.constant(call.option("uppercase")) == "true" { own = own.uppercased() }
            let length = Int(try writer.constant(call.option("length")) ?? "") ?? 36
            return TemplateValue("random.text(\(writer.seed()), \(length), \(CELText.quoted(own)))", .text)
        case "randomDecimal":
            let low = Double(try writer.constant(call.option("lower")) ?? "") ?? 0
            let high = Double(try writer.constant(call.option("upper")) ?? "") ?? 1_000_000
            return TemplateValue(
                "(\(low) + double(random.int(\(writer.seed()), 0, 1000000)) / 1000000.0 * \(max(high - low, 0)))",
                .number)
        case "randomInt":
            let low = Int(try writer.constant(call.option("lower")) ?? "") ?? 0
            let high = Int(try writer.constant(call.option("upper")) ?? "") ?? 2_147_483_647
            return TemplateValue("random.int(\(writer.seed()), \(low), \(max(low, high - 1)))", .number)
        case "pickRandom":
            let all = try writer.texts(call.arguments)
            return TemplateValue(
                "[\(all.joined(separator: ", "))][random.int(\(writer.seed()), 0, \(all.count - 1))]", .text)
        case "jsonPath":
            let source = try argument(0)
            let json =
                source.text == "request.text"
                ? "request.json" : source.kind == .text ? "json.parse(\(source.text))" : source.text
            guard
                let path = try writer.constant(call.arguments.count > 1 ? call.arguments[1] : nil).flatMap({
                    JSONPathText($0)
                })
            else { throw TemplateFailure("its JSONPath has no equivalent") }
            if !path.isDefinite {
                return TemplateValue("json.select(\(json), \(CELText.quoted(path.text)))", .list)
            }
            let found = "json.first(\(json), \(CELText.quoted(path.text)))"
            guard let otherwise = call.option("default") else { return TemplateValue(found) }
            return TemplateValue("(\(found) == null ? dyn(\(try writer.value(otherwise).text)) : \(found))")
        case "val":
            let value = try argument(0)
            var text = value
            if let otherwise = call.option("or") {
                let other = try writer.value(otherwise)
                text = TemplateValue("(\(value.asText) == \"\" ? \(other.asText) : \(value.asText))", .text)
            }
            guard let name = try writer.constant(call.option("assign")) else { return text }
            assigned[name] = text
            return .constant("")
        case "formData":
            guard case .path("request.body")? = call.arguments.first, call.arguments.count > 1,
                let name = try writer.constant(call.arguments[1])
            else { throw TemplateFailure("'formData' of anything but request.body has no equivalent") }
            assigned[name] = TemplateValue("request.form")
            return .constant("")
        case "parseDate":
            guard call.option("format") == nil else { throw TemplateFailure("its format has no equivalent") }
            return try argument(0)
        case "defaultIfEmpty":
            let (value, other) = (try argument(0), try argument(1))
            return TemplateValue("(\(value.asCondition) ? \(value.asText) : \(other.asText))", .text)
        case "cut":
            let part = call.arguments.count > 1 ? try argument(1).asText : "\" \""
            return TemplateValue("\(try argument(0).asText).replace(\(part), \"\")", .text)
        case "regexExtract":
            guard let pattern = try writer.constant(call.arguments.count > 1 ? call.arguments[1] : nil),
                call.arguments.count == 2, (try? Pattern(pattern)) != nil
            else { throw TemplateFailure("'regexExtract' has no equivalent as it is used") }
            let found = "regex.capture(\(try argument(0).asText), \(CELText.quoted(pattern)), 0)"
            guard let otherwise = call.option("default") else { return TemplateValue(found, .text) }
            return TemplateValue("(\(found) == \"\" ? \(try writer.value(otherwise).asText) : \(found))", .text)
        case "array":
            var elements: [String] = []
            for argument in call.arguments { elements.append("dyn(\(try writer.value(argument).text))") }
            return TemplateValue("[\(elements.joined(separator: ", "))]", .list)
        case "range":
            let (low, high) = (try argument(0).asNumber, try argument(1).asNumber)
            return TemplateValue(
                "lists.range(int(\(high)) - int(\(low)) + 1).map(i, dyn(i + int(\(low))))", .list)
        case "arrayJoin":
            let texts = "\(try argument(1).asList).map(e, text(e)).join(\(try argument(0).asText))"
            let (prefix, suffix) = (
                try writer.constant(call.option("prefix")), try writer.constant(call.option("suffix"))
            )
            return TemplateValue(
                "(\(CELText.joined([CELText.quoted(prefix ?? ""), texts, CELText.quoted(suffix ?? "")])))", .text)
        case "xPath", "soapXPath":
            guard var path = try writer.constant(call.arguments.count > 1 ? call.arguments[1] : nil) else {
                throw TemplateFailure("its XPath is none that is fixed")
            }
            if call.name == "soapXPath" {
                path = "/*[local-name()='Envelope']/*[local-name()='Body']" + path
            }
            guard (try? XPath(parsing: path)) != nil else {
                throw TemplateFailure("the XPath '\(path)' has no equivalent")
            }
            return TemplateValue("xml.first(\(try argument(0).asText), \(CELText.quoted(path)))", .text)
        case "capitalizeFirst":
            let text = try argument(0).asText
            return TemplateValue(
                "(\(text) == \"\" ? \"\" : \(text).substring(0, 1).upperAscii() + \(text).substring(1))", .text)
        case "substring":
            let end = call.arguments.count > 2 ? ", int(\(try argument(2).asNumber))" : ""
            return TemplateValue("\(try argument(0).asText).substring(int(\(try argument(1).asNumber))\(end))", .text)
        case "join":
            // A list and what stands between, or several values and then that.
            if call.arguments.count > 2, let last = call.arguments.last {
                let texts = try writer.texts(Array(call.arguments.dropLast()))
                return TemplateValue("[\(texts.joined(separator: ", "))].join(\(try writer.value(last).asText))", .text)
            }
            return TemplateValue("\(try argument(0).asList).map(e, text(e)).join(\(try argument(1).asText))", .text)
        case "base64":
            guard try writer.constant(call.option("decode")) == "true" else {
                return try TemplateFunction.base64.value(call, &writer)
            }
            return TemplateValue("string(base64.decode(\(try argument(0).asText)))", .text)
        case "matches":
            guard let pattern = try writer.constant(call.arguments.count > 1 ? call.arguments[1] : nil),
                let text = CELText.matches(try argument(0).asText, "^(?:\(pattern))$")
            else { throw TemplateFailure("its pattern has no equivalent") }
            return TemplateValue(text, .bool)
        case "math":
            guard call.arguments.count == 3, case .string(let sign) = call.arguments[1],
                ["+", "-", "*", "/", "%"].contains(sign)
            else { throw TemplateFailure("'math' has no equivalent as it is used") }
            let (left, right) = (try argument(0), try argument(2))
            if left.kind == .number, right.kind == .number, sign != "/" {
                return TemplateValue("(\(left.text) \(sign) \(right.text))", .number)
            }
            let (one, two) =
                sign == "%" ? ("int(\(left.asText))", "int(\(right.asText))") : (left.asNumber, right.asNumber)
            guard sign == "/" else { return TemplateValue("(\(one) \(sign) \(two))", .number) }
            // A quotient has as many decimals as what is divided.
            return TemplateValue(
                "(\(left.asText).contains(\".\") ? \(one) / \(two) : math.round(\(one) / \(two)))", .number)
        case "assign": return .constant("")
        default:
            if let known = assigned[call.name] { return known }
            return nil
        }
    }

    mutating func block(
        _ call: TemplateCall, _ names: [String], _ body: [TemplateNode], _ inverse: [TemplateNode],
        _ writer: inout TemplateWriter
    ) throws(TemplateFailure) -> TemplateValue? {
        switch call.name {
        case "assign":
            guard let name = try writer.constant(call.arguments.first) else { return nil }
            assigned[name] = TemplateValue(try writer.text(of: body), .text)
            return .constant("")
        case "parseJson":
            guard let name = try writer.constant(call.arguments.first) else { return nil }
            assigned[name] = TemplateValue("json.parse(\(try writer.text(of: body)))")
            return .constant("")
        case "trim", "uppercase", "lowercase", "upper", "lower":
            let text = try writer.text(of: body)
            let member = call.name == "trim" ? "trim" : call.name.hasPrefix("upper") ? "upperAscii" : "lowerAscii"
            return TemplateValue("(\(text)).\(member)()", .text)
        default: return nil
        }
    }

    /// One of several values, or the first of them, which stands for them all.
    private static func value(_ list: String, _ index: Int?) -> TemplateValue {
        guard let index else {
            return TemplateValue("\(list).orValue([\"\"])[0]", .text, list: "\(list).orValue([])")
        }
        return TemplateValue("\(list).orValue([])[?\(index)].orValue(\"\")", .text)
    }

    /// A value that the template has given a name, or a part of it.
    private func assignedValue(_ parts: [String]) -> TemplateValue? {
        guard let first = parts.first, parts.count > 1, let value = assigned[first] else { return nil }
        if value.text == "request.form" {
            return Self.value("request.form[?\(CELText.quoted(parts[1]))]", parts.count > 2 ? Int(parts[2]) : nil)
        }
        return TemplateWriter.member(value, parts.dropFirst())
    }

    /// What a path into the request's model stands for.
    private func path(_ name: String) -> TemplateValue? {
        let parts = TemplatePath.parts(of: name)
        guard parts.first == "request", parts.count > 1 else {
            guard parts.first == "parameters", parts.count > 1 else { return assignedValue(parts) }
            var value = parameters
            for part in parts.dropFirst() { value = value[part] ?? .null }
            return value.isNull ? .constant("") : .constant(value.string ?? value.serialized())
        }
        let rest = Array(parts.dropFirst(2))
        func values(_ list: String) -> TemplateValue { Self.value(list, rest.count > 1 ? Int(rest[1]) : nil) }
        switch parts[1] {
        case "id": return TemplateValue("random.uuid(seed)", .text)
        case "url":
            return TemplateValue("(request.path + (request.query == \"\" ? \"\" : \"?\" + request.query))", .text)
        case "path", "pathSegments":
            guard let first = rest.first else { return TemplateValue("request.path", .text) }
            guard let index = Int(first) ?? pathParameters[first] else { return .constant("") }
            return TemplateValue("request.path.split(\"/\")[?\(index + 1)].orValue(\"\")", .text)
        case "query":
            guard let first = rest.first else { return nil }
            return values("request.parameters[?\(CELText.quoted(first))]")
        case "headers":
            guard let first = rest.first else { return nil }
            return TemplateValue("request.headers[?\(CELText.quoted(first.lowercased()))].orValue(\"\")", .text)
        case "cookies":
            guard let first = rest.first else { return nil }
            return TemplateValue("request.cookies[?\(CELText.quoted(first))].orValue(\"\")", .text)
        case "method", "requestMethod": return TemplateValue("request.method", .text)
        case "body": return TemplateValue("request.text", .text)
        case "bodyAsBase64": return TemplateValue("base64.encode(bytes(request.text))", .text)
        case "host": return TemplateValue("request.headers[?\"host\"].orValue(\"\").split(\":\")[0]", .text)
        case "port":
            return TemplateValue("request.headers[?\"host\"].orValue(\"\").split(\":\")[?1].orValue(\"80\")", .text)
        case "scheme": return .constant("http")
        case "baseUrl": return TemplateValue("\"http://\" + request.headers[?\"host\"].orValue(\"\")", .text)
        case "clientIp": return .constant("127.0.0.1")
        default: return nil
        }
    }
}

enum TemplatePath {
    /// `request.query.a.[0]` in its parts.
    static func parts(of path: String) -> [String] {
        var parts: [String] = []
        var rest = Substring(path)
        while !rest.isEmpty {
            if rest.first == "." || rest.first == "/" {
                rest = rest.dropFirst()
            } else if rest.first == "[", let end = rest.firstIndex(of: "]") {
                let name = rest[rest.index(after: rest.startIndex)..<end]
                parts.append(
                    name.count > 1 && (name.hasPrefix("'") || name.hasPrefix("\""))
                        ? String(name.dropFirst().dropLast()) : String(name))
                rest = rest[rest.index(after: end)...]
            } else {
                let name = rest.prefix { $0 != "." && $0 != "[" }
                parts.append(String(name))
                rest = rest.dropFirst(name.count)
            }
        }
        return parts
    }
}
