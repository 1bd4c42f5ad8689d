// The names of Mockoon's templates.

import JSONValues

struct MockoonTemplates: TemplateDictionary {
    let path: MockoonPath
    let buckets: [MockoonBucket]
    private var depth = 0
    private var variables: [String: TemplateValue] = [:]
    private var switched: [String] = []

    private static let functions: [String: TemplateFunction] = [
        "uuid": .uuid, "concat": .concat, "uppercase": .upper, "lowercase": .lower, "trim": .trim,
        "includes": .contains, "replace": .replace, "split": .split, "len": .size, "stringify": .writtenJSON,
        "json": .writtenJSON, "jsonParse": .parsedJSON, "base64": .base64, "eq": .equal, "ne": .unequal,
        "neq": .unequal, "gt": .greater, "gte": .greaterOrEqual, "lt": .less, "lte": .lessOrEqual, "and": .both,
        "or": .either, "not": .not,
    ]

    init(path: MockoonPath, buckets: [MockoonBucket]) {
        self.path = path
        self.buckets = buckets
    }

    // MARK: - Paths

    /// `a.0.b\.c` as a JSONPath.
    static func jsonPath(_ path: String) -> String {
        // What is no path, such as an index beyond all lists, selects nothing.
        let nothing = "$[?1 == 2]"
        if path.hasPrefix("$") { return JSONPathText(path)?.text ?? nothing }
        let steps = path.replacing("\\.", with: "\u{1}").split(separator: ".").map { step in
            Int(step) == nil
                ? "['" + step.replacing("\u{1}", with: ".").replacing("'", with: "\\'") + "']" : "[\(step)]"
        }
        let text = "$" + steps.joined()
        return JSONPathText(text) == nil ? nothing : text
    }

    /// The values at a path of the body, of JSON or of a form.
    static func body(_ path: String) -> String {
        let form = formName(path)
        return
            "(request.json != null ? json.select(request.json, \(CELText.quoted(jsonPath(path)))) : request.form[?\(CELText.quoted(form))].orValue([]))"
    }

    /// The values at a path of the query.
    static func query(_ path: String) -> String {
        let parts = path.split(separator: ".").map(String.init)
        let name = CELText.quoted(formName(path))
        let listed = CELText.quoted(formName(path) + "[]")
        // `a.1` is the second of several values.
        if parts.count == 2, let index = Int(parts[1]) {
            let first = CELText.quoted(parts[0])
            let all =
                "(request.parameters[?\(first)].orValue([]) + request.parameters[?\(CELText.quoted(parts[0] + "[]"))].orValue([]))"
            return
                "(size(\(all)) > \(index) ? [dyn(\(all)[\(index)])] : request.parameters[?\(name)].orValue([]).map(e, dyn(e)))"
        }
        return "(request.parameters[?\(name)].orValue([]) + request.parameters[?\(listed)].orValue([]))"
    }

    private static func formName(_ path: String) -> String {
        let parts = path.split(separator: ".").map(String.init)
        return (parts.first ?? "") + parts.dropFirst().map { "[\($0)]" }.joined()
    }

    /// The text that a bucket gives.
    func text(of bucket: MockoonBucket, _ writer: inout TemplateWriter) throws(TemplateFailure) -> String {
        if bucket.value != nil { return "text(state.\(bucket.state))" }
        guard depth < 8 else { throw TemplateFailure("its data buckets name each other") }
        var inner = self
        inner.depth += 1
        var own = TemplateWriter(inner)
        return try own.text(of: bucket.text)
    }

    // MARK: - Helpers

