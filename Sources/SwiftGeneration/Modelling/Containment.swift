// Finds where a box is needed: in types that contain themselves, and for parts that are large.

extension [Declaration] {
    /// Boxes the properties through which a struct contains itself without an array or dictionary between, and makes
    /// unions indirect that do.
    mutating func boxRecursiveParts() {
        openEndlessUnions()
        for index in indices where contains(index, itself: index) {
            guard case .union(var union) = self[index].kind else { continue }
            union.isIndirect = true
            self[index].kind = .union(union)
        }
        let order = indices.sorted { self[$0].candidates.first ?? "" < self[$1].candidates.first ?? "" }
        var state = [State](repeating: .unseen, count: count)
        for index in order where state[index] == .unseen { visit(index, &state) }
    }

    /// A union whose every shape is such a union again, itself at last, has no value in Swift, and the compiler refuses it. The contract says
    /// nothing of what it is: one of its shapes takes any value.
    private mutating func openEndlessUnions() {
        var endless = indices.filter { index in if case .union = self[index].kind { true } else { false } }
        while true {
            let unknown = Set(endless)
            endless.removeAll { index in
                guard case .union(let union) = self[index].kind else { return true }
                return union.branches.isEmpty
                    || union.branches.contains { branch in
                        if case .declared(let part)? = branch.payload { !unknown.contains(part.index) } else { true }
                    }
            }
            if endless.count < unknown.count { continue }
            guard let first = endless.first, case .union(var union) = self[first].kind else { return }
            union.branches[0].payload = .json
            self[first].kind = .union(union)
        }
    }

    /// Boxes parts, the largest first, until a value holds no more than `limit` values in line: the compiler unrolls a copy to each of
    /// them, so that a type would cost as much as all that is below it. Parts that a box would hardly make smaller stay in line.
    /// - Returns: how many values each declaration holds in line.
    mutating func boxLargeParts(limit: Int) -> [Int] {
        var sizes = [Int?](repeating: nil, count: count)
        for index in indices { computeSize(index, limit, &sizes) }
        return sizes.map { $0 ?? 1 }
    }

    @discardableResult
    private mutating func computeSize(_ index: Int, _ limit: Int, _ sizes: inout [Int?]) -> Int {
        if let known = sizes[index] { return known }
        var total = 1
        switch self[index].kind {
        case .structure(var structure):
            let weights = structure.properties.map { property in
                property.isBoxed ? 1 : property.type.direct.map { computeSize($0.index, limit, &sizes) } ?? 1
            }
            total = weights.reduce(structure.additional == nil ? 0 : 1, +)
            for position in weights.indices.sorted(by: { (-weights[$0], $0) < (-weights[$1], $1) }) {
                let weight = weights[position]
                guard weight > limit || total > Swift.max(limit, weights.count) && weight > 8 else { break }
                structure.properties[position].isBoxed = true
                total -= weight - 1
            }
            self[index].kind = .structure(structure)
        case .union(var union) where !union.isIndirect:
            total = union.branches.map { $0.payload?.direct.map { computeSize($0.index, limit, &sizes) } ?? 1 }
                .reduce(0, +)
            union.isIndirect = total > limit
            if union.isIndirect { total = 1 }
            self[index].kind = .union(union)
        case .union, .openEnum, .pending: break
        }
        sizes[index] = total
        return total
    }

    private enum State {
        case unseen, open, done
    }

    private mutating func visit(_ index: Int, _ state: inout [State]) {
        state[index] = .open
        defer { state[index] = .done }
        switch self[index].kind {
        case .structure(var structure):
            for position in structure.properties.indices {
                guard let target = structure.properties[position].type.direct?.index else { continue }
                if state[target] == .unseen { visit(target, &state) }
                if state[target] == .open, !isIndirect(target) { structure.properties[position].isBoxed = true }
            }
            self[index].kind = .structure(structure)
        case .union(let union):
            guard !union.isIndirect else { return }
            for case let target? in union.branches.map({ $0.payload?.direct?.index }) where state[target] == .unseen {
                visit(target, &state)
            }
        case .openEnum, .pending: break
        }
    }

    /// Whether a union's value holds another of the same, directly or through others.
    private func contains(_ index: Int, itself start: Int) -> Bool {
        guard case .union = self[start].kind else { return false }
        var seen: Set<Int> = []
        var open = directParts(of: start)
        while let next = open.popLast() {
            if next == start { return true }
            guard seen.insert(next).inserted, !isIndirect(next) else { continue }
            open += directParts(of: next)
        }
        return false
    }

    private func directParts(of index: Int) -> [Int] {
        switch self[index].kind {
        case .structure(let structure): structure.properties.compactMap { $0.type.direct?.index }
        case .union(let union): union.branches.compactMap { $0.payload?.direct?.index }
        case .openEnum, .pending: []
        }
    }

    private func isIndirect(_ index: Int) -> Bool {
        if case .union(let union) = self[index].kind { return union.isIndirect }
        return false
    }
}
