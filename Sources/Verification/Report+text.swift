// A report as a person reads it.

package import HTTPExchange
import OpenAPIContract

extension Report {
    /// What a piece of the text is, for those who print in colour.
    package enum Emphasis: Sendable {
        case failure, success, aside
    }

    /// The causes, each with a `curl` line that reproduces it, and a summary at the end.
    package func text(backend: BackendURL, emphasise: (Emphasis, String) -> String = { $1 }) -> String {
        if case .couldNotRun = verdict { return summary(backend: backend, emphasise: emphasise) + "\n" }
        let blocks = causes.compactMap { Report.block(of: $0, origin: backend.origin, emphasise: emphasise) }
        return (blocks + [summary(backend: backend, emphasise: emphasise)]).joined(separator: "\n\n") + "\n"
    }

    private static func block(
        of cause: [Finding], origin: String, emphasise: (Emphasis, String) -> String
    ) -> String? {
        guard let finding = cause.first else { return nil }
        let again = cause.count > 1 ? emphasise(.aside, "  (\(cause.count) times, the first is shown)") : ""
        var rows = [("where", finding.location), ("found", finding.found), ("expected", finding.expected)]
        if let place = finding.place { rows.append(("contract", "\(place)  \(place.pointer)")) }
        if case .exchange(let exchange) = finding.evidence { rows.append(("exchange", "\(exchange)")) }
        rows.append(("reproduce", finding.evidence.request.curl(origin: origin)))
        let title = emphasise(.failure, "✗ \(finding.check)")
        let lines = rows.map { name, value in
            "  " + emphasise(.aside, name + String(repeating: " ", count: 9 - name.count)) + "  " + value
        }
        return
            ([
                "\(title)  \(finding.operation.id), example \(finding.example)\(again)",
                "  \(finding.message)",
            ] + lines).joined(separator: "\n")
    }

    private func summary(backend: BackendURL, emphasise: (Emphasis, String) -> String) -> String {
        let operations = Set(exchanges.map(\.operation.index)).count
        let done =
            "\(count(exchanges.count, "exchange")) of \(count(operations, "operation")) with \(backend)"
        switch verdict {
        case .conformant where planned == 0:
            return "Nothing was sent: the contract has no examples that name a request and its response."
        case .conformant:
            return emphasise(.success, "✓ conformant") + "  \(done)"
        case .findings:
            let cut = stopped.map { "\nStopped early, \(count(planned - sent, "case")) not sent: \($0)" } ?? ""
            return emphasise(.failure, "✗ \(count(causes.count, "finding"))") + "  \(done)\(cut)"
        case .couldNotRun(let failure):
            return emphasise(.failure, "✗ could not run") + "  \(failure)"
        }
    }

    private func count(_ number: Int, _ noun: String) -> String { number == 1 ? "1 \(noun)" : "\(number) \(noun)s" }
}
