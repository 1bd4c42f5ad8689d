// The bytes of one request's path while it is routed, with what parameters have taken of it so far.

/// Borrowed memory: not to leave the closure that it was lent to. The bytes are in the spelling of `PathText`; the first slash is
/// left out.
struct PathBytes {
    let bytes: UnsafeBufferPointer<UInt8>
    private let captures: UnsafeMutableBufferPointer<Range<Int>>
    var captureCount = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>, captures: UnsafeMutableBufferPointer<Range<Int>>) {
        self.bytes = bytes
        self.captures = captures
    }

    /// What the parameters took, in order.
    var captured: UnsafeMutableBufferPointer<Range<Int>>.SubSequence { captures[..<captureCount] }

    mutating func capture(_ range: Range<Int>) {
        captures[captureCount] = range
        captureCount += 1
    }

    func text(_ range: Range<Int>) -> String {
        String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
    }

    func has(_ literal: [UInt8], at start: Int, before end: Int) -> Bool {
        guard literal.count <= end - start else { return false }
        for index in literal.indices where bytes[start + index] != literal[index] { return false }
        return true
    }

    /// The segment that starts here and its hash. After the last one there is none: what follows it starts past the end.
    func segment(at start: Int, seed: Int) -> (range: Range<Int>, hash: PathHash)? {
        guard start <= bytes.count else { return nil }
        var hash = PathHash(seed: seed)
        var end = start
        while end < bytes.count, bytes[end] != UInt8(ascii: "/") {
            hash.add(bytes[end])
            end += 1
        }
        return (start..<end, hash)
    }
}

/// A hash of a node and a text (FNV-1a). Only the contract fills tables with it, so no request can make them collide.
struct PathHash: Equatable {
    private(set) var value: UInt64

    init(seed: Int) { value = 0xCBF2_9CE4_8422_2325 ^ (UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9_7F4A_7C15) }

    @inline(__always) mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
}
