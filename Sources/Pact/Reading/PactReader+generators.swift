// Reads generators.

import JSONValues
import SourceDocuments

extension PactReader {
    mutating func generators(_ value: Located?) -> Generators {
        var generators = Generators()
        guard let value else { return generators }
        for (name, member) in value.members {
            switch name {
            case "path": generators.path = generator(member["type"] == nil ? member.members.first?.value : member)
            case "status": generators.status = generator(member["type"] == nil ? member.members.first?.value : member)
            case "query": generators.query += named(member, of: .query([]))
            case "header", "headers": generators.header += named(member, of: .header)
            case "body", "content":
                for (path, member) in member.members {
                    guard let path = RulePath(path) else {
                        report(
                            .invalidExpression, "this is no path of a generator", found: "'\(path)'",
                            at: member.keyPlace)
                        continue
                    }
                    if let generator = generator(member) { generators.body.append((path, generator)) }
                }
            default:
                reportUnknownField(
                    name, of: "generators", fields: ["path", "status", "query", "header", "body"], at: member.keyPlace)
            }
        }
        return generators
    }

    private mutating func named(
        _ value: Located, of part: NamedPart
    ) -> [(path: RulePath, generator: Generator)] {
        var all: [(path: RulePath, generator: Generator)] = []
        for (text, member) in value.members {
            if let generator = generator(member) { all.append((PactReader.path(of: text, in: part), generator)) }
        }
        return all
    }

    private mutating func generator(_ value: Located?) -> Generator? {
        guard let value else { return nil }
        func number(_ name: String, _ standard: Int) -> Int {
            value[name]?.json.number?.int64.map { Int($0) } ?? standard
        }
        switch value["type"]?.json.string {
        case "RandomInt"?:
            let (low, high) = (number("min", 0), number("max", 10))
            return .randomInt(low...max(low, high))
        case "RandomDecimal"?: return .randomDecimal(digits: min(max(number("digits", 10), 1), 1_000))
        case "RandomHexadecimal"?: return .randomHexadecimal(digits: min(max(number("digits", 10), 0), 100_000))
        case "RandomString"?: return .randomString(size: min(max(number("size", 20), 0), 100_000))
        case "RandomBoolean"?: return .randomBoolean
        case "Regex"?: return .regex(value["regex"]?.json.string ?? "")
        case "Uuid"?:
            let form = value["format"]?.json.string ?? Generator.UUIDForm.lowerHyphenated.rawValue
            if let known = Generator.UUIDForm(rawValue: form) { return .uuid(known) }
            unknown("form of a UUID", form, among: Generator.UUIDForm.allCases.map(\.rawValue), at: value.place)
            return nil
        case "Date"?: return moment(value, .date)
        case "Time"?: return moment(value, .time)
        case "DateTime"?: return moment(value, .datetime)
        case "ProviderState"?:
            return .providerState(value["expression"]?.json.string ?? "", dataType: value["dataType"]?.json.string)
        case "MockServerURL"?:
            return .mockServerURL(
                example: value["example"]?.json.string ?? "", regex: value["regex"]?.json.string ?? "")
        case let name:
            report(
                .unsupportedPact, name.map { "there is no generator '\($0)'" } ?? "this generator has no 'type'",
                remedy: "The example is sent as it stands.", severity: .warning, at: value.place)
            return nil
        }
    }

    private mutating func moment(_ value: Located, _ kind: DatePattern.Kind) -> Generator? {
        guard let pattern = datePattern(value["format"], kind) else { return nil }
        guard let field = value["expression"], let text = field.json.string, !text.isEmpty else {
            return .moment(pattern, nil)
        }
        if let expression = DateExpression(text) { return .moment(pattern, expression) }
        report(
            .unsupportedPact, "this expression of dates is not known", found: "'\(text)'",
            expected: "such as 'today + 1 week' or 'now - 2 hours'", remedy: "The example is sent as it stands.",
            severity: .warning, at: field.place)
        return nil
    }
}
