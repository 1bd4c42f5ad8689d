// How large an expression may be and how much its evaluation may cost.

/// Bounds of any expression, with any data.
package struct CELLimits: Sendable, Hashable {
    /// The source's length in bytes of UTF-8.
    package var sourceBytes = 64 * 1024
    /// How deep an expression may nest, `a + b + c` and `a.b.c` counting as two levels: CEL asks for 12 at least. As deep as
    /// that it is parsed and evaluated on the 512 kB of stack that a thread has on Apple's systems, in a debug build too.
    package var depth = 64
    /// Evaluation steps: about one for each operation carried out and each element visited.
    package var steps = 10_000_000
    /// Bytes that one evaluation may build in strings, lists and maps, all of them counted, kept or not.
    package var memoryBytes = 64 * 1024 * 1024

    package init() {}

    /// The limits of expressions in a mock file.
    package static let standard = CELLimits()
}
