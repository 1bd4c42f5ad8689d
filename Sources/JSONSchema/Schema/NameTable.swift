// Finds the index of a property name from its bytes, without making a string of them.

/// A fixed list of distinct names with a hash table over their UTF-8.
struct NameTable: Sendable {
    let names: [String]
    private let bytes: [UInt8]
    /// Where name `i` begins; one more than there are names.
    private let starts: [Int32]
    /// Open addressing, a power of two long and at most half full; −1 where empty.
    private let slots: [Int32]

    init(_ names: [String]) {
        self.names = names
        var bytes: [UInt8] = []
        var starts: [Int32] = [0]
        for name in names {
            bytes.append(contentsOf: name.utf8)
            starts.append(Int32(bytes.count))
        }
        var size = 4
        while size < names.count * 2 { size *= 2 }
        var slots = [Int32](repeating: -1, count: size)
        bytes.withUnsafeBufferPointer { all in
            for index in names.indices {
                let name = UnsafeBufferPointer(rebasing: all[Int(starts[index])..<Int(starts[index + 1])])
                var slot = Self.hash(name) & (size - 1)
                while slots[slot] >= 0 { slot = (slot + 1) & (size - 1) }
                slots[slot] = Int32(index)
            }
        }
        self.bytes = bytes
        self.starts = starts
        self.slots = slots
    }

    var count: Int { names.count }

    /// The index of the name, or nil. Members mostly come in the declared order, so `hint` is tried first.
    func index(of name: UnsafeBufferPointer<UInt8>, hint: Int = 0) -> Int? {
        if hint < names.count, equals(hint, name) { return hint }
        let mask = slots.count - 1
        var slot = Self.hash(name) & mask
        while true {
            let index = Int(slots[slot])
            if index < 0 { return nil }
            if equals(index, name) { return index }
            slot = (slot + 1) & mask
        }
    }

    private func equals(_ index: Int, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
        let start = Int(starts[index])
        guard Int(starts[index + 1]) - start == name.count else { return false }
        for offset in 0..<name.count where bytes[start + offset] != name[offset] { return false }
        return true
    }

    private static func hash(_ name: UnsafeBufferPointer<UInt8>) -> Int {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in name { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return Int(truncatingIfNeeded: hash ^ (hash >> 32))
    }
}
