// Templates as CEL.

import JSONValues

/// CEL that a part of a template becomes.
struct TemplateValue {
    enum Kind { case text, number, bool, any, list }

    let text: String
    let kind: Kind
    /// Of what stands for the first of several values: CEL for all of them.
    var list: String?

    init(_ text: String, _ kind: Kind = .any, list: String? = nil) {
        self.text = text
        self.kind = kind
        self.list = list
    }

    static func constant(_ text: String) -> TemplateValue { TemplateValue(CELText.quoted(text), .text) }

    /// CEL that gives text.
    var asText: String {
        switch kind {
        case .text: text
        case .number: Double(text) != nil ? CELText.quoted(text) : "string(\(text))"
        case .bool: "(\(text) ? \"true\" : \"false\")"
        case .any, .list: "text(\(text))"
        }
    }

    /// CEL for whether Handlebars takes it for true.
    var asCondition: String {
        switch kind {
        case .bool: text
        case .list: "\(text) != []"
        case .text: "\(text) != \"\""
        case .number, .any: "!(\(asText) in [\"\", \"false\", \"0\", \"[]\"])"
        }
    }

    /// CEL for a number.
    var asNumber: String {
        switch kind {
        case .number: text
        case .any, .text, .bool, .list: "number(\(text))"
        }
    }

    /// CEL for a list; of a single value with that alone.
    var asList: String {
        if let list { return list }
        return switch kind {
        case .list: text
        case .any: "(type(\(text)) == list ? \(text) : [])"
        case .text, .number, .bool: "[dyn(\(text))]"
        }
    }
}

/// What the names of a tool's templates stand for.
protocol TemplateDictionary {
    /// What a path or a call gives; nil for a name that is not known.
    mutating func value(_ call: TemplateCall, _ writer: inout TemplateWriter) throws(TemplateFailure) -> TemplateValue?
    /// The same of a block; nil for one that is not known.
    mutating func block(
        _ call: TemplateCall, _ names: [String], _ body: [TemplateNode], _ inverse: [TemplateNode],
        _ writer: inout TemplateWriter
    ) throws(TemplateFailure) -> TemplateValue?
}

extension TemplateDictionary {
    mutating func block(
        _ call: TemplateCall, _ names: [String], _ body: [TemplateNode], _ inverse: [TemplateNode],
        _ writer: inout TemplateWriter
    ) throws(TemplateFailure) -> TemplateValue? { nil }
}

/// Writes one template.
struct TemplateWriter {
    var dictionary: any TemplateDictionary
    /// Names that blocks have given, the innermost last.
    private var scopes: [(names: [String: TemplateValue], this: TemplateValue?)] = []
    /// So that no two calls draw the same.
    private var draws = 0
    private var loops = 0

    init(_ dictionary: any TemplateDictionary) { self.dictionary = dictionary }

    /// CEL that gives the text that a template gives.
    mutating func text(of template: String) throws(TemplateFailure) -> String {
        try text(of: HandlebarsParser.parse(template))
    }

    mutating func text(of nodes: [TemplateNode]) throws(TemplateFailure) -> String {
        var parts: [String] = []
        for node in nodes {
            switch node {
            case .text(let text): parts.append(CELText.quoted(text))
            case .value(let call): parts.append(try value(call).asText)
            case .block(let call, let names, let body, let inverse):
                parts.append(try block(call, names, body, inverse).asText)
            }
        }
        return CELText.joined(parts)
    }

    // MARK: - Values

    mutating func value(_ argument: TemplateCall.Argument) throws(TemplateFailure) -> TemplateValue {
        switch argument {
        case .string(let text): .constant(text)
        case .literal(let text): TemplateValue(text, text == "null" ? .any : Double(text) == nil ? .bool : .number)
        case .path(let name): try value(TemplateCall(name: name))
        case .call(let call): try value(call)
        }
    }

    mutating func value(_ call: TemplateCall) throws(TemplateFailure) -> TemplateValue {
        if call.name.isEmpty, call.arguments.count == 1 { return try value(call.arguments[0]) }
        if call.arguments.isEmpty, let known = scoped(call.name) { return known }
        var own = dictionary
        defer { dictionary = own }
        if let known = try own.value(call, &self) { return known }
        throw TemplateFailure("'\(call.name)' has no equivalent")
    }

    /// CEL for an argument of a call, which must be there.
    mutating func argument(_ index: Int, of call: TemplateCall) throws(TemplateFailure) -> TemplateValue {
        guard index < call.arguments.count else { throw TemplateFailure("'\(call.name)' lacks an argument") }
        return try value(call.arguments[index])
    }

    /// CEL for the texts of arguments.
    mutating func texts(_ arguments: [TemplateCall.Argument]) throws(TemplateFailure) -> [String] {
        var texts: [String] = []
        for argument in arguments { texts.append(try value(argument).asText) }
        return texts
    }

    /// The constant text of an argument.
    mutating func constant(_ argument: TemplateCall.Argument?) throws(TemplateFailure) -> String? {
        guard let argument else { return nil }
        switch argument {
        case .string(let text), .literal(let text): return text
        case .path, .call: return CELText.constant(try value(argument).asText)
        }
    }

