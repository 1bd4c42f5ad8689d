// The representation of an answer that a request gets: whole, compressed, or none because the client has it already.

import HTTPExchange
import HTTPTypes
import Synchronization

/// Chooses for one listener, and keeps what it has compressed.
///
/// A 200 to GET is offered with an entity tag and the conditions that go with one (RFC 9110, section 13), and compressed where
/// that is asked for (section 8.4.1.3). An answer that is to break off goes as it is.
final class Representations: Sendable {
    /// Bytes that are kept of content and what it became, so that an answer that is known at load is compressed once.
    private static let kept = 4 << 20

    private struct Compressed {
        let content: [UInt8]
        let gzip: [UInt8]
    }

    private let cache = Mutex<(entries: [EntityTag: Compressed], bytes: Int)>(([:], 0))

    /// Makes of the answer the one that goes out.
    func choose(_ answer: inout OutgoingResponse, for request: Request) {
        guard !answer.isForwarded, answer.response.response.status == 200,
            request.method == .get || request.method == .head,
            answer.delivery.ending == .complete || answer.delivery.ending == .close
        else { return }
        if let other = other(than: answer.response, for: request) {
            answer.response = other
        } else {
            answer.isOffered = true
        }
    }

    /// Nil where the answer goes as it is.
    private func other(than prepared: PreparedResponse, for request: Request) -> PreparedResponse? {
        let fields = request.headers
        if fields.contains(.ifMatch) || fields.contains(.ifNoneMatch), let tag = prepared.entityTag {
            let known = [tag, codedTag(of: prepared, tag)]
            if let condition = EntityTagCondition(field: .ifMatch, of: request),
                !known.contains(where: { condition.matches($0, weakly: false) })
            {
                let problem = Problem(
                    status: 412, title: "Precondition failed",
                    detail: "The content is another one by now: its entity tag is \(tag).")
                var fields = prepared.response.headers
                fields[.contentEncoding] = nil
                fields[.eTag] = tag.description
                return PreparedResponse(problem.response(headers: fields))
            }
            if let condition = EntityTagCondition(field: .ifNoneMatch, of: request),
                let match = known.first(where: { condition.matches($0, weakly: true) })
            {
                return notModified(prepared, match)
            }
        }
        guard prepared.isWorthCompressing, let accepted = request.headers[.acceptEncoding],
            ContentCodings.takesGzip(accepted),
            let gzip = gzip(prepared)
        else { return nil }
        var response = prepared.response
        response.body = gzip
        response.headers[.contentEncoding] = "gzip"
        response.headers[.eTag] = prepared.entityTag.map { codedTag(of: prepared, $0).description }
        response.headers.append(HTTPField(name: .vary, value: "Accept-Encoding"))
        return PreparedResponse(response)
    }

    /// The coding makes other bytes of it (section 8.8.3.3). A tag of the answer's own is not ours to change.
    private func codedTag(of prepared: PreparedResponse, _ tag: EntityTag) -> EntityTag {
        prepared.response.headers[.eTag] == nil ? tag.compressed : tag.weak
    }

    /// What the client has is good; the fields that it keeps with it are renewed (RFC 9110, section 15.4.5).
    private func notModified(_ prepared: PreparedResponse, _ tag: EntityTag) -> PreparedResponse {
        var fields = prepared.response.headers
        fields[.contentType] = nil
        fields[.eTag] = tag.description
        if prepared.isWorthCompressing { fields.append(HTTPField(name: .vary, value: "Accept-Encoding")) }
        return PreparedResponse(Response(status: 304, headers: fields))
    }

    private func gzip(_ prepared: PreparedResponse) -> [UInt8]? {
        let content = prepared.response.body
        let tag = prepared.entityTag ?? EntityTag(of: content)
        if let known = cache.withLock({ $0.entries[tag] }), known.content == content { return known.gzip }
        guard let gzip = Gzip.compressed(content), gzip.count < content.count else { return nil }
        let size = content.count + gzip.count
        cache.withLock { cache in
            if cache.bytes + size > Self.kept { cache = ([:], 0) }
            guard size <= Self.kept, cache.entries[tag] == nil else { return }
            cache.entries[tag] = Compressed(content: content, gzip: gzip)
            cache.bytes += size
        }
        return gzip
    }
}
