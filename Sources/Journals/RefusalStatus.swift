// Which status answers a request that breaks the contract: row 3 of the decision table.

package import OpenAPIContract

/// A status, and the row of the table that it comes from.
package struct RefusalStatus: Hashable, Sendable {
    /// Which kind of violation decides, the first that applies.
    package enum Row: Hashable, Sendable {
        /// Credentials are missing or wrong.
        case credentials
        /// The body has a type that is not taken.
        case contentType
        /// The parameter or property says it (`x-invalid-status`).
        case parameter
        /// The operation declares it.
        case declared
        /// It falls under `4XX` or `default`.
        case under(String)
        /// The operation declares nothing that means it.
        case undeclared
    }

    /// What the operation declares for it, or the plainest status where it declares none.
    package let status: Int
    package let row: Row

    /// - Parameter violations: at least one that is no note.
    package init(for violations: [Violation], of operation: Operation) {
        let violations = violations.filter { $0.severity == .violation }
        func declares(_ status: Int) -> Bool { operation.responses.contains { $0.status == .exact(status) } }
        if violations.contains(where: { $0.check == .missingCredentials }) {
            self = .credentials(of: operation)
        } else if violations.contains(where: { $0.check == .requestContentType }) {
            (status, row) = (415, .contentType)
        } else if let asked = violations.lazy.compactMap(\.invalidStatus).first {
            (status, row) = (asked, .parameter)
        } else if let known = [422, 400].first(where: declares) {
            (status, row) = (known, .declared)
        } else {
            // Any other status means something else, and a client would believe it: of 429 that it is to ask again.
            status = 400
            row = operation.response(for: 400).map { .under($0.status.description) } ?? .undeclared
        }
    }

    private init(status: Int, row: Row) { (self.status, self.row) = (status, row) }

    /// For credentials that are missing or unknown: 403 only where that alone is declared.
    package static func credentials(of operation: Operation) -> RefusalStatus {
        let declared = [401, 403].first { status in operation.responses.contains { $0.status == .exact(status) } }
        return RefusalStatus(status: declared ?? 401, row: .credentials)
    }
}

extension RefusalStatus: CustomStringConvertible {
    /// `400 under default`.
    package var description: String { note.map { "\(status) \($0)" } ?? String(status) }

    /// Where the status comes from, unless the contract says it in as many words.
    package var note: String? {
        switch row {
        case .credentials, .contentType, .parameter, .declared: nil
        case .under(let pattern): "under \(pattern)"
        case .undeclared: "not declared"
        }
    }
}
