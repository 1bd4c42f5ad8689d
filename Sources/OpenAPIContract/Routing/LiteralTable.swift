// The literal segments of all paths in one hash table, so that a step costs the same among few paths and among many.

/// The children of a trie's nodes by the text that leads to them. Open addressing, at most half full.
struct LiteralTable: Sendable {
    private struct Slot: Sendable {
        let hash: UInt64
        let node: Int
        /// Where in `texts` its text is.
        let text: Range<Int>
        let child: Int
    }

    private var slots: [Slot?] = Array(repeating: nil, count: 4)
    private var texts: [UInt8] = []
    private var count = 0

    mutating func insert(_ text: [UInt8], of node: Int, child: Int) {
        var hash = PathHash(seed: node)
        for byte in text { hash.add(byte) }
        count += 1
        if count * 2 > slots.count {
            let old = slots
            slots = Array(repeating: nil, count: old.count * 2)
            for case let slot? in old { place(slot) }
        }
        place(Slot(hash: hash.value, node: node, text: texts.count..<(texts.count + text.count), child: child))
        texts += text
    }

    private mutating func place(_ slot: Slot) {
        var index = home(slot.hash)
        while slots[index] != nil { index = (index + 1) & (slots.count - 1) }
        slots[index] = slot
    }

    func child(of node: Int, _ path: PathBytes, _ segment: Range<Int>, _ hash: PathHash) -> Int? {
        var index = home(hash.value)
        while let slot = slots[index] {
            if slot.hash == hash.value, slot.node == node, path.bytes[segment].elementsEqual(texts[slot.text]) {
                return slot.child
            }
            index = (index + 1) & (slots.count - 1)
        }
        return nil
    }

    private func home(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash ^ hash >> 29) & (slots.count - 1) }
}
