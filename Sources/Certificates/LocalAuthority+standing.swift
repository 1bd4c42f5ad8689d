// What is known of an authority that was made before, without making anything.

package import Foundation

extension LocalAuthority {
    /// How an authority stands on this machine.
    package struct Standing: Sendable {
        /// When its certificate ends.
        package let expires: Date
        /// Whether the machine's own store of authorities has it, as `openssl` reads that store.
        package let isTrusted: Bool
    }

    /// Nil where no authority was made yet.
    /// - Throws: for a file that is no certificate.
    package func standing(_ openSSL: OpenSSL) throws(Failure) -> Standing? {
        guard FileManager.default.fileExists(atPath: certificatePath) else { return nil }
        do {
            let kept = try KeptCertificate("ca.pem", in: folder, openSSL)
            let trusted = try? openSSL.run(["verify", "ca.pem"], in: folder)
            return Standing(expires: kept.expires, isTrusted: trusted != nil)
        } catch {
            throw Failure(description: "\(certificatePath) cannot be read: \(error)")
        }
    }
}
