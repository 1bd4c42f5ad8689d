// Which members or elements of one instance have been evaluated, for unevaluatedProperties and unevaluatedItems.

/// The annotations that the unevaluated keywords depend on
/// ([core, section 11](https://json-schema.org/draft/2020-12/json-schema-core#section-11)), by position in the instance.
struct Evaluated {
    var all = false
    private var words: [UInt64] = []

    func contains(_ position: Int) -> Bool {
        all || (position >> 6 < words.count && words[position >> 6] & (1 << UInt64(position & 63)) != 0)
    }

    mutating func insert(_ position: Int) {
        while words.count <= position >> 6 { words.append(0) }
        words[position >> 6] |= 1 << UInt64(position & 63)
    }

    mutating func formUnion(_ other: Evaluated) {
        all = all || other.all
        while words.count < other.words.count { words.append(0) }
        for (index, word) in other.words.enumerated() { words[index] |= word }
    }
}
