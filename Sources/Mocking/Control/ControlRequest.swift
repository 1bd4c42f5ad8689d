// A request to the control API, and the session that it is about.

import HTTPExchange

/// What stands under `/_counterpart`, but for `/_counterpart/sessions/<id>/…`, which is the API's, unless what follows is under
/// `/_counterpart` again.
struct ControlRequest: Sendable {
    static let base = "/_counterpart"

    /// As if no session had been named.
    var request: Request
    /// The session named by the path's prefix or the header field; nil for the common one.
    let session: String?

    /// Nil where it is for the API that is mocked.
    init?(_ request: Request) throws(SessionRequest.InvalidName) {
        guard ControlRequest.mayBe(request) else { return nil }
        if ControlRequest.isControl(request.target), !ControlRequest.isPrefixed(request.target) {
            var plain = request
            // Only the header field can name one now.
            plain.target = "/"
            session = try SessionRequest(plain).session
            self.request = request
            return
        }
        let named = try SessionRequest(request)
        guard ControlRequest.isControl(named.request.target) else { return nil }
        session = named.session
        self.request = named.request
    }

    /// False where it certainly is for the API that is mocked, as nearly all requests are.
    static func mayBe(_ request: Request) -> Bool {
        guard request.hasTarget(startingWith: "/_counterpart") else { return false }
        guard SessionRequest.namesByPath(request) else { return true }
        return request.withTarget { target in
            let rest = target[prefixCount...].drop { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
            // What names a session with a name that none can have is refused by whoever is asked.
            return rest.isEmpty || rest.first == UInt8(ascii: "?") || rest.starts(with: base.utf8)
        }
    }

    private static let prefixCount = SessionRequest.prefix.utf8.count

    private static func isControl(_ target: String) -> Bool {
        guard target.utf8.starts(with: base.utf8) else { return false }
        guard let next = target.utf8.dropFirst(base.utf8.count).first else { return true }
        return next == UInt8(ascii: "/") || next == UInt8(ascii: "?")
    }

    /// Whether something stands after a session's id.
    private static func isPrefixed(_ target: String) -> Bool {
        guard target.utf8.starts(with: SessionRequest.prefix.utf8) else { return false }
        return target.dropFirst(SessionRequest.prefix.count).prefix { $0 != "?" }.contains("/")
    }
}
