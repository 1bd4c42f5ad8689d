// Who the listener is, for clients that ask for proof.

package import HTTPWire
package import NIOCore
import NIOSSL

/// A certificate chain and its key, in PEM.
package struct TLSIdentity: ListenerIdentity, Hashable {
    /// The leaf first.
    package var certificates: String
    /// The leaf's private key, in the PEM format.
    package var key: String

    package init(certificates: String, key: String) {
        self.certificates = certificates
        self.key = key
    }

    /// The server's side of TLS.
    package func handlers() throws(ListenFailure) -> @Sendable () -> [any ChannelHandler & RemovableChannelHandler] {
        let context = try context()
        return { [NIOSSLServerHandler(context: context)] }
    }

    /// Offers HTTP/2 before HTTP/1.1 (RFC 7301).
    private func context() throws(ListenFailure) -> NIOSSLContext {
        let chain: [NIOSSLCertificate]
        do {
            chain = try NIOSSLCertificate.fromPEMBytes(Array(certificates.utf8))
        } catch {
            throw .badCertificate("The certificate cannot be read: \(error)")
        }
        guard !chain.isEmpty else { throw .badCertificate("There is no certificate in what was given as one") }
        let privateKey: NIOSSLPrivateKey
        do {
            privateKey = try NIOSSLPrivateKey(bytes: Array(key.utf8), format: .pem)
        } catch {
            throw .badCertificate("The key cannot be read: \(error)")
        }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(privateKey))
        configuration.applicationProtocols = ["h2", "http/1.1"]
        // RFC 8996: the versions before it are not to be used.
        configuration.minimumTLSVersion = .tlsv12
        do {
            return try NIOSSLContext(configuration: configuration)
        } catch {
            throw .badCertificate("The certificate and the key do not belong together: \(error)")
        }
    }
}
