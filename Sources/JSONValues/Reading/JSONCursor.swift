// Reading one value of a document.

/// A value of a `JSONDocument`, good while `JSONDocument.withRoot` runs. Sixteen bytes, copied freely, nothing is counted.
package struct JSONCursor {
    @usableFromInline let tables: UnsafePointer<JSONTables>
    @usableFromInline let entry: UnsafePointer<JSONEntry>

    @usableFromInline
    init(tables: UnsafePointer<JSONTables>, entry: UnsafePointer<JSONEntry>) {
        (self.tables, self.entry) = (tables, entry)
    }

    @inlinable package var kind: JSONKind { entry.pointee.kind }

    /// Elements of an array, members of an object, else 0.
    @inlinable package var count: Int {
        switch kind {
        case .array: Int(entry.pointee.length)
        case .object: Int(shape.count)
        case .null, .false, .true, .number, .string: 0
        }
    }

    /// The UTF-8 of a string, unescaped, or the text of a number; else empty.
    @inlinable package var utf8: UnsafeBufferPointer<UInt8> {
        guard kind == .string || kind == .number else { return UnsafeBufferPointer(start: nil, count: 0) }
        return UnsafeBufferPointer(
            start: tables.pointee.text + Int(entry.pointee.offset), count: Int(entry.pointee.length))
    }

    /// Whether `utf8` is ASCII alone, so that its bytes are its characters.
    @inlinable package var isASCII: Bool { entry.pointee.isASCII || kind == .number }

    /// The text of a string, its escapes taken back; nil for any other value.
    package var string: String? {
        kind == .string ? String(checked: utf8, isASCII: entry.pointee.isASCII) : nil
    }

    package var number: JSONNumber? {
        kind == .number ? JSONNumber(checked: utf8) : nil
    }

    /// How many values this is with all that are in it, roughly: keys of large objects count too.
    package var valueCount: Int { Int(entry.pointee.span) }

    /// Bytes before the value in the text.
    package var offset: Int { Int(entry.pointee.offset) - (kind == .string ? 1 : 0) }

    @inlinable var shape: JSONShape { tables.pointee.shapes[Int(entry.pointee.length)] }

    /// The value behind this one.
    @inlinable @inline(__always)
    var next: JSONCursor { JSONCursor(tables: tables, entry: entry + Int(entry.pointee.span)) }
    @inlinable var firstChild: JSONCursor { JSONCursor(tables: tables, entry: entry + 1) }
}

extension JSONCursor {
    /// The elements of an array in order; empty where this is none.
    @inlinable package var elements: Elements {
        Elements(element: firstChild, left: kind == .array ? Int(entry.pointee.length) : 0)
    }

    /// The elements of an array, from first to last.
    package struct Elements: Sequence, IteratorProtocol {
        @usableFromInline var element: JSONCursor
        @usableFromInline var left: Int

        @inlinable
        init(element: JSONCursor, left: Int) { (self.element, self.left) = (element, left) }

        @inlinable @inline(__always)
        package mutating func next() -> JSONCursor? {
            guard left > 0 else { return nil }
            left -= 1
            defer { element = element.next }
            return element
        }

        package var underestimatedCount: Int { left }
    }

    /// The members of an object in order; empty where this is none.
    @inlinable package var members: Members {
        guard kind == .object else {
            return Members(key: Key(text: tables.pointee.text, entry: tables.pointee.keys), value: self, left: 0)
        }
        let key = Key(text: tables.pointee.text, entry: tables.pointee.keys + Int(shape.firstKey))
        return Members(key: key, value: firstChild, left: Int(shape.count))
    }

    /// Names and values of an object's members, in the order of the text; of a key that stands twice both.
    package struct Members: Sequence, IteratorProtocol {
        @usableFromInline var key: Key
        @usableFromInline var value: JSONCursor
        @usableFromInline var left: Int

        @inlinable
        init(key: Key, value: JSONCursor, left: Int) { (self.key, self.value, self.left) = (key, value, left) }

        @inlinable @inline(__always)
        package mutating func next() -> (key: Key, value: JSONCursor)? {
            guard left > 0 else { return nil }
            left -= 1
            defer {
                key = Key(text: key.text, entry: key.entry + 1)
                value = value.next
            }
            return (key, value)
        }

        package var underestimatedCount: Int { left }
    }

