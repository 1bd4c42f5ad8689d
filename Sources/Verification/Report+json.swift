// A report as a script reads it.

package import HTTPExchange
import HTTPTypes
package import JSONSchema
import OpenAPIContract

extension Report {
    /// `{"verdict": "conformant" | "findings" | "could-not-run", "backend", "contract", "planned", "sent", "findings": […]}`
    package func json(backend: BackendURL) -> JSON {
        var report: JSONObject = [
            "verdict": .string(verdict.name), "backend": .string("\(backend)"),
            "contract": ["title": .string(contract.title), "version": .string(contract.apiVersion)],
            "planned": .number(JSONNumber(planned)), "sent": .number(JSONNumber(sent)),
            "findings": .array(findings.map { Report.json(of: $0, origin: backend.origin) }),
        ]
        if let stopped {
            report["stopped"] = [
                "kind": .string(stopped.kind.rawValue), "message": .string(stopped.message),
                "remedy": .string(stopped.remedy),
            ]
        }
        return .object(report)
    }

    private static func json(of finding: Finding, origin: String) -> JSON {
        let request = finding.evidence.request
        var row: JSONObject = [
            "id": .string(finding.id), "check": .string(finding.check),
            "operation": .string(finding.operation.id), "example": .string(finding.example),
            "location": .string(finding.location), "message": .string(finding.message),
            "found": .string(finding.found), "expected": .string(finding.expected),
            "request": ["method": .string(request.method.rawValue), "target": .string(request.target)],
        ]
        if case .exchange(let exchange) = finding.evidence {
            row["status"] = .number(JSONNumber(exchange.response.status))
        }
        if let place = finding.place {
            row["contract"] = [
                "file": .string(place.file), "line": .number(JSONNumber(place.line)),
                "column": .number(JSONNumber(place.column)), "pointer": .string("\(place.pointer)"),
            ]
        }
        row["reproduce"] = .string(request.curl(origin: origin))
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
