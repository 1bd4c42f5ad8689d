// What came of a case: the exchange, and what is wrong with its answer by itself.

import HTTPExchange

/// A case that was sent and answered.
struct CaseResult {
    let test: TestCase
    let exchange: Exchange
    /// What the answer breaks by itself. What it shows together with others is for `ResourceTimeline` to say.
    let findings: [Finding]

    var status: Int { exchange.response.status }
    var succeeded: Bool { (200...299).contains(status) }
    /// Whether the operation was carried out, not merely accepted for later (RFC 9110, section 15.3.3).
    var isDone: Bool { succeeded && status != 202 }
    /// Whether the answer says that there is nothing.
    var isMissing: Bool { status == 404 || status == 410 }
    /// Whether the request was refused, for another reason than that there is nothing.
    var isRefused: Bool { (400...499).contains(status) && status != 404 }
}
