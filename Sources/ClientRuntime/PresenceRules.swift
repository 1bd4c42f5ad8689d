// Holds an object to what must be there together.

nonisolated extension Decoder {
    /// With all of some members, others are needed.
    func require(_ names: [String], with others: [String]) throws {
        let container = try container(keyedBy: AnyKey.self)
        guard others.allSatisfy({ container.contains(AnyKey($0)) }),
            let missing = names.first(where: { !container.contains(AnyKey($0)) })
        else { return }
        throw corrupted("\(missing) is missing, which goes with \(others.joined(separator: ", "))")
    }

    /// At least one of several sets of members is there.
    func requireAny(of sets: [[String]]) throws {
        if try complete(sets).isEmpty { throw corrupted("none of \(Self.listed(sets)) is there") }
    }

    /// Exactly one of several sets of members is there.
    func requireOne(of sets: [[String]]) throws {
        let found = try complete(sets)
        if found.count == 1 { return }
        throw corrupted("\(found.isEmpty ? "none" : "more than one") of \(Self.listed(sets)) is there")
    }

    /// Members that are not there together.
    func refuse(_ names: [String]) throws {
        if try complete([names]).isEmpty { return }
        throw corrupted("\(names.joined(separator: " and ")) must not be there together")
    }

    private func complete(_ sets: [[String]]) throws -> [[String]] {
        let container = try container(keyedBy: AnyKey.self)
        return sets.filter { $0.allSatisfy { container.contains(AnyKey($0)) } }
    }

    private static func listed(_ sets: [[String]]) -> String {
        sets.map { $0.joined(separator: " and ") }.joined(separator: ", ")
    }
}
