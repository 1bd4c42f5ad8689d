// How far from UTC the clocks of a place are, at any time.

import Expressions
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(Darwin)
import Darwin
#endif

/// Where the rules of named time zones come from. An expression gives a name, never a path.
package struct CELTimeZones: Sendable {
    private let rules: @Sendable (String) -> TimeZoneRules?

    init(_ rules: @escaping @Sendable (String) -> TimeZoneRules?) { self.rules = rules }

    /// Only `UTC` and offsets such as `-02:30`.
    package static let none = CELTimeZones { _ in nil }

    /// The time zone database of the system, which every Unix has as files in the format of RFC 8536. Only names of its
    /// own kind are looked up (`Area/Place`, no dots), so that nothing beside it can be read.
    package static let system = CELTimeZones { name in
        guard name.utf8.count <= 64, !name.hasPrefix("/"),
            name.utf8.allSatisfy({ isNameStart($0) || isDigit($0) || "/+-".utf8.contains($0) })
        else { return nil }
        return read.withLock { read in
            if let known = read[name] { return known }
            // What names are asked for is the expressions' choice, what is kept of them is not.
            if read.count == 64 { read = [:] }
            let rules = database(name)
            read[name] = .some(rules)
            return rules
        }
    }

    private static let read = Mutex<[String: TimeZoneRules?]>([:])

    private static func database(_ name: String) -> TimeZoneRules? {
        for directory in ["/usr/share/zoneinfo", "/var/db/timezone/zoneinfo", "/usr/lib/zoneinfo"] {
            if let bytes = contents(of: "\(directory)/\(name)"), let rules = TimeZoneRules(tzif: bytes) { return rules }
        }
        return nil
    }

    /// Seconds east of UTC at that time, in a zone that is named or given as `+02:00`, `-02:30` or `02:00`.
    func offset(of zone: String, at seconds: Int64) throws(CELFailure) -> Int {
        if zone == "UTC" || zone == "Z" { return 0 }
        if let fixed = CELTimeZones.fixedOffset(zone) { return fixed }
        guard let rules = rules(zone) else { throw CELFailure(.invalid("there is no time zone '\(zone)'")) }
        return rules.offset(at: seconds)
    }

    private static func fixedOffset(_ zone: String) -> Int? {
        var rest = zone[...]
        let negative = rest.hasPrefix("-")
        if negative || rest.hasPrefix("+") { rest = rest.dropFirst() }
        let parts = rest.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.utf8.count == 2 && $0.utf8.allSatisfy { isDigit($0) } }),
            let hours = Int(parts[0]), let minutes = Int(parts[1]), hours < 24, minutes < 60
        else { return nil }
        return (hours * 60 + minutes) * (negative ? -60 : 60)
    }
}

/// At most 1 MB of a regular file.
private func contents(of path: String) -> [UInt8]? {
    let file = open(path, O_RDONLY)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, (1...1_000_000).contains(status.st_size) else {
        return nil
    }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    let count = bytes.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
    return count == bytes.count ? bytes : nil
}

/// The transitions of one zone, and the rule that goes on after the last of them.
struct TimeZoneRules: Sendable {
    private var transitions: [(time: Int64, offset: Int)] = []
    private var first = 0
    private var rule: YearlyRule?

    /// Reads the 64-bit part of a file in the format of RFC 8536, section 3. Nil where it is none.
    init?(tzif bytes: [UInt8]) {
        guard bytes.starts(with: "TZif".utf8), bytes.count > 44, bytes[4] >= UInt8(ascii: "2") else { return nil }
        func integer(_ offset: Int, _ width: Int) -> Int64? {
            guard offset >= 0, offset + width <= bytes.count else { return nil }
            let value = bytes[offset..<offset + width].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
            return width == 4 ? Int64(Int32(truncatingIfNeeded: value)) : Int64(truncatingIfNeeded: value)
        }
        func header(_ offset: Int) -> [Int]? {
            let counts = (0..<6).compactMap { integer(offset + 20 + $0 * 4, 4) }
            return counts.count == 6 && counts.allSatisfy { (0...100_000).contains($0) } ? counts.map(Int.init) : nil
        }
        // Counts: UT and standard indicators, leap seconds, transitions, types, letters of abbreviations.
        guard let old = header(0) else { return nil }
        let start = 44 + old[3] * 5 + old[4] * 6 + old[5] + old[2] * 8 + old[1] + old[0]
        guard let counts = header(start) else { return nil }
        let times = start + 44
        let kinds = times + counts[3] * 8
        let types = kinds + counts[3]
        let end = types + counts[4] * 6 + counts[5] + counts[2] * 12 + counts[1] + counts[0]
        guard end <= bytes.count, counts[4] > 0, let first = integer(types, 4) else { return nil }
        self.first = Int(first)
        for index in 0..<counts[3] {
            guard Int(bytes[kinds + index]) < counts[4], let time = integer(times + index * 8, 8),
                let offset = integer(types + Int(bytes[kinds + index]) * 6, 4)
            else { return nil }
            transitions.append((time, Int(offset)))
        }
        // The footer: a rule between two line feeds.
        let footer = bytes[end...].dropFirst().prefix { $0 != UInt8(ascii: "\n") }
        rule = YearlyRule(String(decoding: footer, as: UTF8.self))
    }

    /// Seconds east of UTC.
    func offset(at time: Int64) -> Int {
        guard let last = transitions.last else { return rule?.offset(at: time) ?? first }
        if time >= last.time { return rule?.offset(at: time) ?? last.offset }
        var low = 0
        var high = transitions.count
        while low < high {
            let middle = (low + high) / 2
            if transitions[middle].time <= time { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? first : transitions[low - 1].offset
    }
}
