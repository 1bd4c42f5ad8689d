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
    let uri: String
    package let notation: Notation
    /// The text, decoded, without a byte order mark.
    let bytes: [UInt8]
    package let root: JSON
    private let map: SourceMap
    /// Positions that were asked for before: finding one in a large JSON text takes milliseconds.
    private let known = Mutex<[JSONPointer: Position]>([:])

    init(name: String, uri: String, notation: Notation, bytes: [UInt8], root: JSON, map: SourceMap = SourceMap()) {
        self.name = name
        self.uri = uri
        self.notation = notation
        self.bytes = bytes
        self.root = root
        self.map = map
    }

    /// The position of a value, or of the nearest one above it that is there.
    package func position(of pointer: JSONPointer) -> Position {
        switch notation {
        case .yaml: return map.position(of: pointer, in: root)
        case .json:
            if let position = known.withLock({ $0[pointer] }) { return position }
            let position = JSONPositions.position(of: pointer, in: bytes)
            known.withLock { if $0.count < 10_000 { $0[pointer] = position } }
            return position
        }
    }

    /// A line of the text without its end, counted from 1.
    package func line(_ number: Int) -> String? { SourceText.line(number, of: bytes) }
}
