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

    /// What is the same needs no comparison of its parts.
    private init(_ json: JSON, besides precedent: JSON) {
        self.json = json
        isUnchanged = json.isIdentical(to: precedent)
        self.precedent = isUnchanged ? nil : precedent
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
            var value = known.indices.contains(index) ? ComparedValue(element, besides: known[index]) : nil
            if shift != 0, value?.isUnchanged != true, known.indices.contains(index + shift) {
                let other = ComparedValue(element, besides: known[index + shift])
                if other.isUnchanged { value = other }
            }
            guard body(index, value ?? ComparedValue(alone: element)) else { return }
        }
    }

    func forEachMember(_ body: (Int, UnsafeBufferPointer<UInt8>, ComparedValue) -> Bool) {
        guard case .object(let members) = json, case .object(let known)? = precedent else {
            return json.forEachMember { body($0, $1, ComparedValue(alone: $2)) }
        }
        if members.names === known.names {
            json.forEachMember { body($0, $1, ComparedValue($2, besides: known.values[$0])) }
        } else {
            json.forEachMember { index, name, member in
                let other = known[members.names.names[index]]
                return body(
                    index, name, other.map { ComparedValue(member, besides: $0) } ?? ComparedValue(alone: member))
            }
        }
    }
}
