// The members of a JSON object, in the order they were written.

/// An ordered JSON object: keys are unique, order is kept, equality ignores it.
package struct JSONObject: Sendable {
    package typealias Member = (key: String, value: JSON)

    private var names: JSONKeys
    private var values: [JSON]

    package init() { (names, values) = (.none, []) }

    /// Takes the members in order; of a key that stands twice the last value wins, in the first one's place.
    package init(_ members: some Sequence<(String, JSON)>) {
        self.init()
        for (key, value) in members { self[key] = value }
    }

    /// - Parameter values: one for each of the keys.
    init(keys: JSONKeys, values: [JSON]) { (names, self.values) = (keys, values) }

    package var keys: some RandomAccessCollection<String> & Sendable { names.names }

    /// The value of a member. Setting a new key appends it; setting `nil` removes the member.
    package subscript(key: String) -> JSON? {
        get { names.position(of: key).map { values[$0] } }
        set {
            switch (names.position(of: key), newValue) {
            case (let position?, let value?): values[position] = value
            case (let position?, nil):
                makeKeysUnique()
                names.remove(at: position)
                values.remove(at: position)
            case (nil, let value?):
                makeKeysUnique()
                names.append(key)
                values.append(value)
            case (nil, nil): break
            }
        }
    }

    private mutating func makeKeysUnique() {
        if !isKnownUniquelyReferenced(&names) { names = JSONKeys(names) }
    }
}

extension JSONObject: RandomAccessCollection {
    package var startIndex: Int { 0 }
    package var endIndex: Int { values.count }
    package subscript(position: Int) -> Member { (names.names[position], values[position]) }
}

extension JSONObject: Hashable {
    package static func == (left: JSONObject, right: JSONObject) -> Bool {
        if left.names === right.names { return left.values == right.values }
        return left.count == right.count
            && left.values.indices.allSatisfy { position in
                right.names.position(of: position, in: left.names)
                    .map { right.values[$0] == left.values[position] } ?? false
            }
    }

    package func hash(into hasher: inout Hasher) {
        var sum: UInt64 = 0
        for (position, value) in values.enumerated() {
            var member = Hasher()
            member.combine(names.hash(at: position))
            member.combine(value)
            sum &+= UInt64(truncatingIfNeeded: member.finalize())
        }
        hasher.combine(sum)
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (String, JSON)...) { self.init(elements) }
}