    /// The name of a member.
    package struct Key {
        @usableFromInline let text: UnsafePointer<UInt8>
        @usableFromInline let entry: UnsafePointer<JSONKeyEntry>

        @inlinable
        init(text: UnsafePointer<UInt8>, entry: UnsafePointer<JSONKeyEntry>) { (self.text, self.entry) = (text, entry) }

        /// The name, its escapes taken back. Valid as long as the document is.
        @inlinable package var utf8: UnsafeBufferPointer<UInt8> {
            UnsafeBufferPointer(start: text + Int(entry.pointee.offset), count: Int(entry.pointee.length))
        }

        /// The name as a string of its own.
        package var string: String { String(checked: utf8, isASCII: entry.pointee.isASCII) }
        /// Whether no byte of the name is above 0x7F.
        @inlinable package var isASCII: Bool { entry.pointee.isASCII }
        @inlinable var hash: UInt32 { entry.pointee.hash }

        @inline(__always)
        package static func == (key: Key, name: JSONName) -> Bool {
            key.entry.pointee.hash == name.hash && Int(key.entry.pointee.length) == name.utf8.count
                && name.utf8.withUnsafeBufferPointer { name in
                    name.baseAddress.map { sameBytes(key.text + Int(key.entry.pointee.offset), $0, count: name.count) }
                        ?? true
                }
        }
    }

    /// The value of a member: nil where this is no object or has none of that name.
    package subscript(name: JSONName) -> JSONCursor? {
        position(of: name).map(value(at:))
    }

    package subscript(name: String) -> JSONCursor? { self[JSONName(name)] }

    /// The element at that index, nil where there is none. Takes time in proportion to the index.
    package subscript(index: Int) -> JSONCursor? {
        guard kind == .array, index >= 0, index < count else { return nil }
        var element = firstChild
        for _ in 0..<index { element = element.next }
        return element
    }

    private func position(of name: JSONName) -> Int? {
        guard kind == .object else { return nil }
        let shape = shape
        let first = Key(text: tables.pointee.text, entry: tables.pointee.keys + Int(shape.firstKey))
        func isName(_ position: Int) -> Bool { Key(text: first.text, entry: first.entry + position) == name }
        guard shape.count > JSONShapes.scanned else { return (0..<Int(shape.count)).first(where: isName) }
        let slots = tables.pointee.slots + Int(shape.table)
        let mask = JSONShapes.tableSize(Int(shape.count)) - 1
        var slot = Int(name.hash) & mask
        while slots[slot] != 0 {
            let position = Int(slots[slot]) - 1
            if isName(position) { return position }
            slot = (slot + 1) & mask
        }
        return nil
    }

    private func value(at position: Int) -> JSONCursor {
        guard shape.count > JSONShapes.scanned else {
            var value = firstChild
            for _ in 0..<position { value = value.next }
            return value
        }
        let end = entry + Int(entry.pointee.span)
        let packed = end - (Int(shape.count) + 2) / 3 + position / 3
        let distance =
            switch position % 3 {
            case 0: packed.pointee.offset
            case 1: packed.pointee.length
            default: packed.pointee.span
            }
        return JSONCursor(tables: tables, entry: entry + Int(distance))
    }
}

/// A member's name that is looked up often: its hash is worked out once.
package struct JSONName: Hashable, Sendable, CustomStringConvertible {
    let utf8: ContiguousArray<UInt8>
    let hash: UInt32

    /// A name to be looked for in many objects: its hash is worked out here.
    package init(_ name: String) {
        utf8 = ContiguousArray(name.utf8)
        hash = JSONHash.standard(name)
    }

    package var description: String { String(decoding: utf8, as: UTF8.self) }
}

extension String {
    /// Takes bytes that are known to be UTF-8.
    @inline(__always)
    init(checked utf8: UnsafeBufferPointer<UInt8>, isASCII: Bool) {
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            self.init(copying: unsafe UTF8Span(unchecked: utf8.span, isKnownASCII: isASCII))
        } else {
            self.init(decoding: utf8, as: UTF8.self)
        }
    }
}
