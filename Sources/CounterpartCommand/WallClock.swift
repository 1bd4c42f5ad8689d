// The time of day, for people who read a log.

import JSONSchema

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

enum WallClock {
    /// The moment, in the time zone of this machine.
    static var now: DateTime {
        var seconds = time(nil)
        var local = tm()
        localtime_r(&seconds, &local)
        return DateTime(secondsSinceEpoch: seconds, offset: local.tm_gmtoff / 60)
    }

    /// The moment in UTC, to the millisecond.
    static var moment: DateTime {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        let milliseconds = Int(time.tv_nsec) / 1_000_000
        return DateTime(secondsSinceEpoch: Int(time.tv_sec), nanosecond: milliseconds * 1_000_000)
    }
}
