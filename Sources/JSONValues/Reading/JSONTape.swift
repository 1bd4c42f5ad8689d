// The flat form of a JSON text: one entry for each value, in the order of the text.

/// One value, 16 bytes.
@usableFromInline
struct JSONEntry: BitwiseCopyable {
    /// Where its text starts: at the first digit, behind the quote, at the bracket.
    @usableFromInline var offset: UInt32
    /// Strings and numbers: bytes of text. Arrays: elements. Objects: the shape, an index into `JSONShapes`.
    @usableFromInline var length: UInt32
    /// How many entries the value takes, itself included: what to add to reach the next one.
    @usableFromInline var span: UInt32
    @usableFromInline var kind: JSONKind
    /// A string without a byte above 0x7F.
    @usableFromInline var isASCII = false
}

/// What a value is; a Boolean's value is part of it.
@usableFromInline
package enum JSONKind: UInt8, Sendable, BitwiseCopyable {
    case null, `false`, `true`, number, string, array, object
}

/// A growing array without bounds checks or reference counts, for the scanner's hot loop. Whoever reads an element knows that it was appended:
/// indices come from the tape and its shapes alone, which fuzzing under AddressSanitizer watches.
struct JSONBuffer<Element: BitwiseCopyable>: ~Copyable {
    private(set) var start: UnsafeMutablePointer<Element>
    private(set) var count = 0
    private var capacity: Int

    init(capacity: Int) {
        self.capacity = max(capacity, 1)
        start = .allocate(capacity: self.capacity)
    }

    deinit { start.deallocate() }

    @inline(__always)
    mutating func append(_ element: Element) {
        if count == capacity { reserve(count + 1) }
        start[count] = element
        count += 1
    }

    @inline(__always)
    mutating func append(from source: UnsafePointer<Element>, count added: Int) {
        if count + added > capacity { reserve(count + added) }
        (start + count).update(from: source, count: added)
        count += added
    }

    mutating func append(repeating element: Element, count added: Int) {
        reserve(count + added)
        (start + count).update(repeating: element, count: added)
        count += added
    }

    /// Appends what `write` writes, which returns how much it was.
    @inline(__always)
    mutating func append(atMost added: Int, _ write: (UnsafeMutablePointer<Element>) -> Int) {
        if count + added > capacity { reserve(count + added) }
        count += write(start + count)
    }

    @inline(__always)
    mutating func removeLast(_ removed: Int) { count -= removed }

    subscript(index: Int) -> Element {
        @inline(__always) get { start[index] }
        @inline(__always) set { start[index] = newValue }
    }

    @inline(never)
    private mutating func reserve(_ needed: Int) {
        guard needed > capacity else { return }
        capacity = max(capacity * 2, needed)
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
        larger.update(from: start, count: count)
        start.deallocate()
        start = larger
    }
}

/// The text of a document with 64 zero bytes behind it, so that words can be read past its end and every run stops there.
struct JSONText: ~Copyable {
    let start: UnsafeMutablePointer<UInt8>
    let count: Int

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        let padding = 64
        count = bytes.count
        start = .allocate(capacity: count + padding)
        if let source = bytes.baseAddress { start.update(from: source, count: count) }
        (start + count).update(repeating: 0, count: padding)
    }

    deinit { start.deallocate() }
}
