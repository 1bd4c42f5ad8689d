// Who is at the other end of a connection.

import NIOCore

/// The address that a connection comes from.
package struct Peer: Hashable, Sendable {
    /// As the system writes it, without a port.
    package let address: String
    /// Whether it is this machine (RFC 1122, section 3.2.1.3; RFC 4291, sections 2.5.3 and 2.5.5.2).
    package let isLoopback: Bool

    package init(address: String, isLoopback: Bool) {
        self.address = address
        self.isLoopback = isLoopback
    }

    init(_ address: SocketAddress?) {
        switch address {
        case .v4(let inet)?:
            self.address = address?.ipAddress ?? inet.host
            isLoopback = self.address.hasPrefix("127.")
        case .v6(let inet)?:
            self.address = address?.ipAddress ?? inet.host
            isLoopback = self.address == "::1" || self.address.lowercased().hasPrefix("::ffff:127.")
        case .unixDomainSocket?:
            self.address = "unix"
            isLoopback = true
        case nil:
            self.address = "unknown"
            isLoopback = false
        }
    }
}
