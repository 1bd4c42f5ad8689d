// A value of a document together with its place.

package import JSONValues

/// A JSON value that knows which file it came from, and where it stands there.
package struct Located: Sendable {
    package let json: JSON
    /// The document that it is of.
    package let source: SourceFile
    package let pointer: JSONPointer

    package init(json: JSON, source: SourceFile, pointer: JSONPointer) {
        self.json = json
        self.source = source
        self.pointer = pointer
    }

    /// All of a file.
    package init(_ source: SourceFile) { self.init(json: source.root, source: source, pointer: .root) }

    package var place: Place { Place(source: source, pointer: pointer) }
    /// Of its key, where its name is what is told about.
    package var keyPlace: Place { Place(source: source, keyOf: pointer) }

    package subscript(key: String) -> Located? {
        json[key].map { Located(json: $0, source: source, pointer: pointer.appending(key)) }
    }

    /// The members of an object; none of anything else.
    package var members: [(name: String, value: Located)] {
        (json.object ?? JSONObject()).map { name, value in
            (name, Located(json: value, source: source, pointer: pointer.appending(name)))
        }
    }

    /// The elements of an array; none of anything else.
    package var elements: [Located] {
        (json.array ?? []).enumerated().map { index, value in
            Located(json: value, source: source, pointer: pointer.appending(index))
        }
    }

    /// The members whose names start with `x-`.
    package var extensions: JSONObject {
        JSONObject((json.object ?? JSONObject()).filter { $0.key.hasPrefix("x-") })
    }
}

extension JSON {
    /// What people call the kind of value that it is.
    package var kindName: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .number: "a number"
        case .string: "text"
        case .array: "a list"
        case .object: "an object"
        }
    }
}
