// From a JSON text to a tree of values.

extension JSON {
    /// Reads one JSON text (RFC 8259) in UTF-8; a byte order mark before it is ignored.
    package init(parsing bytes: some Sequence<UInt8>, limits: JSONLimits = .standard) throws(JSONError) {
        self = JSON(try JSONDocument(parsing: bytes, limits: limits))
    }

    /// Reads a text of RFC 8259. Of a key that stands twice the last value wins, unless the limits refuse it.
    package init(parsing text: String, limits: JSONLimits = .standard) throws(JSONError) {
        self = JSON(try JSONDocument(parsing: text.utf8, limits: limits))
    }

    /// The whole tree of a document.
    package init(_ document: JSONDocument) {
        self = document.withRoot { JSON($0) }
    }

    /// The tree of a value of a document.
    package init(_ cursor: JSONCursor) {
        var builder = JSONTreeBuilder(cursor)
        self = builder.value(cursor)
    }
}

/// Makes the tree of a document's value, whose objects share their keys as they share shapes.
private struct JSONTreeBuilder {
    /// The keys made so far, by shape.
    private var keys: [JSONKeys?]
    /// The same for a value that is small beside the document, so that making it takes no more time than its size.
    private var keysOfFew: [Int: JSONKeys] = [:]

    init(_ cursor: JSONCursor) {
        let shapes = cursor.tables.pointee.shapeCount
        keys = [JSONKeys?](repeating: nil, count: shapes <= cursor.entry.pointee.span ? shapes : 0)
    }

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
        if let known = keys.isEmpty ? keysOfFew[shape] : keys[shape] { return known }
        let new = JSONKeys(distinct: object.members.map(\.key.string), hashes: object.members.map(\.key.hash))
        if keys.isEmpty { keysOfFew[shape] = new } else { keys[shape] = new }
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
