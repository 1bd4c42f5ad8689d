// What every store of sessions has to do.

package import SessionStores

/// A demand on a store, and whether a store meets it.
package struct StoreDemand: Sendable, CustomStringConvertible {
    /// What it says.
    package let description: String
    private let body: @Sendable (any SessionStore, SessionKey) async throws(StoreFailure) -> [String]

    fileprivate init(
        _ description: String,
        _ body: @escaping @Sendable (any SessionStore, SessionKey) async throws(StoreFailure) -> [String]
    ) {
        self.description = description
        self.body = body
    }

    /// What a store does otherwise; nothing where it meets the demand.
    /// - Parameter contract: no other test of the store has it.
    package func unmet(by store: any SessionStore, contract: String) async throws(StoreFailure) -> [String] {
        try await body(store, SessionKey(contract: contract, session: "zoe"))
    }
}

/// Collects what is otherwise than it should be.
private struct Differences {
    private(set) var all: [String] = []

    mutating func expect<Value: Equatable>(_ value: Value, _ expected: Value, _ what: String) {
        if value != expected { all.append("\(what): \(value) in the place of \(expected)") }
    }
}

extension StoreDemand {
    /// All of them.
    package static let all: [StoreDemand] = [
        StoreDemand("A session that is not there starts, without a document") { store, key throws(StoreFailure) in
            var found = Differences()
            found.expect(
                try await store.take(key, by: "a", known: nil, creates: false, now: 1_000, idle: 50), nil, "not there")
            let taken = try await store.take(key, by: "a", known: nil, creates: true, now: 1_000, idle: 50)
            found.expect(taken?.isNew, true, "is new")
            found.expect(taken?.session, StoredSession(document: nil, started: 1_000, idle: 50), "session")
            let atOnce = try await store.take(key, by: "a", known: nil, creates: true, now: 1_000, idle: 50)
            found.expect(atOnce?.isNew, false, "is new at the same time")
            let again = try await store.take(key, by: "a", known: taken?.position, creates: true, now: 1_010, idle: 9)
            found.expect(again?.isNew, false, "is new again")
            found.expect(again?.position, taken?.position, "position")
            found.expect(again?.session.started, 1_000, "started")
            found.expect(again?.session.idle, 50, "idle")
            return found.all
        },
        StoreDemand("What is told of a session is read by others, the newest of it, in its order") {
            store, key throws(StoreFailure) in
            var found = Differences()
            func told(
                _ owner: String, after number: Int64 = 0, limit: Int = 100
            ) async throws(StoreFailure) -> [ToldEntry] {
                try await store.told(of: key, after: number, notBy: owner, limit: limit)
            }
            try await store.tell([[0]], of: key, by: "a", limit: 9)
            found.expect(try await told("b").count, 0, "of a session that is not there")
            _ = try await store.take(key, by: "a", known: nil, creates: true, now: 1, idle: nil)
            let document = (0..<3_000).map { UInt8(truncatingIfNeeded: $0) }
            try await store.tell([document, [2]], of: key, by: "a", limit: 3)
            try await store.tell([[3]], of: key, by: "b", limit: 3)
            found.expect(try await told("c").map(\.document), [document, [2], [3]], "of both")
            found.expect(try await told("a").map(\.document), [[3]], "of the other")
            found.expect(try await told("c", limit: 2).map(\.document), [document, [2]], "two")
            let first = try await told("c").first?.number ?? 0
            found.expect(try await told("c", after: first).map(\.document), [[2], [3]], "after the first")
            try await store.tell([[4]], of: key, by: "a", limit: 3)
            found.expect(try await told("c").map(\.document), [[2], [3], [4]], "three")
            let last = try await told("c").last?.number ?? 0
            try await store.tell([nil, [5]], of: key, by: "a", limit: 3)
            found.expect(try await told("c", after: last).map(\.document), [nil, [5]], "after it was cleared")
            found.expect(try await told("c").map(\.document), [nil, [5]], "all after it was cleared")
            _ = try await store.end(key)
            _ = try await store.take(key, by: "a", known: nil, creates: true, now: 2, idle: nil)
            found.expect(try await told("c").count, 0, "of a session that has ended")
            return found.all
        },
        StoreDemand("What is saved is read by the next owner, byte for byte") { store, key throws(StoreFailure) in
            var found = Differences()
            let document =
                (0..<70_000).map { UInt8(truncatingIfNeeded: $0 * 31 + $0 / 251) } + Array("é\u{0}'\"\\".utf8)
            guard let first = try await store.take(key, by: "a", known: nil, creates: true, now: 1, idle: nil) else {
                return ["nothing taken"]
            }
            let saved = try await store.save(document, as: key, by: "a", after: first.position, now: 2, idle: 77)
            found.expect(saved, SessionPosition(epoch: first.position.epoch, version: 1), "position")
            let next = try await store.take(key, by: "b", known: saved, creates: false, now: 3, idle: nil)
            found.expect(next?.session, StoredSession(document: document, started: 1, idle: 77), "session")
            found.expect(next?.isNew, false, "is new")
            found.expect(next.map { $0.position.epoch > first.position.epoch }, true, "another epoch")
            found.expect(next?.position.version, 1, "the same version")
            return found.all
        },
        StoreDemand("The owner whose copy is the newest gets no document") { store, key throws(StoreFailure) in
            var found = Differences()
            guard let first = try await store.take(key, by: "a", known: nil, creates: true, now: 1, idle: nil),
                let saved = try await store.save([1], as: key, by: "a", after: first.position, now: 2, idle: nil)
            else { return ["nothing saved"] }
            let known = try await store.take(key, by: "a", known: saved, creates: true, now: 3, idle: nil)
            found.expect(known?.position, saved, "position")
            found.expect(known?.session.document, nil, "document")
            let unsure = try await store.take(key, by: "a", known: nil, creates: true, now: 4, idle: nil)
            found.expect(unsure?.session.document, [1], "document of whoever does not know")
            let old = try await store.take(key, by: "a", known: first.position, creates: true, now: 4, idle: nil)
            found.expect(old?.session.document, [1], "document of whoever knows an older one")
            return found.all
        },
        StoreDemand("Nobody saves after another has taken the session") { store, key throws(StoreFailure) in
            var found = Differences()
            guard let first = try await store.take(key, by: "a", known: nil, creates: true, now: 1, idle: nil),
                let second = try await store.take(key, by: "b", known: nil, creates: true, now: 2, idle: nil)
            else { return ["nothing taken"] }
            found.expect(
                try await store.save([1], as: key, by: "a", after: first.position, now: 3, idle: nil), nil,
                "former owner")
            found.expect(
                try await store.save([1], as: key, by: "a", after: second.position, now: 3, idle: nil), nil,
                "former owner with the position of the new one")
            let saved = try await store.save([2], as: key, by: "b", after: second.position, now: 3, idle: nil)
            found.expect(saved?.version, 1, "owner")
            found.expect(
                try await store.save([3], as: key, by: "b", after: second.position, now: 4, idle: nil), nil,
                "what is no longer the newest")
            let third = try await store.take(key, by: "a", known: nil, creates: false, now: 5, idle: nil)
            found.expect(third?.session.document, [2], "document")
            return found.all
        },
        StoreDemand("Of many that save the same copy at once one does") { store, key throws(StoreFailure) in
            guard let first = try await store.take(key, by: "a", known: nil, creates: true, now: 1, idle: nil) else {
                return ["nothing taken"]
            }
            let results = await withTaskGroup(of: Result<Bool, StoreFailure>.self) { group in
                for number in 0..<16 {
                    group.addTask {
                        do throws(StoreFailure) {
                            let saved = try await store.save(
                                [UInt8(number)], as: key, by: "a", after: first.position, now: 2, idle: nil)
                            return .success(saved != nil)
                        } catch {
                            return .failure(error)
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            var count = 0
            for result in results where try result.get() { count += 1 }
            return count == 1 ? [] : ["\(count) of 16 were saved"]
        },
        StoreDemand("An owner that counts one by one, with others between, loses nothing") {
            store, key throws(StoreFailure) in
            let failures = await withTaskGroup(of: [String].self) { group in
                for owner in ["a", "b", "c"] {
                    group.addTask { await StoreDemand.count(20, by: owner, in: store, key) }
                }
                return await group.reduce(into: []) { $0 += $1 }
            }
            let last = try await store.take(key, by: "d", known: nil, creates: false, now: 9, idle: nil)
            let count = last?.session.document.map { $0.count } ?? 0
            return failures + (count == 60 ? [] : ["\(count) in the place of 60"])
        },
        StoreDemand("A session that nobody has used for too long starts again") { store, key throws(StoreFailure) in
            var found = Differences()
            guard let first = try await store.take(key, by: "a", known: nil, creates: true, now: 1_000, idle: 100),
                let saved = try await store.save([1], as: key, by: "a", after: first.position, now: 1_050, idle: 100)
            else { return ["nothing saved"] }
            let used = try await store.take(key, by: "a", known: nil, creates: false, now: 1_150, idle: nil)
            found.expect(used?.session.document, [1], "at the end of its time")
            found.expect(
                try await store.take(key, by: "a", known: nil, creates: false, now: 1_251, idle: nil), nil, "after it")
            let new = try await store.take(key, by: "a", known: saved, creates: true, now: 1_251, idle: 30)
            found.expect(new?.isNew, true, "is new")
            found.expect(new?.session, StoredSession(document: nil, started: 1_251, idle: 30), "session")
            found.expect(
                try await store.save([2], as: key, by: "a", after: saved, now: 1_252, idle: 30), nil,
                "a change of what was before")
            return found.all
        },
        StoreDemand("The common session does not end") { store, zoe throws(StoreFailure) in
            let key = SessionKey(contract: zoe.contract, session: "")
            guard let first = try await store.take(key, by: "a", known: nil, creates: true, now: 1, idle: nil) else {
                return ["nothing taken"]
            }
            _ = try await store.save([1], as: key, by: "a", after: first.position, now: 2, idle: nil)
            _ = try await store.removeIdle(now: 1 << 60, limit: 1_000)
            let last = try await store.take(key, by: "b", known: nil, creates: false, now: 1 << 60, idle: nil)
            var found = Differences()
            found.expect(last?.session.document, [1], "document")
            found.expect(try await store.sessions(of: key.contract, now: 3, limit: 10), [], "listed")
            return found.all
        },
        StoreDemand("What has ended is no more, and nobody saves it") { store, key throws(StoreFailure) in
            var found = Differences()
            found.expect(try await store.end(key), false, "ended before it was there")
            guard let first = try await store.take(key, by: "a", known: nil, creates: true, now: 1, idle: nil) else {
                return ["nothing taken"]
            }
            found.expect(try await store.end(key), true, "ended")
            found.expect(
                try await store.save([1], as: key, by: "a", after: first.position, now: 2, idle: nil), nil, "saved")
            found.expect(
                try await store.take(key, by: "a", known: nil, creates: false, now: 2, idle: nil), nil, "taken")
            let again = try await store.take(key, by: "a", known: first.position, creates: true, now: 5, idle: nil)
            found.expect(again?.isNew, true, "is new")
            found.expect(again.map { $0.position == first.position }, false, "the position of the one before")
            return found.all
        },
        StoreDemand("Sessions are listed by their ids, and those whose time is over are forgotten") {
            store, key throws(StoreFailure) in
            var found = Differences()
            for (index, id) in ["zoe", "émile", "adam", "o'neil"].enumerated() {
                let one = SessionKey(contract: key.contract, session: id)
                _ = try await store.take(
                    one, by: "a", known: nil, creates: true, now: 100 + Int64(index), idle: id == "adam" ? 10 : nil)
            }
            let other = SessionKey(contract: key.contract + "x", session: "noor")
            _ = try await store.take(other, by: "a", known: nil, creates: true, now: 100, idle: 10)
            let all = try await store.sessions(of: key.contract, now: 105, limit: 10)
            found.expect(all.map(\.session), ["adam", "o'neil", "zoe", "émile"], "all")
            found.expect(
                all.first, ListedSession(session: "adam", started: 102, used: 102, idle: 10), "the first of them")
            found.expect(
                try await store.sessions(of: key.contract, now: 105, limit: 2).map(\.session), ["adam", "o'neil"],
                "two of them")
            found.expect(
                try await store.sessions(of: key.contract, now: 113, limit: 10).map(\.session),
                ["o'neil", "zoe", "émile"],
                "later")
            found.expect(try await store.removeIdle(now: 111, limit: 1), 1, "forgotten")
            found.expect(try await store.removeIdle(now: 113, limit: 1_000), 1, "forgotten then")
            found.expect(try await store.end(other), false, "there still")
            return found.all
        },
    ]

    /// Adds to what is there, as often as told, and again where another came between.
    private static func count(_ times: Int, by owner: String, in store: any SessionStore, _ key: SessionKey) async
        -> [String]
    {
        do throws(StoreFailure) {
            var done = 0
            while done < times {
                let taken = try await store.take(key, by: owner, known: nil, creates: true, now: 1, idle: nil)
                guard let taken else { return ["nothing taken"] }
                let next = (taken.session.document ?? []) + [UInt8(owner.utf8.first ?? 0)]
                let saved = try await store.save(next, as: key, by: owner, after: taken.position, now: 1, idle: nil)
                if saved != nil { done += 1 }
            }
            return []
        } catch {
            return ["\(error)"]
        }
    }
}
