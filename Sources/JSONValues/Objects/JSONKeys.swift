// The keys of objects, shared between objects that have the same ones in the same order.

/// Distinct keys in order. Shared keys never change: `JSONObject` copies them first where it is not their only owner.
///
/// Safe without exclusivity checks, which took 11,000 of 143,000 instructions of a cart that is changed and read: no method calls out while it
/// changes an array, and only the one owner changes any.
package final class JSONKeys: @unchecked Sendable {
    /// In the order in which they were written.
    @exclusivity(unchecked) package private(set) var names: [String]
    @exclusivity(unchecked) private var hashes: [UInt32]
    /// A hash table of positions + 1, at most half full, where there are more than `JSONShapes.scanned` keys.
    @exclusivity(unchecked) private var slots: [UInt32]

    static let none = JSONKeys()

    init() {
        (names, hashes, slots) = ([], [], [])
    }

    /// A copy, to be changed.
    init(_ other: JSONKeys) {
        (names, hashes, slots) = (other.names, other.hashes, other.slots)
    }

    /// Nil where a key stands twice.
    package convenience init?(_ names: some Collection<String>) {
        self.init(names, hashes: names.map { JSONHash.standard($0) })
    }

    /// Nil where a key stands twice.
    convenience init?(_ names: some Collection<String>, hashes: [UInt32]) {
        self.init()
        self.names.reserveCapacity(hashes.count)
        self.hashes.reserveCapacity(hashes.count)
        for (name, hash) in zip(names, hashes) {
            guard position(of: name, hash: hash) == nil else { return nil }
            append(name, hash: hash)
        }
    }

    /// Takes keys that are known to be distinct.
    init(distinct names: [String], hashes: [UInt32]) {
        (self.names, self.hashes, slots) = (names, hashes, [])
        if names.count > JSONShapes.scanned { fillSlots() }
    }

    package var count: Int { names.count }

    /// The index of a key among `names`.
    @inline(__always)
    package func position(of name: String) -> Int? { position(of: name, hash: JSONHash.standard(name)) }

    func position(of name: String, hash: UInt32) -> Int? {
        if slots.isEmpty {
            // Without a view of the hashes, which would be held on to meanwhile: that is most of the work where there are few.
            var position = 0
            while position < hashes.count {
                if hashes[position] == hash, sameUTF8(names[position], name) { return position }
                position += 1
            }
            return nil
        }
        let mask = slots.count - 1
        var slot = Int(hash) & mask
        while slots[slot] != 0 {
            let position = Int(slots[slot]) - 1
            if hashes[position] == hash, sameUTF8(names[position], name) { return position }
            slot = (slot + 1) & mask
        }
        return nil
    }

    /// The position, here, of a key of other keys.
    func position(of position: Int, in other: JSONKeys) -> Int? {
        self.position(of: other.names[position], hash: other.hashes[position])
    }

    func hash(at position: Int) -> UInt32 { hashes[position] }

    /// Adds a key that is not there yet.
    func append(_ name: String) { append(name, hash: JSONHash.standard(name)) }

    private func append(_ name: String, hash: UInt32) {
        names.append(name)
        hashes.append(hash)
        guard names.count > JSONShapes.scanned else { return }
        if names.count * 2 > slots.count {
            fillSlots()
        } else {
            insert(names.count - 1)
        }
    }

    func remove(at position: Int) {
        names.remove(at: position)
        hashes.remove(at: position)
        slots = []
        if names.count > JSONShapes.scanned { fillSlots() }
    }

    private func fillSlots() {
        slots = [UInt32](repeating: 0, count: JSONShapes.tableSize(names.count))
        for position in names.indices { insert(position) }
    }

    private func insert(_ position: Int) {
        let mask = slots.count - 1
        var slot = Int(hashes[position]) & mask
        while slots[slot] != 0 { slot = (slot + 1) & mask }
        slots[slot] = UInt32(position + 1)
    }
}

/// Whether two strings are the same bits, which short ones that are the same code points are.
@inlinable @inline(__always)
func isSameStorage(_ left: String, _ right: String) -> Bool {
    withUnsafeBytes(of: left) { left in
        withUnsafeBytes(of: right) { right in
            var offset = 0
            while offset < left.count {
                if left.load(fromByteOffset: offset, as: UInt.self) != right.load(fromByteOffset: offset, as: UInt.self)
                {
                    return false
                }
                offset += MemoryLayout<UInt>.size
            }
            return true
        }
    }
}

/// Whether two strings are the same code points; `==` takes canonically equivalent ones for equal, which JSON does not.
@inlinable @inline(__always)
package func sameUTF8(_ left: String, _ right: String) -> Bool {
    if isSameStorage(left, right) { return true }
    guard left.utf8.count == right.utf8.count else { return false }
    var (left, right) = (left, right)
    return left.withUTF8 { left in
        right.withUTF8 { right in
            guard let start = left.baseAddress, let other = right.baseAddress else { return true }
            return sameBytes(start, other, count: left.count)
        }
    }
}
