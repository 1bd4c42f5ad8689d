// A member's name, made ready to be looked for in many objects.

/// A name with its hash, which is worked out once.
package struct JSONMemberName: Sendable {
    package let text: String
    private let hash: UInt32

    package init(_ text: String) {
        self.text = text
        hash = JSONHash.standard(text)
    }

    package func position(in keys: JSONKeys) -> Int? { keys.position(of: text, hash: hash) }
}

extension JSONObject {
    /// The value of a member.
    package subscript(name: JSONMemberName) -> JSON? { name.position(in: names).map { values[$0] } }

    package func has(_ name: JSONMemberName) -> Bool { name.position(in: names) != nil }
}
