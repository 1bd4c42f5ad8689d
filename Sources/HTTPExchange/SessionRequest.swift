// How a request names its session: by a prefix of its path, or by a header.

package import HTTPTypes

/// A request without what names its session.
package struct SessionRequest: Sendable {
    /// Nil for the session of all who name none.
    package let session: String?
    /// What was taken off the path; links to other pages go on with it.
    package let prefix: String
    package let request: Request

    /// The id is not one: too long, or with characters that no id has.
    package struct InvalidName: Error, Sendable {
        package let found: String
    }

    package static let prefix = "/_counterpart/sessions/"

    package init(_ request: Request) throws(InvalidName) {
        if request.target.utf8.starts(with: SessionRequest.prefix.utf8) {
            let rest = request.target.dropFirst(SessionRequest.prefix.count)
            let id = String(rest.prefix { $0 != "/" && $0 != "?" })
            var stripped = request
            let target = rest.dropFirst(id.count)
            stripped.target = target.hasPrefix("/") ? String(target) : "/" + target
            session = try SessionRequest.checked(id)
            prefix = SessionRequest.prefix + id
            self.request = stripped
        } else {
            let isNamed = SessionID.field.map { request.headers.contains($0) } ?? false
            let named = isNamed ? SessionID.field.flatMap { request.headers[$0] } : nil
            session = if let named { try SessionRequest.checked(named) } else { nil }
            prefix = ""
            self.request = request
        }
    }

    private init(session: String?, prefix: String, request: Request) {
        self.session = session
        self.prefix = prefix
        self.request = request
    }

    package func with(method: HTTPRequest.Method) -> SessionRequest {
        var request = request
        request.method = method
        return SessionRequest(session: session, prefix: prefix, request: request)
    }

    private static func checked(_ id: String) throws(InvalidName) -> String {
        guard let id = SessionID(id) else { throw InvalidName(found: String(id.prefix(40))) }
        return id.text
    }

    package static func refusal(_ invalid: InvalidName) -> Problem {
        Problem(
            status: 400, title: "No such session",
            detail:
                "'\(invalid.found)' cannot be the id of a session: letters, digits and -._~ can, at most \(SessionID.longest)."
        )
    }
}
