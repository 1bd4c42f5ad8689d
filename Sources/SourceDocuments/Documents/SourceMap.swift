// Line and column of every value of a document, in one flat array.

import JSONValues

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
    /// Of values with many parts, from when a late one of them is first asked for: the entries of all their parts.
    private var parts: [Int: [Int]] = [:]

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
    mutating func position(of pointer: JSONPointer, in root: JSON) -> Position {
        guard let entry = entry(of: pointer, in: root).entry else { return .start }
        return Position(line: Int(entry.line), column: Int(entry.column))
    }

    /// The position of the key that a value stands under, or of the value where it has none.
    mutating func keyPosition(of pointer: JSONPointer, in root: JSON) -> Position {
        guard case (let entry?, isExact: true) = entry(of: pointer, in: root), entry.keyLine > 0 else {
            return position(of: pointer, in: root)
        }
        return Position(line: Int(entry.keyLine), column: Int(entry.keyColumn))
    }

    private mutating func entry(of pointer: JSONPointer, in root: JSON) -> (entry: Entry?, isExact: Bool) {
        guard !entries.isEmpty else { return (nil, false) }
        var value = root
        var at = 0
        for token in pointer.tokens {
            guard let (child, number) = SourceMap.step(from: value, to: token), let entry = part(number, of: at) else {
                return (entries[at], false)
            }
            (value, at) = (child, entry)
        }
        return (entries[at], true)
    }

    /// What a token leads to, and which of the value's parts that is.
    private static func step(from value: JSON, to token: String) -> (JSON, Int)? {
        switch value {
        case .object(let object): object.position(of: token).map { (object[$0].value, $0) }
        case .array(let array):
            JSONPointer.index(token).flatMap { array.indices.contains($0) ? (array[$0], $0) : nil }
        case .null, .bool, .number, .string: nil
        }
    }

    /// The entry of a part of a value. A report may ask for each of thousands of parts, which must not step over all before it.
    private mutating func part(_ number: Int, of value: Int) -> Int? {
        let few = 16
        if number < few {
            var entry = value + 1
            for _ in 0..<number where entry < entries.count { entry += Int(entries[entry].count) }
            return entry < entries.count ? entry : nil
        }
        if parts[value] == nil { parts[value] = allParts(of: value) }
        guard let all = parts[value], all.indices.contains(number) else { return nil }
        return all[number]
    }

    private func allParts(of value: Int) -> [Int] {
        let end = value + Int(entries[value].count)
        var parts: [Int] = []
        var entry = value + 1
        while entry < end {
            parts.append(entry)
            entry += Int(entries[entry].count)
        }
        return parts
    }
}
