// What a YAML document may not be, though the parser takes it.

extension YAMLComposer {
    static func tooDeep(at position: Position) -> YAMLReader.Problem {
        YAMLReader.Problem(
            code: .tooDeep, message: "values are nested more than \(YAMLReader.depthLimit) deep",
            remedy: "Move deeply nested parts to components and refer to them.", position: position)
    }

    func tooLarge(at position: Position) -> YAMLReader.Problem {
        YAMLReader.Problem(
            code: .tooLarge, message: "the aliases expand to more than \(valueLimit) values",
            remedy: "Use $ref instead of YAML aliases.", position: position)
    }

    /// Of a mapping with the names from `first` on, some of which stand in it twice.
    func duplicateKeys(from first: Int) -> YAMLReader.Problem {
        let sorted = names.indices[first...].sorted { left, right in
            names[left] == names[right] ? left < right : names[left] < names[right]
        }
        let pairs = zip(sorted, sorted.dropFirst()).filter { names[$0] == names[$1] }
        var repeated: [String] = []
        for (index, _) in pairs where repeated.last != names[index] { repeated.append(names[index]) }
        guard let (first, second) = pairs.first else { return YAMLEvents.unreadable }
        return duplicateKeys(repeated, first: namePositions[first], second: namePositions[second])
    }

    func duplicateKeys(_ names: [String], first: Position, second: Position) -> YAMLReader.Problem {
        YAMLReader.Problem(
            code: .duplicateKey,
            message: "a mapping has the key \(names.map { "'\($0)'" }.joined(separator: ", ")) more than once, "
                + "first on line \(first.line)",
            remedy: "Keep one of them, or rename the other.", position: second)
    }
}
