// Addresses of IPv4 and IPv6 as text.

import JSONValues

enum IPAddress {
    /// `dotted-quad` of RFC 2673, section 3.2: four decimal numbers without leading zeros.
    static func isVersion4(_ text: TextBytes) -> Bool {
        let octets = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return octets.count == 4
            && octets.allSatisfy { octet in
                (1...3).contains(octet.count) && octet.allSatisfy(\.isDigit)
                    && (octet.count == 1 || octet.first != UInt8(ascii: "0"))
                    && octet.reduce(0) { $0 * 10 + Int($1 - 0x30) } <= 255
            }
    }

    /// RFC 4291, section 2.2: eight groups, one run of zero groups left out, an IPv4 address for the last two.
    static func isVersion6(_ text: TextBytes) -> Bool {
        guard text.count <= 45 else { return false }
        var groups = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        var count = 0
        if let last = groups.last, last.contains(UInt8(ascii: ".")) {
            guard isVersion4(last) else { return false }
            groups.removeLast()
            count = 2
            // The colon before the address must not read as an empty group.
            guard !groups.isEmpty else { return false }
        } else if let last = groups.last, last.isEmpty {
            guard groups.count > 2, groups[groups.count - 2].isEmpty else { return false }
            groups.removeLast()
        }
        if let first = groups.first, first.isEmpty {
            guard groups.count > 1, groups[1].isEmpty else { return false }
            groups.removeFirst()
        }
        let gaps = groups.filter(\.isEmpty).count
        count += groups.count - gaps
        guard gaps <= 1, groups.allSatisfy({ $0.count <= 4 && $0.allSatisfy(\.isHexDigit) }) else { return false }
        return gaps == 1 ? count < 8 : count == 8
    }
}
