// How much memory a value takes.

extension JSON {
    /// In bytes, near enough for a bound: what every value takes where it stands, and what texts, elements and members take besides.
    package var approximateSize: Int {
        var size = 0
        // No recursion: values from outside may nest deep.
        var left = [self]
        while let value = left.popLast() {
            size += 16
            switch value {
            case .null, .bool, .number: break
            case .string(let text): size += text.utf8.count
            case .array(let elements):
                size += 32
                left += elements
            case .object(let members):
                size += 64
                for (name, member) in members {
                    size += 32 + name.utf8.count
                    left.append(member)
                }
            }
        }
        return size
    }
}
