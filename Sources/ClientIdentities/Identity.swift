// Who a request is from: what in it says so.

import JSONValues
package import HTTPExchange
import SourceDocuments
package import OpenAPIContract
package import HTTPTypes

/// Credentials, where every request carries them.
package struct Identity: Hashable, Sendable {
    /// Fields that every request gets.
    package var headers: HTTPFields
    /// In the query and in cookies, by name.
    private var others: [Value] = []
    /// What must not be seen, besides the values themselves.
    private var hidden: [String] = []

    private struct Value: Hashable {
        let name: String
        let value: String
        let location: Parameter.Location
    }

    package init(headers: HTTPFields = [:]) { self.headers = headers }

    /// Whether requests are sent as they are.
    package var isEmpty: Bool { headers.isEmpty && others.isEmpty }

    /// The request as this identity sends it. Cookies join those that are there; any other value is replaced.
    package func applied(to request: Request) -> Request {
        var request = request
        for field in headers {
            if field.name == .cookie, let others = request.headers[.cookie] {
                request.headers[.cookie] = others + "; " + field.value
            } else {
                request.headers[field.name] = field.value
            }
        }
        for other in others { request.set(other.name, other.value, in: other.location) }
        return request
    }

    /// The same, but what the request says of itself stands.
    package func completing(_ request: Request) -> Request {
        var identity = self
        for field in headers where request.headers[field.name] != nil && field.name != .cookie {
            identity.headers[field.name] = nil
        }
        return identity.applied(to: request)
    }
}

// MARK: - Schemes

extension Identity {
    /// Puts a credential where a scheme of a contract wants it: a key in a header, the query or a cookie; a token after `Bearer`;
    /// `user:password` after `Basic`, encoded.
    package mutating func add(_ credential: String, for kind: SecurityScheme.Kind) {
        hidden.append(credential)
        switch kind {
        case .apiKey(.header, let name):
            if let name = HTTPField.Name(name) { headers[name] = credential }
        case .apiKey(let location, let name):
            others.removeAll { $0.name == name && $0.location == location }
            others.append(Value(name: name, value: credential, location: location))
        case .http("basic", _):
            if let colon = credential.firstIndex(of: ":") {
                hidden.append(String(credential[credential.index(after: colon)...]))
            }
            headers[.authorization] = "Basic " + Base64.standard.encode(Array(credential.utf8))
        case .http(let scheme, _):
            headers[.authorization] = scheme.prefix(1).uppercased() + scheme.dropFirst() + " " + credential
        case .oauth2, .openIDConnect: headers[.authorization] = "Bearer " + credential
        case .mutualTLS: break
        }
    }

    /// Keeps a text out of all output.
    package mutating func hide(_ text: String) { hidden.append(text) }
}

// MARK: - Secrets

extension Identity {
    /// What must not be seen in any output, the longest first: the values, what stands in them behind a scheme's name or in a
    /// cookie, and each as JSON, URLs and shells write it.
    package var secrets: [String] {
        var plain = hidden + others.map(\.value)
        for field in headers {
            plain.append(field.value)
            let words = field.value.split(separator: " ", maxSplits: 1)
            if words.count == 2 { plain.append(String(words[1])) }
            if words.count == 2, words[0].lowercased() == "basic", let pair = Base64.standard.decode(String(words[1])) {
                let text = String(decoding: pair, as: UTF8.self)
                plain += [text] + text.split(separator: ":", maxSplits: 1).dropFirst().map(String.init)
            }
            guard field.name == .cookie else { continue }
            plain += field.value.split(separator: ";").map { String($0.drop { $0 != "=" }.dropFirst()) }
        }
        let written = plain.flatMap { text in
            [
                text, Percent.encoded(text), String(JSON.string(text).serialized().dropFirst().dropLast()),
                text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"),
            ]
        }
        return Set(written).sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
    }
}

extension Request {
    /// A value by its name, in the place of one that is there.
    fileprivate mutating func set(_ name: String, _ value: String, in location: Parameter.Location) {
        if location == .query, let query {
            let kept = query.split(separator: "&").filter { Percent.decoded($0.prefix { $0 != "=" }) != name }
            target = path + (kept.isEmpty ? "" : "?" + kept.joined(separator: "&"))
        }
        add(name, value, in: location)
    }
}