    mutating func value(_ call: TemplateCall, _ writer: inout TemplateWriter) throws(TemplateFailure) -> TemplateValue?
    {
        if let function = Self.functions[call.name] { return try function.value(call, &writer) }
        func argument(_ index: Int) throws(TemplateFailure) -> TemplateValue { try writer.argument(index, of: call) }
        func name(_ index: Int = 0) throws(TemplateFailure) -> String {
            try writer.constant(index < call.arguments.count ? call.arguments[index] : nil) ?? ""
        }
        /// The first of the values, or the default.
        func first(_ values: String, isText: Bool) throws(TemplateFailure) -> TemplateValue {
            let otherwise = call.arguments.count > 1 ? try argument(1).text : isText ? "\"\"" : "null"
            let value = "(size(\(values)) > 0 ? dyn(\(values)[0]) : dyn(\(otherwise)))"
            return isText ? TemplateValue("text(\(value))", .text) : TemplateValue(value)
        }
        func numbers(_ sign: String) throws(TemplateFailure) -> TemplateValue {
            let all = try call.arguments.map { argument throws(TemplateFailure) in try writer.value(argument).asNumber }
            return TemplateValue(
                "(\(all.map { $0.contains(".") || $0.hasPrefix("number") ? $0 : "double(\($0))" }.joined(separator: " \(sign) ")))",
                .number)
        }
        switch call.name {
        case "body", "bodyRaw":
            let isText = call.name == "body"
            let path = try name()
            if path.isEmpty {
                return isText
                    ? TemplateValue("request.text", .text)
                    : TemplateValue("(request.json == null ? dyn(request.text) : request.json)")
            }
            return try first(Self.body(path), isText: isText)
        case "queryParam", "queryParamRaw":
            let path = try name()
            if path.isEmpty { return TemplateValue("json.text(request.parameters)", .text) }
            return try first(Self.query(path), isText: call.name == "queryParam")
        case "urlParam": return try path.parameter(name()).map { TemplateValue($0, .text) } ?? .constant("")
        case "header":
            return TemplateValue(
                "request.headers[?\(CELText.quoted(try name().lowercased()))].orValue(\(call.arguments.count > 1 ? try argument(1).asText : "\"\""))",
                .text)
        case "cookie":
            return TemplateValue(
                "request.cookies[?\(CELText.quoted(try name()))].orValue(\(call.arguments.count > 1 ? try argument(1).asText : "\"\""))",
                .text)
        case "hostname":
            return TemplateValue("request.headers[?\"host\"].orValue(\"localhost\").split(\":\")[0]", .text)
        case "baseUrl": return TemplateValue("\"http://\" + request.headers[?\"host\"].orValue(\"localhost\")", .text)
        case "ip": return .constant("127.0.0.1")
        case "method": return TemplateValue("request.method", .text)
        case "data", "dataRaw":
            let wanted = try name()
            guard let bucket = buckets.first(where: { $0.id == wanted || $0.name == wanted }) else {
                return .constant("")
            }
            guard call.arguments.count > 1 else {
                let text = try text(of: bucket, &writer)
                if call.name == "dataRaw", bucket.value != nil { return TemplateValue("state.\(bucket.state)") }
                return TemplateValue(text, .text)
            }
            guard bucket.value != nil else {
                throw TemplateFailure("a path into a data bucket that is a template has no equivalent")
            }
            let found = "json.first(state.\(bucket.state), \(CELText.quoted(Self.jsonPath(try name(1)))))"
            return call.name == "data" ? TemplateValue("text(\(found))", .text) : TemplateValue(found)
        case "now", "dateTimeShift", "time", "date":
            guard call.name == "now" else { throw TemplateFailure("'\(call.name)' has no equivalent") }
            let format = try name()
            if format.isEmpty { return TemplateValue("string(now)", .text) }
            if format == "x" || format == "T" { return TemplateValue("string(int(now) * 1000)", .text) }
            if format == "t" || format == "X" { return TemplateValue("string(int(now))", .text) }
            guard let text = TimeText.formatted("now", format) else {
                throw TemplateFailure("the format '\(format)' has no equivalent")
            }
            return TemplateValue(text, .text)
        case "objectId": return TemplateValue("random.text(\(writer.seed()), 24, \"0123456789abcdef\")", .text)
        case "int":
            let (low, high) = (Int(try name()) ?? 0, Int(try name(1)) ?? 1_000_000)
            return TemplateValue("random.int(\(writer.seed()), \(low), \(max(low, high)))", .number)
        case "float":
            return TemplateValue("(double(random.int(\(writer.seed()), 0, 1000000)) / 1000.0)", .number)
        case "boolean": return TemplateValue("random.int(\(writer.seed()), 0, 1) == 1", .bool)
        case "oneOf":
            if call.arguments.count == 1, case .call(let list) = call.arguments[0], list.name == "array" {
                return try value(TemplateCall(name: "oneOf", arguments: list.arguments), &writer)
            }
            let all = try writer.texts(call.arguments)
            return TemplateValue(
                "[\(all.joined(separator: ", "))][random.int(\(writer.seed()), 0, \(all.count - 1))]", .text)
        case "someOf":
            guard case .call(let list)? = call.arguments.first, list.name == "array" else { return nil }
            let all = try writer.texts(list.arguments)
            let (low, high) = (Int(try name(1)) ?? 1, Int(try name(2)) ?? all.count)
            let kept =
                "[\(all.joined(separator: ", "))].slice(0, random.int(\(writer.seed()), \(min(low, all.count)), \(min(max(low, high), all.count))))"
            return try name(3) == "true"
                ? TemplateValue("json.text(\(kept))", .text) : TemplateValue("\(kept).join(\",\")", .text)
        case "array":
            let all = try call.arguments.map { argument throws(TemplateFailure) in
                "dyn(\(try writer.value(argument).text))"
            }
            return TemplateValue("[\(all.joined(separator: ", "))]", .list)
        case "object":
            let all = try call.options.map { option throws(TemplateFailure) in
                "\(CELText.quoted(option.name)): dyn(\(try writer.value(option.value).text))"
            }
            return TemplateValue("{\(all.joined(separator: ", "))}")
        case "newline": return .constant("\n")
        case "indexOf": return TemplateValue("\(try argument(0).asText).indexOf(\(try argument(1).asText))", .number)
        case "substr":
            return TemplateValue("\(try argument(0).asText).substring(int(\(try argument(1).asNumber)))", .text)
        case "join":
            return TemplateValue(
                "\(try argument(0).asList).map(e, text(e)).join(\(call.arguments.count > 1 ? try argument(1).asText : "\", \""))",
                .text)
        case "base64Decode": return TemplateValue("string(base64.decode(\(try argument(0).asText)))", .text)
        case "add": return try numbers("+")
        case "subtract": return try numbers("-")
        case "multiply": return try numbers("*")
        case "divide": return try numbers("/")
        case "setVar":
            variables[try name()] = try argument(1)
            return .constant("")
        case "getVar": return variables[try name()] ?? .constant("")
        case "faker": return try faker(name(), &writer)
        default: return call.name.hasPrefix("@") ? variables[String(call.name.dropFirst())] : nil
        }
    }

    /// A few of the many: values whose kind matters to a client.
    private func faker(_ name: String, _ writer: inout TemplateWriter) throws(TemplateFailure) -> TemplateValue? {
        func one(_ words: [String]) -> TemplateValue {
            TemplateValue(
                "\(CELText.literal(.array(words.map { .string($0) }))).map(e, text(e))[random.int(\(writer.seed()), 0, \(words.count - 1))]",
                .text)
        }
        switch name {
        case "string.uuid", "datatype.uuid": return TemplateValue("random.uuid(\(writer.seed()))", .text)
        case "number.int", "datatype.number": return TemplateValue("random.int(\(writer.seed()), 0, 9999)", .number)
        case "datatype.boolean": return TemplateValue("random.int(\(writer.seed()), 0, 1) == 1", .bool)
        case "person.firstName", "name.firstName": return one(["Anna", "Boris", "Chiara", "Dmytro", "Elif"])
        case "person.lastName", "name.lastName": return one(["Moser", "Petrenko", "Rossi", "Silva", "Yilmaz"])
        case "person.fullName", "name.fullName": return one(["Anna Moser", "Boris Petrenko", "Chiara Rossi"])
        case "internet.email":
            return TemplateValue(
                "random.text(\(writer.seed()), 8, \"abcdefghijklmnopqrstuvwxyz\") + \"@example.com\"", .text)
        case "location.zipCode", "address.zipCode":
            return TemplateValue("random.text(\(writer.seed()), 5, \"0123456789\")", .text)
        case "location.city", "address.city": return one(["Lisbon", "Lviv", "Milan", "Vienna"])
        case "date.recent", "date.past", "date.future": return TemplateValue("string(now)", .text)
        case "lorem.word": return one(["dolor", "ipsum", "lorem", "sit"])
        default: throw TemplateFailure("'faker \(name)' has no equivalent")
        }
    }

    mutating func block(
        _ call: TemplateCall, _ names: [String], _ body: [TemplateNode], _ inverse: [TemplateNode],
        _ writer: inout TemplateWriter
    ) throws(TemplateFailure) -> TemplateValue? {
        switch call.name {
        case "repeat":
            guard let count = call.arguments.first else { throw TemplateFailure("'repeat' has no count") }
            let low = try writer.value(count).asNumber
            var times = "int(\(low))"
            if call.arguments.count > 1 {
                times =
                    "random.int(\(writer.seed()), int(\(low)), int(\(try writer.value(call.arguments[1]).asNumber)))"
            }
            let index = writer.loopName()
            let known = ["@index": TemplateValue(index, .number)]
            let inner = try writer.scoped(known) { writer throws(TemplateFailure) in try writer.text(of: body) }
            let separator = try writer.constant(call.option("comma")) == "false" ? "\"\"" : "\",\""
            return TemplateValue("lists.range(\(times)).map(\(index), \(inner)).join(\(separator))", .text)
        case "switch":
            guard let subject = call.arguments.first else { throw TemplateFailure("'switch' has no value") }
            let value = try writer.value(subject).asText
            var (cases, otherwise): ([(String, String)], String) = ([], "\"\"")
            for node in body {
                guard case .block(let inner, _, let content, _) = node else { continue }
                let text = try writer.text(of: content)
                if inner.name == "case" {
                    let all = try writer.texts(inner.arguments)
                    cases.append(("\(value) in [\(all.joined(separator: ", "))]", text))
                } else if inner.name == "default" {
                    otherwise = text
                }
            }
            return TemplateValue(cases.reversed().reduce(otherwise) { "(\($1.0) ? \($1.1) : \($0))" }, .text)
        case "base64": return TemplateValue("base64.encode(bytes(\(try writer.text(of: body))))", .text)
        default: return nil
        }
    }
}
