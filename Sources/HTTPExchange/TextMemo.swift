// What follows from a text that comes again and again, by the text's bytes.

package import Synchronization

/// Remembers the last few texts with what was made of them: a client sends the same fields with every request. Inlinable, because who asks
/// it does so for every request.
package final class TextMemo<Value: Sendable>: Sendable {
    @usableFromInline
    struct Entry: Sendable {
        @usableFromInline let text: [UInt8]
        @usableFromInline let value: Value

        @inlinable
        init(text: [UInt8], value: Value) {
            self.text = text
            self.value = value
        }

        @inlinable
        func isOf(_ other: UnsafeRawBufferPointer) -> Bool {
            guard text.count == other.count else { return false }
            for index in text.indices where text[index] != other[index] { return false }
            return true
        }
    }

    @usableFromInline
    struct Contents: Sendable {
        @usableFromInline var entries: [Entry] = []
        /// Which of them makes room when there is none left.
        @usableFromInline var oldest = 0

        @inlinable init() {}

        @inlinable
        func value(of text: UnsafeRawBufferPointer) -> Value? {
            for index in entries.indices where entries[index].isOf(text) { return entries[index].value }
            return nil
        }

        @inlinable
        mutating func keep(_ entry: Entry) {
            if entries.count < 8 {
                entries.append(entry)
            } else {
                entries[oldest] = entry
                oldest = (oldest + 1) % entries.count
            }
        }
    }

    @usableFromInline let contents = Mutex(Contents())

    @inlinable package init() {}

    /// - Parameter make: not asked while the same is remembered; texts of more than 512 bytes are not.
    @inlinable
    package func value(of text: UnsafeRawBufferPointer, make: (String) -> Value) -> Value {
        if let known = contents.withLock({ $0.value(of: text) }) { return known }
        let value = make(String(decoding: text, as: UTF8.self))
        if text.count <= 512 { contents.withLock { $0.keep(Entry(text: Array(text), value: value)) } }
        return value
    }
}
