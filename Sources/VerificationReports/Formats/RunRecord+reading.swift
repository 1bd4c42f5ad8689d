// The record, read back out of its JSON.

package import JSONValues
import ReportPages

extension RunRecord {
    /// What keeps a document from being a report.
    package struct Invalid: Error, Hashable, CustomStringConvertible {
        package let description: String

        /// - Parameter description: a clause.
        package init(description: String) { self.description = description }
    }

    /// - Throws: where a member is missing that every report has, or is of another kind.
    package init(_ json: JSON) throws(Invalid) {
        let root = try JSONReader(json)
        guard let verdict = Verdict(rawValue: try root.text("verdict")) else {
            throw Invalid(description: "it is no report of counterpart verify: its verdict is unknown")
        }
        self.verdict = verdict
        backend = try root.text("backend")
        let contract = try root.reader("contract")
        title = try contract.text("title")
        version = try contract.text("version")
        sent = try root.integer("sent")
        answered = try root.integer("answered")
        seed = json["seed"]?.number?.uint64 ?? 0
        shard = json["shard"]?.string
        division = json["division"]?.string
        stopped = try json["stopped"].map { value throws(Invalid) in
            let stopped = try JSONReader(value)
            return Stopped(
                kind: try stopped.text("kind"), message: try stopped.text("message"), remedy: value["remedy"]?.string)
        }
        warnings = json["warnings"]?.array?.compactMap(\.string) ?? []
        unreached = try root.list("unreached") { row throws(Invalid) in
            Unreached(
                operation: try row.text("operation"), tried: try row.integer("tried"),
                answers: try row.text("answers"), said: try row.text("said"), reproduce: try row.text("reproduce"))
        }
        latencies = try root.list("latencies") { row throws(Invalid) in
            func time(_ name: String) -> Double { row.json[name]?.number?.double ?? 0 }
            return OperationLatency(
                operation: try row.text("operation"),
                times: LatencySummary(
                    count: try row.integer("answers"), half: time("p50"), ninety: time("p90"),
                    ninetyFive: time("p95"), longest: time("longest")))
        }
        timings = try root.list("timings") { row throws(Invalid) in
            OperationTiming(
                operation: try row.text("operation"), requests: try row.integer("requests"),
                seconds: row.json["seconds"]?.number?.double ?? 0)
        }
        notRun = try root.list("notRun") { row throws(Invalid) in
            NotRun(what: try row.text("what"), reason: try row.text("reason"))
        }
        operations = try root.list("operations") { row throws(Invalid) in
            OperationName(
                id: try row.text("id"), title: try row.text("title"), place: PlaceRecord(row.json["contract"]))
        }
        phases = try root.list("phases") { row throws(Invalid) in
            PhaseTally(
                phase: try row.text("phase"),
                operations: try row.list("operations") { row throws(Invalid) in
                    OperationTally(
                        operation: try row.text("operation"), cases: try row.integer("cases"),
                        seconds: row.json["seconds"]?.number?.double ?? 0)
                })
        }
        findings = try root.list("findings") { row throws(Invalid) in try FindingRecord(row) }
        coverage = Coverage(
            try JSONReader(json["coverage"] ?? [:]).list("points") { row throws(Invalid) in
                guard let kind = Coverage.Kind(rawValue: try row.text("kind")),
                    let outcome = Coverage.Outcome(
                        name: try row.text("outcome"), reason: row.json["reason"]?.string ?? "")
                else { throw Invalid(description: "a point of its coverage is of no known kind") }
                return Coverage.Point(kind, try row.text("operation"), try row.text("what"), outcome)
            })
        failOn = json["failOn"]?.string.flatMap(Degree.init(rawValue:)) ?? .violation
        mended = json["mended"]?.array?.compactMap(\.string) ?? []
    }
}

extension Coverage.Outcome {
    fileprivate init?(name: String, reason: String) {
        switch name {
        case "passed": self = .passed
        case "failed": self = .failed
        case "not-reached": self = .notReached(reason)
        case "unreachable": self = .unreachable(reason)
        default: return nil
        }
    }
}

