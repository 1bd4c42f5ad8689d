// The findings of `serve --mode verify`, as text and as JSON.

import JSONValues
import MockServing

extension LiveFindings {
    func text(styled: (Terminal.Style, String) -> String) -> String {
        let counts = counts
        var text = "\n\(counts.exchanges) \(counts.exchanges == 1 ? "exchange" : "exchanges") with the backend"
        if counts.undeclared > 0 { text += ", \(counts.undeclared) not in the contract" }
        if counts.unanswered > 0 { text += ", \(counts.unanswered) without an answer" }
        if counts.unjudged > 0 { text += ", \(counts.unjudged) with a body that was not judged" }
        text += "\n"
        for finding in findings {
            let side = finding.isOfRequest ? styled(.warning, "request:") : styled(.failure, "answer:")
            text += "\(side) \(finding.operation): \(finding.line), \(finding.count)×\n"
            text += "         \(styled(.aside, finding.exchange.printable))\n"
        }
        if isConformant { text += styled(.success, "The backend kept to the contract.") + "\n" }
        return text
    }

    var json: JSON {
        let counts = counts
        return [
            "event": "verified", "exchanges": .number(JSONNumber(counts.exchanges)),
            "undeclared": .number(JSONNumber(counts.undeclared)), "unanswered": .number(JSONNumber(counts.unanswered)),
            "not_judged": .number(JSONNumber(counts.unjudged)), "conformant": .bool(isConformant),
            "findings": .array(
                findings.map { finding in
                    [
                        "operation": .string(finding.operation), "in": finding.isOfRequest ? "request" : "answer",
                        "count": .number(JSONNumber(finding.count)), "exchange": .string(finding.exchange),
                        "violation": finding.json,
                    ]
                }),
        ]
    }
}
