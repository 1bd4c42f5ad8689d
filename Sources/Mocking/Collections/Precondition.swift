// Whether a request may change a resource: the conditions that it makes (RFC 9110, section 13).

import HTTPExchange
import HTTPTypes

/// `If-Match`, `If-None-Match` and `If-Unmodified-Since` of one request.
struct Precondition: Sendable {
    /// What a client that reads the resource gets.
    struct Current: Sendable {
        /// Nil where reading gives no content.
        let tag: EntityTag?
        let modified: Duration
    }

    private let match: EntityTagCondition?
    private let noneMatch: EntityTagCondition?
    private let unmodifiedSince: HTTPDate?

    /// Nil where the request makes no condition.
    init?(_ request: Request) {
        match = EntityTagCondition(field: .ifMatch, of: request)
        noneMatch = EntityTagCondition(field: .ifNoneMatch, of: request)
        // A date that is none is no condition (section 13.1.4).
        unmodifiedSince = request.headers[.ifUnmodifiedSince].flatMap { HTTPDate($0) }
        if match == nil, noneMatch == nil, unmodifiedSince == nil { return nil }
    }

    /// In the order of section 13.2.2.
    /// - Parameter current: nil where there is no such resource.
    func holds(for current: Current?) -> Bool {
        if let match {
            guard let current, match == .any || matches(match, current.tag, weakly: false) else { return false }
        } else if let unmodifiedSince, let current {
            guard current.modified.components.seconds <= unmodifiedSince.secondsSince1970 else { return false }
        }
        guard let noneMatch, let current else { return true }
        return noneMatch != .any && !matches(noneMatch, current.tag, weakly: true)
    }

    /// Whoever has read the resource compressed has the same resource.
    private func matches(_ condition: EntityTagCondition, _ tag: EntityTag?, weakly: Bool) -> Bool {
        guard let tag else { return false }
        return condition.matches(tag, weakly: weakly) || condition.matches(tag.compressed, weakly: weakly)
    }
}
