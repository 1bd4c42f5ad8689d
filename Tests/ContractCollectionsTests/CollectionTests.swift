// Which collections paths and schemas reveal, in documents of others and in small ones of our own.

import ContractCollections
import ContractSamples
import OpenAPIContract
import Testing

@Suite struct CollectionTests {
    /// A collection in one line: what it can do, its id, where its list is, whose it is.
    private static func summary(_ collection: ResourceCollection, of contract: Contract) -> String {
        let verbs: [(String, Operation?)] = [
            ("list", collection.list), ("create", collection.create), ("replaceByBody", collection.replaceByBody),
            ("read", collection.read), ("replace", collection.replace), ("patch", collection.patch),
            ("update", collection.update), ("delete", collection.delete),
            ("createAll", collection.createAll.first),
        ]
        let parent = collection.parent.map { " of \(contract.findCollections()[$0].name)" } ?? ""
        let paging = collection.listing?.paging
        let pages = [paging?.limit, paging?.offset, paging?.page].compactMap { $0?.name }.joined(separator: "+")
        let filters = (collection.listing?.filters ?? []).map(\.property).joined(separator: "+")
        let searches = collection.searches.map { search in
            "; \(search.operation.path) by \(search.filters.map(\.property).joined(separator: "+"))"
        }
        return "\(collection.name)\(parent): \(verbs.filter { $0.1 != nil }.map(\.0).joined(separator: " "))"
            + "; {\(collection.idParameter?.name ?? "nothing")} is \(collection.idProperty ?? "none"); list at '\(collection.listPointer)'"
            + (pages.isEmpty ? "" : "; pages \(pages)") + "; scope \(collection.scopeCount)"
            + (filters.isEmpty ? "" : "; filters \(filters)") + searches.joined()
    }

    @Test(
        .enabled(if: Corpus.folder != nil, "the corpus is not there"),
        arguments: [
            ("petstore-oai.yaml", "pets", "list create read; {petId} is id; list at ''; pages limit; scope 0"),
            (
                "museum.yaml", "special-events",
                "list create read patch delete; {eventId} is eventId; list at ''; pages limit+page; scope 0"
            ),
            (
                "petstore-full.yaml", "user",
                "create read replace delete createAll; {username} is username; list at ''; scope 0"
            ),
            (
                "petstore-full.yaml", "pets",
                "list create read update; {petId} is id; list at ''; scope 0; filters name; /no_auth/pets/findByStatus by status; /no_auth/pets/findByTags by tags"
            ),
            ("petstore-full.yaml", "order", "create read delete; {orderId} is id; list at ''; scope 0"),
            (
                "spotify-fixed.yaml", "categories",
                "list read; {category_id} is id; list at '/categories/items'; pages limit+offset; scope 0"
            ),
            (
                "twilio-api.json", "Accounts",
                "list create read update; {Sid} is sid; list at '/accounts'; pages PageSize+Page; scope 0; filters friendly_name+status"
            ),
            (
                "stripe-2022-04.json", "balance_transactions",
                "list read; {id} is id; list at '/data'; pages limit; scope 0; filters created+currency+source+type"
            ),
        ])
    func findsThoseOfPublishedDocuments(_ document: String, _ name: String, _ expected: String) throws {
        let contract = try #require(Corpus.loaded(document).contract)
        let collection = try #require(contract.findCollections().first { $0.name == name })
        #expect(Self.summary(collection, of: contract) == "\(name): \(expected)")
    }

    @Test func nestsAndFilters() throws {
        let contract = try Contract.sample(
            document(
                """
                /users:
                  post: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/User'}}}}, responses: {'201': {description: made}}}
                /users/{userId}/:
                  parameters: [{name: userId, in: path, required: true, schema: {type: string}}]
                  delete: {responses: {'204': {description: gone}}}
                /users/{user}/posts:
                  parameters: [{name: user, in: path, required: true, schema: {type: string}}]
                  get:
                    parameters:
                      - {name: Offset, in: query, schema: {type: integer}}
                      - {name: author_name, in: query, schema: {type: string}}
                    responses: {'200': {description: some, content: {application/json: {schema: {$ref: '#/components/schemas/Posts'}}}}}
                /users/{user}/posts/{post_number}:
                  parameters:
                    - {name: user, in: path, required: true, schema: {type: string}}
                    - {name: post_number, in: path, required: true, schema: {type: integer}}
                  put: {responses: {'200': {description: done, content: {application/json: {schema: {$ref: '#/components/schemas/Post'}}}}}}
                /search:
                  get: {responses: {'200': {description: some}}}
                /search/{term}:
                  get: {parameters: [{name: term, in: path, required: true, schema: {}}], responses: {'200': {description: some}}}
                """,
                components: """
                    components:
                      schemas:
                        User: {type: object, properties: {user_id: {type: string}}}
                        Post: {allOf: [{type: object, properties: {number: {type: integer}}}, {type: object, properties: {authorName: {type: string}}}]}
                        Posts: {type: object, properties: {total: {type: integer}, tags: {type: array, items: {type: string}}, found: {type: array, items: {$ref: '#/components/schemas/Post'}}}}
                    """))
        #expect(
            contract.findCollections().map { Self.summary($0, of: contract) } == [
                "users: create delete; {userId} is user_id; list at ''; scope 0",
                "posts of users: list replace; {post_number} is number; list at '/found'; pages Offset; scope 1; filters authorName",
            ])
    }
}
