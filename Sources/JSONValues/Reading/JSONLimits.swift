// What a JSON text may cost before the parser refuses it.

/// Bounds on a JSON text, so that a hostile one ends in an error (RFC 8259, section 9, allows all of them).
package struct JSONLimits: Sendable, Hashable {
    /// What an object with two members of one name is.
    package enum DuplicateKeys: Sendable, Hashable {
        /// An error at the second one.
        case refuse
        /// Accepted: the last value stands in the first one's place. `JSONDocument.duplicateKeys` tells where they were.
        case lastWins
    }

    /// The longest text, in bytes.
    package let bytes: Int
    /// How many arrays and objects may stand inside each other, the outermost included.
    package let depth: Int
    /// The longest number, in bytes.
    package let numberLength: Int
    package let duplicateKeys: DuplicateKeys

    /// A tree is compared, written and destroyed by recursion, which must fit the smallest stack a thread is given, 512 KiB:
    /// no option goes deeper.
    package static let deepest = 512
    /// Places in a document are 32 bits wide.
    package static let longest = Int(Int32.max)

    /// The limits that hold where none are given.
    package static let standard = JSONLimits()

    /// `bytes` and `depth` are lowered to `longest` and `deepest` where they exceed them.
    package init(
        bytes: Int = 256 << 20, depth: Int = deepest, numberLength: Int = 1_000, duplicateKeys: DuplicateKeys = .refuse
    ) {
        self.bytes = min(bytes, JSONLimits.longest)
        self.depth = min(depth, JSONLimits.deepest)
        self.numberLength = numberLength
        self.duplicateKeys = duplicateKeys
    }
}
