// Sessions with a port of their own, for clients that can choose nothing but where to connect.

package import HTTPExchange

/// A port whose requests belong to a session, unless they name another.
package struct SessionPort: Hashable, Sendable {
    package let session: SessionID
    /// 0 takes any free port.
    package let port: UInt16

    package init(session: SessionID, port: UInt16) {
        self.session = session
        self.port = port
    }
}

/// A session, and where it listens.
package struct SessionAddress: Sendable {
    package let session: SessionID
    package let address: BackendURL

    package init(session: SessionID, address: BackendURL) {
        self.session = session
        self.address = address
    }
}
