// Types that are sent and received, where a member is required in one direction alone: one for each direction.

extension ClientModel {
    /// An `id` that the server gives is required in what is received and has no place in what is sent. A type that is both would have to
    /// leave it optional: in its place `Pet` is received and `PetInput` is sent.
    mutating func separateDirections() {
        let (sent, received) = directions()
        let both = sent.intersection(received)
        var separated = both.filter { needsDirections($0) }
        var grows = !separated.isEmpty
        // What holds such a type differs by it.
        while grows {
            let more = both.subtracting(separated).filter { !parts(of: $0).isDisjoint(with: separated) }
            separated.formUnion(more)
            grows = !more.isEmpty
        }
        let copies = Dictionary(
            uniqueKeysWithValues: separated.sorted().enumerated().map { ($1, declarations.count + $0) })
        for index in separated.sorted() { declarations.append(input(of: index, copies)) }
        // What is sent alone holds what is sent: `{"pet": …}` around a pet.
        for index in sent.subtracting(received) { declarations[index].replace(copies) }
        for index in operations.indices {
            for position in operations[index].parameters.indices {
                operations[index].parameters[position].property.type.replace(copies)
            }
            for position in operations[index].body?.choices.indices ?? 0..<0 {
                operations[index].body?.choices[position].type.replace(copies)
            }
        }
        parameterTypes = Set(parameterTypes.map { TypeID(index: copies[$0.index] ?? $0.index) })
    }

    private func needsDirections(_ index: Int) -> Bool {
        guard case .structure(let structure) = declarations[index].kind else { return false }
        return structure.properties.contains {
            ($0.isReadOnly || $0.isWriteOnly) && [.required, .nullable].contains($0.presence)
        }
    }

    /// The declarations that a value holds, at once or in arrays and dictionaries.
    private func parts(of index: Int) -> Set<Int> {
        switch declarations[index].kind {
        case .structure(let structure):
            let types = structure.properties.map(\.type) + [structure.additional].compactMap(\.self)
            return Set(types.compactMap { $0.declaration?.index })
        case .union(let union): return Set(union.branches.compactMap { $0.payload?.declaration?.index })
        case .openEnum, .pending: return []
        }
    }

    private func input(of index: Int, _ copies: [Int: Int]) -> Declaration {
        var copy = declarations[index]
        copy.isInput = true
        if case .type(let parent) = copy.scope, let parent = copies[parent.index] {
            copy.scope = .type(TypeID(index: parent))
        } else {
            copy.wire += " sent"
            copy.candidates = copy.candidates.map { $0 + "Input" }
        }
        copy.replace(copies)
        return copy
    }
}

extension Declaration {
    /// Holds the copies in place of the types that were copied.
    fileprivate mutating func replace(_ copies: [Int: Int]) {
        switch kind {
        case .structure(var structure):
            for position in structure.properties.indices { structure.properties[position].type.replace(copies) }
            structure.additional?.replace(copies)
            kind = .structure(structure)
        case .union(var union):
            for position in union.branches.indices { union.branches[position].payload?.replace(copies) }
            kind = .union(union)
        case .openEnum, .pending: break
        }
    }
}

extension SwiftType {
    fileprivate mutating func replace(_ copies: [Int: Int]) {
        switch self {
        case .array(var type):
            type.replace(copies)
            self = .array(type)
        case .dictionary(var type):
            type.replace(copies)
            self = .dictionary(type)
        case .nullable(var type):
            type.replace(copies)
            self = .nullable(type)
        case .declared(let id): if let copy = copies[id.index] { self = .declared(TypeID(index: copy)) }
        default: break
        }
    }
}