extension FindingRecord {
    fileprivate init(_ row: JSONReader) throws(RunRecord.Invalid) {
        let json = row.json
        let (id, message) = (try row.text("id"), try row.text("message"))
        self.init(
            id: id, check: try row.text("check"),
            degree: json["degree"]?.string.flatMap(Degree.init(rawValue:)) ?? .violation,
            cause: json["cause"]?["id"]?.string ?? id, causeTitle: json["cause"]?["title"]?.string ?? message,
            phase: json["phase"]?.string,
            operation: try row.text("operation"), name: try row.text("case"), location: try row.text("location"),
            message: message, found: try row.text("found"), expected: try row.text("expected"),
            times: try row.integer("times"), place: RunRecord.PlaceRecord(json["contract"]),
            method: json["request"]?["method"]?.string, target: json["request"]?["target"]?.string,
            status: json["status"]?.number?.int64.map { Int($0) }, reproduce: try row.text("reproduce"),
            exchanges: try row.list("exchanges") { row throws(RunRecord.Invalid) in try ExchangeRecord(row) },
            isAccepted: json["accepted"]?.bool ?? false)
        recurrence = json["again"]?.string.flatMap(Recurrence.init(rawValue:))
    }
}

extension ExchangeRecord {
    fileprivate init(_ row: JSONReader) throws(RunRecord.Invalid) {
        let request = try row.reader("request")
        let response = row.json["response"]
        func fields(_ json: JSON?) -> [Field] {
            (json?["headers"]?.array ?? []).compactMap { pair in
                guard let name = pair["name"]?.string, let value = pair["value"]?.string else { return nil }
                return Field(name: name, value: value)
            }
        }
        self.init(
            method: try request.text("method"), target: try request.text("target"),
            requestFields: fields(request.json), requestBody: BodyRecord(request.json),
            status: response?["status"]?.number?.int64.map { Int($0) }, responseFields: fields(response),
            responseBody: response.flatMap { BodyRecord($0) },
            milliseconds: row.json["milliseconds"]?.number?.double ?? 0,
            identity: row.json["identity"]?.string.flatMap(IdentityChoice.init(rawValue:)) ?? .own)
    }
}

extension BodyRecord {
    fileprivate init?(_ message: JSON) {
        guard let text = message["body"]?.string else { return nil }
        self.init(
            text: text, isBase64: message["encoding"]?.string == "base64",
            cut: message["cut"]?.number?.int64.map { Int($0) } ?? 0)
    }
}

extension RunRecord.PlaceRecord {
    fileprivate init?(_ json: JSON?) {
        guard let json, let file = json["file"]?.string, let line = json["line"]?.number?.int64,
            let column = json["column"]?.number?.int64
        else { return nil }
        self.init(file: file, line: Int(line), column: Int(column), pointer: json["pointer"]?.string ?? "")
    }
}

/// Members of an object that must be there.
private struct JSONReader {
    let json: JSON

    init(_ json: JSON) throws(RunRecord.Invalid) {
        guard json.object != nil else {
            throw RunRecord.Invalid(description: "it is no report of counterpart verify: found no object")
        }
        self.json = json
    }

    private func missing(_ name: String) -> RunRecord.Invalid {
        RunRecord.Invalid(
            description: "it is no report of counterpart verify: its '\(name)' is missing or of another kind")
    }

    func text(_ name: String) throws(RunRecord.Invalid) -> String {
        guard let text = json[name]?.string else { throw missing(name) }
        return text
    }

    func integer(_ name: String) throws(RunRecord.Invalid) -> Int {
        guard let number = json[name]?.number?.int64 else { throw missing(name) }
        return Int(number)
    }

    func reader(_ name: String) throws(RunRecord.Invalid) -> JSONReader {
        guard let value = json[name] else { throw missing(name) }
        return try JSONReader(value)
    }

    /// Empty where there is none.
    func list<Element>(
        _ name: String, _ element: (JSONReader) throws(RunRecord.Invalid) -> Element
    ) throws(RunRecord.Invalid) -> [Element] {
        guard let value = json[name] else { return [] }
        guard let rows = value.array else { throw missing(name) }
        var elements: [Element] = []
        for row in rows { elements.append(try element(JSONReader(row))) }
        return elements
    }
}
