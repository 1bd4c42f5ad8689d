// The `Date` field of answers, made anew ten times a second at most.

import HTTPExchange
import NIOCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

struct DateLine {
    private var text = ""
    private var line: [UInt8] = []
    private var validUntil = NIODeadline.uptimeNanoseconds(0)

    /// `Date: …` with its CRLF (RFC 9110, section 6.6.1).
    mutating func bytes(at now: NIODeadline) -> [UInt8] {
        if now >= validUntil { renew(now) }
        return line
    }

    mutating func value(at now: NIODeadline) -> String {
        if now >= validUntil { renew(now) }
        return text
    }

    private mutating func renew(_ now: NIODeadline) {
        text = HTTPDate(secondsSince1970: Int(time(nil))).description
        line = Array("Date: \(text)\r\n".utf8)
        validUntil = now + .milliseconds(100)
    }
}
