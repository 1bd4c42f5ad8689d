// What observers of a server are told of each exchange.

package import HTTPExchange
package import Mocking

/// An exchange with a served contract. It is told once, when its answer is out or can no longer be.
package struct ServedExchange: Sendable {
    /// The contract's name on its server.
    package let contract: String
    /// The mock that answered; what it says is a secret must not be told on.
    package let mock: Mock
    /// With its whole target and body.
    package let request: Request
    /// The answer as it was decided.
    package let answer: Answer
    /// What was sent of it, and when.
    package let delivered: Delivered
}

/// Called on the event loop of the exchange's connection: it must not block.
package typealias ExchangeObserver = @Sendable (ServedExchange) -> Void
