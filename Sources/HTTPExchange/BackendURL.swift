// Where a server is: the URL that a user types, taken apart.

import JSONValues

/// `scheme://host:port/base/path`. The path is kept without a trailing slash, so that a request's target can follow it.
package struct BackendURL: Hashable, Sendable, CustomStringConvertible {
    /// The two that a backend can be asked by.
    package enum Scheme: String, Hashable, Sendable {
        case http, https

        /// The port that a URL without one means.
        package var defaultPort: Int { self == .http ? 80 : 443 }
    }

    /// Why a text is not the URL of a backend.
    package struct Invalid: Error, Hashable, CustomStringConvertible {
        /// As it was given.
        package let url: String
        /// A clause that follows a colon.
        package let reason: String

        package var description: String {
            "\u{201C}\(shown)\u{201D} is not the URL of a server: \(reason). Write it like http://127.0.0.1:8080 or https://api.example.com/v1."
        }

        /// Without what may be a password.
        private var shown: String {
            let start = url.firstRange(of: "://")?.upperBound ?? url.startIndex
            guard let at = url[start...].prefix(while: { $0 != "/" }).lastIndex(of: "@") else { return url }
            return url[..<start] + "…" + url[at...]
        }
    }

    package let scheme: Scheme
    /// As written, IPv6 addresses in their brackets.
    package let host: String
    /// The one of the scheme where the URL names none.
    package let port: Int
    /// Percent-encoded, empty or beginning with a slash.
    package let path: String

    /// - Parameter host: an IPv6 address with its brackets or without.
    package init(scheme: Scheme = .http, host: String, port: Int, path: String = "") {
        self.scheme = scheme
        self.host = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
        self.port = port
        self.path = path
    }

    /// - Throws: where the text has no scheme, host or valid port, or has user info, a query or a fragment.
    package init(parsing url: String) throws(Invalid) {
        func invalid(_ reason: String) -> Invalid { Invalid(url: url, reason: reason) }
        guard let mark = url.firstRange(of: "://") else { throw invalid("it has no scheme") }
        guard let scheme = Scheme(rawValue: url[..<mark.lowerBound].lowercased()) else {
            throw invalid("its scheme is neither http nor https")
        }
        let rest = url[mark.upperBound...]
        guard !rest.contains(where: { $0 == "?" || $0 == "#" }) else { throw invalid("it has a query or a fragment") }
        guard rest.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw invalid("it has a space, a control or a non-ASCII character")
        }
        let authority = rest.prefix { $0 != "/" }
        guard !authority.contains("@") else { throw invalid("it has a user name or password; send them with --header") }
        var host = authority
        var port = scheme.defaultPort
        if let colon = authority.lastIndex(of: ":"), !authority[colon...].contains("]") {
            host = authority[..<colon]
            guard let number = UInt16(authority[authority.index(after: colon)...]), number > 0 else {
                throw invalid("its port is not a number from 1 to 65535")
            }
            port = Int(number)
        }
        guard !host.isEmpty else { throw invalid("it has no host") }
        guard HostField.isValid(String(host)), host.hasPrefix("[") || !host.contains(":") else {
            throw invalid("its host is not a name, an IPv4 address or a [bracketed] IPv6 address")
        }
        self.scheme = scheme
        self.host = String(host)
        self.port = port
        let path = rest[authority.endIndex...]
        self.path = String(path.hasSuffix("/") ? path.dropLast(path.reversed().prefix { $0 == "/" }.count) : path)
    }

    /// A host as sockets and certificates name it: an IPv6 address without the brackets that it has in a URL.
    package static func bare(host: String) -> String {
        host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
    }

    /// The URL without its path: what a request's target is appended to.
    package var origin: String { "\(scheme.rawValue)://\(authority)" }

    /// The value of `Host` (RFC 9110, section 7.2).
    package var authority: String { port == scheme.defaultPort ? host : "\(host):\(port)" }

    package var description: String { origin + path }
}
