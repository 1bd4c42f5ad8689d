// What URLSession is asked to send, and what it is asked for after a redirection.
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A call at its place: below the base path of a server, with the server's own query before that of the call.
nonisolated struct URLSessionRequest {
    private(set) var url: URL
    private(set) var method: String
    private(set) var headers: HTTPHeaders
    private(set) var body: HTTPBody
    private let timeout: Double?

    init(_ call: HTTPCall, base: URL) throws {
        let server = call.server.flatMap { URL(string: $0.absoluteString, relativeTo: base) } ?? base
        guard let url = Self.url(call.target, below: server) else { throw URLError(.badURL) }
        timeout = call.timeout
        (self.url, method, headers, body) = (url, call.method, call.headers, call.body)
        // URLSession would leave such a field out, and send the call without its credential.
        if let field = headers.fields.first(where: { !$0.value.isFieldValue }) {
            throw WireFailure("header \(field.name)", "a header has no control characters")
        }
        if ["TRACE", "CONNECT"].contains(method) {
            throw WireFailure("method", "URLSession sends no \(method): use another transport for this operation")
        }
        if ["GET", "HEAD"].contains(method), !body.isNone {
            throw WireFailure(
                "body", "URLSession sends no body with \(method): use another transport for this operation")
        }
    }

    private static func url(_ target: String, below server: URL) -> URL? {
        let whole = server.absoluteString.prefix { $0 != "#" }
        let base = whole.prefix { $0 != "?" }
        let query = whole.dropFirst(base.count + 1)
        let path = target.prefix { $0 != "?" }
        let queries = [query, target.dropFirst(path.count + 1)].filter { !$0.isEmpty }
        let address = (base.hasSuffix("/") ? base.dropLast() : base) + path
        return URL(string: address + (queries.isEmpty ? "" : "?" + queries.joined(separator: "&")))
    }

    /// - Parameter cookies: what a server has set for this place. Foundation sends either those or the call's own.
    func foundation(cookies: [HTTPCookie]) -> URLRequest {
        var request = URLRequest(url: url)
        request.httpMethod = method
        if let timeout { request.timeoutInterval = timeout }
        for field in headers.fields { request.addValue(field.value, forHTTPHeaderField: field.name) }
        let own = headers["Cookie"]
        if own != nil { request.httpShouldHandleCookies = false }
        let names = Set((own ?? "").split(separator: ";").map { $0.prefix { $0 != "=" }.filter { $0 != " " } })
        let others = cookies.filter { !names.contains($0.name) }.map { "\($0.name)=\($0.value)" }
        if !others.isEmpty {
            request.setValue(((own.map { [$0] } ?? []) + others).joined(separator: "; "), forHTTPHeaderField: "Cookie")
        }
        return request
    }

    /// Where an answer leads (RFC 9110, section 15.4): 307 and 308 repeat the request, 303 is a GET, and so is the answer to a POST of
    /// 301 and 302, as browsers have it. Nil where it leads nowhere.
    func redirected(by answer: HTTPStream) -> URLSessionRequest? {
        guard [301, 302, 303, 307, 308].contains(answer.status), let location = answer.headers["Location"],
            let target = Self.reference(location, of: url),
            ["http", "https"].contains(target.scheme?.lowercased())
        else { return nil }
        var next = self
        next.url = target
        if answer.status == 303 && method != "HEAD" || [301, 302].contains(answer.status) && method == "POST" {
            next.method = "GET"
            next.body = .none
            next.headers.fields.removeAll { $0.name.lowercased().hasPrefix("content-") }
        }
        // Only what speaks of the content goes to another origin: any other field may be a credential.
        if Self.origin(target) != Self.origin(url) {
            next.headers.fields.removeAll { field in
                let name = field.name.lowercased()
                return !name.hasPrefix("accept") && !name.hasPrefix("content-") && !name.hasPrefix("if-")
                    && !["range", "user-agent", "cache-control", "prefer"].contains(name)
            }
        }
        return next
    }

    /// What has no place in a URL is encoded here: Foundation would then encode every `%` again.
    private static func reference(_ location: String, of url: URL) -> URL? {
        let server = location.range(of: "^([A-Za-z][A-Za-z0-9+.-]*:)?//[^/?#]*", options: .regularExpression)
        let rest = location[(server?.upperBound ?? location.startIndex)...]
        let kept = CharacterSet.urlQueryAllowed.union(CharacterSet(charactersIn: "%#"))
        guard let encoded = rest.addingPercentEncoding(withAllowedCharacters: kept) else { return nil }
        return URL(string: location.prefix(upTo: rest.startIndex) + encoded, relativeTo: url)?.absoluteURL
    }

    private static func origin(_ url: URL) -> String {
        let scheme = url.scheme?.lowercased() ?? ""
        return "\(scheme)://\(url.host?.lowercased() ?? ""):\(url.port ?? (scheme == "https" ? 443 : 80))"
    }
}

nonisolated extension HTTPBody {
    fileprivate var isNone: Bool { if case .none = self { true } else { false } }
}
