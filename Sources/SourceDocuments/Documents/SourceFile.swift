// One file of a contract: its value, and where in the text each part of it stands.

package import JSONValues
import Synchronization

/// A document as it was read. Shared by everything that points into it.
package final class SourceFile: Sendable {
    /// In which of the two languages a document is written.
    package enum Notation: Sendable {
        case json, yaml
    }

    /// The path to show to people.
    package let name: String
    /// What references to it resolve to: its path from the contract's folder.
    package let uri: String
    package let notation: Notation
    /// The text, decoded, without a byte order mark.
    let bytes: [UInt8]
    /// The value that the text stands for.
    package let root: JSON
    /// The value as it is written, by which places are found: another than `root` in another edition.
    package let written: JSON
    /// Of JSON only made when a place is first asked for: reading is faster than that.
    private let map: Mutex<SourceMap?>
    /// Made when a line is first asked for: a report may ask for thousands.
    private let text = Mutex<SourceText?>(nil)

    /// Whether it was read from these bytes.
    package func isRead(from other: [UInt8]) -> Bool {
        bytes == other || other.starts(with: [0xEF, 0xBB, 0xBF]) && other.dropFirst(3).elementsEqual(bytes)
    }

    init(
        name: String, uri: String, notation: Notation, bytes: [UInt8], root: JSON, map: SourceMap? = nil,
        written: JSON? = nil
    ) {
        self.name = name
        self.uri = uri
        self.notation = notation
        self.bytes = bytes
        self.root = root
        self.written = written ?? root
        self.map = Mutex(map)
    }

    /// The same file with another value in the place of its own: what it stands for in another edition. Places are those of the text,
    /// as near as they can be told.
    package func standing(for root: JSON) -> SourceFile {
        SourceFile(
            name: name, uri: uri, notation: notation, bytes: bytes, root: root, map: map.withLock { $0 },
            written: written)
    }

    /// The position of a value, or of the nearest one above it that is there.
    package func position(of pointer: JSONPointer) -> Position { withMap { $0.position(of: pointer, in: written) } }

    /// The position of the key that a value stands under.
    package func keyPosition(of pointer: JSONPointer) -> Position {
        withMap { $0.keyPosition(of: pointer, in: written) }
    }

    private func withMap(_ find: (inout SourceMap) -> Position) -> Position {
        let found = map.withLock { known in
            var map = known.take() ?? (notation == .json ? JSONPositions.map(of: bytes) : SourceMap())
            defer { known = map }
            return find(&map)
        }
        return inside(found)
    }

    /// What libyaml misses at the end of a text it puts on a line of its own, which is not there if the last one has no end.
    func inside(_ position: Position) -> Position {
        guard notation == .yaml, position.column == 1, line(position.line) == nil, let last = line(position.line - 1)
        else { return position }
        return Position(line: position.line - 1, column: last.count + 1)
    }

    /// A line of the text without its end, counted from 1.
    package func line(_ number: Int) -> SourceLine? {
        let text = text.withLock { known in
            let text = known ?? SourceText(bytes, notation)
            known = text
            return text
        }
        return text.line(number)
    }
}
