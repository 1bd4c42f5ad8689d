// Whether two values are the same down to their text.

extension JSON {
    /// Whether the other value is written with the same bytes, where `==` takes `1` for `1.0` and passes over the order of members.
    package func isIdentical(to other: JSON) -> Bool {
        switch (self, other) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.number(let left), .number(let right)): left.isIdentical(to: right)
        case (.string(let left), .string(let right)): sameUTF8(left, right)
        case (.array(let left), .array(let right)):
            areIdentical(left, right)
        case (.object(let left), .object(let right)):
            (left.names === right.names || left.keys.elementsEqual(right.keys, by: sameUTF8))
                && areIdentical(left.values, right.values)
        case (.null, _), (.bool, _), (.number, _), (.string, _), (.array, _), (.object, _): false
        }
    }

    private func areIdentical(_ left: [JSON], _ right: [JSON]) -> Bool {
        guard left.count == right.count else { return false }
        for index in left.indices where !left[index].isIdentical(to: right[index]) { return false }
        return true
    }
}

extension JSONNumber {
    fileprivate func isIdentical(to other: JSONNumber) -> Bool {
        switch (form, other.form) {
        case (.plain(let magnitude, let scale, let isNegative), .plain(let other, let otherScale, let isOtherNegative)):
            magnitude == other && scale == otherScale && isNegative == isOtherNegative
        case (.written(let left), .written(let right)): left == right
        case (.plain, _), (.written, _): false
        }
    }
}
