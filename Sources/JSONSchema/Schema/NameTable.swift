// Finds the index of a property name from its bytes, without making a string of them.

import JSONValues

/// A fixed list of distinct names with a hash table over their UTF-8. Names are equal if their code points are: those that are
/// only canonically equivalent are two.
struct NameTable: Sendable {
    let names: [String]
    private let bytes: [UInt8]
    /// Where name `i` begins; one more than there are names.
    private let starts: [Int32]
    /// Open addressing, a power of two long and at most half full; −1 where empty.
    private let slots: [Int32]

    /// Of names that stand twice only the first counts.
    init(_ list: [String]) {
        var size = 4
        while size < list.count * 2 { size *= 2 }
        var names: [String] = []
        var bytes: [UInt8] = []
        var starts: [Int32] = [0]
        var slots = [Int32](repeating: -1, count: size)
        for name in list {
            var slot = Int(JSONHash.standard(name)) & (size - 1)
            while slots[slot] >= 0, !sameUTF8(names[Int(slots[slot])], name) { slot = (slot + 1) & (size - 1) }
            guard slots[slot] < 0 else { continue }
            slots[slot] = Int32(names.count)
            names.append(name)
            bytes.append(contentsOf: name.utf8)
            starts.append(Int32(bytes.count))
        }
        (self.names, self.bytes, self.starts, self.slots) = (names, bytes, starts, slots)
    }

    var count: Int { names.count }

    func index(of name: String) -> Int? {
        var name = name
        return name.withUTF8 { index(of: $0) }
    }

    /// The index of the name, or nil. Members mostly come in the declared order, so `hint` is tried first.
    func index(of name: UnsafeBufferPointer<UInt8>, hint: Int = 0) -> Int? {
        guard let start = name.baseAddress else { return names.firstIndex(of: "") }
        // Safe: slots and starts are made of the names themselves; at least half of the slots are empty, so that the search ends.
        return bytes.withUnsafeBufferPointer { bytes in
            if hint < names.count, equals(hint, start, name.count, bytes) { return hint }
            let mask = slots.count - 1
            var slot = Int(JSONHash.standard(start, count: name.count)) & mask
            while true {
                let index = Int(slots[slot])
                if index < 0 { return nil }
                if equals(index, start, name.count, bytes) { return index }
                slot = (slot + 1) & mask
            }
        }
    }

    @inline(__always)
    private func equals(
        _ index: Int, _ name: UnsafePointer<UInt8>, _ count: Int, _ bytes: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        let start = Int(starts[index])
        guard Int(starts[index + 1]) - start == count else { return false }
        guard let base = bytes.baseAddress else { return count == 0 }
        return sameBytes(base + start, name, count: count)
    }
}
