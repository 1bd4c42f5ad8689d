// Content of a message that comes in parts.

/// Content that is not whole yet. Who takes it asks for one part after another, so that no more is made than is taken.
package struct ContentStream: Sendable {
    /// Bytes in all; nil where that is not known before the end.
    package let length: Int?
    private let part: @Sendable () async throws -> [UInt8]?
    private let abandoned: @Sendable () -> Void

    /// - Parameters:
    ///   - abandoned: no more is asked for, though it has not ended.
    ///   - part: never called while a call is under way, and not any more once it has returned nil or thrown.
    package init(
        length: Int? = nil, abandoned: @escaping @Sendable () -> Void = {},
        part: @escaping @Sendable () async throws -> [UInt8]?
    ) {
        self.length = length
        self.abandoned = abandoned
        self.part = part
    }

    /// The next bytes; nil at the end. Throws where the content breaks off.
    package func next() async throws -> [UInt8]? { try await part() }

    /// Says that no more is wanted.
    package func abandon() { abandoned() }
}
