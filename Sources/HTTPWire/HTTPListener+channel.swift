// A connection without a listener, for who has a channel of their own.

import HTTPExchange
package import NIOCore

extension HTTPListener {
    /// Serves HTTP/1.1 on a channel, as a listener does on those that it accepts.
    /// - Parameter readsHeads: false has the decoder read every request, which has to come to the same.
    package static func serve(
        _ channel: any Channel, limits: ListenerLimits = ListenerLimits(), readsHeads: Bool = true,
        handler: @escaping RequestHandler
    ) throws {
        let settings = ConnectionSettings(limits, handler)
        let connection = Connection(settings)
        try channel.pipeline.syncOperations.addHandlers(
            RequestReader(limits, connection: connection, readsHeads: readsHeads), connection)
    }

    /// Serves what the client speaks, HTTP/1.1 or HTTP/2 by its preface, as a listener without TLS does.
    package static func negotiate(
        _ channel: any Channel, limits: ListenerLimits = ListenerLimits(), handler: @escaping RequestHandler
    ) throws {
        let settings = ConnectionSettings(limits, handler)
        try channel.pipeline.syncOperations.addHandler(ProtocolNegotiation(settings, isSecure: false))
    }
}

extension ConnectionSettings {
    fileprivate init(_ limits: ListenerLimits, _ handler: @escaping RequestHandler) {
        self.init(
            limits: limits, registry: ConnectionRegistry(), representations: nil, streamsContent: false,
            takesOffCodings: true, handler: { request, _, _ in handler(request) })
    }
}
