// What fields the state has and of what type, read off the values it starts with.

package import CEL
package import JSONValues

/// The shape that values have in common, as far as expressions are checked against it.
///
/// Numbers are `dyn` to the checker: JSON does not say whether 2 is an `int` or a `uint`, and a rule that stores a
/// parameter's `uint64` today may meet an `int` there tomorrow. They are computed with by their values.
package indirect enum JSONShape: Hashable, Sendable {
    /// Nothing is known: no value, null, or values of several kinds.
    case any
    case bool, number, string
    case list(JSONShape)
    case object([String: JSONShape])

    /// The shape of one value.
    package init(_ json: JSON) {
        switch json {
        case .null: self = .any
        case .bool: self = .bool
        case .number: self = .number
        case .string: self = .string
        case .array(let elements): self = .list(JSONShape(commonTo: elements))
        case .object:
            self = .object([:])
            join(json)
        }
    }

    /// What all of the values have in common.
    package init(commonTo values: [JSON]) {
        self = values.first.map { JSONShape($0) } ?? .any
        for value in values.dropFirst() { join(value) }
    }

    /// Becomes what it has in common with a value.
    private mutating func join(_ json: JSON) {
        switch (self, json) {
        case (.any, _), (.bool, .bool), (.number, .number), (.string, .string): break
        case (.object(var fields), .object(let object)):
            // Of the fields there is no other copy while they change.
            self = .any
            for (name, value) in object {
                if let known = fields.index(forKey: name) {
                    fields.values[known].join(value)
                } else {
                    fields[name] = JSONShape(value)
                }
            }
            self = .object(fields)
        default: self = joined(with: JSONShape(json))
        }
    }

    /// What values of a type have in common.
    package init(_ type: CELType) {
        switch type {
        case .bool: self = .bool
        case .int, .uint, .double: self = .number
        case .string, .bytes, .timestamp, .duration: self = .string
        case .list(let element): self = .list(JSONShape(element))
        default: self = .any
        }
    }

    /// What people call values of the shape.
    var kindName: String {
        switch self {
        case .any: "anything"
        case .bool: "a boolean"
        case .number: "a number"
        case .string: "text"
        case .list: "a list"
        case .object: "an object"
        }
    }

    /// What both are: objects have the fields of either.
    private func joined(with other: JSONShape) -> JSONShape {
        switch (self, other) {
        case (.list(.any), .list(let element)), (.list(let element), .list(.any)): .list(element)
        case (.list(let left), .list(let right)): .list(left.joined(with: right))
        case (.object(let left), .object(let right)): .object(left.merging(right) { $0.joined(with: $1) })
        default: self == other ? self : .any
        }
    }

    /// Whether values of the other shape can stand where values of this one stood: no field has another type.
    package func takes(_ other: JSONShape) -> Bool {
        switch (self, other) {
        case (.any, _), (_, .any): true
        case (.list(let mine), .list(let other)): mine.takes(other)
        case (.object(let mine), .object(let other)):
            other.allSatisfy { name, shape in mine[name].map { $0.takes(shape) } ?? true }
        default: self == other
        }
    }

    /// - Parameter name: what messages call an object of this shape.
    func type(named name: String) -> CELType {
        switch self {
        case .any, .number: return .dyn
        case .bool: return .bool
        case .string: return .string
        case .list(let element): return .list(element.type(named: "an element of \(name)"))
        case .object(let fields):
            guard !fields.isEmpty else { return .map(key: .string, value: .dyn) }
            let types = fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value.type(named: "\(name).\($0.key)")) }
            return .record(CELRecord(name: name, fields: types))
        }
    }
}
