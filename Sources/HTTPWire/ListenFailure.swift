// Why a listener could not be started.

import NIOCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A listener that did not start, and what to do about it.
package struct ListenFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// Why it did not start.
    package enum Kind: String, Hashable, Sendable {
        case portInUse = "port-in-use"
        case forbidden
        case noSuchAddress = "no-such-address"
        case badCertificate = "bad-certificate"
        case other
    }

    package let kind: Kind
    package let message: String
    package let remedy: String

    package var description: String { "\(message). \(remedy)" }

    private init(kind: Kind, message: String, remedy: String) {
        self.kind = kind
        self.message = message
        self.remedy = remedy
    }

    /// The listener has no identity that clients could believe.
    package static func badCertificate(_ message: String) -> ListenFailure {
        ListenFailure(
            kind: .badCertificate, message: message,
            remedy: "Give a certificate chain, the leaf first, and its unencrypted key, both in PEM.")
    }

    init(_ error: any Error, host: String, port: Int) {
        switch (error as? IOError)?.errnoCode {
        case EADDRINUSE:
            kind = .portInUse
            message = "Port \(port) on \(host) is in use by another program"
            remedy = "Choose another with --port, or --port 0 for any free one."
        case EACCES:
            kind = .forbidden
            message = "The system does not let this user listen on port \(port)"
            remedy = "Ports below 1024 are reserved: choose one above with --port."
        case EADDRNOTAVAIL:
            kind = .noSuchAddress
            message = "\(host) is not an address of this machine"
            remedy = "Use --host 127.0.0.1 for this machine alone, or --host 0.0.0.0 for all its addresses."
        case .some, nil:
            if error is SocketAddressError || error is SocketAddressError.UnknownHost {
                kind = .noSuchAddress
                message = "\(host) is not a host name that this machine can resolve"
                remedy = "Use --host 127.0.0.1 for this machine alone, or --host 0.0.0.0 for all its addresses."
            } else {
                kind = .other
                message = "Cannot listen on \(host), port \(port): \(error)"
                remedy = "Try another address or port with --host and --port."
            }
        }
    }
}
