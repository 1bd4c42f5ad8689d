// How a request names its session: by a prefix of its path, or by a header.

package import HTTPTypes

/// A request without what names its session.
package struct SessionRequest: Sendable {
    /// Nil for the session of all who name none.
    package let session: String?
    package let request: Request
    private let isByPath: Bool

    /// What was taken off the path; links to other pages go on with it.
    package var prefix: String { isByPath ? SessionRequest.prefix + (session ?? "") : "" }

    /// The id is not one: too long, or with characters that no id has.
    package struct InvalidName: Error, Sendable {
        package let found: String
    }

    /// What paths begin with that name a session.
    package static let prefix = "\(start)"
    private static let start: StaticString = "/_counterpart/sessions/"

    /// Takes the session's name out of the path, or out of the field `Counterpart-Session`.
    package init(_ request: Request) throws(InvalidName) {
        isByPath = SessionRequest.namesByPath(request)
        guard isByPath else {
            session = if let named = request.value(of: .session) { try SessionRequest.checked(named) } else { nil }
            self.request = request
            return
        }
        let count = SessionRequest.start.utf8CodeUnitCount
        let (id, next) = request.withTarget { target in
            let id = target[count...].prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
            return (String(decoding: id, as: UTF8.self), id.endIndex < target.count ? target[id.endIndex] : nil)
        }
        session = try SessionRequest.checked(id)
        var rest = request.droppingTarget(count + id.utf8.count)
        if next != UInt8(ascii: "/") { rest.target = "/" + rest.target }
        self.request = rest
    }

    private init(session: String?, isByPath: Bool, request: Request) {
        self.session = session
        self.isByPath = isByPath
        self.request = request
    }

    /// Whether the path starts as one that names a session.
    package static func namesByPath(_ request: Request) -> Bool { request.hasTarget(startingWith: start) }

    /// The same request with another method.
    package func with(method: HTTPRequest.Method) -> SessionRequest {
        var request = request
        request.method = method
        return SessionRequest(session: session, isByPath: isByPath, request: request)
    }

    private static func checked(_ id: String) throws(InvalidName) -> String {
        guard let id = SessionID(id) else { throw InvalidName(found: String(id.prefix(40))) }
        return id.text
    }

    /// The problem to answer with where a session's name is none.
    package static func refusal(_ invalid: InvalidName) -> Problem {
        Problem(
            status: 400, title: "No such session",
            detail:
                "'\(invalid.found)' cannot be the id of a session: letters, digits and -._~ can, at most \(SessionID.longest)."
        )
    }
}
