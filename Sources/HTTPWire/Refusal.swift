// What the listener refuses by itself, before any handler sees it.

import HTTPExchange
import HTTPTypes
import NIOHTTP1

/// A message that is not taken as a request. It is answered with a problem, and its connection is closed.
enum Refusal: Hashable, Sendable {
    case malformed(String)
    case targetTooLong(limit: Int)
    case headTooLarge(limit: Int, fields: Int)
    case bodyTooLarge(limit: Int)
    /// The bodies of all requests together.
    case memoryInUse
    case tooSlow
    case unknownMethod
    case unsupportedVersion
    case unsupportedTransferCoding(String)
    case unsupportedContentCoding(String)
    case brokenContent(coding: String)
    case unsupportedExpectation(String)
    case tunnel
    case plaintext

    static let badHost = Refusal.malformed("its Host is not a host, or a host and a port")
    static let fragment = Refusal.malformed("its target has a fragment, which is the client's own")

    /// - Parameter lineLength: of its first line, as far as it had come.
    init(_ error: any Error, limits: ListenerLimits, lineLength: Int) {
        guard let error = error as? HTTPParserError else {
            self = .malformed("\(error)")
            return
        }
        switch error {
        case .headerOverflow where lineLength > limits.head: self = .targetTooLong(limit: limits.head)
        case .headerOverflow: self = .headTooLarge(limits)
        case .invalidMethod: self = .unknownMethod
        case .invalidVersion: self = .unsupportedVersion
        case .invalidContentLength, .unexpectedContentLength:
            self = .malformed(
                "its Content-Length is not one whole number, or stands beside another or Transfer-Encoding")
        case .invalidChunkSize: self = .malformed("the size of a chunk is not a hexadecimal number")
        case .invalidHeaderToken: self = .malformed("a header field has a character that is not allowed there")
        case .invalidURL: self = .malformed("its target has a character that must be percent-encoded")
        case .invalidEOFState, .closedConnection: self = .malformed("it ends before it is complete")
        case .lfExpected, .strictModeAssertion: self = .malformed("a line does not end in CRLF")
        // The parser's one name for both.
        case .unknown:
            self = .malformed(
                "a line does not end in CRLF, or Transfer-Encoding does not end in chunked or stands beside Content-Length"
            )
        default: self = .malformed("it cannot be parsed")
        }
    }

    static func headTooLarge(_ limits: ListenerLimits) -> Refusal {
        .headTooLarge(limit: limits.head, fields: limits.headerFields)
    }

    var problem: Problem {
        switch self {
        case .malformed(let reason):
            Problem(
                status: 400, title: "Malformed request",
                detail: "This is not a request of HTTP (RFC 9112, RFC 9113): \(reason).")
        case .targetTooLong(let limit):
            Problem(
                status: 414, title: "URI too long",
                detail: "The target of a request and its header fields may have \(limit) bytes together.")
        case .headTooLarge(let limit, let fields):
            Problem(
                status: 431, title: "Request header fields too large",
                detail:
                    "The request line and header fields may have \(limit) bytes together, and there may be \(fields) fields."
            )
        case .bodyTooLarge(let limit):
            Problem(
                status: 413, title: "Content too large",
                detail: "The body of a request may have \(limit) bytes, its content coding taken off as well.")
        case .memoryInUse:
            Problem(
                status: 503, title: "Memory in use",
                detail:
                    "What clients have sent takes all the memory that this server may use. Ask again later, or start it with more: --memory."
            )
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
                status: 505, title: "HTTP version not supported",
                detail: "This server speaks HTTP/1.1 and HTTP/1.0, in lines that end in CRLF.")
        case .unsupportedTransferCoding(let coding):
            Problem(
                status: 501, title: "Transfer coding not supported",
                detail:
                    "The transfer coding \u{201C}\(coding)\u{201D} is not known here; send the body with Content-Length or chunked."
            )
        case .unsupportedContentCoding(let coding):
            Problem(
                status: 415, title: "Content coding not supported",
                detail:
                    "The content coding \u{201C}\(coding)\u{201D} cannot be taken off here; send the body as it is, or in one of \(Self.codings)."
            )
        case .brokenContent(let coding):
            Problem(
                status: 400, title: "Broken content",
                detail:
                    "The body is no whole \(coding), which its Content-Encoding says it is; send all of it, or leave that field out."
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
        case .plaintext:
            Problem(
                status: 400, title: "HTTP sent to a port of HTTPS",
                detail: "This port speaks HTTPS alone: begin the URL with https.")
        }
    }

    private static let codings = ContentCoding.known.joined(separator: ", ")

    /// Beside what a problem has.
    private var fields: HTTPFields {
        switch self {
        // RFC 9110, section 15.5.16.
        case .unsupportedContentCoding: [.acceptEncoding: Self.codings]
        case .memoryInUse: [.retryAfter: "1"]
        default: [:]
        }
    }

    var outgoing: OutgoingResponse {
        OutgoingResponse(PreparedResponse(problem.response(headers: fields)), delivery: Delivery(ending: .close))
    }
}
