// Reads the `latency` section.

import CEL
import JSONValues
import HTTPExchange
import SourceDocuments
import OpenAPIContract

extension MockFileReader {
    mutating func latency(_ value: Located) -> Latency {
        var latency = Latency()
        if value.json == "recorded" {
            latency.standard = latencyModel(value)
            return latency
        }
        guard !value.json.isNull, object(value, "'latency'", fields: ["profile", "default", "operations"]) else {
            return latency
        }
        if let profile = value["profile"], let name = text(profile, "'profile'") {
            latency.profile = NetworkProfile(rawValue: name)
            if latency.profile == nil {
                unknown("profile", name, among: NetworkProfile.allCases.map(\.rawValue), at: profile.place)
            }
        }
        if let standard = value["default"] { latency.standard = latencyModel(standard) }
        for (name, value) in members("operations", of: value) {
            guard let operation = operation(named: name, at: value.place) else { continue }
            latency.operations[operation.index] = latencyModel(value)
        }
        return latency
    }

    /// `300ms`, or a mapping with a distribution, a pace, or both.
    mutating func latencyModel(_ value: Located) -> LatencyModel {
        if value.json == "recorded" { return LatencyModel(delay: DelayModel(.recorded)) }
        if case .string = value.json {
            return LatencyModel(delay: duration(value, "a latency").map { DelayModel(.fixed($0)) })
        }
        let shapes = ["fixed", "uniform", "normal", "lognormal", "recorded"]
        guard object(value, "a latency", fields: shapes + ["min", "max", "bandwidth", "slices", "events"]) else {
            return LatencyModel()
        }
        let given = shapes.filter { value[$0] != nil }
        if given.count > 1 {
            report(
                .invalidValue, "a latency has one distribution", found: given.joined(separator: " and "),
                remedy: "Keep one of them.", at: value.place)
        }
        let cap = value["max"].flatMap { duration($0, "'max'") }
        let floor = value["min"].flatMap { duration($0, "'min'") } ?? .zero
        if let cap, floor > cap, let written = value["min"] {
            report(
                .invalidValue, "'min' is longer than 'max'", remedy: "Let them change places.", at: written.place)
        }
        var model = LatencyModel()
        if let name = given.first, let written = value[name], let shape = delayShape(name, written) {
            model.delay = DelayModel(shape, cap: cap, floor: floor)
        } else if given.isEmpty, let bound = value["max"] ?? value["min"] {
            report(
                .invalidValue, "'max' and 'min' bound nothing", remedy: "Give a distribution as well.", at: bound.place)
        }
        model.pace = pace(value)
        model.events = value["events"].flatMap { eventPace($0) }
        return model
    }

    /// `1s` from one event to the next, or a mapping that also says whether the answer ends after the last.
    private mutating func eventPace(_ value: Located) -> EventPace? {
        if case .string = value.json { return duration(value, "'events'").map { EventPace(every: $0) } }
        guard object(value, "'events'", fields: ["every", "ends"]) else { return nil }
        var pace = EventPace.usual
        if let every = value["every"] {
            guard let every = duration(every, "'every'") else { return nil }
            pace.every = every
        }
        if let ends = value["ends"] {
            guard let flag = ends.json.bool else {
                wrongType(ends, "'ends'", expected: "true or false")
                return nil
            }
            pace.ends = flag
        }
        return pace
    }

    private mutating func delayShape(_ name: String, _ value: Located) -> DelayModel.Shape? {
        switch name {
        case "fixed": return duration(value, "'fixed'").map { .fixed($0) }
        case "recorded":
            guard value.json == true else {
                report(.invalidValue, "'recorded' is on", expected: "true", at: value.place)
                return nil
            }
            return .recorded
        case "uniform":
            guard let (low, high) = durations("from", "to", of: value, "'uniform'") else { return nil }
            guard low <= high else {
                report(.invalidValue, "'from' is longer than 'to'", remedy: "Let them change places.", at: value.place)
                return nil
            }
            return .uniform(low, high)
        case "normal":
            return durations("mean", "deviation", of: value, "'normal'").map { .normal(mean: $0.0, deviation: $0.1) }
        default:
            if let sigma = value["sigma"] {
                guard object(value, "'lognormal'", fields: ["median", "sigma"]), let median = value["median"],
                    let median = duration(median, "'median'"), let sigma = number(sigma, "'sigma'", 0...10)
                else { return nil }
                return .lognormal(median: median, sigma: sigma)
            }
            guard let (median, p95) = durations("median", "p95", of: value, "'lognormal'", or: ["sigma"]) else {
                return nil
            }
            guard let sigma = DelayModel.sigma(median: median, p95: p95) else {
                report(
                    .invalidValue, "'median' must be above zero and no longer than 'p95'",
                    remedy: "Write it like {median: 80ms, p95: 240ms}.", at: value.place)
                return nil
            }
            return .lognormal(median: median, sigma: sigma)
        }
    }

