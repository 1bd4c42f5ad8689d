// Reads the `faults` section.

import JSONValues
import HTTPExchange
import SourceDocuments
import OpenAPIContract

extension MockFile {
    /// An entry of `faults` before its condition is compiled.
    struct FaultEntry: Sendable {
        let effect: FaultRule.Effect
        let operations: [Operation]?
        let condition: ExpressionText?
        let rate: Double?
        let times: Int?
        let from: Duration
        let length: Duration?
        let place: Place
    }
}

extension MockFileReader {
    mutating func faults(_ value: Located) -> [MockFile.FaultEntry] {
        var entries: [MockFile.FaultEntry] = []
        for element in elements(value, "'faults'") {
            if let entry = faultEntry(element) { entries.append(entry) }
        }
        return entries
    }

    private mutating func faultEntry(_ value: Located) -> MockFile.FaultEntry? {
        let fields = ["operations", "when", "rate", "times", "from", "for", "fault", "quota"]
        guard object(value, "a fault", fields: fields) else { return nil }
        // All of it is read, so that all of its mistakes are told.
        let effect = effect(value)
        let rate = value["rate"].flatMap { share($0, "'rate'") }
        let times = value["times"].flatMap { whole($0, "'times'", 1...1_000_000) }
        let operations = value["operations"].map { self.operations($0) }
        let condition = value["when"].flatMap { expression($0, "'when'") }
        let from = value["from"].flatMap { duration($0, "'from'") } ?? .zero
        let length = value["for"].flatMap { duration($0, "'for'") }
        guard let effect else { return nil }
        if case .quota = effect, let other = value["rate"] ?? value["times"] {
            report(.invalidValue, "a quota has no rate and no times", remedy: "Leave it out.", at: other.place)
        }
        return MockFile.FaultEntry(
            effect: effect, operations: operations, condition: condition, rate: rate, times: times, from: from,
            length: length, place: value.place)
    }

    private mutating func operations(_ value: Located) -> [Operation] {
        var operations: [Operation] = []
        for element in elements(value, "'operations'") {
            guard let name = text(element, "an operation") else { continue }
            if let operation = operation(named: name, at: element.place) { operations.append(operation) }
        }
        return operations
    }

    private mutating func effect(_ value: Located) -> FaultRule.Effect? {
        switch (value["fault"], value["quota"]) {
        case (let fault?, nil): return self.fault(fault).map { .fault($0) }
        case (nil, let quota?):
            guard object(quota, "'quota'", fields: ["limit", "window"]), let limit = quota["limit"],
                let window = quota["window"]
            else {
                report(
                    .missingField, "'quota' needs 'limit' and 'window'",
                    remedy: "Say how many calls are answered in how long: {limit: 10, window: 1m}.", at: quota.place)
                return nil
            }
            let (count, length) = (
                whole(limit, "'limit'", 0...1_000_000_000), duration(window, "'window'", longest: .seconds(86_400))
            )
            guard let count, let length else { return nil }
            return .quota(limit: count, window: length)
        case (nil, nil), (_?, _?):
            report(
                .missingField, "an entry has either 'fault' or 'quota'",
                remedy: "Write one of them.", at: value.place)
            return nil
        }
    }

    private static let simple: [String: Fault] = [
        "reset": .reset, "close": .close, "stall": .stall, "garbage": .garbage, "expired-token": .expiredToken,
        "truncate": .cut(after: .share(0.5), .close), "malformed-chunk": .cut(after: .share(0.5), .malformedChunk),
    ]

    mutating func fault(_ value: Located) -> Fault? {
        if case .string(let name) = value.json {
            if let fault = MockFileReader.simple[name] { return fault }
            unknown("fault", name, among: MockFileReader.simple.keys.sorted() + ["status"], at: value.place)
            return nil
        }
        let cuts: [(name: String, end: Delivery.Break)] = [
            ("truncate", .close), ("reset", .reset), ("stall", .stall), ("malformed-chunk", .malformedChunk),
        ]
        guard object(value, "'fault'", fields: ["status", "retryAfter"] + cuts.map(\.name)) else { return nil }
        if let status = value["status"] {
            let number = whole(status, "'status'", 400...599)
            let after = value["retryAfter"].flatMap { duration($0, "'retryAfter'", longest: .seconds(86_400)) }
            return number.map { .status($0, retryAfter: after) }
        }
        guard let cut = cuts.first(where: { value[$0.name] != nil }), let written = value[cut.name] else {
            report(
                .missingField, "a fault says what goes wrong",
                expected: "status, or " + cuts.map(\.name).joined(separator: ", ") + " with how much goes out before",
                at: value.place)
            return nil
        }
        return amount(written, "'\(cut.name)'").map { .cut(after: $0, cut.end) }
    }

    /// `50%` of the content, or a number of bytes.
    private mutating func amount(_ value: Located, _ what: String) -> Fault.Amount? {
        if case .number = value.json { return whole(value, what, 0...1_000_000_000).map { .bytes($0) } }
        return share(value, what).map { .share($0) }
    }
}
