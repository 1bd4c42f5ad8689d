// A report as a person reads it.

import SourceDocuments
package import HTTPExchange
import OpenAPIContract

extension Report {
    /// What a piece of the text is, for those who print in colour.
    package enum Emphasis: Sendable {
        case failure, success, warning, aside
    }

    /// The causes, each with what reproduces it, and a summary at the end.
    package func text(backend: BackendURL, emphasise: (Emphasis, String) -> String = { $1 }) -> String {
        if case .couldNotRun = verdict { return masked(summary(backend: backend, emphasise: emphasise)) + "\n" }
        let blocks = causes.map { Report.block(of: $0, origin: backend.origin, emphasise: emphasise) }
        return masked((blocks + [summary(backend: backend, emphasise: emphasise)]).joined(separator: "\n\n")) + "\n"
    }

    private static func block(of cause: Cause, origin: String, emphasise: (Emphasis, String) -> String) -> String {
        let finding = cause.finding
        let again = cause.count > 1 ? emphasise(.aside, "  (\(cause.count) times, the first is shown)") : ""
        var rows = [("where", finding.location), ("found", finding.found), ("expected", finding.expected)]
        if let place = finding.place { rows.append(("contract", "\(place)  \(place.pointer)")) }
        if case .exchanges(let exchanges) = finding.evidence {
            for (index, exchange) in exchanges.enumerated() {
                rows.append((index == 0 ? "exchange" : "then", "\(exchange)"))
            }
        }
        for (index, line) in finding.script(origin: origin).split(separator: "\n").enumerated() {
            rows.append((index == 0 ? "reproduce" : "", String(line)))
        }
        let title = emphasise(.failure, "✗ \(finding.check.rawValue)")
        let lines = rows.map { name, value in
            "  " + emphasise(.aside, name + String(repeating: " ", count: 9 - name.count)) + "  " + value
        }
        return (["\(title)  \(finding.operation.id), \(finding.name)\(again)", "  \(finding.message)"] + lines)
            .joined(separator: "\n")
    }

    private func summary(backend: BackendURL, emphasise: (Emphasis, String) -> String) -> String {
        let done =
            "\(count(answered, "exchange")) of \(count(operationsAnswered, "operation")) with \(backend)"
        let missing = leftOut.map { "\nNot run: \($0.what), because \($0.reason)" }.joined()
        let cut =
            warnings.map { "\n" + emphasise(.warning, "Warning:") + " \($0)" }.joined() + missing
            + (ended.map { "\nStopped early: \($0)" } ?? "")
        switch verdict {
        case .conformant where sent == 0:
            return "Nothing was sent: none of the contract's operations is this machine's.\(cut)"
        case .conformant:
            return emphasise(.success, "✓ conformant") + "  \(done)\(cut)"
        case .findings:
            return emphasise(.failure, "✗ \(count(causes.count, "finding"))") + "  \(done)\(cut)"
        case .couldNotRun(let obstacle):
            let title = answered == 0 ? "✗ could not run" : "✗ nothing verified"
            return emphasise(.failure, title) + "  \(obstacle)\(missing)"
        }
    }

    private func count(_ number: Int, _ noun: String) -> String { number == 1 ? "1 \(noun)" : "\(number) \(noun)s" }
}
