// What the scanner does seldom: new shapes, duplicate keys, places of errors.

extension JSONScanner {
    /// How many duplicate keys of a text are told.
    static let reportedDuplicates = 16

    /// Adds the shape of the keys on the stack from `firstKey` on; drops duplicates where that is allowed.
    @inline(never)
    mutating func addShape(firstKey: Int, hash: UInt32, of object: Int) throws(JSONFault) -> UInt32 {
        let duplicate: JSONShapes.Duplicate
        do {
            return try shapes.add(keys.start + firstKey, count: keys.count - firstKey, hash: hash, in: text.start)
        } catch {
            duplicate = error
        }
        if limits.duplicateKeys == .refuse { throw fault(keys[firstKey + duplicate.position]) }
        dropDuplicates(firstKey: firstKey, of: object)
        var combined = JSONShapes.emptyHash
        for index in firstKey..<keys.count { combined = JSONHash.combine(combined, keys[index].hash) }
        let known = shapes.find(keys.start + firstKey, count: keys.count - firstKey, hash: combined, in: text.start)
        return if let known { known } else { try addShape(firstKey: firstKey, hash: combined, of: object) }
    }

    private func fault(_ key: JSONKeyEntry) -> JSONFault {
        JSONFault(
            kind: .duplicateKey, offset: Int(key.offset) - 1, expected: "each key of an object once",
            found: "a second \"\(string(key).prefix(60))\"", isBetweenValues: true)
    }

    private func string(_ key: JSONKeyEntry) -> String {
        // Safe: the scanner has read the key at that place of the text, which stays until the scanner goes.
        String(
            decoding: UnsafeBufferPointer(start: text.start + Int(key.offset), count: Int(key.length)), as: UTF8.self)
    }

    /// Rewrites the keys and values of a complete object: every key once, in the place of its first, with its last value.
    private mutating func dropDuplicates(firstKey: Int, of object: Int) {
        var kept: [(key: JSONKeyEntry, value: Int)] = []
        var positions: [[UInt8]: Int] = [:]
        let parent = duplicateKeys.count < JSONScanner.reportedDuplicates ? pointer(isBetweenValues: true) : .root
        var value = object + 1
        for index in firstKey..<keys.count {
            let key = keys[index]
            let bytes = Array(UnsafeBufferPointer(start: text.start + Int(key.offset), count: Int(key.length)))
            if let position = positions[bytes] {
                kept[position].value = value
                if duplicateKeys.count < JSONScanner.reportedDuplicates {
                    duplicateKeys.append(JSONError(fault(key), pointer: parent, in: source))
                }
            } else {
                positions[bytes] = kept.count
                kept.append((key, value))
            }
            value += Int(tape[value].span)
        }
        var values = JSONBuffer<JSONEntry>(capacity: tape.count - object)
        for member in kept { values.append(from: tape.start + member.value, count: Int(tape[member.value].span)) }
        tape.removeLast(tape.count - object - 1)
        tape.append(from: values.start, count: values.count)
        keys.removeLast(keys.count - firstKey)
        for member in kept { keys.append(member.key) }
    }

    /// Writes where the values of a large object start, three to an entry, behind the last of them: lookups need not walk.
    @inline(never)
    mutating func appendPositions(of object: Int, shape: JSONShape) {
        guard shape.count > JSONShapes.scanned else { return }
        var value = object + 1
        var places: [UInt32] = []
        places.reserveCapacity(Int(shape.count) + 2)
        for _ in 0..<shape.count {
            places.append(UInt32(truncatingIfNeeded: value - object))
            value += Int(tape[value].span)
        }
        places += [0, 0]
        for first in stride(from: 0, to: Int(shape.count), by: 3) {
            tape.append(
                JSONEntry(offset: places[first], length: places[first + 1], span: places[first + 2], kind: .null))
        }
    }

    /// The value that is being read: the innermost open container, or the child of it that has begun.
    func pointer(isBetweenValues: Bool) -> JSONPointer {
        var containers: [Int] = []
        var container = open
        while container != JSONScanner.none {
            containers.append(Int(container))
            container = tape[Int(container)].span
        }
        containers.reverse()

        var tokens: [String] = []
        var firstKey = 0
        for (depth, container) in containers.enumerated() {
            let isInnermost = depth == containers.count - 1
            let end = isInnermost ? tape.count : containers[depth + 1]
            var complete = 0
            var child = container + 1
            while child < end {
                complete += 1
                child += Int(tape[child].span)
            }
            if tape[container].kind == .array {
                if !(isInnermost && isBetweenValues) { tokens.append(String(complete)) }
            } else {
                if firstKey + complete < keys.count, !(isInnermost && isBetweenValues) {
                    tokens.append(string(keys[firstKey + complete]))
                }
                firstKey += complete + 1
            }
        }
        return JSONPointer(tokens)
    }
}
