// How long a client may take. Knows no timer: it is told the time and asked for its verdict.

import NIOCore

struct ConnectionClock {
    enum Verdict: Hashable {
        case inTime
        /// A request has begun and is not complete.
        case tooSlow
        case idle
        /// The client does not read its answers.
        case stalled
    }

    private let requestTime: TimeAmount
    private let idleTime: TimeAmount
    private let stallTime: TimeAmount
    private var idleSince: NIODeadline
    private var receivingSince: NIODeadline?
    private var stalledSince: NIODeadline?
    private var isHeld = false
    private var requestsInRead = 0

    init(limits: ListenerLimits, now: NIODeadline) {
        requestTime = TimeAmount(limits.requestTime)
        idleTime = TimeAmount(limits.idleTime)
        stallTime = TimeAmount(limits.stallTime)
        idleSince = now
    }

    /// How often the verdict is to be asked for: a client is found out no later than half its time too late.
    var tick: TimeAmount { .nanoseconds(max(1_000_000, min(requestTime, idleTime, stallTime).nanoseconds / 2)) }

    mutating func requestArrived(_ now: NIODeadline) {
        requestsInRead += 1
        isHeld = false
        receivingSince = nil
        idleSince = now
    }

    /// A part of content has come, or can be taken again: the time for the next begins.
    mutating func contentArrived(_ now: NIODeadline) {
        isHeld = false
        receivingSince = now
    }

    /// There is no room for more content: it is not the client that is waited for.
    mutating func contentIsHeld() {
        isHeld = true
        receivingSince = nil
    }

    /// Bytes that complete no request are the beginning of one: that is when its time starts.
    mutating func readEnded() {
        if requestsInRead == 0, receivingSince == nil, !isHeld { receivingSince = .now() }
        requestsInRead = 0
    }

    /// The client sends nothing more; it may still read for as long as its answers take.
    mutating func inputEnded() { receivingSince = nil }

    mutating func writability(_ isWritable: Bool, _ now: NIODeadline) {
        stalledSince = isWritable ? nil : now
    }

    mutating func verdict(_ now: NIODeadline, isReceiving: Bool, isAnswering: Bool) -> Verdict {
        if let stalledSince, now - stalledSince > stallTime { return .stalled }
        if isReceiving, receivingSince == nil { receivingSince = now }
        if let receivingSince, now - receivingSince > requestTime { return .tooSlow }
        if isAnswering || isReceiving { idleSince = now }
        return now - idleSince > idleTime ? .idle : .inTime
    }
}
