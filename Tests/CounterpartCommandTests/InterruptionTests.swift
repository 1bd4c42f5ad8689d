// What a signal does to a program that has no time for it.

import Foundation
import Testing

@testable import CounterpartCommand

@Suite(.timeLimit(.minutes(1))) struct InterruptionTests {
    @Test func aBusyProgramIsEndedByForce() async {
        await #expect(processExitsWith: .exitCode(128 + SIGTERM)) {
            _ = Interruption(grace: .milliseconds(200))
            kill(getpid(), SIGTERM)
            while true { usleep(10_000) }
        }
        await #expect(processExitsWith: .exitCode(128 + SIGINT)) {
            _ = Interruption(grace: .milliseconds(200))
            kill(getpid(), SIGINT)
            while true { usleep(10_000) }
        }
    }

    @Test func whoIsDoneInTimeEndsByItself() async {
        await #expect(processExitsWith: .success) {
            let interruption = Interruption(grace: .seconds(30))
            kill(getpid(), SIGTERM)
            await interruption.wait()
        }
    }
}
