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
        switch cursor.kind {
        case .null: self = .null
        case .false: self = .bool(false)
        case .true: self = .bool(true)
        case .number: self = .number(JSONNumber(checked: cursor.utf8))
        case .string: self = .string(String(checked: cursor.utf8, isASCII: cursor.isASCII))
        case .array: self = .array(cursor.elements.map { JSON($0) })
        case .object: self = .object(JSONObject(cursor.members.map { ($0.key.string, JSON($0.value)) }))
        }
    }
}
