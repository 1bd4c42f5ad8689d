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
}
