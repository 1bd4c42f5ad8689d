// A member's name, made ready to be looked for in many objects.

/// A name with its hash, which is worked out once.
package struct JSONMemberName: Sendable {
    /// As it is written, without escapes.
    package let text: String
    private let hash: UInt32

    /// Works the hash out once, for many objects.
    package init(_ text: String) {
        self.text = text
        hash = JSONHash.standard(text)
    }

    /// The index of this name among the keys; nil where it is none of them.
    package func position(in keys: JSONKeys) -> Int? { keys.position(of: text, hash: hash) }
}

extension JSONObject {
    /// The value of a member.
    package subscript(name: JSONMemberName) -> JSON? {
        guard let position = name.position(in: names) else { return nil }
        return values[position]
    }

    /// Sets the value of a member, which is named by its place in other keys: those of objects of one make are mostly the same.
    package mutating func set(_ position: Int, of keys: JSONKeys, to value: JSON) {
        guard names !== keys else { return replaceValue(at: position, by: value) }
        if let own = names.position(of: position, in: keys) {
            replaceValue(at: own, by: value)
        } else {
            self[keys.names[position]] = value
        }
    }

    /// Whether the object has a member of that name, whatever its value.
    package func has(_ name: JSONMemberName) -> Bool { name.position(in: names) != nil }
}
