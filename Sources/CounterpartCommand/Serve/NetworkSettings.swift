// Options of `counterpart serve`: address, TLS, CORS and access.

import ArgumentParser
import Certificates
import Foundation
import SourceDocuments
import HTTPExchange
import SecureWire
import MockServing
import Mocking

struct NetworkSettings: ParsableArguments {
    @Option(help: "Listen on this port; 0 takes any free one.")
    var port: UInt16 = 8080

    @Option(
        help: "Listen on this address; 0.0.0.0 is every network.", transform: BackendURL.bare)
    var host = NetworkSettings.loopback

    @Flag(help: "Listen on the local network; print setup for iOS.")
    var lan = false

    @Option(
        name: .customLong("session-port"),
        help: ArgumentHelp(
            "Listen on another port for a session; repeatable.", valueName: "name=port"))
    var sessionPorts: [SessionPort] = []

    @Option(
        help: ArgumentHelp(
            "Token for /_counterpart/ from other machines. Default: $COUNTERPART_ADMIN_TOKEN; --lan creates one.",
            valueName: "token"))
    var adminToken: String?

    @Option(
        help: ArgumentHelp(
            "Allow web pages of these origins. (default: any)",
            valueName: "any|off|origin"))
    var cors: [CrossOriginChoice] = []

    @Flag(help: "Serve HTTPS and HTTP/2, certified by openssl.")
    var tls = false

    @Option(
        help: ArgumentHelp("Serve HTTPS with this PEM chain, leaf first.", valueName: "file"),
        completion: .file(extensions: ["pem", "crt"]))
    var certificate: String?

    @Option(
        help: ArgumentHelp("Unencrypted PEM key of --certificate.", valueName: "file"),
        completion: .file(extensions: ["pem", "key"]))
    var key: String?

    @Option(
        help: ArgumentHelp(
            "Memory for bodies, journals and what clients store, in MiB.",
            discussion: "What would need more is refused with 503, or 507 where it would be stored.", valueName: "MiB"))
    var memory = MemoryBudget.process.limit >> 20

    static let loopback = "127.0.0.1"

    func validate() throws {
        guard (16...1_048_576).contains(memory) else { throw ValidationError("--memory is from 16 to 1048576 MiB.") }
        if lan, host != NetworkSettings.loopback { throw ValidationError("--lan and --host exclude each other.") }
        let ports = sessionPorts.map(\.port).filter { $0 != 0 }
        guard Set(ports).count == ports.count else {
            throw ValidationError("--session-port: a port belongs to one session.")
        }
        // The characters of a bearer token in a header field (RFC 6750, section 2.1).
        if let adminToken, adminToken.isEmpty || !adminToken.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) {
            throw ValidationError("--admin-token has visible ASCII characters and no spaces.")
        }
        if (certificate == nil) != (key == nil) {
            throw ValidationError("--certificate and --key belong together: give both.")
        }
        if cors.count > 1, cors.contains(.any) || cors.contains(.off) {
            throw ValidationError("--cors any and --cors off stand alone; origins may be repeated.")
        }
    }

    /// The configuration of the server, and what clients need to know of its certificate.
    func prepared() throws -> (server: MockServer.Configuration, tls: TLSInvitation?) {
        MemoryBudget.process.limit = memory << 20
        var server = MockServer.Configuration()
        server.host = lan ? "0.0.0.0" : host
        server.port = port
        server.sessionPorts = sessionPorts
        server.controlToken =
            adminToken ?? Terminal.environment("COUNTERPART_ADMIN_TOKEN").flatMap { $0.isEmpty ? nil : $0 }
            ?? (lan ? LanInvitation.freshToken() : nil)
        let secure = try identity(host: server.host)
        server.identity = secure?.identity
        return (server, secure?.invitation)
    }

    /// Nil without TLS.
    private func identity(host: String) throws -> (identity: TLSIdentity, invitation: TLSInvitation)? {
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
        String(decoding: try FileContents.read(file), as: UTF8.self)
    }

    /// Which web pages may use the mock; nil for none.
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

    /// The address for clients on this machine: with `--lan` loopback, as 0.0.0.0 cannot be connected to.
    func reachable(_ address: BackendURL) -> BackendURL {
        lan ? BackendURL(scheme: address.scheme, host: NetworkSettings.loopback, port: address.port) : address
    }
}

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

    /// Scheme, host and optional port, as browsers write an origin (RFC 6454, section 6.2).
    private static func isOrigin(_ text: String) -> Bool {
        text.wholeMatch(of: /[a-z][a-z0-9+.\-]*:\/\/(?:[a-z0-9.\-_]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?/) != nil
    }
}
