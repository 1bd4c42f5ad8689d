// Reads matching rules: keyed by one path in version 2, by part and path since version 3.

import JSONValues
import RegularExpressions
import SourceDocuments

extension PactReader {
    /// - Parameter parameters: names of the query, which may look like paths.
    mutating func rules(_ value: Located?, parameters: Set<String>) -> MatchingRules {
        var rules = MatchingRules()
        guard let value else { return rules }
        for (name, member) in value.members {
            switch name {
            case "path": rules.path = rootList(member)
            case "status": rules.status = rootList(member)
            case "query": rules.query.rules += named(member, of: .query(parameters))
            case "header", "headers": rules.header.rules += named(member, of: .header)
            case "body", "content":
                for (path, list) in member.members {
                    guard let path = rulePath(path, list) else { continue }
                    rules.body.rules.append((path, self.list(list)))
                }
            default: add(member, at: name, to: &rules)
            }
        }
        return rules
    }

    /// A rule of version 2: `$.body.items[*].id`, `$.headers.Accept`, `$.path`.
    private mutating func add(_ value: Located, at text: String, to rules: inout MatchingRules) {
        guard let path = rulePath(text, value) else { return }
        let rest = RulePath(Array(path.tokens.dropFirst()))
        switch path.tokens.first {
        case .name("body"): rules.body.rules.append((rest, list(value)))
        case .name("path"): rules.path = list(value)
        case .name("status"): rules.status = list(value)
        case .name("query"): rules.query.rules.append((rest, list(value)))
        case .name("header"), .name("headers"): rules.header.rules.append((rest.lowercased, list(value)))
        default:
            report(
                .unknownName, "this rule is for no part of a message", found: "'\(text)'",
                expected: "$.body, $.headers, $.query, $.path or $.status", severity: .error, at: value.keyPlace)
        }
    }

    private mutating func rulePath(_ text: String, _ value: Located) -> RulePath? {
        if let path = RulePath(text) { return path }
        report(
            .invalidExpression, "this is no path of a matching rule", found: "'\(text)'",
            expected: "a path such as $.items[*].id", at: value.keyPlace)
        return nil
    }

    /// Of a part that is one value: with matchers at once, or behind a `$`.
    private mutating func rootList(_ value: Located) -> RuleList {
        if value["matchers"] == nil, value["match"] == nil, let only = value.members.first { return list(only.value) }
        return list(value)
    }

    /// A part whose values have names.
    enum NamedPart {
        /// Names of headers, whose case does not matter.
        case header
        /// With the names that the query has, which may look like paths.
        case query(Set<String>)
    }

    /// Rules of parameters and headers, by their names or by paths that begin with them.
    private mutating func named(_ value: Located, of part: NamedPart) -> [(path: RulePath, list: RuleList)] {
        var rules: [(path: RulePath, list: RuleList)] = []
        for (text, member) in value.members { rules.append((PactReader.path(of: text, in: part), list(member))) }
        return rules
    }

    static func path(of text: String, in part: NamedPart) -> RulePath {
        switch part {
        case .query(let names) where names.contains(text): RulePath([.name(text)])
        case .query: path(of: text)
        case .header: path(of: text).lowercased
        }
    }

    /// Of a name, a name with an index such as `hippo[0]`, or a path.
    private static func path(of text: String) -> RulePath {
        if let path = RulePath(text), !path.tokens.isEmpty { return path }
        guard let bracket = text.lastIndex(of: "["), bracket > text.startIndex,
            let path = RulePath("$" + text[bracket...])
        else { return RulePath([.name(text)]) }
        return RulePath([.name(String(text[..<bracket]))] + path.tokens)
    }

    private mutating func list(_ value: Located) -> RuleList {
        guard let matchers = value["matchers"] else { return RuleList(matchers: matcher(value).map { [$0] } ?? []) }
        return RuleList(
            matchers: elements(matchers, "'matchers'").compactMap { matcher($0) },
            isAlternative: value["combine"]?.json.string?.uppercased() == "OR")
    }

    // MARK: Matchers

