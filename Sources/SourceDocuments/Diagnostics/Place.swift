// Where something stands in the contract: a file and a JSON Pointer, which line and column follow from.

package import JSONValues

/// A value in one of the contract's files. Line and column are worked out only when they are asked for.
package struct Place: Sendable {
    /// The file that it is in.
    package let source: SourceFile
    package let pointer: JSONPointer
    /// A position inside the file that no pointer reaches, such as that of a syntax error.
    private let mark: Position?
    /// Whether the value's key is meant.
    private let isKey: Bool

    /// A value by its pointer from the document's root.
    package init(source: SourceFile, pointer: JSONPointer) {
        self.init(source: source, pointer: pointer, mark: nil, isKey: false)
    }

    /// The key of a member: what is wrong is its name.
    package init(source: SourceFile, keyOf pointer: JSONPointer) {
        self.init(source: source, pointer: pointer, mark: nil, isKey: true)
    }

    /// - Parameter mark: nil: the file as a whole.
    package init(source: SourceFile, mark: Position?) {
        self.init(source: source, pointer: JSONPointer(), mark: mark, isKey: false)
    }

    private init(source: SourceFile, pointer: JSONPointer, mark: Position?, isKey: Bool) {
        self.source = source
        self.pointer = pointer
        self.mark = mark
        self.isKey = isKey
    }

    /// The file's path, as the user would type it.
    package var file: String { source.name }
    /// Counted from 1.
    package var line: Int { position.line }
    /// Counted from 1, in Unicode scalars.
    package var column: Int { position.column }

    package var position: Position {
        mark ?? (isKey ? source.keyPosition(of: pointer) : source.position(of: pointer))
    }
}

extension Place: Hashable {
    package static func == (left: Place, right: Place) -> Bool {
        left.source === right.source && left.pointer == right.pointer && left.mark == right.mark
            && left.isKey == right.isKey
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(source.name)
        hasher.combine(pointer)
        hasher.combine(mark)
    }
}

extension Place: CustomStringConvertible {
    /// `openapi.yaml:12:5`.
    package var description: String { "\(file):\(line):\(column)" }
}

/// A position in a text, both counted from 1; columns count Unicode scalars.
package struct Position: Sendable, Hashable {
    /// From 1.
    package let line: Int
    /// From 1, in Unicode scalars.
    package let column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}
