// Who a listener is, for clients that ask for proof.

package import NIOCore

/// What encrypts the connections of a listener. Whoever links the listener alone, as the tests of apps do, builds no TLS for it.
package protocol ListenerIdentity: Sendable {
    /// Makes what stands first in the pipeline of a connection; asked once for each listener.
    func handlers() throws(ListenFailure) -> @Sendable () -> [any ChannelHandler & RemovableChannelHandler]
}
