// The authority's files, what it signs, and when it signs anew.

import Foundation
import Testing

@testable import Certificates

@Suite(.enabled(if: (try? OpenSSL.find()) != nil, "openssl is not installed"))
struct LocalAuthorityTests {
    private static let names = ["localhost", "127.0.0.1", "::1", "mac.local", "192.168.1.7"]

    private func withFolder<Result>(_ body: (LocalAuthority) throws -> Result) throws -> Result {
        let folder = NSTemporaryDirectory() + "counterpart-\(UUID().uuidString)/tls"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        return try body(LocalAuthority(folder: folder))
    }

    private func mode(_ path: String) throws -> Int? {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return (attributes[.posixPermissions] as? NSNumber)?.intValue
    }

    @Test func keysAreTheOwnersAlone() throws {
        try withFolder { authority in
            _ = try authority.certificate(for: Self.names)
            #expect(try mode(authority.folder) == 0o700)
            for file in ["ca-key.pem", "server-key.pem", "ca.pem", "server.pem"] {
                #expect(try mode("\(authority.folder)/\(file)") == 0o600)
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: authority.folder).count == 4)
        }
    }

    @Test func theCertificateIsWhatClientsTake() throws {
        try withFolder { authority in
            let now = Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down))
            let issued = try authority.certificate(for: Self.names, now: now)
            #expect(issued.expires == now.addingTimeInterval(397 * 86_400))
            let kept = try KeptCertificate("server.pem", in: authority.folder, try OpenSSL.find())
            #expect(kept.expires == issued.expires)
            // No longer than browsers take, and from a moment on that slow clocks have reached.
            #expect(kept.expires.timeIntervalSince(kept.begins) <= 398 * 86_400)
            #expect(kept.begins <= now.addingTimeInterval(-3_600))
            #expect(kept.names == Set(Self.names.compactMap(SubjectName.init)))
            let text = try OpenSSL.find().run(["x509", "-in", "server.pem", "-noout", "-text"], in: authority.folder)
            for part in ["CA:FALSE", "Digital Signature", "TLS Web Server Authentication", "ecdsa-with-SHA256"] {
                #expect(text.contains(part), "\(part)")
            }
            let root = try OpenSSL.find().run(["x509", "-in", "ca.pem", "-noout", "-text"], in: authority.folder)
            for part in ["CA:TRUE, pathlen:0", "Certificate Sign, CRL Sign", "Counterpart, for development"] {
                #expect(root.contains(part), "\(part)")
            }
        }
    }

    /// Dates from 2050 on are written with four digits of the year.
    @Test func anAuthorityMayOutliveTheCentury() throws {
        try withFolder { authority in
            let now = Date(timeIntervalSince1970: 2_400_000_000)
            _ = try authority.certificate(for: Self.names, now: now)
            let kept = try KeptCertificate("ca.pem", in: authority.folder, try OpenSSL.find())
            #expect(kept.expires == now.addingTimeInterval(3_650 * 86_400))
        }
    }

    /// None of them may get into what openssl reads as its configuration.
    @Test func namesThatACertificateCannotHaveAreLeftOut() throws {
        try withFolder { authority in
            let names = ["localhost", "a\nb", "x = y", "$ENV::HOME", "fe80::1%eth0", "", "ä.example"]
            _ = try authority.certificate(for: names)
            let kept = try KeptCertificate("server.pem", in: authority.folder, try OpenSSL.find())
            #expect(kept.names == Set(["localhost"].compactMap(SubjectName.init)))
            // What cannot be in it does not have it made again.
            let again = try KeptCertificate("server.pem", in: authority.folder, try OpenSSL.find())
            _ = try authority.certificate(for: names)
            #expect(again.publicKey == kept.publicKey)
        }
    }

    @Test func severalProgramsAtATimeHaveOneAuthority() async throws {
        let folder = NSTemporaryDirectory() + "counterpart-\(UUID().uuidString)/tls"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let issued = try await withThrowingTaskGroup(of: LocalAuthority.Issued.self) { group in
            for _ in 0..<4 { group.addTask { try LocalAuthority(folder: folder).certificate(for: Self.names) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(issued.map(\.certificates)).count == 1)
        #expect(Set(issued.map(\.key)).count == 1)
    }

    @Test func isKeptUntilItWillNotDo() throws {
        try withFolder { authority in
            let start = Date()
            let first = try authority.certificate(for: Self.names, now: start)
            let root = try String(contentsOfFile: authority.certificatePath, encoding: .utf8)
            func again(_ names: [String], days: Double) throws -> Bool {
                try authority.certificate(for: names, now: start.addingTimeInterval(days * 86_400)).certificates
                    == first.certificates
            }
            #expect(try again(Self.names, days: 300))
            #expect(try again(["localhost"], days: 1))
            #expect(try !again(Self.names + ["10.0.0.3"], days: 1))
            #expect(try !again(Self.names, days: 380))
            #expect(try String(contentsOfFile: authority.certificatePath, encoding: .utf8) == root)
            // The authority itself is renewed before it ends earlier than what it signs.
            _ = try authority.certificate(for: Self.names, now: start.addingTimeInterval(3_300 * 86_400))
            #expect(try String(contentsOfFile: authority.certificatePath, encoding: .utf8) != root)
        }
    }

    @Test func aBrokenFileIsToldWithTheRemedy() throws {
        try withFolder { authority in
            _ = try authority.certificate(for: Self.names)
            try Data("junk".utf8).write(to: URL(filePath: authority.certificatePath))
            let failure = #expect(throws: LocalAuthority.Failure.self) {
                _ = try authority.certificate(for: Self.names)
            }
            #expect(failure?.description.contains("Remove the folder to begin anew") == true)
        }
    }

    /// Devices trust it: another in its place would have to be trusted again.
    @Test(arguments: ["ca.pem", "ca-key.pem"])
    func anAuthorityThatCannotBeReadIsNotReplaced(file: String) throws {
        try withFolder { authority in
            _ = try authority.certificate(for: Self.names)
            let url = URL(filePath: "\(authority.folder)/\(file)")
            let unreadable = Data([0xFF, 0xFE, 0x80])
            try unreadable.write(to: url)
            let failure = #expect(throws: LocalAuthority.Failure.self) {
                _ = try authority.certificate(for: Self.names)
            }
            #expect(failure?.description.contains(url.path) == true)
            #expect(try Data(contentsOf: url) == unreadable)
        }
    }

    @Test func aServersBrokenFilesAreMadeAnew() throws {
        try withFolder { authority in
            let first = try authority.certificate(for: Self.names)
            try Data("junk".utf8).write(to: URL(filePath: "\(authority.folder)/server-key.pem"))
            #expect(try authority.certificate(for: Self.names).certificates != first.certificates)
        }
    }

    @Test func openSSLVerifiesTheChain() throws {
        try withFolder { authority in
            _ = try authority.certificate(for: Self.names)
            for name in [["-verify_ip", "192.168.1.7"], ["-verify_hostname", "mac.local"]] {
                try OpenSSL.find().run(
                    ["verify", "-x509_strict", "-purpose", "sslserver"] + name + ["-CAfile", "ca.pem", "server.pem"],
                    in: authority.folder)
            }
        }
    }

    @Test func theFolderIsThatOfTheUsersPrograms() {
        #expect(
            LocalAuthority.usualFolder(environment: ["XDG_DATA_HOME": "/data"], home: "/home/a")
                == "/data/counterpart/tls")
        #expect(LocalAuthority.usualFolder(environment: [:], home: "/home/a").hasPrefix("/home/a/"))
    }
}
