// The representation of an answer that a request gets: whole, compressed, or none because the client has it already.

import HTTPExchange
import HTTPTypes
import Synchronization

/// Chooses for one listener, and keeps what it has made of answers.
///
/// A 200 to GET is offered with an entity tag and the conditions that go with one (RFC 9110, section 13), and compressed where
/// that is asked for (section 8.4.1.3). An answer that is to break off goes as it is.
final class Representations: Sendable {
    /// Bytes that are kept of answers and what they became, so that an answer that is known at load is compressed once.
    private static let kept = 4 << 20

    /// What a request says of the representation that it wants.
    private struct ConditionalRequest {
        let ifMatch: EntityTagCondition?
        let ifNoneMatch: EntityTagCondition?
        let takesGzip: Bool
    }

    /// A response that another has become: with that tag, and compressed or without content.
    private struct Kind: Hashable {
        let tag: EntityTag
        let isModified: Bool
    }

    private struct Made {
        let source: PreparedResponse
        let response: PreparedResponse

        var bytes: Int {
            [source, response].reduce(512) { $0 + $1.head.count + $1.fieldBytes + $1.response.body.count }
        }
    }

    private struct Cache {
        var made: [Kind: Made] = [:]
        var bytes = 0

        mutating func keep(_ new: Made, as kind: Kind) {
            guard new.bytes <= Representations.kept else { return }
            if let old = made.removeValue(forKey: kind) { bytes -= old.bytes }
            if bytes + new.bytes > Representations.kept { self = Cache() }
            made[kind] = new
            bytes += new.bytes
        }
    }

    private let cache = Mutex(Cache())
    /// Of what clients say in `Accept-Encoding`.
    private let takingGzip = TextMemo<Bool>()

    /// Makes of the answer the one that goes out.
    func choose(_ answer: inout OutgoingResponse, for request: Request) {
        guard !answer.isForwarded, answer.response.response.status == 200,
            request.method == .get || request.method == .head,
            answer.delivery.ending == .complete || answer.delivery.ending == .close
        else { return }
        if let other = negotiated(answer.response, for: request) {
            answer.response = other
            if other.isSubstitute { answer.delivered = answer.delivered.map(other.reportingSubstitution) }
        } else {
            answer.isOffered = true
        }
    }

    /// What goes out in the place of a 200; nil where the answer goes as it is.
    private func negotiated(_ prepared: PreparedResponse, for request: Request) -> PreparedResponse? {
        let mayCompress = prepared.isWorthCompressing && request.has(.acceptEncoding)
        guard mayCompress || request.has(.ifMatch) || request.has(.ifNoneMatch) else { return nil }
        let conditional = ConditionalRequest(
            ifMatch: EntityTagCondition(field: .ifMatch, of: request),
            ifNoneMatch: EntityTagCondition(field: .ifNoneMatch, of: request),
            takesGzip: mayCompress
                && request.withJoinedValue(of: .acceptEncoding) { text in
                    takingGzip.value(of: text) { ContentCodings.takesGzip($0) }
                } ?? false)
        return negotiated(prepared, for: conditional)
    }

    /// Nil where the answer goes as it is.
    private func negotiated(_ prepared: PreparedResponse, for conditional: ConditionalRequest) -> PreparedResponse? {
        guard let tag = prepared.entityTag else { return nil }
        if conditional.ifMatch != nil || conditional.ifNoneMatch != nil {
            let known = [tag, codedTag(of: prepared, tag)]
            if let condition = conditional.ifMatch, !known.contains(where: { condition.matches($0, weakly: false) }) {
                let problem = Problem(
                    status: 412, title: "Precondition failed",
                    detail: "The content is another one by now: its entity tag is \(tag).")
                var fields = prepared.response.headers
                fields[.contentEncoding] = nil
                fields[.eTag] = tag.description
                return PreparedResponse(problem.response(headers: fields))
            }
            if let condition = conditional.ifNoneMatch,
                let match = known.first(where: { condition.matches($0, weakly: true) })
            {
                return made(Kind(tag: match, isModified: false), of: prepared) { _ in notModified(prepared, match) }
            }
        }
        guard conditional.takesGzip else { return nil }
        let coded = codedTag(of: prepared, tag)
        return made(Kind(tag: coded, isModified: true), of: prepared) { known in
            // The same content may have come with other fields.
            let gzip =
                known.flatMap { $0.source.response.body == prepared.response.body ? $0.response.response.body : nil }
                ?? Gzip.compressed(prepared.response.body)
            return gzip.flatMap { compressed(prepared, $0, coded) }
        }
    }

    /// The coding makes other bytes of it (section 8.8.3.3). A tag of the answer's own is not ours to change.
    private func codedTag(of prepared: PreparedResponse, _ tag: EntityTag) -> EntityTag {
        prepared.hasOwnTag ? tag.weak : tag.compressed
    }

    /// What the client has is good; the fields that it keeps with it are renewed (RFC 9110, section 15.4.5).
    private func notModified(_ prepared: PreparedResponse, _ tag: EntityTag) -> PreparedResponse {
        var fields = prepared.response.headers
        fields[.contentType] = nil
        fields[.eTag] = tag.description
        if prepared.isWorthCompressing { fields.append(HTTPField(name: .vary, value: "Accept-Encoding")) }
        return PreparedResponse(Response(status: 304, headers: fields))
    }

    /// Nil where that is no gain.
    private func compressed(_ prepared: PreparedResponse, _ gzip: [UInt8], _ tag: EntityTag) -> PreparedResponse? {
        guard gzip.count < prepared.response.body.count else { return nil }
        var response = prepared.response
        response.body = gzip
        response.headers[.contentEncoding] = "gzip"
        response.headers[.eTag] = tag.description
        response.headers.append(HTTPField(name: .vary, value: "Accept-Encoding"))
        return PreparedResponse(response)
    }

    /// What was made of the answer before, or is made now.
    private func made(
        _ kind: Kind, of prepared: PreparedResponse, make: (_ known: Made?) -> PreparedResponse?
    ) -> PreparedResponse? {
        let known = cache.withLock { $0.made[kind] }
        if let known, known.source == prepared { return known.response }
        guard let response = make(known) else { return nil }
        cache.withLock { $0.keep(Made(source: prepared, response: response), as: kind) }
        return response
    }
}

extension PreparedResponse {
    /// Whether it was sent in place of the 200 that was chosen, rather than being that 200 in another representation.
    var isSubstitute: Bool { response.status != 200 }

    /// A report of the delivery that names this response as the substitute.
    func reportingSubstitution(_ told: @escaping @Sendable (Delivered) -> Void) -> @Sendable (Delivered) -> Void {
        { told(Delivered(elapsed: $0.elapsed, reachedClient: $0.reachedClient, substitute: self)) }
    }
}
