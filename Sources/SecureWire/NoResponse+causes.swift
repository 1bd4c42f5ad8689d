// Which failure of the libraries below is which of ours.

import JSONValues
import AsyncHTTPClient
import HTTPExchange
import HTTPWire
import NIOCore
import NIOHTTP1
import NIOPosix

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

extension NoResponse {
    static func unsendable(target: String) -> NoResponse {
        NoResponse(
            kind: .unsendable, message: "The target \u{201C}\(target)\u{201D} cannot stand in a request line",
            remedy:
                "It must begin with a slash, with spaces, non-ASCII characters and lone percent signs percent-encoded.")
    }

    init(_ error: any Error, backend: BackendURL, timeout: Duration, bodyLimit: Int) {
        switch error {
        case let error as HTTPClientError:
            self = NoResponse(error, backend: backend, timeout: timeout)
        case let error as NIOConnectionError:
            self = NoResponse(error, backend: backend)
        case let error as IOError where error.errnoCode == ECONNREFUSED:
            self = .refused(backend)
        case let error as IOError where error.errnoCode == ECONNRESET || error.errnoCode == EPIPE:
            self = .closedEarly(backend)
        case is IOError:
            self = .unreachable(backend, reason: "\(error)")
        case HTTPParserError.invalidEOFState, ChannelError.ioOnClosedChannel, ChannelError.eof:
            self = .closedEarly(backend)
        case HTTPParserError.headerOverflow:
            self = NoResponse(
                kind: .tooLarge, message: "The fields of the answer of \(backend.origin) are longer than 80 KB",
                remedy: "Look into what it puts there: cookies that grow, or tokens.")
        case is HTTPParserError, is NIOHTTPDecoderError:
            self = NoResponse(
                kind: .malformed, message: "\(backend.origin) answered something that is not an HTTP/1.1 message",
                remedy:
                    "Is another kind of server listening on port \(backend.port), or one that speaks TLS? Then begin the URL with https."
            )
        case is IncomingContent.Incomplete:
            self = NoResponse(
                kind: .other, message: "The client broke off its request to \(backend.origin)",
                remedy: "Look into the client: it went, or sent nothing for too long.")
        case is NIOTooManyBytesError, is ResponseAccumulator.ResponseTooBigError:
            self = NoResponse(
                kind: .tooLarge, message: "\(backend.origin) answered with more than \(bodyLimit) bytes",
                remedy: "Ask for less, for instance with a page size.")
        default:
            let text = "\(error)"
            if text.contains("SSL") || text.contains("TLS") || text.contains("ertificate") {
                self = .noTLS(backend, reason: NoResponse.reason(ofTLS: text))
            } else {
                self = NoResponse(
                    kind: .other, message: "The request to \(backend.origin) failed: \(text)",
                    remedy: "Check that the backend is running and that its URL is right.")
            }
        }
    }

    /// The library names its own files beside the reason.
    private static func reason(ofTLS text: String) -> String {
        guard let mark = text.firstRange(of: "OPENSSL_internal:") else { return text }
        let name = text[mark.upperBound...].prefix { $0 == "_" || $0.isLetter || $0.isNumber }
        return name == "CERTIFICATE_VERIFY_FAILED"
            ? "its certificate is none that this machine trusts" : name.lowercased().replacing("_", with: " ")
    }

    private init(_ error: HTTPClientError, backend: BackendURL, timeout: Duration) {
        switch error {
        case .remoteConnectionClosed, .uncleanShutdown:
            self = .closedEarly(backend)
        case .connectTimeout:
            self = .unreachable(backend, reason: "it did not answer the connection attempt within \(timeout.seconds) s")
        case .readTimeout, .writeTimeout, .deadlineExceeded, .getConnectionFromPoolTimeout:
            self = NoResponse(
                kind: .timedOut, message: "\(backend.origin) did not answer within \(timeout.seconds) s",
                remedy: "Is it overloaded or stuck? --timeout gives it longer.")
        case .cancelled:
            self = NoResponse(
                kind: .other, message: "The client left before \(backend.origin) had answered",
                remedy: "Nobody waits for this answer any more.")
        case .tlsHandshakeTimeout:
            self = .noTLS(backend, reason: "the handshake took too long")
        case .invalidURL:
            self = NoResponse(
                kind: .unsendable, message: "The request's URL under \(backend.origin) is not a URL",
                remedy: "Percent-encode what may not stand in one (RFC 3986).")
        default:
            self = NoResponse(
                kind: .other, message: "The request to \(backend.origin) failed: \(error)",
                remedy: "Check that the backend is running and that its URL is right.")
        }
    }

    private init(_ error: NIOConnectionError, backend: BackendURL) {
        let failures = error.connectionErrors.map(\.error)
        if error.dnsAError != nil || error.dnsAAAAError != nil {
            self = .unreachable(backend, reason: "its name \(backend.host) cannot be resolved")
        } else if failures.contains(where: { ($0 as? IOError)?.errnoCode == ECONNREFUSED }) {
            self = .refused(backend)
        } else if failures.contains(where: { if case .connectTimeout? = $0 as? ChannelError { true } else { false } }) {
            self = .unreachable(backend, reason: "it did not answer the connection attempt in time")
        } else {
            self = .unreachable(backend, reason: failures.map { "\($0)" }.joined(separator: "; "))
        }
    }

    private static func refused(_ backend: BackendURL) -> NoResponse {
        NoResponse(
            kind: .refused, message: "Nothing listens on port \(backend.port) of \(backend.host)",
            remedy: "Start the backend, or correct the port in the URL.")
    }

    private static func closedEarly(_ backend: BackendURL) -> NoResponse {
        NoResponse(
            kind: .closedEarly, message: "\(backend.origin) closed the connection before its answer was complete",
            remedy: "Look into the backend's log: it may have crashed on this request.")
    }

    private static func unreachable(_ backend: BackendURL, reason: String) -> NoResponse {
        NoResponse(
            kind: .unreachable, message: "\(backend.origin) cannot be reached: \(reason)",
            remedy: "Check the host name and the network.")
    }

    private static func noTLS(_ backend: BackendURL, reason: String) -> NoResponse {
        NoResponse(
            kind: .tls, message: "No secure connection to \(backend.origin): \(reason)",
            remedy:
                "Check the server's certificate; --cacert names the authority that it is of. For a server without TLS begin the URL with http."
        )
    }
}

extension Duration {
    fileprivate var seconds: String {
        let (seconds, attoseconds) = components
        return attoseconds == 0 ? "\(seconds)" : "\(Double(seconds) + Double(attoseconds) / 1e18)"
    }
}