    /// A seed for one draw.
    mutating func seed() -> String {
        defer { draws += 1 }
        return draws == 0 ? "seed" : "seed + \(draws)"
    }

    mutating func loopName() -> String {
        defer { loops += 1 }
        return "item\(loops)"
    }

    private func scoped(_ path: String) -> TemplateValue? {
        var parts = path.split(separator: ".", omittingEmptySubsequences: true).map(String.init)
        var scopes = scopes[...]
        var rest = path
        while rest.hasPrefix("../") {
            rest = String(rest.dropFirst(3))
            scopes = scopes.dropLast()
        }
        parts = rest.split(whereSeparator: { $0 == "." || $0 == "/" }).map(String.init)
        guard let first = parts.first else { return scopes.last?.this }
        if first == "this" {
            guard let this = scopes.last(where: { $0.this != nil })?.this else { return nil }
            return Self.member(this, parts.dropFirst())
        }
        for scope in scopes.reversed() {
            if let known = scope.names[first] { return Self.member(known, parts.dropFirst()) }
        }
        // Within a loop a bare name is one of the element's.
        if !scopes.isEmpty, !first.hasPrefix("@"), let this = scopes.last(where: { $0.this != nil })?.this,
            !["request", "Request", "State", "Literals", "Vars"].contains(first)
        {
            return Self.member(this, parts[...])
        }
        return nil
    }

    static func member(_ value: TemplateValue, _ path: some Collection<String>) -> TemplateValue {
        guard !path.isEmpty else { return value }
        let steps = path.map { name in
            let plain = name.hasPrefix("[") && name.hasSuffix("]") ? String(name.dropFirst().dropLast()) : name
            return Int(plain) == nil ? "[\(JSON.string(plain).serialized())]" : "[\(plain)]"
        }
        return TemplateValue("json.first(\(value.text), \(CELText.quoted("$" + steps.joined())))")
    }

    // MARK: - Blocks

    mutating func scoped<Result>(
        _ names: [String: TemplateValue], this: TemplateValue? = nil,
        _ body: (inout TemplateWriter) throws(TemplateFailure) -> Result
    ) throws(TemplateFailure) -> Result {
        scopes.append((names, this))
        defer { scopes.removeLast() }
        return try body(&self)
    }

    mutating func chosen(
        _ condition: String, _ body: [TemplateNode], _ inverse: [TemplateNode]
    ) throws(TemplateFailure) -> TemplateValue {
        TemplateValue("(\(condition) ? \(try text(of: body)) : \(try text(of: inverse)))", .text)
    }

    private mutating func block(
        _ call: TemplateCall, _ names: [String], _ body: [TemplateNode], _ inverse: [TemplateNode]
    ) throws(TemplateFailure) -> TemplateValue {
        switch call.name {
        case "if", "unless":
            guard let first = call.arguments.first else { throw TemplateFailure("'\(call.name)' has no condition") }
            let condition = try value(first).asCondition
            return try chosen(call.name == "if" ? condition : CELText.not(condition), body, inverse)
        case "each":
            guard let first = call.arguments.first else { throw TemplateFailure("'each' has no list") }
            let list = try value(first).asList
            return try each(list, names, body, inverse)
        case "with":
            guard let first = call.arguments.first else { throw TemplateFailure("'with' has no value") }
            let this = try value(first)
            let known = names.first.map { [$0: this] } ?? [:]
            let inner = try scoped(known, this: this) { writer throws(TemplateFailure) in try writer.text(of: body) }
            return TemplateValue(inner, .text)
        default: break
        }
        var own = dictionary
        defer { dictionary = own }
        if let known = try own.block(call, names, body, inverse, &self) { return known }
        // A helper that says yes or no works as a block too.
        guard !call.arguments.isEmpty, let known = try own.value(call, &self) else {
            throw TemplateFailure("'#\(call.name)' has no equivalent")
        }
        return try chosen(known.asCondition, body, inverse)
    }

    /// The body for each element, one after another.
    mutating func each(
        _ list: String, _ names: [String], _ body: [TemplateNode], _ inverse: [TemplateNode]
    ) throws(TemplateFailure) -> TemplateValue {
        let (index, element) = (loopName(), loopName())
        let this = TemplateValue(element)
        let own = "\(list)"
        var known = [
            "@index": TemplateValue(index, .number), "@first": TemplateValue("\(index) == 0", .bool),
            "@last": TemplateValue("\(index) == size(\(own)) - 1", .bool),
        ]
        if let name = names.first { known[name] = this }
        if names.count > 1 { known[names[1]] = TemplateValue(index, .number) }
        let text = try scoped(known, this: this) { writer throws(TemplateFailure) in try writer.text(of: body) }
        let all = "\(own).transformList(\(index), \(element), \(text)).join()"
        guard !inverse.isEmpty else { return TemplateValue(all, .text) }
        return TemplateValue("(size(\(own)) > 0 ? \(all) : \(try self.text(of: inverse)))", .text)
    }
}
