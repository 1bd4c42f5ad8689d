// What `Host` may have as its value.

import JSONSchema

/// `uri-host [ ":" port ]`, or nothing (RFC 9110, section 7.2; RFC 3986, section 3.2). A server refuses every other (RFC 9112, section
/// 3.2): what two readers take for two hosts, one of them takes for a host that it trusts.
package enum HostField {
    /// Whether the value is one host, with a port or without.
    package static func isValid(_ value: String) -> Bool {
        var value = value
        return value.withUTF8 { isValid(UnsafeRawBufferPointer($0), 0..<$0.count) }
    }

    /// Without the port, in lower case.
    package static func name(_ value: String) -> String {
        let value = value.lowercased()
        if value.hasPrefix("[") { return String(value.prefix { $0 != "]" }.dropFirst()) }
        return String(value.prefix { $0 != ":" })
    }

    /// Whether whoever owns the name can make it lead to this machine, as an attack on browsers does (DNS rebinding): names that are looked up
    /// in the Internet. Addresses are no names, and names of one part and those of RFC 6761, 6762, 8375 and 9476 are of nobody there.
    package static func canBeRebound(_ value: String) -> Bool {
        if value.hasPrefix("[") { return false }
        var labels = name(value).split(separator: ".", omittingEmptySubsequences: true)
        guard labels.count > 1, let last = labels.popLast() else { return false }
        if last.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { return false }
        return ![
            "localhost", "local", "internal", "test", "example", "invalid", "alt", "lan", "home", "corp", "intranet",
        ]
        .contains(last) && !(last == "arpa" && labels.last == "home")
    }

    @inline(__always)
    static func isValid(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> Bool {
        var position = range.lowerBound
        let end = range.upperBound
        let name = ASCIISet.name
        while position < end, name.contains(bytes[position]) { position += 1 }
        guard position < end else { return true }
        guard bytes[position] == UInt8(ascii: ":") else { return isUncommon(bytes.text(range)) }
        position += 1
        while position < end, bytes[position] &- UInt8(ascii: "0") < 10 { position += 1 }
        return position == end
    }

    /// The same of addresses in brackets and of names with escapes, by the grammar of URIs. That knows no zones (RFC 6874).
    private static func isUncommon(_ value: String) -> Bool {
        guard value.utf8.allSatisfy({ ASCIISet.authority.contains($0) }) else { return false }
        var authority = value
        if value.hasPrefix("["), let mark = value.firstRange(of: "%25"), let end = value.firstIndex(of: "]"),
            mark.upperBound < end
        {
            guard Format.uriReference.accepts("//" + value[mark.upperBound..<end]) else { return false }
            authority.removeSubrange(mark.lowerBound..<end)
        }
        return Format.uriReference.accepts("//" + authority)
    }
}
