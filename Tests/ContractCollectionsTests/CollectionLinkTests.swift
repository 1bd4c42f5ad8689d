// What the links of a published document say of its collections.

import ContractCollections
import ContractSamples
import OpenAPIContract
import Testing

@Suite struct CollectionLinkTests {
    /// Each operation of a collection with its method, the id, and what links say of ids.
    private static func summary(_ collection: ResourceCollection) -> String {
        let verbs: [(String, Operation?)] = [
            ("list", collection.list), ("create", collection.create), ("read", collection.read),
            ("replace", collection.replace), ("patch", collection.patch), ("delete", collection.delete),
        ]
        var text = "\(collection.name): "
        text += verbs.compactMap { verb, operation in operation.map { "\(verb) \($0.path.text)" } }
            .joined(separator: ", ")
        text += "; \(collection.idParameter?.name ?? "nothing") is \(collection.idProperty ?? "none")"
        switch collection.createdID {
        case .content(let pointer): text += "; made at \(pointer)"
        case .field(let name): text += "; made in \(name)"
        case nil: break
        }
        let repeated = collection.scopePointers.map { "\($0.index) at \($0.pointer)" }
        return text + (repeated.isEmpty ? "" : "; repeats " + repeated.joined(separator: ", "))
    }

    @Test(.enabled(if: Corpus.folder != nil, "the corpus is not there"))
    func findsThoseOfThePublishedExample() throws {
        let contract = try #require(Corpus.loaded("link-example.yaml").contract)
        #expect(
            contract.findCollections().map(Self.summary) == [
                "users: read /2.0/users/{username}; username is username",
                "repositories: list /2.0/repositories/{username}, read /2.0/repositories/{username}/{slug}; slug is slug; repeats 0 at /owner/username",
                "pullrequests: list /2.0/repositories/{username}/{slug}/pullrequests, read /2.0/repositories/{username}/{slug}/pullrequests/{pid}; pid is id; repeats 0 at /author/username, 1 at /repository/slug",
            ])
    }
}
