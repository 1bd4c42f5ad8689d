// How the mock speaks HTTP: with or without TLS, and to which pages of browsers.

import ArgumentParser
import Certificates
import Foundation
import HTTPWire
import Mocking
import OpenAPIContract

struct WireSettings: ParsableArguments {
    /// `any`, `off`, or an origin.
    enum CrossOriginChoice: Hashable, ExpressibleByArgument {
        case any
        case off
        case origin(String)

        init?(argument: String) {
            switch argument {
            case "any", "*": self = .any
            case "off": self = .off
            default:
                guard CrossOriginChoice.isOrigin(argument) else { return nil }
                self = .origin(argument)
            }
        }

        /// A scheme, a host and perhaps a port, as browsers write them (RFC 6454, section 6.2).
        private static func isOrigin(_ text: String) -> Bool {
            text.wholeMatch(of: /[a-z][a-z0-9+.\-]*:\/\/(?:[a-z0-9.\-_]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?/) != nil
        }
    }

    @Option(
        help: ArgumentHelp(
            "Which web pages may use the mock (CORS): any, off, or an origin such as https://shop.example; may be repeated. By default any.",
            valueName: "any|off|origin"))
    var cors: [CrossOriginChoice] = []

    @Flag(help: "Speak HTTPS, and HTTP/2 with clients that want it, with a certificate made for this machine.")
    var tls = false

    @Option(
        help: ArgumentHelp("Speak HTTPS with this certificate chain, in PEM, the leaf first.", valueName: "file"),
        completion: .file(extensions: ["pem", "crt"]))
    var certificate: String?

    @Option(
        help: ArgumentHelp("The certificate's key, in PEM, not encrypted.", valueName: "file"),
        completion: .file(extensions: ["pem", "key"]))
    var key: String?

    func validate() throws {
        if (certificate == nil) != (key == nil) {
            throw ValidationError("--certificate and --key belong together: give both.")
        }
        if cors.count > 1, cors.contains(.any) || cors.contains(.off) {
            throw ValidationError("--cors any and --cors off stand alone; origins may be repeated.")
        }
    }

    /// Nil without TLS.
    func identity(host: String) throws -> (identity: TLSIdentity, invitation: TLSInvitation)? {
        if let certificate, let key {
            let identity = TLSIdentity(certificates: try text(of: certificate), key: try text(of: key))
            return (identity, TLSInvitation(authority: nil, names: [], expires: nil))
        }
        guard tls else { return nil }
        let folder = LocalAuthority.usualFolder(
            environment: ProcessInfo.processInfo.environment, home: NSHomeDirectory())
        let authority = LocalAuthority(folder: folder)
        do throws(LocalAuthority.Failure) {
            let issued = try authority.certificate(for: TLSInvitation.names(host: host))
            return (
                TLSIdentity(certificates: issued.certificates, key: issued.key),
                TLSInvitation(authority: authority.certificatePath, names: issued.names, expires: issued.expires)
            )
        } catch {
            throw CommandFailure(error.description)
        }
    }

    private func text(of file: String) throws -> String {
        do {
            return try String(contentsOfFile: file, encoding: .utf8)
        } catch {
            throw CommandFailure("\(file) cannot be read: \(SystemReason.of(error))")
        }
    }

    var crossOrigin: CrossOriginPolicy? {
        switch cors.first {
        case nil, .any: .any
        case .off: nil
        case .origin:
            .listed(
                cors.compactMap { choice in
                    if case .origin(let origin) = choice { origin } else { nil }
                })
        }
    }
}
