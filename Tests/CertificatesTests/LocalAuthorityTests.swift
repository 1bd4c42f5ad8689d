// The authority's files, what it signs, and when it signs anew. OpenSSL is asked whether the chain holds.

import Foundation
import SwiftASN1
import Testing
import X509

@testable import Certificates

@Suite struct LocalAuthorityTests {
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
            let now = Date(timeIntervalSince1970: 1_795_253_400)
            let leaf = try Certificate(pemEncoded: try authority.certificate(for: Self.names, now: now).certificates)
            #expect(leaf.notValidAfter.timeIntervalSince(leaf.notValidBefore) <= 398 * 86_400)
            #expect(leaf.notValidBefore < now)
            let names = try #require(try leaf.extensions.subjectAlternativeNames)
            #expect(
                names.map { "\($0)" }
                    == SubjectAlternativeNames([
                        .dnsName("localhost"), .ipAddress(.init(contentBytes: [127, 0, 0, 1])),
                        .ipAddress(.init(contentBytes: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1])),
                        .dnsName("mac.local"), .ipAddress(.init(contentBytes: [192, 168, 1, 7])),
                    ]).map { "\($0)" })
            #expect(try leaf.extensions.extendedKeyUsage == ExtendedKeyUsage([.serverAuth]))
            #expect(try leaf.extensions.basicConstraints == .notCertificateAuthority)
        }
    }

    @Test func isKeptUntilItWillNotDo() throws {
        try withFolder { authority in
            let start = Date(timeIntervalSince1970: 1_795_253_400)
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

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl"), "openssl is not installed"))
    func openSSLVerifiesTheChain() throws {
        try withFolder { authority in
            _ = try authority.certificate(for: Self.names)
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/openssl")
            process.arguments = [
                "verify", "-x509_strict", "-purpose", "sslserver", "-verify_ip", "192.168.1.7", "-CAfile",
                authority.certificatePath, "\(authority.folder)/server.pem",
            ]
            process.standardOutput = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
        }
    }

    @Test func theFolderIsThatOfTheUsersPrograms() {
        #expect(
            LocalAuthority.usualFolder(environment: ["XDG_DATA_HOME": "/data"], home: "/home/a")
                == "/data/counterpart/tls")
        #expect(LocalAuthority.usualFolder(environment: [:], home: "/home/a").hasPrefix("/home/a/"))
    }
}
