// Line and column of every value of a document, in one flat array.

import JSONSchema

/// The positions of a document's values in the order in which a walk from the root meets them (an object's members in their
/// order), each with the number of values beneath it, so that a pointer is found without touching the text.
struct SourceMap: Sendable {
    struct Entry: Sendable {
        let line: UInt32
        let column: UInt32
        /// Of the key that it stands under; 0 where it has none.
        let keyLine: UInt32
        let keyColumn: UInt32
        /// This value and all beneath it.
        var count: UInt32
    }

    private(set) var entries: [Entry] = []

    /// Starts a value; `close` ends it, once all beneath it have been added.
    mutating func open(_ position: Position, key: Position?) -> Int {
        entries.append(
            Entry(
                line: UInt32(clamping: position.line), column: UInt32(clamping: position.column),
                keyLine: UInt32(clamping: key?.line ?? 0), keyColumn: UInt32(clamping: key?.column ?? 0), count: 1))
        return entries.count - 1
    }

    mutating func close(_ entry: Int) {
        entries[entry].count = UInt32(clamping: entries.count - entry)
    }

    /// Adds a value that stands elsewhere too, with all that it holds.
    mutating func append(_ entry: Entry) { entries.append(entry) }

    /// The position of a value, or of the nearest one above it that is there.
    func position(of pointer: JSONPointer, in root: JSON) -> Position {
        guard let entry = entry(of: pointer, in: root).entry else { return .start }
        return Position(line: Int(entry.line), column: Int(entry.column))
    }

    /// The position of the key that a value stands under, or of the value where it has none.
    func keyPosition(of pointer: JSONPointer, in root: JSON) -> Position {
        guard case (let entry?, isExact: true) = entry(of: pointer, in: root), entry.keyLine > 0 else {
            return position(of: pointer, in: root)
        }
        return Position(line: Int(entry.keyLine), column: Int(entry.keyColumn))
    }

    private func entry(of pointer: JSONPointer, in root: JSON) -> (entry: Entry?, isExact: Bool) {
        guard !entries.isEmpty else { return (nil, false) }
        var value = root
        var at = 0
        for token in pointer.tokens {
            guard let (child, entry) = step(from: value, at: at, to: token) else { return (entries[at], false) }
            (value, at) = (child, entry)
        }
        return (entries[at], true)
    }

    private func step(from value: JSON, at parent: Int, to token: String) -> (JSON, Int)? {
        var entry = parent + 1
        switch value {
        case .object(let object):
            for (key, child) in object {
                guard entries.indices.contains(entry) else { return nil }
                if key == token { return (child, entry) }
                entry += Int(entries[entry].count)
            }
            return nil
        case .array(let array):
            guard let index = Int(token), array.indices.contains(index) else { return nil }
            for _ in 0..<index {
                guard entries.indices.contains(entry) else { return nil }
                entry += Int(entries[entry].count)
            }
            return entries.indices.contains(entry) ? (array[index], entry) : nil
        case .null, .bool, .number, .string:
            return nil
        }
    }
}
