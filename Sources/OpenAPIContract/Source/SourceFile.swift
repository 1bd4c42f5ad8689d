// One file of a contract: its value, and where in the text each part of it stands.

package import JSONSchema
import Synchronization

/// A document as it was read. Shared by everything that points into it.
package final class SourceFile: Sendable {
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
    package let root: JSON
    /// Of JSON only made when a place is first asked for: reading is faster than that.
    private let map: Mutex<SourceMap?>
    /// Made when a line is first asked for: a report may ask for thousands.
    private let lines = Mutex<[Range<Int>]?>(nil)

    init(name: String, uri: String, notation: Notation, bytes: [UInt8], root: JSON, map: SourceMap? = nil) {
        self.name = name
        self.uri = uri
        self.notation = notation
        self.bytes = bytes
        self.root = root
        self.map = Mutex(map)
    }

    /// The position of a value, or of the nearest one above it that is there.
    package func position(of pointer: JSONPointer) -> Position { positions.position(of: pointer, in: root) }

    /// The position of the key that a value stands under.
    package func keyPosition(of pointer: JSONPointer) -> Position { positions.keyPosition(of: pointer, in: root) }

    private var positions: SourceMap {
        map.withLock { known in
            if let known { return known }
            let made = notation == .json ? JSONPositions.map(of: bytes) : SourceMap()
            known = made
            return made
        }
    }

    /// A line of the text without its end, counted from 1.
    package func line(_ number: Int) -> String? {
        let lines = lines.withLock { known in
            let lines = known ?? SourceText.lines(of: bytes)
            known = lines
            return lines
        }
        return SourceText.line(number, of: bytes, lines)
    }
}
