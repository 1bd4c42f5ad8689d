// A report as a script reads it.

package import HTTPExchange
import HTTPTypes
package import JSONSchema
import OpenAPIContract

extension Report {
    /// `{"verdict": "conformant" | "findings" | "could-not-run", "backend", "contract", "sent", "answered", "findings": […]}`
    package func json(backend: BackendURL) -> JSON {
        var report: JSONObject = [
            "verdict": .string(verdict.name), "backend": .string("\(backend)"),
            "contract": ["title": .string(contract.title), "version": .string(contract.apiVersion)],
            "sent": .number(JSONNumber(sent)), "answered": .number(JSONNumber(answered)),
            "findings": .array(causes.map { json(of: $0, origin: backend.origin) }),
        ]
        if let ended { report["stopped"] = json(of: ended) }
        if !leftOut.isEmpty {
            report["notRun"] = .array(leftOut.map { ["what": .string($0.what), "reason": .string($0.reason)] })
        }
        return masked(.object(report))
    }

    private func json(of end: Run.End) -> JSON {
        guard case .silence(let failure) = end else {
            return ["kind": .string(end.name), "message": .string("\(end)")]
        }
        return [
            "kind": .string(failure.kind.rawValue), "message": .string(failure.message),
            "remedy": .string(failure.remedy),
        ]
    }

    private func json(of cause: Cause, origin: String) -> JSON {
        let finding = cause.finding
        var row: JSONObject = [
            "id": .string(finding.id), "check": .string(finding.check.rawValue),
            "operation": .string(finding.operation.id), "case": .string(finding.name),
            "location": .string(finding.location), "message": .string(finding.message),
            "found": .string(finding.found), "expected": .string(finding.expected),
            "times": .number(JSONNumber(cause.count)),
        ]
        if let request = finding.evidence.request {
            row["request"] = ["method": .string(request.method.rawValue), "target": .string(request.target)]
        }
        if case .exchanges(let exchanges) = finding.evidence, let last = exchanges.last {
            row["status"] = .number(JSONNumber(last.response.status))
        }
        if let place = finding.place {
            row["contract"] = [
                "file": .string(place.file), "line": .number(JSONNumber(place.line)),
                "column": .number(JSONNumber(place.column)), "pointer": .string("\(place.pointer)"),
            ]
        }
        row["reproduce"] = .string(finding.script(origin: origin))
        return .object(row)
    }
}

extension Report.Verdict {
    fileprivate var name: String {
        switch self {
        case .conformant: "conformant"
        case .findings: "findings"
        case .couldNotRun: "could-not-run"
        }
    }
}

extension Run.End: CustomStringConvertible {
    fileprivate var name: String {
        switch self {
        case .requestsSpent: "max-requests"
        case .timeSpent: "max-time"
        case .cancelled: "cancelled"
        case .silence(let failure): failure.kind.rawValue
        }
    }

    package var description: String {
        switch self {
        case .requestsSpent: "all requests that were allowed have been sent"
        case .timeSpent: "the time that was allowed is over"
        case .cancelled: "it was cancelled"
        case .silence(let failure): failure.description
        }
    }
}
