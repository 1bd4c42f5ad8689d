// What follows from a text that comes again and again, by the text's bytes.

import Synchronization

/// Remembers the last few texts with what was made of them: a client sends the same fields with every request.
package final class TextMemo<Value: Sendable>: Sendable {
    private struct Entry: Sendable {
        let text: [UInt8]
        let value: Value
    }

    private struct Contents: Sendable {
        var entries: [Entry] = []
        /// Which of them makes room when there is none left.
        var oldest = 0
    }

    private static var capacity: Int { 8 }
    /// Bytes of a text that is kept.
    private static var longest: Int { 512 }

    private let contents = Mutex(Contents())

    package init() {}

    package func value(of text: UnsafeRawBufferPointer, make: (String) -> Value) -> Value {
        let known = contents.withLock { contents in
            contents.entries.first { $0.text.elementsEqual(text) }?.value
        }
        if let known { return known }
        let value = make(String(decoding: text, as: UTF8.self))
        guard text.count <= Self.longest else { return value }
        let entry = Entry(text: Array(text), value: value)
        contents.withLock { contents in
            if contents.entries.count < Self.capacity {
                contents.entries.append(entry)
            } else {
                contents.entries[contents.oldest] = entry
                contents.oldest = (contents.oldest + 1) % Self.capacity
            }
        }
        return value
    }
}
