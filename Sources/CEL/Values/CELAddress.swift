// Addresses and networks of IPv4 and IPv6.

import Expressions

/// An address. IPv4 stands in the last 32 bits; an IPv6 address that maps an IPv4 one is equal to it.
package struct CELAddress: Hashable, Sendable {
    var high: UInt64
    var low: UInt64
    var isIPv4: Bool

    init(high: UInt64, low: UInt64, isIPv4: Bool) {
        // ::ffff:a.b.c.d is the IPv4 address a.b.c.d
        let mapped = !isIPv4 && high == 0 && low >> 32 == 0xFFFF
        self.high = high
        self.low = mapped ? low & 0xFFFF_FFFF : low
        self.isIPv4 = isIPv4 || mapped
    }

    /// Reads an IPv4 address in four decimal parts, or an IPv6 address by RFC 4291, section 2.2, without a zone and
    /// without an IPv4 address in it.
    init(_ text: String) throws(CELFailure) {
        if text.contains("%") { throw CELFailure(.invalid("IP Address with zone value is not allowed: '\(text)'")) }
        if text.contains(":"), text.contains(".") {
            throw CELFailure(.invalid("IPv4-mapped IPv6 address is not allowed: '\(text)'"))
        }
        guard let address = text.contains(":") ? CELAddress.ipv6(text) : CELAddress.ipv4(text) else {
            throw CELFailure(.invalid("IP Address '\(text)' parse error during conversion from string"))
        }
        self = address
    }

    private static func ipv4(_ text: String) -> CELAddress? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var value: UInt64 = 0
        for part in parts {
            guard (1...3).contains(part.utf8.count), part.utf8.allSatisfy({ isDigit($0) }), let byte = UInt8(part),
                part.utf8.count == 1 || !part.hasPrefix("0")
            else { return nil }
            value = value << 8 | UInt64(byte)
        }
        return CELAddress(high: 0, low: value, isIPv4: true)
    }

    private static func ipv6(_ text: String) -> CELAddress? {
        let halves = text.split(separator: "::", maxSplits: 2, omittingEmptySubsequences: false)
        guard halves.count <= 2 else { return nil }
        func groups(_ half: Substring) -> [UInt16]? {
            if half.isEmpty { return [] }
            var groups: [UInt16] = []
            for part in half.split(separator: ":", omittingEmptySubsequences: false) {
                guard (1...4).contains(part.utf8.count), part.utf8.allSatisfy({ hexValue($0) != nil }),
                    let group = UInt16(part, radix: 16)
                else { return nil }
                groups.append(group)
            }
            return groups
        }
        guard let front = groups(halves[0]), let back = halves.count == 2 ? groups(halves[1]) : [] else { return nil }
        let missing = 8 - front.count - back.count
        guard halves.count == 2 ? missing >= 1 : missing == 0 else { return nil }
        let all = front + Array(repeating: 0, count: missing) + back
        func joined(_ groups: ArraySlice<UInt16>) -> UInt64 { groups.reduce(0) { $0 << 16 | UInt64($1) } }
        return CELAddress(high: joined(all[0..<4]), low: joined(all[4..<8]), isIPv4: false)
    }
}

extension CELAddress {
    var isUnspecified: Bool { high == 0 && low == 0 }
    var isLoopback: Bool { isIPv4 ? low >> 24 == 127 : high == 0 && low == 1 }
    var isMulticast: Bool { isIPv4 ? low >> 28 == 0xE : high >> 56 == 0xFF }
    var isLinkLocalUnicast: Bool { isIPv4 ? low >> 16 == 0xA9FE : high >> 54 == 0x3FA }
    /// 224.0.0.0/24, or the multicast addresses of IPv6 whose scope is the link.
    var isLinkLocalMulticast: Bool { isIPv4 ? low >> 8 == 0xE00000 : high >> 56 == 0xFF && high >> 48 & 0xF == 2 }
    var isGlobalUnicast: Bool {
        !isUnspecified && !isLoopback && !isMulticast && !isLinkLocalUnicast && !(isIPv4 && low == 0xFFFF_FFFF)
    }

    /// The address with all but its first bits zero.
    func masked(to prefix: Int) -> CELAddress {
        if isIPv4 {
            return CELAddress(high: 0, low: low & (0xFFFF_FFFF << UInt64(32 - prefix)) & 0xFFFF_FFFF, isIPv4: true)
        }
        let highMask: UInt64 = prefix >= 64 ? .max : ~(UInt64.max >> UInt64(prefix))
        let lowMask: UInt64 = prefix <= 64 ? 0 : prefix == 128 ? .max : ~(UInt64.max >> UInt64(prefix - 64))
        var masked = self
        masked.high &= highMask
        masked.low &= lowMask
        return masked
    }
}

extension CELAddress: CustomStringConvertible {
    /// The canonical text: RFC 5952 for IPv6.
    package var description: String {
        if isIPv4 {
            return [24, 16, 8, 0].map { String(low >> UInt64($0) & 0xFF) }.joined(separator: ".")
        }
        let groups =
            [48, 32, 16, 0].map { high >> UInt64($0) & 0xFFFF } + [48, 32, 16, 0].map { low >> UInt64($0) & 0xFFFF }
        var longest = 0..<0
        var start = 0
        while start < 8 {
            let run = groups[start...].prefix { $0 == 0 }
            if run.count > max(longest.count, 1) { longest = run.indices }
            start += max(run.count, 1)
        }
        func hex(_ groups: ArraySlice<UInt64>) -> String { groups.map { String($0, radix: 16) }.joined(separator: ":") }
        return longest.isEmpty
            ? hex(groups[...]) : hex(groups[..<longest.lowerBound]) + "::" + hex(groups[longest.upperBound...])
    }
}

/// An address and how many of its first bits name the network, `192.168.0.0/24`.
package struct CELNetwork: Hashable, Sendable {
    var address: CELAddress
    var prefix: Int

    init(address: CELAddress, prefix: Int) {
        self.address = address
        self.prefix = prefix
    }

    init(_ text: String) throws(CELFailure) {
        if text.contains("%") { throw CELFailure(.invalid("CIDR with zone value is not allowed: '\(text)'")) }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...3).contains(parts[1].utf8.count), parts[1].utf8.allSatisfy({ isDigit($0) }),
            parts[1] == "0" || !parts[1].hasPrefix("0"), let prefix = Int(parts[1])
        else { throw CELFailure(.invalid("network address parse error during conversion from string: '\(text)'")) }
        let address = try CELAddress(String(parts[0]))
        guard prefix <= (address.isIPv4 ? 32 : 128) else {
            throw CELFailure(.invalid("network address parse error during conversion from string: '\(text)'"))
        }
        self.init(address: address, prefix: prefix)
    }

    func contains(_ other: CELAddress) -> Bool {
        other.isIPv4 == address.isIPv4 && other.masked(to: prefix) == address.masked(to: prefix)
    }

    func contains(_ other: CELNetwork) -> Bool { other.prefix >= prefix && contains(other.address) }
}

extension CELNetwork: CustomStringConvertible {
    package var description: String { "\(address)/\(prefix)" }
}
