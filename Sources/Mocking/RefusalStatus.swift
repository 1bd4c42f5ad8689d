// Which status answers a request that breaks the contract: row 3 of the decision table.

import OpenAPIContract

enum RefusalStatus {
    /// - Parameter violations: at least one that is no note.
    static func status(for violations: [Violation], of operation: Operation) -> Int {
        let violations = violations.filter { $0.severity == .violation }
        let declared = operation.responses.compactMap { response -> Int? in
            if case .exact(let status) = response.status { status } else { nil }
        }
        if violations.contains(where: { $0.check == .missingCredentials }),
            let status = [401, 403].first(where: declared.contains)
        {
            return status
        }
        if violations.contains(where: { $0.check == .requestContentType }) { return 415 }
        if let status = violations.lazy.compactMap(\.invalidStatus).first { return status }
        if let status = [422, 400].first(where: declared.contains) { return status }
        let refusals = declared.filter { (400...499).contains($0) }
        // Where only a range or `default` is declared, 400 falls under it; and anyone may answer 400 undeclared.
        return refusals.count == 1 ? refusals[0] : 400
    }
}
