// What the listener refuses by itself, before any handler sees it.

import HTTPExchange
import NIOHTTP1

/// A message that is not taken as a request. It is answered with a problem, and its connection is closed.
enum Refusal: Hashable, Sendable {
    case malformed(String)
    case headTooLarge(limit: Int)
    case bodyTooLarge(limit: Int)
    case tooSlow
    case unknownMethod
    case unsupportedVersion
    case unsupportedTransferCoding(String)
    case unsupportedExpectation(String)
    case tunnel

    init(_ error: any Error, limits: ListenerLimits) {
        guard let error = error as? HTTPParserError else {
            self = .malformed("\(error)")
            return
        }
        switch error {
        case .headerOverflow: self = .headTooLarge(limit: limits.head)
        case .invalidMethod: self = .unknownMethod
        case .invalidVersion: self = .unsupportedVersion
        case .invalidContentLength: self = .malformed("its Content-Length is not one whole number")
        case .unexpectedContentLength: self = .malformed("it has both Content-Length and Transfer-Encoding")
        case .invalidChunkSize: self = .malformed("the size of a chunk is not a hexadecimal number")
        case .invalidHeaderToken: self = .malformed("a header field has a character that is not allowed there")
        case .invalidURL: self = .malformed("its target has a character that must be percent-encoded")
        case .invalidEOFState, .closedConnection: self = .malformed("it ends before it is complete")
        case .lfExpected, .strictModeAssertion: self = .malformed("a line does not end in CRLF")
        default: self = .malformed("it cannot be parsed")
        }
    }

    var problem: Problem {
        switch self {
        case .malformed(let reason):
            Problem(
                status: 400, title: "Malformed request",
                detail: "This is not an HTTP/1.1 message (RFC 9112): \(reason).")
        case .headTooLarge(let limit):
            Problem(
                status: 431, title: "Request header fields too large",
                detail: "The request line and header fields may have \(limit) bytes together.")
        case .bodyTooLarge(let limit):
            Problem(
                status: 413, title: "Content too large", detail: "The body of a request may have \(limit) bytes.")
        case .tooSlow:
            Problem(
                status: 408, title: "Request timeout", detail: "The request did not arrive whole within the time limit."
            )
        case .unknownMethod:
            Problem(
                status: 501, title: "Unknown method",
                detail: "The request's method is not one that HTTP registers (RFC 9110, section 16.1).")
        case .unsupportedVersion:
            Problem(
                status: 505, title: "HTTP version not supported", detail: "This server speaks HTTP/1.1 and HTTP/1.0.")
        case .unsupportedTransferCoding(let coding):
            Problem(
                status: 501, title: "Transfer coding not supported",
                detail:
                    "The transfer coding \u{201C}\(coding)\u{201D} is not known here; send the body with Content-Length or chunked."
            )
        case .unsupportedExpectation(let expectation):
            Problem(
                status: 417, title: "Expectation failed",
                detail: "The expectation \u{201C}\(expectation)\u{201D} is not known here; only 100-continue is.")
        case .tunnel:
            Problem(
                status: 501, title: "Not a proxy",
                detail:
                    "CONNECT asks for a tunnel, and this server is no proxy. Use its address as the base URL instead.")
        }
    }

    var outgoing: OutgoingResponse {
        OutgoingResponse(PreparedResponse(problem.response()), delivery: Delivery(ending: .close))
    }
}
