// An authority of this user alone, and the certificate that it signs for this machine.

import Crypto
package import Foundation
import SwiftASN1
import X509

/// Kept in a folder of its own: `ca.pem`, which devices are told to trust, its key, and the certificate of this machine with
/// its key. Keys can be read by their owner alone (mode 0600) and never leave the folder.
package struct LocalAuthority: Sendable {
    /// What a server shows, and until when.
    package struct Issued: Sendable {
        /// PEM, the leaf first.
        package let certificates: String
        /// PEM.
        package let key: String
        package let names: [String]
        package let expires: Date
    }

    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    package let folder: String

    /// Browsers and Apple's systems take no longer ones: 398 days.
    private static let leafDays = 397.0
    private static let authorityDays = 3_650.0
    /// A certificate that has fewer days left is made anew.
    private static let renewalDays = 30.0

    package init(folder: String) { self.folder = folder }

    package var certificatePath: String { "\(folder)/ca.pem" }

    /// Where authorities of programs are kept: `$XDG_DATA_HOME`, or what stands for it.
    package static func usualFolder(environment: [String: String], home: String) -> String {
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") { return "\(data)/counterpart/tls" }
        #if canImport(Darwin)
        return "\(home)/Library/Application Support/counterpart/tls"
        #else
        return "\(home)/.local/share/counterpart/tls"
        #endif
    }

    /// The certificate for these names and addresses; made where there is none, or none that will do for a while.
    package func certificate(for names: [String], now: Date = Date()) throws(Failure) -> Issued {
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            let (authority, key) = try authority(now)
            if let issued = try kept(for: names, by: authority, now) { return issued }
            return try issue(for: names, by: authority, key, now)
        } catch let failure as Failure {
            throw failure
        } catch {
            throw Failure(
                description:
                    "The certificates in \(folder) can be neither used nor made: \(error). Remove the folder to begin anew, or give a certificate of your own with --certificate and --key."
            )
        }
    }

    // MARK: - The authority

    private func authority(_ now: Date) throws -> (Certificate, P256.Signing.PrivateKey) {
        if let pem = try text("ca.pem"), let keyPEM = try text("ca-key.pem") {
            let certificate = try Certificate(pemEncoded: pem)
            let key = try P256.Signing.PrivateKey(pemRepresentation: keyPEM)
            if certificate.notValidAfter > now.addingTimeInterval(Self.leafDays * 86_400),
                certificate.publicKey == Certificate.PublicKey(key.publicKey)
            {
                return (certificate, key)
            }
        }
        let key = P256.Signing.PrivateKey()
        let name = try DistinguishedName {
            CommonName("Counterpart on \(ProcessInfo.processInfo.hostName)")
            OrganizationName("Counterpart, for development")
        }
        let publicKey = Certificate.PublicKey(key.publicKey)
        let certificate = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: publicKey,
            notValidBefore: now.addingTimeInterval(-3_600),
            notValidAfter: now.addingTimeInterval(Self.authorityDays * 86_400), issuer: name, subject: name,
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                Critical(KeyUsage(keyCertSign: true, cRLSign: true))
                SubjectKeyIdentifier(hash: publicKey)
            },
            issuerPrivateKey: Certificate.PrivateKey(key))
        try write(key.pemRepresentation, to: "ca-key.pem")
        try write(try certificate.serializeAsPEM().pemString, to: "ca.pem")
        return (certificate, key)
    }

    // MARK: - The certificate

    /// The one that was made before, where it still does.
    private func kept(for names: [String], by authority: Certificate, _ now: Date) throws -> Issued? {
        guard let pem = try text("server.pem"), let key = try text("server-key.pem") else { return nil }
        guard let leaf = try? Certificate(pemEncoded: pem), leaf.issuer == authority.subject,
            authority.publicKey.isValidSignature(leaf.signature, for: leaf),
            leaf.notValidBefore <= now,
            leaf.notValidAfter > now.addingTimeInterval(Self.renewalDays * 86_400),
            let alternatives = try leaf.extensions.subjectAlternativeNames,
            Set(names.compactMap(Self.generalName)).isSubset(of: Set(alternatives)),
            (try? P256.Signing.PrivateKey(pemRepresentation: key)).map({
                Certificate.PublicKey($0.publicKey) == leaf.publicKey
            }) == true
        else { return nil }
        return Issued(certificates: pem, key: key, names: names, expires: leaf.notValidAfter)
    }

    private func issue(
        for names: [String], by authority: Certificate, _ authorityKey: P256.Signing.PrivateKey, _ now: Date
    ) throws -> Issued {
        let key = P256.Signing.PrivateKey()
        let publicKey = Certificate.PublicKey(key.publicKey)
        let expires = now.addingTimeInterval(Self.leafDays * 86_400)
        let leaf = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: publicKey,
            notValidBefore: now.addingTimeInterval(-3_600), notValidAfter: expires, issuer: authority.subject,
            subject: try DistinguishedName { CommonName(names.first ?? "localhost") },
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
                try ExtendedKeyUsage([.serverAuth])
                SubjectAlternativeNames(names.compactMap(Self.generalName))
                SubjectKeyIdentifier(hash: publicKey)
                AuthorityKeyIdentifier(
                    keyIdentifier: try authority.extensions.subjectKeyIdentifier?.keyIdentifier)
            },
            issuerPrivateKey: Certificate.PrivateKey(authorityKey))
        let issued = Issued(
            certificates: try leaf.serializeAsPEM().pemString, key: key.pemRepresentation, names: names,
            expires: expires)
        try write(issued.key, to: "server-key.pem")
        try write(issued.certificates, to: "server.pem")
        return issued
    }

    /// An address where the text is one, else a name (RFC 5280, section 4.2.1.6). Nil for what a certificate cannot name.
    private static func generalName(_ text: String) -> GeneralName? {
        if let address = addressBytes(text) { return .ipAddress(ASN1OctetString(contentBytes: address[...])) }
        return text.isEmpty || text.utf8.contains { $0 > 0x7E || $0 <= 0x20 } ? nil : .dnsName(text)
    }

    private static func addressBytes(_ text: String) -> [UInt8]? {
        var (v4, v6) = (in_addr(), in6_addr())
        if inet_pton(AF_INET, text, &v4) == 1 { return withUnsafeBytes(of: &v4) { Array($0) } }
        if inet_pton(AF_INET6, text, &v6) == 1 { return withUnsafeBytes(of: &v6) { Array($0) } }
        return nil
    }

    // MARK: - Files

    /// Nil where there is no such file. One that cannot be read is not taken for none, or another would take its place.
    private func text(_ name: String) throws(Failure) -> String? {
        let path = "\(folder)/\(name)"
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        do {
            return try String(contentsOfFile: path, encoding: .utf8)
        } catch {
            throw Failure(
                description:
                    "\(path) cannot be read: \(error.localizedDescription) Make it readable, or remove the folder \(folder) to begin anew."
            )
        }
    }

    /// Whole or not at all: another program may read it at the same time.
    private func write(_ text: String, to name: String) throws {
        let new = "\(folder)/.\(name).\(UUID().uuidString)"
        guard
            FileManager.default.createFile(
                atPath: new, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600]),
            rename(new, "\(folder)/\(name)") == 0
        else { throw Failure(description: "\(folder)/\(name) cannot be written") }
    }
}
