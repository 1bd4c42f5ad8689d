// The request fields that this program reads, each with a number.

import HTTPTypes

/// A field that is found without comparing names: they are compared once, when the head is made.
package enum KnownField: UInt8, BitwiseCopyable, CaseIterable, Sendable {
    /// Any field that is not listed here.
    case other
    case accept, acceptEncoding, accessControlRequestMethod, authorization, connection, contentEncoding, contentLength
    case contentType, cookie, expect, host, ifMatch, ifModifiedSince, ifNoneMatch, ifRange, ifUnmodifiedSince
    case lastEventID, origin, prefer
    case proxyConnection, session, transferEncoding, upgrade

    /// In lower case.
    private var text: StaticString {
        switch self {
        case .other: ""
        case .accept: "accept"
        case .acceptEncoding: "accept-encoding"
        case .accessControlRequestMethod: "access-control-request-method"
        case .authorization: "authorization"
        case .connection: "connection"
        case .contentEncoding: "content-encoding"
        case .contentLength: "content-length"
        case .contentType: "content-type"
        case .cookie: "cookie"
        case .expect: "expect"
        case .host: "host"
        case .ifMatch: "if-match"
        case .ifModifiedSince: "if-modified-since"
        case .ifNoneMatch: "if-none-match"
        case .ifRange: "if-range"
        case .ifUnmodifiedSince: "if-unmodified-since"
        case .lastEventID: "last-event-id"
        case .origin: "origin"
        case .prefer: "prefer"
        case .proxyConnection: "proxy-connection"
        case .session: "counterpart-session"
        case .transferEncoding: "transfer-encoding"
        case .upgrade: "upgrade"
        }
    }

    /// In lower case.
    package var name: String { "\(text)" }

    /// - Parameter name: a token, in whatever case.
    @inline(__always)
    init(named name: UnsafeRawBufferPointer) {
        self =
            switch name.count {
            case 4: .host.orOther(name)
            case 6:
                switch name[1] | 0x20 {
                case UInt8(ascii: "c"): .accept.orOther(name)
                case UInt8(ascii: "r"):
                    name[0] | 0x20 == UInt8(ascii: "o") ? .origin.orOther(name) : .prefer.orOther(name)
                case UInt8(ascii: "x"): .expect.orOther(name)
                default: .cookie.orOther(name)
                }
            case 7: .upgrade.orOther(name)
            case 8: name[3] | 0x20 == UInt8(ascii: "m") ? .ifMatch.orOther(name) : .ifRange.orOther(name)
            case 10: .connection.orOther(name)
            case 12: .contentType.orOther(name)
            case 13:
                switch name[0] | 0x20 {
                case UInt8(ascii: "a"): .authorization.orOther(name)
                case UInt8(ascii: "i"): .ifNoneMatch.orOther(name)
                default: .lastEventID.orOther(name)
                }
            case 14: .contentLength.orOther(name)
            case 15: .acceptEncoding.orOther(name)
            case 16:
                name[0] | 0x20 == UInt8(ascii: "c") ? .contentEncoding.orOther(name) : .proxyConnection.orOther(name)
            case 17:
                name[0] | 0x20 == UInt8(ascii: "t") ? .transferEncoding.orOther(name) : .ifModifiedSince.orOther(name)
            case 19: name[0] | 0x20 == UInt8(ascii: "c") ? .session.orOther(name) : .ifUnmodifiedSince.orOther(name)
            case 29: .accessControlRequestMethod.orOther(name)
            default: .other
            }
    }

    /// The field, if that is its name, which is as long.
    @inline(__always)
    private func orOther(_ name: UnsafeRawBufferPointer) -> KnownField {
        let own = text.utf8Start
        for index in 0..<name.count where name[index] | 0x20 != own[index] { return .other }
        return self
    }
}

/// Which fields a request has, and which of them in several lines.
struct KnownFields: BitwiseCopyable, Sendable {
    private var present: UInt32 = 0
    private var repeated: UInt32 = 0

    @inline(__always)
    func contains(_ field: KnownField) -> Bool { present &>> UInt32(field.rawValue) & 1 == 1 }

    @inline(__always)
    func isRepeated(_ field: KnownField) -> Bool { repeated &>> UInt32(field.rawValue) & 1 == 1 }

    @inline(__always)
    mutating func insert(_ field: KnownField) {
        let bit: UInt32 = 1 &<< UInt32(field.rawValue)
        repeated |= present & bit
        present |= bit
    }
}
