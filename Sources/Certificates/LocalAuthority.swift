// An authority of this user alone, and the certificate that it signs for this machine.

package import Foundation

/// Kept in a folder of its own: `ca.pem`, which devices are told to trust, its key, and the certificate of this machine with
/// its key. Keys can be read by their owner alone (mode 0600) and never leave the folder. The system's `openssl` makes them.
package struct LocalAuthority: Sendable {
    /// What a server shows, and until when.
    package struct Issued: Sendable {
        /// PEM, the leaf first.
        package let certificates: String
        /// PEM.
        package let key: String
        /// The names and addresses that were asked for.
        package let names: [String]
        /// When the certificate ends.
        package let expires: Date
    }

    /// Why there is no certificate, with the remedy.
    package struct Failure: Error, CustomStringConvertible {
        /// One sentence or more, for a person.
        package let description: String
    }

    /// Made when it is first needed, for its owner alone.
    package let folder: String

    /// Browsers and Apple's systems take no longer ones: 398 days.
    private static let leafDays = 397.0
    private static let authorityDays = 3_650.0
    /// A certificate that has fewer days left is made anew.
    private static let renewalDays = 30.0

    /// - Parameter folder: an absolute path.
    package init(folder: String) { self.folder = folder }

    /// The authority's certificate, which clients are told to trust.
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
            let openSSL = try OpenSSL.find()
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            return try alone {
                try prepareAuthority(now, openSSL)
                let subjects = names.compactMap(SubjectName.init)
                let expires = try keptUntil(for: subjects, now, openSSL) ?? issue(for: subjects, now, openSSL)
                return Issued(
                    certificates: try text("server.pem") ?? "", key: try text("server-key.pem") ?? "", names: names,
                    expires: expires)
            }
        } catch let failure as Failure {
            throw failure
        } catch let unusable as OpenSSL.Unusable {
            throw Failure(description: unusable.description)
        } catch {
            throw Failure(
                description:
                    "The certificates in \(folder) can be neither used nor made: \(error). Remove the folder to begin anew, or give a certificate of your own with --certificate and --key."
            )
        }
    }

    /// Runs while no other program makes or reads certificates in the folder.
    private func alone<Result>(_ body: () throws -> Result) throws -> Result {
        let descriptor = open(folder, O_RDONLY)
        guard descriptor >= 0 else { throw Failure(description: "\(folder) cannot be opened") }
        // Closing it gives up the lock.
        defer { close(descriptor) }
        guard flock(descriptor, LOCK_EX) == 0 else { throw Failure(description: "\(folder) cannot be locked") }
        return try body()
    }

    // MARK: - The authority

    /// Makes it where there is none, and anew where it ends before what it would sign.
    private func prepareAuthority(_ now: Date, _ openSSL: OpenSSL) throws {
        if try text("ca.pem") != nil, try text("ca-key.pem") != nil {
            let kept = try KeptCertificate("ca.pem", in: folder, openSSL)
            let key = try KeptCertificate.publicKey(of: "ca-key.pem", in: folder, openSSL)
            if kept.expires > now.addingTimeInterval(Self.leafDays * 86_400), kept.publicKey == key { return }
        }
        let host = String(decoding: ProcessInfo.processInfo.hostName.utf8.filter(SubjectName.isOfName), as: UTF8.self)
        // A common name has 64 characters at the most (RFC 5280, appendix A.1).
        let name = "Counterpart on \(host)".prefix(64)
        try make(
            SigningRequest(
                commonName: String(name), kind: .authority,
                validity: now.addingTimeInterval(-3_600)...now.addingTimeInterval(Self.authorityDays * 86_400)),
            openSSL, key: "ca-key.pem", certificate: "ca.pem")
    }

    // MARK: - The certificate

    /// When the one that was made before ends; nil where it will not do.
    private func keptUntil(for names: [SubjectName], _ now: Date, _ openSSL: OpenSSL) throws -> Date? {
        guard try text("server.pem") != nil, try text("server-key.pem") != nil else { return nil }
        do {
            let kept = try KeptCertificate("server.pem", in: folder, openSSL)
            guard kept.begins <= now, kept.expires > now.addingTimeInterval(Self.renewalDays * 86_400),
                kept.names.isSuperset(of: names),
                try KeptCertificate.publicKey(of: "server-key.pem", in: folder, openSSL) == kept.publicKey
            else { return nil }
            try openSSL.run(["verify", "-purpose", "sslserver", "-CAfile", "ca.pem", "server.pem"], in: folder)
            return kept.expires
        } catch is OpenSSL.Failed {
            return nil
        }
    }

    /// - Returns: when it ends.
    private func issue(for names: [SubjectName], _ now: Date, _ openSSL: OpenSSL) throws -> Date {
        let expires = now.addingTimeInterval(Self.leafDays * 86_400)
        let name = String((names.first { $0.kind == .name }?.text ?? "localhost").prefix(64))
        try make(
            SigningRequest(
                commonName: name,
                kind: .server(names: names, certificate: "\(folder)/ca.pem", key: "\(folder)/ca-key.pem"),
                validity: now.addingTimeInterval(-3_600)...expires),
            openSSL, key: "server-key.pem", certificate: "server.pem")
        return expires
    }

    // MARK: - Files

    /// Makes a key and its certificate beside the others, and puts both in place when they are whole.
    private func make(_ request: SigningRequest, _ openSSL: OpenSSL, key: String, certificate: String) throws {
        let files = FileManager.default
        let work = "\(folder)/.new-\(UUID().uuidString)"
        try files.createDirectory(
            atPath: work, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        defer { try? files.removeItem(atPath: work) }
        try request.sign(with: openSSL, in: work)
        for (made, name) in [("key.pem", key), ("certificate.pem", certificate)] {
            try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: "\(work)/\(made)")
            guard rename("\(work)/\(made)", "\(folder)/\(name)") == 0 else {
                throw Failure(description: "\(folder)/\(name) cannot be written")
            }
        }
    }

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
}
