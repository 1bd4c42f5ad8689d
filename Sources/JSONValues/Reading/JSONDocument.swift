// A checked JSON text that is read in place, without a tree.

/// A JSON text and its tape. Reading it allocates nothing; `JSON(document)` builds the tree.
package struct JSONDocument: Sendable {
    let storage: Storage

    /// Where names stood twice in an object: the first 16 of them, if `JSONLimits.duplicateKeys` allowed it.
    package var duplicateKeys: [JSONError] { storage.duplicateKeys }

    /// Reads a text of RFC 8259 in UTF-8. The bytes are copied as far as the document needs them.
    package init(parsing bytes: UnsafeBufferPointer<UInt8>, limits: JSONLimits = .standard) throws(JSONError) {
        guard bytes.count <= limits.bytes else {
            let fault = JSONFault(
                kind: .size, offset: limits.bytes, expected: "at most \(limits.bytes)", found: "\(bytes.count) bytes")
            throw JSONError(fault, pointer: .root, in: bytes)
        }
        var scanner = JSONScanner(bytes, limits: limits)
        do {
            try scanner.scan()
        } catch {
            let pointer = scanner.pointer(isBetweenValues: error.isBetweenValues)
            throw JSONError(error, pointer: pointer, in: bytes)
        }
        storage = Storage(scanner)
    }

    /// The same of bytes that may not lie in one piece of memory.
    package init(parsing bytes: some Sequence<UInt8>, limits: JSONLimits = .standard) throws(JSONError) {
        let parse = { (bytes: UnsafeBufferPointer<UInt8>) -> Result<JSONDocument, JSONError> in
            Result { () throws(JSONError) in try JSONDocument(parsing: bytes, limits: limits) }
        }
        self = try (bytes.withContiguousStorageIfAvailable(parse) ?? Array(bytes).withUnsafeBufferPointer(parse)).get()
    }

    /// Gives the root value to read. The cursor, and every cursor got from it, is good until `body` returns.
    package func withRoot<Result, Failure: Error>(
        _ body: (JSONCursor) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { withExtendedLifetime(storage) {} }
        return try body(JSONCursor(tables: storage.tables, entry: UnsafePointer(storage.tape.start)))
    }

    /// The memory that cursors point into; nothing changes it once it is filled.
    final class Storage: @unchecked Sendable {
        let tape: JSONBuffer<JSONEntry>
        let duplicateKeys: [JSONError]
        let tables: UnsafeMutablePointer<JSONTables>
        private let text: JSONText
        private let shapes: JSONShapes

        init(_ scanner: consuming JSONScanner) {
            tape = scanner.tape
            duplicateKeys = scanner.duplicateKeys
            text = scanner.text
            shapes = scanner.shapes
            tables = .allocate(capacity: 1)
            tables.initialize(
                to: JSONTables(
                    text: UnsafePointer(text.start), shapes: UnsafePointer(shapes.shapes.start),
                    keys: UnsafePointer(shapes.keys.start), slots: UnsafePointer(shapes.slots.start),
                    shapeCount: shapes.shapes.count))
        }

        deinit { tables.deallocate() }
    }
}

/// What all cursors of a document share.
@usableFromInline
struct JSONTables: BitwiseCopyable {
    @usableFromInline let text: UnsafePointer<UInt8>
    @usableFromInline let shapes: UnsafePointer<JSONShape>
    @usableFromInline let keys: UnsafePointer<JSONKeyEntry>
    let slots: UnsafePointer<UInt32>
    let shapeCount: Int
}
