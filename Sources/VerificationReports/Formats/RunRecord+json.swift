// The record as JSON: what scripts read, what `report merge` joins, what `--reproduce` finds a finding in.

import HTTPExchange
package import JSONValues
import ReportPages

extension RunRecord {
    /// `{"verdict": "conformant" | "findings" | "could-not-run", "backend", "contract", "sent", "findings": […], "coverage", …}`
    package var json: JSON {
        var report: JSONObject = [
            "verdict": .string(verdict.rawValue), "backend": .string(backend),
            "contract": ["title": .string(title), "version": .string(version)], "seed": .number(JSONNumber(seed)),
            "sent": .number(JSONNumber(sent)), "answered": .number(JSONNumber(answered)),
            "findings": .array(findings.map(\.json)),
        ]
        if failOn != .violation { report["failOn"] = .string(failOn.rawValue) }
        if let shard { report["shard"] = .string(shard) }
        if let division { report["division"] = .string(division) }
        if let stopped {
            report["stopped"] = .object(
                JSONObject(
                    [("kind", .string(stopped.kind)), ("message", .string(stopped.message))]
                        + (stopped.remedy.map { [("remedy", .string($0))] } ?? [])))
        }
        if !warnings.isEmpty { report["warnings"] = .array(warnings.map(JSON.string)) }
        if !unreached.isEmpty {
            report["unreached"] = .array(
                unreached.map {
                    [
                        "operation": .string($0.operation), "tried": .number(JSONNumber($0.tried)),
                        "answers": .string($0.answers), "said": .string($0.said), "reproduce": .string($0.reproduce),
                    ]
                })
        }
        if !notRun.isEmpty {
            report["notRun"] = .array(notRun.map { ["what": .string($0.what), "reason": .string($0.reason)] })
        }
        if !mended.isEmpty { report["mended"] = .array(mended.map(JSON.string)) }
        report["operations"] = .array(
            operations.map { operation in
                var row: JSONObject = ["id": .string(operation.id), "title": .string(operation.title)]
                if let place = operation.place { row["contract"] = place.json }
                return .object(row)
            })
        report["phases"] = .array(
            phases.map { tally in
                [
                    "phase": .string(tally.phase),
                    "operations": .array(
                        tally.operations.map {
                            [
                                "operation": .string($0.operation), "cases": .number(JSONNumber($0.cases)),
                                "seconds": .number(JSONNumber(thousandths: $0.seconds)),
                            ]
                        }),
                ]
            })
        if !latencies.isEmpty {
            report["latencies"] = .array(
                latencies.map {
                    [
                        "operation": .string($0.operation), "answers": .number(JSONNumber($0.times.count)),
                        "p50": .number(JSONNumber(thousandths: $0.times.half)),
                        "p90": .number(JSONNumber(thousandths: $0.times.ninety)),
                        "p95": .number(JSONNumber(thousandths: $0.times.ninetyFive)),
                        "longest": .number(JSONNumber(thousandths: $0.times.longest)),
                    ]
                })
        }
        if !timings.isEmpty {
            report["timings"] = .array(
                timings.map {
                    [
                        "operation": .string($0.operation), "requests": .number(JSONNumber($0.requests)),
                        "seconds": .number(JSONNumber(thousandths: $0.seconds)),
                    ]
                })
        }
        report["coverage"] = coverage.json
        return .object(report)
    }
}

extension RunRecord.PlaceRecord {
    fileprivate var json: JSON {
        [
            "file": .string(file), "line": .number(JSONNumber(line)), "column": .number(JSONNumber(column)),
            "pointer": .string(pointer),
        ]
    }
}

extension FindingRecord {
    fileprivate var json: JSON {
        var row: JSONObject = [
            "id": .string(id), "check": .string(check), "degree": .string(degree.rawValue),
            "cause": ["id": .string(cause), "title": .string(causeTitle)], "operation": .string(operation),
            "case": .string(name),
            "location": .string(location), "message": .string(message), "found": .string(found),
            "expected": .string(expected), "times": .number(JSONNumber(times)),
        ]
        if let phase { row["phase"] = .string(phase) }
        if isAccepted { row["accepted"] = true }
        if let method, let target { row["request"] = ["method": .string(method), "target": .string(target)] }
        if let status { row["status"] = .number(JSONNumber(status)) }
        if let place { row["contract"] = place.json }
        row["reproduce"] = .string(reproduce)
        if let recurrence { row["again"] = .string(recurrence.rawValue) }
        row["exchanges"] = .array(exchanges.map(\.json))
        return .object(row)
    }
}

extension ExchangeRecord {
    fileprivate var json: JSON {
        func message(_ fields: [Field], _ body: BodyRecord?) -> [(String, JSON)] {
            var members: [(String, JSON)] = [
                (
                    "headers",
                    .array(fields.map { ["name": .string($0.name), "value": .string($0.value)] })
                )
            ]
            guard let body else { return members }
            members.append(("body", .string(body.text)))
            if body.isBase64 { members.append(("encoding", "base64")) }
            if body.cut > 0 { members.append(("cut", .number(JSONNumber(body.cut)))) }
            return members
        }
        var row: JSONObject = [
            "request": .object(
                JSONObject(
                    [("method", .string(method)), ("target", .string(target))] + message(requestFields, requestBody)))
        ]
        if identity != .own { row["identity"] = .string(identity.rawValue) }
        if let status {
            row["response"] = .object(
                JSONObject([("status", .number(JSONNumber(status)))] + message(responseFields, responseBody)))
            row["milliseconds"] = .number(JSONNumber(thousandths: milliseconds))
        }
        return .object(row)
    }
}

extension Coverage {
    fileprivate var json: JSON {
        var kinds = JSONObject()
        for kind in Kind.allCases {
            let count = count(kind)
            kinds[kind.rawValue] = [
                "reached": .number(JSONNumber(count.reached)), "reachable": .number(JSONNumber(count.reachable)),
            ]
        }
        let all = count()
        return [
            "percent": .number(JSONNumber(thousandths: percent)), "reached": .number(JSONNumber(all.reached)),
            "reachable": .number(JSONNumber(all.reachable)), "kinds": .object(kinds),
            "points": .array(points.map(\.json)),
        ]
    }
}

extension Coverage.Point {
    fileprivate var json: JSON {
        var row: JSONObject = [
            "kind": .string(kind.rawValue), "operation": .string(operation), "what": .string(what),
            "outcome": .string(outcome.name),
        ]
        if let reason = outcome.reason { row["reason"] = .string(reason) }
        return .object(row)
    }
}

extension Coverage.Outcome {
    /// As reports write it.
    package var name: String {
        switch self {
        case .passed: "passed"
        case .failed: "failed"
        case .notReached: "not-reached"
        case .unreachable: "unreachable"
        }
    }

    /// Why it was not reached; nil where it was.
    package var reason: String? {
        switch self {
        case .passed, .failed: nil
        case .notReached(let reason), .unreachable(let reason): reason
        }
    }
}

extension JSONNumber {
    /// Three decimals.
    init(thousandths value: Double) {
        let whole = GivenNumber.whole(value * 1_000)
        let digits = String(abs(whole) % 1_000 + 1_000).dropFirst()
        self = JSONNumber("\(whole < 0 ? "-" : "")\(abs(whole) / 1_000).\(digits)") ?? JSONNumber(0)
    }
}
