// Where two answers to one request differ.

import JSONValues
import JSONSchema
import HTTPExchange
import OpenAPIContract
import HTTPTypes

/// One place in which the second answer is not the first.
struct AnswerDifference: Sendable {
    let place: String
    /// The last name on the way to it.
    let name: String
    let kind: RecordingComparison.Change.Kind
    let before: JSON?
    let after: JSON?

    static func all(_ one: ArchivedExchange, _ two: ArchivedExchange) -> [AnswerDifference] {
        guard let before = one.response, let after = two.response else { return [] }
        if before.status != after.status {
            // Another status has another body: that is no news.
            return [
                AnswerDifference(
                    place: "status", name: "status", kind: .status, before: .number(JSONNumber(before.status)),
                    after: .number(JSONNumber(after.status)))
            ]
        }
        var found = headers(before, after)
        let messages = [before, after].map { InferredMessage($0.headers[.contentType], $0.body) }
        let evidence = ContentEvidence(messages)
        let place = "\(before.status) body"
        if before.body.isEmpty != after.body.isEmpty {
            found.append(
                AnswerDifference(
                    place: place, name: "body", kind: before.body.isEmpty ? .added : .removed, before: nil, after: nil))
        } else if messages[0].type != messages[1].type {
            found.append(
                AnswerDifference(
                    place: "header Content-Type", name: "Content-Type", kind: .value, before: .string(messages[0].type),
                    after: .string(messages[1].type)))
        } else if let first = evidence.value(messages[0]), let second = evidence.value(messages[1]) {
            compare(first, second, at: place, named: "body", &found)
        } else if before.body != after.body {
            found.append(
                AnswerDifference(
                    place: place, name: "body", kind: .value, before: .string("\(before.body.count) bytes"),
                    after: .string("\(after.body.count) bytes")))
        }
        return found
    }

    private static func headers(_ before: Response, _ after: Response) -> [AnswerDifference] {
        var names: [HTTPField.Name] = []
        for field in [before, after].flatMap(\.headers)
        where InferredHeader.isOfResponses(field.name.canonicalName) && !names.contains(field.name) {
            names.append(field.name)
        }
        return names.compactMap { name in
            let values = [before.headers[name], after.headers[name]].map { $0.map { JSON.string($0) } }
            guard values[0] != values[1] else { return nil }
            let kind: RecordingComparison.Change.Kind =
                values[0] == nil ? .added : values[1] == nil ? .removed : .value
            return AnswerDifference(
                place: "header \(name.rawName)", name: name.rawName, kind: kind, before: values[0], after: values[1])
        }
    }

    private static func compare(
        _ one: JSON, _ other: JSON, at place: String, named name: String, _ found: inout [AnswerDifference]
    ) {
        if one == other { return }
        switch (one, other) {
        case (.object(let before), .object(let after)):
            for (name, value) in before {
                if let now = after[name] {
                    compare(value, now, at: "\(place)/\(name)", named: name, &found)
                } else {
                    found.append(
                        AnswerDifference(
                            place: "\(place)/\(name)", name: name, kind: .removed, before: value, after: nil))
                }
            }
            for (name, value) in after where before[name] == nil {
                found.append(
                    AnswerDifference(place: "\(place)/\(name)", name: name, kind: .added, before: nil, after: value))
            }
        case (.array(let before), .array(let after)):
            if before.count != after.count {
                found.append(
                    AnswerDifference(
                        place: place, name: name, kind: .length, before: .number(JSONNumber(before.count)),
                        after: .number(JSONNumber(after.count))))
            }
            for (value, now) in paired(before, after) { compare(value, now, at: "\(place)/*", named: name, &found) }
        default:
            let kind: RecordingComparison.Change.Kind = one.kindOfValue == other.kindOfValue ? .value : .type
            found.append(AnswerDifference(place: place, name: name, kind: kind, before: one, after: other))
        }
    }

    /// Elements by their `id`, where all of them have one, else by their order.
    private static func paired(_ one: [JSON], _ other: [JSON]) -> [(JSON, JSON)] {
        let ids = one.compactMap { $0["id"] }
        let others = other.compactMap { $0["id"] }
        guard !ids.isEmpty, Set(ids).count == one.count, Set(others).count == other.count else {
            return Array(zip(one, other))
        }
        let byID = Dictionary(zip(others, other), uniquingKeysWith: { first, _ in first })
        return zip(ids, one).compactMap { id, element in byID[id].map { (element, $0) } }
    }

    /// Whether only the value differs, and by its name or its shape that is another one each time.
    func isVolatile(_ rules: VolatileRules) -> Bool {
        if rules.matches(name: name) { return true }
        if rules.matches(place.split(separator: " ").last.map { $0.split(separator: "/").map(String.init) } ?? []) {
            return true
        }
        guard kind == .value, let before, let after else { return false }
        if before.isPseudonym, after.isPseudonym { return true }
        guard rules.detectsByShape else { return false }
        if let before = before.string, let after = after.string {
            return VolatileShape.matches(before) && VolatileShape.matches(after)
        }
        return [before, after].allSatisfy(\.isTime)
    }
}

extension JSON {
    fileprivate var kindOfValue: String {
        switch self {
        case .null: "null"
        case .bool: "boolean"
        case .number: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }

    /// Seconds or milliseconds since 1970, from 2017 to 2049.
    fileprivate var isTime: Bool {
        guard let value = number?.uint64 else { return false }
        return (1_500_000_000...2_500_000_000).contains(value)
            || (1_500_000_000_000...2_500_000_000_000).contains(value)
    }
}
