// Sessions with a port of their own, for clients that can choose nothing but where to connect.

package import HTTPExchange

/// A port whose requests belong to a session, unless they name another.
package struct SessionPort: Hashable, Sendable {
    /// The session that requests to the port belong to.
    package let session: SessionID
    /// 0 takes any free port.
    package let port: UInt16

    /// A port for a session.
    package init(session: SessionID, port: UInt16) {
        self.session = session
        self.port = port
    }
}

/// A session, and where it listens.
package struct SessionAddress: Sendable {
    /// The session.
    package let session: SessionID
    /// Where it is reached.
    package let address: BackendURL

    /// A session and its address.
    package init(session: SessionID, address: BackendURL) {
        self.session = session
        self.address = address
    }
}
