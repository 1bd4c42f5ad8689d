// The members of a JSON object, in the order they were written.

/// An ordered JSON object: keys are unique, order is kept, equality ignores it.
package struct JSONObject: Sendable {
    /// A key with its value, as iteration gives them.
    package typealias Member = (key: String, value: JSON)

    /// The names of the members, in order.
    package private(set) var names: JSONKeys
    /// The value of each, in the same order.
    package private(set) var values: [JSON]

    package init() { (names, values) = (.none, []) }

    /// Takes the members in order; of a key that stands twice the last value wins, in the first one's place.
    package init(_ members: some Sequence<(String, JSON)>) {
        self.init()
        for (key, value) in members { self[key] = value }
    }

    /// - Parameter values: one for each of the keys.
    package init(keys: JSONKeys, values: [JSON]) { (names, self.values) = (keys, values) }

    /// The names of the members, in order.
    package var keys: some RandomAccessCollection<String> & Sendable { names.names }

    /// The index of the member with that key.
    package func position(of key: String) -> Int? { names.position(of: key) }

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

    mutating func replaceValue(at position: Int, by value: JSON) { values[position] = value }

    private mutating func makeKeysUnique() {
        if !isKnownUniquelyReferenced(&names) { names = JSONKeys(names) }
    }
}

extension JSONObject: RandomAccessCollection {
    package var startIndex: Int { 0 }
    package var endIndex: Int { values.count }
    package subscript(position: Int) -> Member { (names.names[position], values[position]) }

    /// The one that all collections have asks through the protocol for each member, which takes memory each time.
    package struct Iterator: IteratorProtocol {
        fileprivate let object: JSONObject
        fileprivate var position = 0

        package mutating func next() -> Member? {
            guard position < object.endIndex else { return nil }
            defer { position += 1 }
            return object[position]
        }
    }

    package func makeIterator() -> Iterator { Iterator(object: self) }
}

extension JSONObject: Hashable {
    package static func == (left: JSONObject, right: JSONObject) -> Bool {
        guard left.count == right.count else { return false }
        let isSameOrder = left.names === right.names
        for position in left.values.indices {
            let other = isSameOrder ? position : right.names.position(of: position, in: left.names)
            guard let other, left.values[position] == right.values[other] else { return false }
        }
        return true
    }

    package func hash(into hasher: inout Hasher) {
        var sum: UInt64 = 0
        for position in values.indices { sum &+= hash(ofMember: position) }
        hasher.combine(sum)
    }

    private func hash(ofMember position: Int) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(names.hash(at: position))
        values[position].hash(into: &hasher)
        return UInt64(truncatingIfNeeded: hasher.finalize())
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (String, JSON)...) { self.init(elements) }
}
