// A value with another part.

extension JSON {
    /// The value with a part of it replaced or, for nil, left out; nil where what holds the part is not there.
    package func replacing(_ path: ArraySlice<String>, with value: JSON?) -> JSON? {
        guard let first = path.first else { return value }
        let rest = path.dropFirst()
        switch self {
        case .object(var members):
            if rest.isEmpty {
                members[first] = value
            } else {
                guard let changed = members[first]?.replacing(rest, with: value) else { return nil }
                members[first] = changed
            }
            return .object(members)
        case .array(var elements):
            guard let index = JSONPointer.index(first), index <= elements.count else { return nil }
            if index == elements.count {
                guard rest.isEmpty, let value else { return nil }
                elements.append(value)
            } else if rest.isEmpty {
                if let value { elements[index] = value } else { elements.remove(at: index) }
            } else {
                guard let changed = elements[index].replacing(rest, with: value) else { return nil }
                elements[index] = changed
            }
            return .array(elements)
        case .null, .bool, .number, .string: return nil
        }
    }
}
