// Puts a backend behind another address: what is changed in requests on their way there.

import HTTPTypes

/// A gateway (RFC 9110, section 3.7) to one backend. Nothing is changed but what must be: the address, the fields that are of one
/// connection (section 7.6.1), and where an answer sends the client.
package struct Gateway: Hashable, Sendable {
    /// Where requests go.
    package let backend: BackendURL
    /// Base paths that the backend's stands for, the longest first.
    let basePaths: [String]
    /// Whether clients reach the gateway over TLS.
    let isSecure: Bool
    /// Names that it may be sent to beside its own, in lower case.
    let hosts: Set<String>

    /// - Parameters:
    ///   - basePaths: those of a contract's servers.
    ///   - hosts: names that clients may send to, where those are names of the Internet.
    package init(to backend: BackendURL, basePaths: [String] = [], isSecure: Bool = false, hosts: [String] = []) {
        self.hosts = Set(hosts.map { $0.lowercased() } + [backend.host.lowercased()])
        self.backend = backend
        self.basePaths = basePaths.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }.filter { !$0.isEmpty }
            .sorted { $0.utf8.count > $1.utf8.count }
        self.isSecure = isSecure
    }

    /// A request on its way to the backend, and what its answer needs on the way back.
    package struct Passage: Hashable, Sendable {
        package let request: Request
        let backend: BackendURL
        /// What stands in the client's path for the backend's base path.
        let clientBase: String
        /// `http://127.0.0.1:8080`, as the client wrote it.
        let clientOrigin: String
        let isSecure: Bool
    }

    /// - Parameter readsContent: keeps codings that cannot be taken off here from the backend.
    package func passage(of request: Request, readsContent: Bool = true) -> Passage {
        let clientOrigin = (isSecure ? "https://" : "http://") + (request.headers.host ?? backend.authority)
        let (target, clientBase) = target(of: request.target)
        var fields = Gateway.endToEnd(request.headers)
        fields.host = backend.authority
        // The client has its 100 Continue from whoever read its request.
        fields[.expect] = nil
        // The sender frames the body again.
        fields[.contentLength] = nil
        if fields[.origin] == clientOrigin { fields[.origin] = backend.origin }
        if let referer = fields[.referer], let rest = referer.dropping(prefix: clientOrigin) {
            fields[.referer] = backend.origin + self.target(of: rest).target
        }
        if readsContent, let accepted = fields[.acceptEncoding] {
            fields[.acceptEncoding] = ContentCoding.restricted(accepted)
        }
        return Passage(
            request: Request(method: request.method, target: target, headers: fields, body: request.body),
            backend: backend, clientBase: clientBase, clientOrigin: clientOrigin, isSecure: isSecure)
    }

    /// Why a request cannot pass; nil where it can. Content that goes both ways at once, as that of WebSocket (RFC 6455), is no exchange that
    /// could be recorded or judged.
    package func refusal(of request: Request) -> NoResponse? {
        if let host = request.headers.host, HostField.canBeRebound(host), !hosts.contains(HostField.name(host)) {
            return NoResponse(
                kind: .misdirected,
                message: "The request was sent to \u{201C}\(HostField.name(host))\u{201D}, which is not known here",
                remedy:
                    "Any page can make its name lead to this machine. Send to localhost or to an address, or name the host with --allow-host."
            )
        }
        let protocols = request.headers[values: .upgrade].flatMap { $0.split(separator: ",") }
        guard protocols.contains(where: { $0.lowercased().filter { $0 != " " } == "websocket" }) else { return nil }
        return NoResponse(
            kind: .unsendable, message: "WebSocket is not passed on",
            remedy: "Let the client connect to the backend itself for that; everything else can go through here.")
    }

    /// A path under the backend's base path is the backend's own; any other stands under that of a server, or under none.
    private func target(of path: String) -> (target: String, clientBase: String) {
        guard !backend.path.isEmpty, path.hasPrefix("/"), path.rest(under: backend.path) == nil else {
            return (path, backend.path)
        }
        for base in basePaths {
            if let rest = path.rest(under: base) { return (backend.path + rest, base) }
        }
        return (backend.path + path, "")
    }

    /// The fields without those of the connection: the ones that `Connection` names, and those that are known to be (RFC 9110, section
    /// 7.6.1). Trailers are not passed on, so what announces them is not either.
    static func endToEnd(_ fields: HTTPFields) -> HTTPFields {
        let named = fields[values: .connection].flatMap { $0.split(separator: ",") }.map { name in
            name.filter { $0 != " " && $0 != "\t" }.lowercased()
        }
        let dropped = Set(named).subtracting(["host", "content-type", "content-length", "content-encoding"])
        return HTTPFields(
            fields.filter {
                !connectionFields.contains($0.name.canonicalName) && !dropped.contains($0.name.canonicalName)
            })
    }

    private static let connectionFields: Set<String> = [
        "connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
        "http2-settings",
    ]
}

extension HTTPFields {
    /// The value of `Host`, which stands first (RFC 9110, section 7.2).
    fileprivate var host: String? {
        get { first { $0.name.canonicalName == "host" }?.value }
        set {
            guard let newValue, let name = HTTPField.Name("Host") else { return }
            self = HTTPFields([HTTPField(name: name, value: newValue)] + filter { $0.name.canonicalName != "host" })
        }
    }
}

extension String {
    /// What follows a base path; nil where the path does not stand under it.
    func rest(under base: String) -> String? {
        guard let rest = dropping(prefix: base) else { return nil }
        return rest.isEmpty || rest.hasPrefix("/") || rest.hasPrefix("?") || rest.hasPrefix("#") ? rest : nil
    }

    func dropping(prefix: String) -> String? { hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil }
}
