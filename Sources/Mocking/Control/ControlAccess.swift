// Who may control a mock.

import HTTPExchange
import HTTPTypes

/// This machine, and whoever has the token. Everybody may know of the health.
///
/// A request from this machine can still be somebody else's: a page in a browser that sends to 127.0.0.1 (its `Origin` is
/// another), or a name that was made to lead there (its `Host` is no name of this machine). Those need the token too.
package struct ControlAccess: Hashable, Sendable {
    private let token: [UInt8]?

    /// - Parameter token: what requests of other machines must present as a bearer token; nil: other machines are refused.
    package init(token: String? = nil) { self.token = token.map { Array($0.utf8) } }

    /// Nil where the request may go on.
    func refusal(of request: Request, isLoopback: Bool) -> Problem? {
        // Those who look after processes ask from elsewhere, and know no token.
        if hasToken(request) || request.path == "/_counterpart/health" { return nil }
        // The console's files are the same for everybody: what they show they ask for, with the token that somebody enters.
        if token != nil, request.method == .get,
            ["/_counterpart", "/_counterpart/"].contains(request.path)
                || request.path.hasPrefix("/_counterpart/console/")
        {
            return nil
        }
        if request.has(.authorization), token != nil {
            return ControlAccess.problem("The token is not the one that this mock was started with.")
        }
        // A proxy on this machine sends for others.
        guard isLoopback, !request.isForwarded else {
            return ControlAccess.problem(
                token == nil
                    ? "The mock is controlled from its own machine alone. Start it with --admin-token to control it from elsewhere."
                    : "From another machine the mock is controlled with its token: send Authorization: Bearer and the token that --admin-token gave or serve printed."
            )
        }
        let host = request.host
        guard host.isThisMachine else {
            return ControlAccess.problem(
                "The request was sent to \u{201C}\(host)\u{201D}, which is no name of this machine. Send it to 127.0.0.1 or localhost, or with a token (--admin-token)."
            )
        }
        // Of a browser that says so, as all do (Fetch Metadata, section 2.3). A link that somebody follows only shows what it leads to.
        if request.fetchMetadata("Site") == "cross-site",
            request.method != .get || request.fetchMetadata("Mode") != "navigate"
        {
            return ControlAccess.problem(
                "A page of another site has sent this. Pages of others control the mock with a token alone (--admin-token)."
            )
        }
        if let origin = request.value(of: .origin), origin != "http://\(request.authority)",
            origin != "https://\(request.authority)"
        {
            return ControlAccess.problem(
                "A page of \u{201C}\(origin)\u{201D} has sent this. Pages of others control the mock with a token alone (--admin-token)."
            )
        }
        return nil
    }

    private static func problem(_ detail: String) -> Problem {
        Problem(status: 403, title: "Not for you", detail: detail)
    }

    private func hasToken(_ request: Request) -> Bool {
        guard let token, let given = request.value(of: .authorization), given.lowercased().hasPrefix("bearer ") else {
            return false
        }
        return ControlAccess.areEqual(token, Array(given.dropFirst("bearer ".count).utf8))
    }

    /// Takes as long for the first byte that differs as for the last.
    private static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        var difference = UInt64(truncatingIfNeeded: left.count ^ right.count)
        for index in left.indices {
            difference |= UInt64(left[index] ^ (right.isEmpty ? ~left[index] : right[index % right.count]))
        }
        return difference == 0
    }
}

extension Request {
    fileprivate func fetchMetadata(_ name: String) -> String? {
        HTTPField.Name("Sec-Fetch-" + name).flatMap { headers[$0] }?.lowercased()
    }

    /// Whether a proxy says whom it sends it for (RFC 7239, and what came before it).
    fileprivate var isForwarded: Bool {
        ["Forwarded", "X-Forwarded-For"].contains { name in HTTPField.Name(name).map { headers[$0] != nil } ?? false }
    }

    fileprivate var authority: String {
        headers.first { $0.name.canonicalName == "host" }?.value ?? ""
    }

    /// Without the port.
    fileprivate var host: String {
        let authority = authority.lowercased()
        if authority.hasPrefix("[") { return String(authority.prefix { $0 != "]" }.dropFirst()) }
        return String(authority.prefix { $0 != ":" })
    }
}

extension String {
    fileprivate var isThisMachine: Bool {
        // HTTP/1.0 has no Host.
        isEmpty || self == "localhost" || hasSuffix(".localhost") || self == "::1"
            || (hasPrefix("127.") && utf8.allSatisfy { $0 == UInt8(ascii: ".") || (0x30...0x39).contains($0) })
    }
}
