// Which servers are believed to be who they say they are.

import NIOSSL

/// How the certificate of a server is checked.
package struct ServerTrust: Sendable {
    let configuration: TLSConfiguration?

    /// By the authorities that the system knows.
    package static let system = ServerTrust(configuration: nil)

    /// Not at all.
    package static let none: ServerTrust = {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.certificateVerification = .none
        return ServerTrust(configuration: configuration)
    }()

    /// By the authorities of a file in the PEM format, and no others. Throws a reason where it has none.
    package static func authorities(inFile path: String) throws(ServerTrust.Unreadable) -> ServerTrust {
        do {
            let certificates = try NIOSSLCertificate.fromPEMFile(path)
            var configuration = TLSConfiguration.makeClientConfiguration()
            configuration.trustRoots = .certificates(certificates)
            return ServerTrust(configuration: configuration)
        } catch {
            throw Unreadable(path: path)
        }
    }

    /// A file that should hold certificates, and holds none that can be read.
    package struct Unreadable: Error, CustomStringConvertible {
        /// As it was given.
        package let path: String

        package var description: String { "\(path) is no file of certificates in the PEM format" }
    }
}
