// Merge keys of YAML: the members of another mapping, where a mapping does not have its own.

import JSONValues

extension YAMLComposer {
    /// Adds the members that the mapping's `<<` takes in.
    mutating func merge(into object: inout JSONObject, of mapping: inout Collection) throws(YAMLReader.Problem) {
        for source in mapping.merged {
            guard open.count + source.height < YAMLReader.depthLimit else {
                throw YAMLComposer.tooDeep(at: source.position)
            }
            mapping.height = max(mapping.height, source.height)
            switch source.value {
            case .object(let members):
                try merge(members, at: source.entry, in: source.map, into: &object, of: mapping)
            case .array(let elements):
                var entry = source.entry + 1
                for element in elements {
                    if case .object(let members) = element {
                        try merge(members, at: entry, in: source.map, into: &object, of: mapping)
                    }
                    entry = parts(of: entry, in: source.map).upperBound
                }
            case .null, .bool, .number, .string:
                throw YAMLReader.Problem(
                    code: .yamlSyntax, message: "'<<' must be given a mapping or a list of mappings",
                    remedy: "Point it at an anchor of a mapping: '<<: *name'.", position: source.position)
            }
        }
    }

    private mutating func merge(
        _ members: JSONObject, at entry: Int, in map: Int, into object: inout JSONObject, of mapping: Collection
    ) throws(YAMLReader.Problem) {
        // Each merge looks at all members, also at those that are there already: aliases could make it do so without end.
        mergedCount += members.count
        guard mergedCount < valueLimit else { throw tooLarge(at: mapping.position) }
        var entry = entry + 1
        for (name, value) in members {
            let end = parts(of: entry, in: map).upperBound
            if !object.has(JSONMemberName(name)) {
                object[name] = value
                try copy(entry..<end, of: map, to: mapping.map, at: mapping.position)
            }
            entry = end
        }
    }
}
