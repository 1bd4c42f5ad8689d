// How long the parts of an exchange took, as its sender saw it.

/// The parts of an exchange, one after another.
package struct ExchangeTimings: Hashable, Sendable {
    /// Waiting for a connection that others used.
    package var blocked: Duration
    /// Resolving the name, connecting and shaking hands; nil where the connection was there.
    package var connect: Duration?
    /// From the first byte of the request to its last.
    package var send: Duration
    /// From there to the answer's head.
    package var wait: Duration
    /// From there to the last byte of the answer.
    package var receive: Duration

    package init(
        blocked: Duration = .zero, connect: Duration? = nil, send: Duration = .zero, wait: Duration = .zero,
        receive: Duration = .zero
    ) {
        self.blocked = blocked
        self.connect = connect
        self.send = send
        self.wait = wait
        self.receive = receive
    }

    /// From when the request was to be sent until all of the response had come.
    package var total: Duration { blocked + (connect ?? .zero) + send + wait + receive }
}
