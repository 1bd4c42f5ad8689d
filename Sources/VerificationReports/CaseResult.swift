// What came of a case: the exchange, and what is wrong with its answer by itself.

import HTTPExchange

/// A case that was sent and answered.
package struct CaseResult {
    /// What was sent, and what was to come of it.
    package let test: TestCase
    package let exchange: Exchange
    /// What the answer breaks by itself. What it shows together with others is for `ResourceTimeline` to say.
    package let findings: [Finding]

    package init(test: TestCase, exchange: Exchange, findings: [Finding]) {
        self.test = test
        self.exchange = exchange
        self.findings = findings
    }

    /// The status of the response.
    package var status: Int { exchange.response.status }
    /// Whether the status is one of 200 to 299.
    package var succeeded: Bool { (200...299).contains(status) }
    /// Whether the operation was carried out, not merely accepted for later (RFC 9110, section 15.3.3).
    package var isDone: Bool { succeeded && status != 202 }
    /// Whether the answer says that there is nothing.
    package var isMissing: Bool { status == 404 || status == 410 }
    /// Whether the request was refused, for another reason than that there is nothing.
    package var isRefused: Bool { (400...499).contains(status) && status != 404 }
}
