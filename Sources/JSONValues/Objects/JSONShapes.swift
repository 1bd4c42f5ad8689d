// Which keys the objects of a document have: objects with the same keys in the same order share one shape.

/// One key of a shape. Its text stands in the document, unescaped.
@usableFromInline
struct JSONKeyEntry: BitwiseCopyable {
    @usableFromInline var offset: UInt32
    @usableFromInline var length: UInt32
    /// `JSONHash` of its bytes.
    @usableFromInline var hash: UInt32
    @usableFromInline var isASCII: Bool
}

/// A run of keys, each but once.
@usableFromInline
struct JSONShape: BitwiseCopyable {
    @usableFromInline var hash: UInt32
    @usableFromInline var firstKey: UInt32
    @usableFromInline var count: UInt32
    /// Where in `slots` the table of positions starts, for a shape of more than `JSONShapes.scanned` keys.
    @usableFromInline var table: UInt32
}

/// The shapes of a document. Most texts have few, so that the keys of an object are compared with those of the one before,
/// and neither checked for duplicates nor stored again.
struct JSONShapes: ~Copyable {
    /// Up to so many keys are looked through one after the other.
    static let scanned = 16

    private(set) var keys = JSONBuffer<JSONKeyEntry>(capacity: 64)
    private(set) var shapes = JSONBuffer<JSONShape>(capacity: 16)
    /// Hash tables of positions + 1, a power of two each, at most half full; 0 is a free slot.
    private(set) var slots = JSONBuffer<UInt32>(capacity: 1)
    /// Hash table of shapes + 1, by the hash of their keys.
    private var index = JSONBuffer<UInt32>(capacity: 64)

    /// The hash of no keys, to which `JSONHash.combine` adds.
    static let emptyHash: UInt32 = 0

    /// Knows the shape of the empty object: 0.
    init() {
        index.append(repeating: 0, count: 64)
        shapes.append(JSONShape(hash: JSONShapes.emptyHash, firstKey: 0, count: 0, table: 0))
    }

    subscript(shape: UInt32) -> JSONShape { shapes[Int(shape)] }

    /// The shape with exactly those keys, nil where none is known yet.
    @inline(__always)
    func find(_ wanted: UnsafePointer<JSONKeyEntry>, count: Int, hash: UInt32, in text: UnsafePointer<UInt8>) -> UInt32?
    {
        let mask = index.count - 1
        var slot = Int(hash) & mask
        while index[slot] != 0 {
            let found = index[slot] - 1
            let shape = shapes[Int(found)]
            if shape.hash == hash, shape.count == count,
                JSONShapes.equal(keys.start + Int(shape.firstKey), wanted, count: count, in: text)
            {
                return found
            }
            slot = (slot + 1) & mask
        }
        return nil
    }

    /// Adds a shape that `find` did not find. Throws the position of the first key that stands twice, and adds nothing then.
    mutating func add(
        _ added: UnsafePointer<JSONKeyEntry>, count: Int, hash: UInt32, in text: UnsafePointer<UInt8>
    ) throws(Duplicate) -> UInt32 {
        let table = slots.count
        if count > JSONShapes.scanned {
            try addTable(added, count: count, in: text)
        } else {
            for position in 1..<max(count, 1) {
                for earlier in 0..<position
                where JSONShapes.equal(added + earlier, added + position, count: 1, in: text) {
                    throw Duplicate(position: position)
                }
            }
        }
        let shape = UInt32(shapes.count)
        shapes.append(
            JSONShape(hash: hash, firstKey: UInt32(keys.count), count: UInt32(count), table: UInt32(table)))
        keys.append(from: added, count: count)
        if shapes.count * 2 > index.count { growIndex() } else { insert(shape, hash: hash) }
        return shape
    }

    struct Duplicate: Error {
        let position: Int
    }

    private mutating func addTable(
        _ added: UnsafePointer<JSONKeyEntry>, count: Int, in text: UnsafePointer<UInt8>
    ) throws(Duplicate) {
        let start = slots.count
        let size = JSONShapes.tableSize(count)
        slots.append(repeating: 0, count: size)
        for position in 0..<count {
            var slot = Int(added[position].hash) & (size - 1)
            while slots[start + slot] != 0 {
                let earlier = Int(slots[start + slot]) - 1
                if JSONShapes.equal(added + earlier, added + position, count: 1, in: text) {
                    slots.removeLast(size)
                    throw Duplicate(position: position)
                }
                slot = (slot + 1) & (size - 1)
            }
            slots[start + slot] = UInt32(position + 1)
        }
    }

    static func tableSize(_ count: Int) -> Int { 1 << (Int.bitWidth - (count * 2 - 1).leadingZeroBitCount) }

    private mutating func insert(_ shape: UInt32, hash: UInt32) {
        let mask = index.count - 1
        var slot = Int(hash) & mask
        while index[slot] != 0 { slot = (slot + 1) & mask }
        index[slot] = shape + 1
    }

    private mutating func growIndex() {
        let size = index.count * 4
        index.removeLast(index.count)
        index.append(repeating: 0, count: size)
        for shape in 0..<shapes.count { insert(UInt32(shape), hash: shapes[shape].hash) }
    }

    /// Safe: entries are made by the scanner, of keys that it has read within the text.
    @inline(__always)
    private static func equal(
        _ left: UnsafePointer<JSONKeyEntry>, _ right: UnsafePointer<JSONKeyEntry>, count: Int,
        in text: UnsafePointer<UInt8>
    ) -> Bool {
        for index in 0..<count {
            let (left, right) = (left[index], right[index])
            guard left.hash == right.hash, left.length == right.length,
                sameBytes(text + Int(left.offset), text + Int(right.offset), count: Int(left.length))
            else { return false }
        }
        return true
    }
}
