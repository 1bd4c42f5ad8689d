// What is changed in a backend's answers on their way back to the client.

package import HTTPTypes

extension Gateway.Passage {
    /// The answer as the client gets it: the body is the same, byte for byte.
    package func answer(_ response: Response) -> Response {
        Response(status: response.status, headers: fields(response.headers), body: response.body)
    }

    /// The fields of an answer as the client gets them: those of one connection left out, places of the backend made places of the gateway.
    package func fields(_ fields: HTTPFields) -> HTTPFields {
        var result = HTTPFields()
        for var field in Gateway.endToEnd(fields) {
            switch field.name {
            case .location: field.value = location(field.value)
            case .setCookie: field.value = cookie(field.value)
            case let name where name.canonicalName == "refresh": field.value = refresh(field.value)
            default: break
            }
            result.append(field)
        }
        return result
    }

    /// An address at the backend becomes one here; any other stays.
    func location(_ value: String) -> String {
        for origin in origins {
            // Schemes and hosts are the same in either case (RFC 3986, section 6.2.2.1).
            guard value.utf8.count >= origin.utf8.count,
                value.prefix(origin.count).lowercased() == origin.lowercased()
            else { continue }
            let rest = String(value.dropFirst(origin.count))
            guard rest.isEmpty || "/?#".contains(rest.first ?? "/") else { continue }
            return clientOrigin + path(rest)
        }
        return value.hasPrefix("/") && !value.hasPrefix("//") ? path(value) : value
    }

    /// `5; url=http://…`, which browsers take for a redirect (HTML, section 4.2.5.3).
    private func refresh(_ value: String) -> String {
        guard let start = value.end(of: "url=") else { return value }
        let quote = value[start...].first.flatMap { "\"'".contains($0) ? $0 : nil }
        guard let quote else { return value[..<start] + location(String(value[start...])) }
        let url = value[start...].dropFirst().prefix { $0 != quote }
        return value[...start] + location(String(url)) + value[url.endIndex...]
    }

    /// How the backend may write where it is.
    private var origins: [String] {
        let full = "\(backend.scheme.rawValue)://\(backend.host):\(backend.port)"
        return [full, backend.origin, String(backend.origin.dropFirst(backend.scheme.rawValue.count + 1))]
    }

    private func path(_ path: String) -> String {
        guard !backend.path.isEmpty, let rest = path.rest(under: backend.path) else { return path }
        let here = clientBase + rest
        return here.hasPrefix("/") ? here : "/" + here
    }

    /// A cookie for the backend's host becomes one for this: without a `Domain`, and, where no TLS is, without `Secure` and
    /// `SameSite=None`, which needs it (RFC 6265bis, section 5.6).
    func cookie(_ value: String) -> String {
        let parts = value.split(separator: ";", omittingEmptySubsequences: false)
        let kept = parts.enumerated().compactMap { index, part -> String? in
            guard index > 0 else { return String(part) }
            let name = part.prefix { $0 != "=" }.filter { $0 != " " }.lowercased()
            let setting = part.dropFirst(part.prefix { $0 != "=" }.count + 1).filter { $0 != " " }
            switch name {
            case "domain": return isBackend(setting) ? nil : String(part)
            case "secure": return isSecure ? String(part) : nil
            case "samesite" where setting.lowercased() == "none": return isSecure ? String(part) : nil
            case "path": return path(setting) == setting ? String(part) : " Path=" + path(setting)
            default: return String(part)
            }
        }
        return kept.joined(separator: ";")
    }

    /// Whether a cookie's domain is the backend's host, or one that it stands under (RFC 6265, section 5.1.3).
    private func isBackend(_ domain: String) -> Bool {
        let domain = domain.lowercased().drop { $0 == "." }
        let host = backend.host.lowercased()
        return host == domain || host.hasSuffix("." + domain)
    }
}
