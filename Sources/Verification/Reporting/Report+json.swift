// A report as a script reads it.

import VerificationReports
package import JSONValues
package import HTTPExchange

extension Report {
    /// The record of the run as JSON.
    package func json(backend: BackendURL) -> JSON { record(backend: backend).json }
}

extension Run.End: CustomStringConvertible {
    var name: String {
        switch self {
        case .requestsSpent: "max-requests"
        case .timeSpent: "max-time"
        case .cancelled: "cancelled"
        case .loggedOut: "logged-out"
        case .rateLimited: "rate-limited"
        case .noResponse(let failure): failure.kind.rawValue
        }
    }

    package var description: String {
        switch self {
        case .requestsSpent: "all requests that were allowed have been sent"
        case .timeSpent: "the time that was allowed is over"
        case .cancelled: "it was cancelled"
        case .rateLimited: "a request was answered with 429 however often it was sent"
        case .loggedOut(let cause): "the credentials are refused since \(cause)"
        case .noResponse(let failure): failure.description
        }
    }
}
