// Changes every object of a document by its kind, from the leaves to the root.

import JSONValues
import OpenAPIContract

enum DocumentMap {
    /// - Parameter change: is given an object whose parts have been changed, its kind and its place.
    static func map(
        _ value: JSON, _ kind: ObjectKind, at pointer: JSONPointer = .root,
        change: (_ value: JSON, _ kind: ObjectKind, _ pointer: JSONPointer) -> JSON
    ) -> JSON {
        guard case .object(let members) = value else {
            // A schema may be a Boolean.
            return kind == .schema ? change(value, kind, pointer) : value
        }
        let copy = members.map { field, child -> (String, JSON) in
            guard let (childKind, holding) = kind.child(field) else { return (field, child) }
            let place = pointer.appending(field)
            switch (holding, child) {
            case (.one, .array(let elements)), (.list, .array(let elements)):
                return (
                    field,
                    .array(
                        elements.enumerated().map {
                            map($0.element, childKind, at: place.appending($0.offset), change: change)
                        })
                )
            case (.one, _): return (field, map(child, childKind, at: place, change: change))
            case (.map, .object(let named)):
                let changed = named.map { name, child in
                    (name, map(child, childKind, at: place.appending(name), change: change))
                }
                return (field, .object(JSONObject(changed)))
            default: return (field, child)
            }
        }
        return change(.object(JSONObject(copy)), kind, pointer)
    }
}
