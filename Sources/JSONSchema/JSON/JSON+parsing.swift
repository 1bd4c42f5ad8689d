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
        case .array: .array(children(cursor, count: cursor.count))
        case .object: .object(JSONObject(keys: keys(cursor), values: children(cursor, count: cursor.count)))
        }
    }

    private mutating func keys(_ object: JSONCursor) -> JSONKeys {
        let shape = Int(object.entry.pointee.length)
        if let known = keys[shape] { return known }
        let new = JSONKeys(distinct: object.members.map(\.key.string), hashes: object.members.map(\.key.hash))
        keys[shape] = new
        return new
    }

    private mutating func children(_ cursor: JSONCursor, count: Int) -> [JSON] {
        var values: [JSON] = []
        values.reserveCapacity(count)
        var child = cursor.firstChild
        for _ in 0..<count {
            values.append(value(child))
            child = child.next
        }
        return values
    }
}