    private mutating func matcher(_ value: Located) -> Matcher? {
        let minimum = value["min"]?.json.number?.int64.map { Int($0) }
        let maximum = value["max"]?.json.number?.int64.map { Int($0) }
        switch value["match"]?.json.string {
        case nil where value["regex"] != nil: return regex(value)
        case nil where minimum != nil || maximum != nil: return .type(min: minimum, max: maximum)
        case "type"?, "min"?, "max"?: return .type(min: minimum, max: maximum)
        case "regex"?: return regex(value)
        case "equality"?: return .equality
        case "include"?: return .include(value["value"]?.json.string ?? "")
        case "integer"?: return .integer
        case "decimal"?: return .decimal
        case "number"?: return .number
        case "boolean"?: return .boolean
        case "null"?: return .null
        case "date"?: return date(value, .date, "date")
        case "time"?: return date(value, .time, "time")
        case "datetime"?, "timestamp"?: return date(value, .datetime, "timestamp")
        case "semver"?: return .semver
        case "notEmpty"?, "not-empty"?: return .notEmpty
        case "contentType"?, "content-type"?: return .contentType(value["value"]?.json.string ?? "")
        case "statusCode"?, "status-code"?: return statusClass(value).map { .statusCode($0) }
        case "values"?: return .values
        case "eachKey"?, "each-key"?: return .eachKey(elements("rules", of: value).compactMap { matcher($0) })
        case "eachValue"?, "each-value"?: return .eachValue(elements("rules", of: value).compactMap { matcher($0) })
        case "arrayContains"?, "array-contains"?: return .arrayContains(variants(value))
        case let name:
            report(
                .unknownName, name.map { "there is no matcher '\($0)'" } ?? "this rule has no 'match'",
                found: name.map { "'\($0)'" }, expected: "a matcher of the specification, version 2 to 4",
                remedy: "Matchers of plugins are not known here.", severity: .error,
                at: (value["match"] ?? value).place)
            return nil
        }
    }

    private mutating func regex(_ value: Located) -> Matcher? {
        guard let field = value["regex"], let source = text(field, "'regex'") else { return nil }
        do {
            return .regex(try PactReader.pattern(source))
        } catch {
            report(
                .invalidExpression, "this regular expression cannot be read: \(error)", found: "'\(source)'",
                at: field.place)
            return nil
        }
    }

    /// Pact's libraries have each their own language of patterns; flags such as `(?i)` are RE2's alone of those known here.
    static func pattern(_ source: String) throws(PatternError) -> Pattern {
        do {
            return try Pattern(source)
        } catch let first {
            if let other = try? Pattern(source, dialect: .re2) { return other }
            throw first
        }
    }

    private mutating func date(_ value: Located, _ kind: DatePattern.Kind, _ name: String) -> Matcher? {
        let field = value["format"] ?? value[name] ?? value["datetime"]
        guard let pattern = datePattern(field, kind) else { return nil }
        return .date(pattern)
    }

    mutating func datePattern(_ field: Located?, _ kind: DatePattern.Kind) -> DatePattern? {
        if let pattern = DatePattern(field?.json.string, kind: kind) { return pattern }
        if let field {
            report(
                .invalidExpression, "this format of dates cannot be read", found: field.json.serialized(),
                expected: "letters of Java's DateTimeFormatter, such as yyyy-MM-dd'T'HH:mm:ss", at: field.place)
        }
        return nil
    }

    private mutating func statusClass(_ value: Located) -> Matcher.StatusClass? {
        if let codes = value["status"]?.json.array ?? value["value"]?.json.array {
            return .codes(codes.compactMap { $0.number?.int64.map { Int($0) } })
        }
        let name = value["status"]?.json.string ?? value["value"]?.json.string ?? ""
        let classes: [String: ClosedRange<Int>] = [
            "info": 1...1, "success": 2...2, "redirect": 3...3, "clientError": 4...4, "serverError": 5...5,
            "nonError": 1...3, "error": 4...5,
        ]
        if let hundreds = classes[name] { return .hundreds(hundreds) }
        unknown("class of statuses", name, among: classes.keys.sorted(), at: (value["status"] ?? value).place)
        return nil
    }

    private mutating func variants(_ value: Located) -> [Matcher.Variant] {
        elements("variants", of: value).map { variant in
            var rules = RuleSet()
            for (text, member) in variant["rules"]?.members ?? [] {
                guard let path = rulePath(text, member) else { continue }
                rules.rules.append((path, list(member)))
            }
            return Matcher.Variant(index: variant["index"]?.json.number?.int64.map { Int($0) } ?? 0, rules: rules)
        }
    }
}

extension RulePath {
    /// With the name of a header in lower case.
    fileprivate var lowercased: RulePath {
        guard case .name(let name)? = tokens.first else { return self }
        return RulePath([.name(name.lowercased())] + tokens.dropFirst())
    }
}
