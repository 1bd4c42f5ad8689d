// The members of a JSON object, in the order they were written.

/// An ordered JSON object: keys are unique, order is kept, equality ignores it.
package struct JSONObject: Sendable {
    package typealias Member = (key: String, value: JSON)

    private var members: [Member]

    package init() { members = [] }

    /// Takes the members in order; of a key that stands twice the last value wins, in the first one's place.
    package init(_ members: some Sequence<(String, JSON)>) {
        self.members = []
        for (key, value) in members { self[key] = value }
    }

    package var keys: some Sequence<String> { members.lazy.map(\.key) }

    /// The value of a member. Setting a new key appends it; setting `nil` removes the member.
    package subscript(key: String) -> JSON? {
        get { members.first { $0.key == key }?.value }
        set {
            switch (members.firstIndex { $0.key == key }, newValue) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append((key, value))
            case (nil, nil): break
            }
        }
    }
}

extension JSONObject: RandomAccessCollection {
    package var startIndex: Int { members.startIndex }
    package var endIndex: Int { members.endIndex }
    package subscript(position: Int) -> Member { members[position] }
}

extension JSONObject: Hashable {
    package static func == (left: JSONObject, right: JSONObject) -> Bool {
        left.count == right.count && left.allSatisfy { right[$0.key] == $0.value }
    }

    package func hash(into hasher: inout Hasher) {
        var sum = 0
        for (key, value) in members {
            var member = Hasher()
            member.combine(key)
            member.combine(value)
            sum &+= member.finalize()
        }
        hasher.combine(sum)
    }
}