    private mutating func durations(
        _ first: String, _ second: String, of value: Located, _ what: String, or others: [String] = []
    ) -> (Duration, Duration)? {
        guard object(value, what, fields: [first, second] + others) else { return nil }
        guard let one = value[first], let two = value[second] else {
            report(
                .missingField, "\(what) lacks '\(value[first] == nil ? first : second)'",
                expected: "\(first) and \(second)", at: value.place)
            return nil
        }
        guard let one = duration(one, "'\(first)'"), let two = duration(two, "'\(second)'") else { return nil }
        return (one, two)
    }

    private mutating func pace(_ value: Located) -> Pace? {
        if let slices = value["slices"] {
            if let bandwidth = value["bandwidth"] {
                report(
                    .invalidValue, "a latency has slices or a bandwidth, not both", remedy: "Keep one of them.",
                    at: bandwidth.place)
            }
            guard object(slices, "'slices'", fields: ["count", "over"]), let count = slices["count"],
                let over = slices["over"]
            else {
                report(
                    .missingField, "'slices' needs 'count' and 'over'",
                    remedy: "Say how many there are, in how long: {count: 5, over: 2s}.", at: slices.place)
                return nil
            }
            guard let count = whole(count, "'count'", 1...10_000), let over = duration(over, "'over'") else {
                return nil
            }
            return .slices(count: count, over: over)
        }
        guard let bandwidth = value["bandwidth"], let text = text(bandwidth, "'bandwidth'") else { return nil }
        guard let bits = MockFileReader.bitsPerSecond(text) else {
            report(
                .invalidValue, "this is no bandwidth", found: text, expected: "such as 780kbps, 1.6Mbps or 100kB/s",
                at: bandwidth.place)
            return nil
        }
        return .bandwidth(bytesPerSecond: max(bits / 8, 1))
    }

    static func bitsPerSecond(_ text: String) -> Int? {
        let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let units = ["bps": 1.0, "kbps": 1e3, "Mbps": 1e6, "Gbps": 1e9, "B/s": 8, "kB/s": 8e3, "MB/s": 8e6]
        guard let value = Double(number), let unit = units[text.dropFirst(number.count).filter { $0 != " " }],
            (8...1e12).contains(value * unit)
        else { return nil }
        return Int(value * unit)
    }
}

// MARK: - Quantities

extension MockFileReader {
    /// `80ms`, `1.5s`, `2m`: at most an hour unless another bound is given.
    mutating func duration(
        _ value: Located, _ what: String, longest: Duration = .longestDelay
    ) -> Duration? {
        guard case .string(let text) = value.json, let parsed = CELDuration(text) else {
            report(
                .invalidValue, "\(what) is no length of time", found: value.json.serialized(),
                expected: "a number with its unit, such as 300ms, 1.5s or 2m", at: value.place)
            return nil
        }
        let duration = Duration.nanoseconds(parsed.nanoseconds)
        guard duration >= .zero, duration <= longest else {
            report(
                .invalidValue, "\(what) is out of range", found: text,
                expected: "from 0s to \(longest.components.seconds)s", at: value.place)
            return nil
        }
        return duration
    }

    mutating func number(_ value: Located, _ what: String, _ range: ClosedRange<Double>) -> Double? {
        guard let number = value.json.number?.double, range.contains(number) else {
            report(
                .invalidValue, "\(what) is out of range", found: value.json.serialized(),
                expected: "a number from \(range.lowerBound) to \(range.upperBound)", at: value.place)
            return nil
        }
        return number
    }

    mutating func whole(_ value: Located, _ what: String, _ range: ClosedRange<Int>) -> Int? {
        guard let number = value.json.number?.int64, range.contains(Int(number)) else {
            report(
                .invalidValue, "\(what) is out of range", found: value.json.serialized(),
                expected: "a whole number from \(range.lowerBound) to \(range.upperBound)", at: value.place)
            return nil
        }
        return Int(number)
    }

    /// `10%`, or a number from 0 to 1.
    mutating func share(_ value: Located, _ what: String) -> Double? {
        if case .string(let text) = value.json, text.hasSuffix("%"), let percent = Double(text.dropLast()),
            (0...100).contains(percent)
        {
            return percent / 100
        }
        if let number = value.json.number?.double, (0...1).contains(number) { return number }
        report(
            .invalidValue, "\(what) is no share", found: value.json.serialized(),
            expected: "such as 10%, or a number from 0 to 1", at: value.place)
        return nil
    }
}
