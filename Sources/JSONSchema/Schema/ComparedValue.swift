// An instance beside one that is known to be valid, so that what they have in common need not be judged again.

import JSONValues

/// A value of an instance, with the value that stands in its place in an instance that the same schema has accepted.
///
/// What all the schemas on the way to a value assert of it holds of one that is written the same. That is known as long as the way leads
/// through keywords that all have to hold; what stands below `anyOf` or `not` goes on without what is known.
struct ComparedValue: InstanceValue {
    let json: JSON
    /// Nil where nothing is known.
    private let precedent: JSON?
    let isUnchanged: Bool

    /// The whole instance, and one that is valid.
    init(_ json: JSON, precedent: JSON) {
        self.json = json
        self.precedent = precedent
        isUnchanged = false
    }

    private init(alone json: JSON) {
        self.json = json
        precedent = nil
        isUnchanged = false
    }

    private init(_ json: JSON, besides precedent: JSON?, or other: JSON? = nil) {
        self.json = json
        self.precedent = precedent
        isUnchanged = precedent.map(json.isIdentical) ?? false || other.map(json.isIdentical) ?? false
    }

    var alone: ComparedValue { ComparedValue(alone: json) }

    var kind: JSONKind { json.kind }
    var count: Int { json.count }
    var number: JSONNumber? { json.number }
    var string: String? { json.string }
    var scalarCount: Int { json.scalarCount }
    var valueCount: Int { json.valueCount }
    func withUTF8<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result { json.withUTF8(body) }
    func equals(_ json: JSON) -> Bool { self.json == json }
    func member(_ name: String) -> ComparedValue? { json[name].map(ComparedValue.init(alone:)) }

    /// An element is compared with the one as far from the start, and with the one as far from the end: of most lists that change, one
    /// element is added or taken away.
    func forEachElement(_ body: (Int, ComparedValue) -> Bool) {
        guard case .array(let elements) = json else { return }
        guard case .array(let known)? = precedent else {
            return json.forEachElement { body($0, ComparedValue(alone: $1)) }
        }
        let shift = known.count - elements.count
        for (index, element) in elements.enumerated() {
            // A literal nil would be JSON's null.
            let first = known.indices.contains(index) ? known[index] : Optional<JSON>.none
            let second =
                shift != 0 && known.indices.contains(index + shift) ? known[index + shift] : Optional<JSON>.none
            guard body(index, ComparedValue(element, besides: first, or: second)) else { return }
        }
    }

    func forEachMember(_ body: (Int, UnsafeBufferPointer<UInt8>, ComparedValue) -> Bool) {
        guard case .object(let members) = json, case .object(let known)? = precedent else {
            return json.forEachMember { body($0, $1, ComparedValue(alone: $2)) }
        }
        let isOfOneMake = members.names === known.names
        json.forEachMember { index, name, member in
            body(
                index, name,
                ComparedValue(member, besides: isOfOneMake ? known.values[index] : known[members.names.names[index]]))
        }
    }
}
