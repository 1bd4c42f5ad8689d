// The fake keeps what is posted where the contract has a collection.

import Foundation
import Testing

struct KeepingTests {
    private typealias Fake = Keeping.Fake

    @Test func beginsWithTheContractsExamples() async throws {
        let fake = Fake()
        #expect(try await fake.listThings().ok.map(\.name) == ["Lamp", "Cup"])
        #expect(try await fake.getThing(.init(id: 2)).ok.name == "Cup")
        #expect(try await fake.getThing(.init(id: 3)) == .notFound(.init(message: "no such thing")))
        #expect(try await fake.ping() == .noContent)
    }

    @Test func keepsWhatIsPosted() async throws {
        let fake = Fake()
        let made = try await fake.createThing(.init(body: .init(name: "Chair", tags: ["a"]))).created
        #expect(made.id == 3)
        #expect(made.name == "Chair")
        #expect(made.tags == ["a"])
        #expect(try await fake.getThing(.init(id: 3)) == .ok(made))
        #expect(try await fake.listThings().ok.map(\.id) == [1, 2, 3])
        // Copies share it, another fake begins anew.
        let copy = fake
        #expect(try await copy.listThings().ok.count == 3)
        #expect(try await Fake().listThings().ok.count == 2)
    }

    @Test func keepsWhatHasAPasswordWithoutIt() async throws {
        let fake = Fake()
        let made = try await fake.createAccount(.init(body: .init(name: "Ada", password: "p"))).created
        #expect(made.name == "Ada")
        _ = try await fake.replaceAccount(.init(id: made.id, body: .init(name: "Eve", password: "q")))
        #expect(try await fake.getAccount(.init(id: made.id)) == .ok(.init(id: made.id, name: "Eve")))
    }

    @Test func theLargestIDHasASuccessor() {
        let largest = JSONValue.object(["id": .int(.max)])
        for rest in [#"{"id": 1}"#, #"{"id": "a"}"#] {
            let collection = KeptCollection(id: "id", "[]", rest: rest)
            let made = collection.made(of: [:], besides: [largest], count: 1)
            #expect(collection.index(of: made, in: [largest]) == nil)
        }
    }

    @Test func replacesAndChanges() async throws {
        let fake = Fake()
        let lamp = try await fake.getThing(.init(id: 1)).ok
        let replaced = try await fake.replaceThing(.init(id: 1, body: .init(name: "Table", note: .value("n")))).ok
        #expect(replaced.id == 1)
        #expect(replaced.made == lamp.made)
        #expect(replaced.tags == nil)
        #expect(replaced.note == .value("n"))
        _ = try await fake.changeThing(.init(id: 1, body: .init(size: .init(width: 2)))).ok
        let changed = try await fake.changeThing(.init(id: 1, body: .init(note: .null, size: .init(height: 3)))).ok
        #expect(changed.name == "Table")
        #expect(changed.note == .absent)
        #expect(changed.size == .init(width: 2, height: 3))
        #expect(try await fake.getThing(.init(id: 1)) == .ok(changed))
        #expect(try await fake.replaceThing(.init(id: 9, body: .init(name: ""))) == .notFound)
    }

    @Test func deletes() async throws {
        let fake = Fake()
        #expect(try await fake.deleteThing(.init(id: 1)) == .noContent)
        #expect(try await fake.deleteThing(.init(id: 1)) == .notFound)
        #expect(try await fake.getThing(.init(id: 1)).status == 404)
        #expect(try await fake.listThings().ok.map(\.id) == [2])
        #expect(try await fake.clearThings() == .noContent)
        #expect(try await fake.listThings().ok.isEmpty)
    }

    @Test func keepsApartWhatBelongsToOthers() async throws {
        let fake = Fake()
        let before = try await fake.listPosts(.init(user: "b")).ok.data
        let post = try await fake.createPost(.init(user: "a/é", body: .init(text: "Hi"))).created.post
        #expect(post.text == "Hi")
        #expect(try await fake.getPost(.init(user: "a/é", postID: post.id)).ok.post == post)
        #expect(try await fake.listPosts(.init(user: "a/é")).ok.data.last == post)
        #expect(try await fake.listPosts(.init(user: "b")).ok.data == before)
        #expect(try await fake.getPost(.init(user: "b", postID: post.id)).status == 404)
        #expect(try await fake.deletePost(.init(user: "a/é", postID: post.id)).ok.post == post)
        #expect(try await fake.listPosts(.init(user: "a/é")).ok.data == before)
        // The same calls give the same answers.
        let again = try await Fake().createPost(.init(user: "a/é", body: .init(text: "Hi"))).created.post
        #expect(again == post)
    }

    @Test func aClosureStandsBeforeWhatIsKept() async throws {
        var fake = Fake()
        fake.onGetThing = { _ in .notFound(.init(message: "as a test says")) }
        #expect(try await fake.getThing(.init(id: 1)) == .notFound(.init(message: "as a test says")))
        #expect(try await fake.listThings().ok.count == 2)
    }

    @Test func manyCallsAtOnceGiveEachAnIDOfItsOwn() async throws {
        let fake = Fake()
        let ids = try await withThrowingTaskGroup(of: Int64.self) { group in
            for number in 0..<50 {
                group.addTask { try await fake.createThing(.init(body: .init(name: "\(number)"))).created.id }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(ids.count == 50)
        #expect(try await fake.listThings().ok.count == 52)
    }
}
