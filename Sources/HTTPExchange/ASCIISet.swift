// Sets of ASCII characters that a byte is looked up in at once.

/// A set of ASCII characters.
package struct ASCIISet: Sendable {
    private let low: UInt64
    private let high: UInt64

    // As numbers, so that they are there when the program starts; each is letters, digits and some more.

    /// `!#$%&'*+-.^_`|~`: what a token has (RFC 9110, section 5.6.2).
    static let token = ASCIISet(low: 0x03FF_6CFA_0000_0000, high: 0x57FF_FFFF_C7FF_FFFE)
    /// What a path and a query have (RFC 3986, sections 3.3 and 3.4), and the brackets that they are often given.
    static let target = ASCIISet(low: 0xAFFF_FFF2_0000_0000, high: 0x47FF_FFFE_AFFF_FFFF)
    /// What a registered name without escapes and an IPv4 address have (RFC 3986, section 3.2.2).
    static let name = ASCIISet(low: 0x2BFF_7FD2_0000_0000, high: 0x47FF_FFFE_87FF_FFFE)
    /// What any host and its port have.
    static let authority = ASCIISet(low: 0x2FFF_7FF2_0000_0000, high: 0x47FF_FFFE_AFFF_FFFE)

    /// - Parameters:
    ///   - low: a bit for each of the first 64.
    ///   - high: a bit for each of the others.
    private init(low: UInt64, high: UInt64) {
        self.low = low
        self.high = high
    }

    @inline(__always)
    func contains(_ byte: UInt8) -> Bool {
        byte < 128 && (byte < 64 ? low : high) &>> UInt64(byte) & 1 == 1
    }
}
