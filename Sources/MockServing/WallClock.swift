// The time of day, for people who read a log.

import Foundation
package import JSONValues

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Times for logs and recordings.
package enum WallClock {
    /// The moment, in the time zone of this machine.
    package static var now: DateTime {
        var seconds = time(nil)
        var local = tm()
        localtime_r(&seconds, &local)
        return DateTime(secondsSinceEpoch: seconds, offset: local.tm_gmtoff / 60)
    }

    /// The moment in UTC, to the millisecond.
    package static var moment: DateTime {
        let milliseconds = Int((Date().timeIntervalSince1970 * 1_000).rounded(.down))
        return DateTime(
            secondsSinceEpoch: milliseconds / 1_000, nanosecond: milliseconds % 1_000 * 1_000_000)
    }
}
