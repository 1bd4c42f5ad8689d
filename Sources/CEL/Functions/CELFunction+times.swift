// What a calendar and a clock say of a timestamp, and what units a duration has.

import JSONValues

extension CELFunction {
    static func times(_ zones: CELTimeZones) -> [String: CELFunction] {
        let calendar: [CELFunction] = [
            part("getFullYear", zones) { clock, _ in clock.date.year },
            part("getMonth", zones) { clock, _ in clock.date.month - 1 },
            part("getDayOfYear", zones) { clock, _ in clock.date.dayOfYear },
            part("getDayOfMonth", zones) { clock, _ in clock.date.day - 1 },
            part("getDate", zones) { clock, _ in clock.date.day },
            part("getDayOfWeek", zones) { clock, _ in clock.date.dayOfWeek },
            part("getHours", zones, nanosecondsInUnit: 3_600_000_000_000) { clock, _ in clock.time.hour },
            part("getMinutes", zones, nanosecondsInUnit: 60_000_000_000) { clock, _ in clock.time.minute },
            part("getSeconds", zones, nanosecondsInUnit: 1_000_000_000) { clock, _ in clock.time.second },
            part("getMilliseconds", zones, nanosecondsInUnit: 1_000_000) { _, time in Int(time.nanoseconds) / 1_000_000
            },
        ]
        return Dictionary(calendar.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// A part of a timestamp in UTC or in a zone; of a duration its whole length in that unit.
    private static func part(
        _ name: String, _ zones: CELTimeZones, nanosecondsInUnit: Int64? = nil,
        _ read: @escaping @Sendable (DateTime, CELTimestamp) -> Int
    ) -> CELFunction {
        var overloads: [CELOverload] = [
            .member(.timestamp, result: .int), .member(.timestamp, .string, result: .int),
        ]
        if nanosecondsInUnit != nil { overloads.append(.member(.duration, result: .int)) }
        return CELFunction(
            name, overloads,
            .variadic { arguments, _ throws(CELFailure) in
                switch (arguments.first, arguments.count) {
                case (.timestamp(let time), 1): return .int(Int64(read(time.clock(offset: 0), time)))
                case (.timestamp(let time), 2):
                    guard case .string(let zone) = arguments[1] else { return nil }
                    let offset = try zones.offset(of: zone, at: time.seconds)
                    return .int(Int64(read(time.clock(offset: offset), time)))
                case (.duration(let span), 1): return nanosecondsInUnit.map { .int(span.nanoseconds / $0) }
                default: return nil
                }
            })
    }
}
