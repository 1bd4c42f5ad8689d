// Backends that listen no more.

import HTTPExchange
import HTTPTypes
import OpenAPIContract
import VerificationReports

extension Run {
    private static let mostRefusals = 3

    /// Waits a moment for a backend that refuses connections and did not before: it may be starting again. Ends the run where it stays
    /// away, and holds it against the request that was sent last.
    func waitForBackend(_ failure: NoResponse) async throws(End) {
        refusals += 1
        if refusals <= Run.mostRefusals { return await wire.sleep(.seconds(1)) }
        guard let (test, exchange) = latest else { throw .noResponse(failure) }
        let request = wire.request(outgoing(test), of: test.operation)
        let answer = exchange.map { "was answered with \($0.response.status)" } ?? "got no answer"
        let ended = NoResponse(
            kind: .refused,
            message:
                "\(failure.message) any more since \(request.method.rawValue) \(request.path) (\(test.operation.id)) \(answer)",
            remedy:
                "Look into the backend's log, start it again, and leave the operation out with --exclude if that is what it is for."
        )
        // What got no answer has a finding for that.
        if exchange != nil { record([Finding(ended, to: request, of: test)]) }
        throw .noResponse(ended)
    }
}
