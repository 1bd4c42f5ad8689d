// What time a client may take, told by a clock that the test holds.

import NIOCore
import Testing

@testable import HTTPWire

@Suite struct ConnectionClockTests {
    private let start = NIODeadline.uptimeNanoseconds(1_000_000_000)

    private func clock() -> ConnectionClock {
        var limits = ListenerLimits()
        limits.requestTime = .seconds(10)
        limits.idleTime = .seconds(60)
        limits.stallTime = .seconds(20)
        return ConnectionClock(limits: limits, now: start)
    }

    @Test func anIdleConnectionEndsAfterItsTime() {
        var clock = clock()
        #expect(clock.verdict(start + .seconds(60), isReceiving: false, isAnswering: false) == .inTime)
        #expect(clock.verdict(start + .seconds(61), isReceiving: false, isAnswering: false) == .idle)
    }

    @Test func anAnswerThatTakesLongIsNotIdleness() {
        var clock = clock()
        clock.requestArrived(start)
        #expect(clock.verdict(start + .seconds(300), isReceiving: false, isAnswering: true) == .inTime)
        #expect(clock.verdict(start + .seconds(359), isReceiving: false, isAnswering: false) == .inTime)
        #expect(clock.verdict(start + .seconds(361), isReceiving: false, isAnswering: false) == .idle)
    }

    @Test func aRequestThatStaysIncompleteIsTooSlow() {
        var clock = clock()
        #expect(clock.verdict(start, isReceiving: true, isAnswering: false) == .inTime)
        #expect(clock.verdict(start + .seconds(11), isReceiving: true, isAnswering: false) == .tooSlow)
        clock.requestArrived(start + .seconds(11))
        #expect(clock.verdict(start + .seconds(12), isReceiving: false, isAnswering: true) == .inTime)
    }

    @Test func aClientThatDoesNotReadIsStalled() {
        var clock = clock()
        clock.writability(false, start)
        #expect(clock.verdict(start + .seconds(21), isReceiving: false, isAnswering: true) == .stalled)
        clock.writability(true, start + .seconds(22))
        #expect(clock.verdict(start + .seconds(23), isReceiving: false, isAnswering: true) == .inTime)
    }
}
