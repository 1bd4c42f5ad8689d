// From a JSON text to a tree of values.

extension JSON {
    /// Reads one JSON text (RFC 8259). The text is UTF-8; a byte order mark before it is ignored.
    package init(parsing bytes: [UInt8], limits: JSONLimits = .standard) throws(JSONError) {
        self = JSON(try JSONDocument(parsing: bytes, limits: limits))
    }

    package init(parsing bytes: UnsafeBufferPointer<UInt8>, limits: JSONLimits = .standard) throws(JSONError) {
        self = JSON(try JSONDocument(parsing: bytes, limits: limits))
    }

    package init(parsing bytes: some Sequence<UInt8>, limits: JSONLimits = .standard) throws(JSONError) {
        self = JSON(try JSONDocument(parsing: Array(bytes), limits: limits))
    }

    package init(parsing text: String, limits: JSONLimits = .standard) throws(JSONError) {
        self = JSON(try JSONDocument(parsing: Array(text.utf8), limits: limits))
    }

    package init(_ document: JSONDocument) {
        self = document.withRoot { JSON($0) }
    }

    /// The tree of a value of a document.
    package init(_ cursor: JSONCursor) {
        var builder = JSONTreeBuilder(shapeCount: cursor.tables.pointee.shapeCount)
        self = builder.value(cursor)
    }
}

/// Makes the tree of a document, whose objects share their keys as they share shapes.
private struct JSONTreeBuilder {
    private var keys: [JSONKeys?]

    init(shapeCount: Int) { keys = [JSONKeys?](repeating: nil, count: shapeCount) }

    mutating func value(_ cursor: JSONCursor) -> JSON {
        switch cursor.kind {
        case .null: .null
        case .false: .bool(false)
        case .true: .bool(true)
        case .number: .number(JSONNumber(checked: cursor.utf8))
        case .string: .string(String(checked: cursor.utf8, isASCII: cursor.isASCII))
        case .array: .array(children(cursor, count: Int(cursor.entry.pointee.length)))
        case .object: .object(object(cursor))
        }
    }

    private mutating func object(_ cursor: JSONCursor) -> JSONObject {
        let shape = Int(cursor.entry.pointee.length)
        let keys: JSONKeys
        if let known = self.keys[shape] {
            keys = known
        } else {
            keys = JSONKeys(distinct: cursor.members.map(\.key.string), hashes: cursor.members.map(\.key.hash))
            self.keys[shape] = keys
        }
        return JSONObject(keys: keys, values: children(cursor, count: keys.count))
    }

    private mutating func children(_ cursor: JSONCursor, count: Int) -> [JSON] {
        [JSON](unsafeUninitializedCapacity: count) { buffer, initialized in
            var child = cursor.firstChild
            for index in 0..<count {
                buffer.initializeElement(at: index, to: value(child))
                child = child.next
            }
            initialized = count
        }
    }
}
