// Holds an object to what must be there together.

nonisolated extension MemberReader {
    /// With all of some members, others are needed.
    func require(_ names: [String], with others: [String]) {
        guard !complete([others]).isEmpty,
            let missing = names.first(where: { complete([[$0]]).isEmpty })
        else { return }
        fail("\(missing) is missing, which goes with \(others.joined(separator: ", "))")
    }

    /// At least one of several sets of members is there.
    func requireAny(of sets: [[String]]) {
        if complete(sets).isEmpty { fail("none of \(Self.listed(sets)) is there") }
    }

    /// Exactly one of several sets of members is there.
    func requireOne(of sets: [[String]]) {
        let found = complete(sets)
        if found.count == 1 { return }
        fail("\(found.isEmpty ? "none" : "more than one") of \(Self.listed(sets)) is there")
    }

    /// Members that are not there together.
    func refuse(_ names: [String]) {
        if complete([names]).isEmpty { return }
        fail("\(names.joined(separator: " and ")) must not be there together")
    }

    private static func listed(_ sets: [[String]]) -> String {
        sets.map { $0.joined(separator: " and ") }.joined(separator: ", ")
    }
}
