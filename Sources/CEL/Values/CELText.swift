// Strings by their code points: CEL neither normalises nor counts graphemes.

/// Whether two strings are the same code points; Swift's `==` would take é for e with an accent beside it.
@inline(__always)
func sameText(_ left: String, _ right: String) -> Bool {
    let count = left.utf8.count
    guard count == right.utf8.count else { return false }
    return withBytes(left) { left in
        withBytes(right) { right in
            for index in 0..<count where left[index] != right[index] { return false }
            return true
        }
    }
}

/// Orders by code point, which is the order of UTF-8's bytes.
func textPrecedes(_ left: String, _ right: String) -> Bool {
    withBytes(left) { left in
        withBytes(right) { right in left.lexicographicallyPrecedes(right) }
    }
}

func combineText(_ text: String, into hasher: inout Hasher) {
    withBytes(text) { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(0xFF as UInt8)
}

/// Swift's own strings are contiguous UTF-8; those bridged from elsewhere are copied.
@inline(__always)
func withBytes<Result>(_ text: String, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if let result = text.utf8.withContiguousStorageIfAvailable(body) { return result }
    return Array(text.utf8).withUnsafeBufferPointer(body)
}
