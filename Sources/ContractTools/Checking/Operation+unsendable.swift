// Operations that common clients cannot call, whatever the contract says of them.

import HTTPTypes
import OpenAPIContract
import SourceDocuments

extension Operation {
    /// What URLSession and `fetch` refuse to send: TRACE, and a body of GET or HEAD, to which RFC 9110 gives no meaning.
    func unsendable() -> [Diagnostic] {
        if method == .trace {
            return [
                Diagnostic(
                    .unsendableRequest, "URLSession and browsers send no TRACE",
                    remedy: "Offer another method for what apps are to call.", at: place)
            ]
        }
        guard [.get, .head].contains(method), let body else { return [] }
        return [
            Diagnostic(
                .unsendableRequest, "URLSession and browsers send no body with \(method.rawValue)",
                remedy: "Take it as parameters of the query, or by POST.", at: body.place)
        ]
    }
}
