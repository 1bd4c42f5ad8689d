// A collection: a list of resources and each resource by itself, as paths and links reveal them.

package import OpenAPIContract
package import JSONValues
package import JSONSchema
import HTTPExchange

/// `/pets` with `/pets/{petId}`: the operations that create, list, read, change and delete one kind of resource.
package struct ResourceCollection: Sendable {
    /// The last word of the list's path: `pets`.
    package let name: String
    /// All resources; nil where nothing lists them.
    package let listing: ResourceList?
    /// Lists below the list's path that show the resources which a parameter chooses: `/pets/findByStatus`.
    package let searches: [ResourceList]
    /// Makes a new resource; its body is one.
    package let create: Operation?
    /// Make several resources, below the list's path; their bodies are lists.
    package let createAll: [Operation]
    /// Operations on a resource that another property tells apart, besides its id.
    package let keyed: [KeyedOperation]
    /// Replaces a resource that its body names by its id.
    package let replaceByBody: Operation?
    /// Answers with one resource.
    package let read: Operation?
    /// Takes a whole resource in place of the one that there is.
    package let replace: Operation?
    /// A PATCH, which changes a resource in part.
    package let patch: Operation?
    /// A POST that changes a resource in part, by its body or by parameters of the query.
    package let update: Operation?
    /// Removes a resource.
    package let delete: Operation?
    /// A DELETE on the list, which removes all that it shows.
    package let clear: Operation?
    /// The last parameter of the item's path; or one of the query, where a link says that it is what tells resources apart. Nil where
    /// resources are made and listed, and no operation is about one of them.
    package let idParameter: Parameter?
    /// The property of a resource that holds what `idParameter` asks for; nil where none is like it.
    package let idProperty: String?
    /// A resource, as it is answered.
    package let itemSchema: Schema?
    /// Where bodies and answers have a resource.
    let places: Places
    /// Properties of a resource by their names, and by their plain names.
    let propertyNames: [String: String]
    /// Plain names of what whoever makes a resource may say of it; nil where nothing is known of that.
    let sent: Set<String>?
    /// Whether it is one resource by itself, which no list shows: that of `/repos/{owner}/{repo}`, or of `/settings`. Which there are
    /// is not known then.
    package let isSingle: Bool
    /// How many parameters of the paths come before the id: resources under `/users/{user}/posts` belong to one user. The values
    /// count by their order; the names may differ between the paths.
    package let scopeCount: Int
    /// The collection whose items this one belongs to, as an index into the contract's collections.
    package let parent: Int?
    /// The collection that has the resources which this one lists; nil where they are its own.
    package let home: Home?
    /// Where the answer to `create` says the id, by its links; nil where it is a property of the resource, as usual.
    package let createdID: CreatedID?
    /// Where a resource repeats values of its path that come before the id, by its links.
    package let scopePointers: [ScopePointer]

    /// A collection whose resources are listed elsewhere too: `/tasks` of `/projects/{project}/tasks`.
    package struct Home: Hashable, Sendable {
        /// An index into the contract's collections.
        package let collection: Int
        /// Which values of the list's path are those that come before the id in the item's.
        package let scope: [Int]
    }

    /// `GET /releases/tags/{tag}` asks for the release whose `tag_name` it is.
    package struct KeyedOperation: Sendable {
        package let operation: Operation
        /// That takes the key, in the path or in the query.
        package let parameter: Parameter
        /// That has it, of a resource.
        package let property: String
    }

    /// By `Operation.index`.
    struct Places: Hashable, Sendable {
        var answers: [Int: ResourcePlace] = [:]
        var bodies: [Int: ResourcePlace] = [:]
    }

    /// Where the answer to a creation says which resource was made.
    package enum CreatedID: Hashable, Sendable {
        case content(JSONPointer)
        /// A field by its name.
        case field(String)
    }

    /// Where a resource says what it belongs to.
    package struct ScopePointer: Hashable, Sendable {
        /// Which of the values.
        package let index: Int
        package let pointer: JSONPointer
    }

    /// Lists the resources; answers with an array, or an object with one in it.
    package var list: Operation? { listing?.operation }

    /// Where the array stands in the list's answer: empty where it is all of it.
    package var listPointer: JSONPointer { listing?.pointer ?? .root }

    /// The list that an operation of this collection answers with; nil where it answers with something else.
    package func listing(of operation: Operation) -> ResourceList? {
        ([listing].compactMap(\.self) + searches).first { $0.operation === operation }
    }

    /// The property that goes by this name, in whichever spelling: `FriendlyName` is `friendly_name`.
    package func property(like name: String) -> String? { propertyNames[name] ?? propertyNames[name.comparableName] }

    /// Where the answer of an operation has the resource.
    package func place(inAnswerOf operation: Operation) -> ResourcePlace { places.answers[operation.index] ?? .whole }

    /// Where the body of a request has the resource.
    package func place(inBodyOf operation: Operation) -> ResourcePlace { places.bodies[operation.index] ?? .whole }

    /// The resource in what an answer of an operation has of it.
    package func resource(in answer: JSON, of operation: Operation) -> JSON {
        place(inAnswerOf: operation).resource(in: answer)
    }

    /// The resource in the body of a request.
    package func resource(inBody body: JSON, of operation: Operation) -> JSON {
        place(inBodyOf: operation).resource(in: body)
    }

    /// What is sent of a resource, in the schema of a request's body.
    package func resource(inBody schema: Schema, of operation: Operation) -> Schema {
        place(inBodyOf: operation).resource(of: schema)
    }

    /// Whether it is known what whoever makes a resource may say of it.
    package var hasSent: Bool { sent != nil }

    /// What a resource of the path is called whose id is the value at that place: `user` of `/users/{id}/posts`.
    package func owner(at index: Int) -> String? {
        let path = (onItem ?? create ?? list)?.path.segments ?? []
        let places = path.indices.filter { path[$0].contains { if case .parameter = $0 { true } else { false } } }
        guard index < places.count, places[index] > 0, case .literal(let word)? = path[places[index] - 1].first else {
            return nil
        }
        return EnglishNoun.singular(of: word.comparableName)
    }

    /// Whether whoever makes a resource can say this of it.
    package func isSent(_ property: String) -> Bool { sent?.contains(property.comparableName) ?? false }

    /// An operation on one resource, whose path names it.
    package var onItem: Operation? { read ?? replace ?? patch ?? update ?? delete }

    /// The path of the item without its id: `users/{user}/posts`.
    package var fullName: String {
        let segments = ((onItem ?? create ?? list)?.path.text ?? name).split(separator: "/")
        return segments.dropLast(idParameter?.location == .path ? 1 : 0).joined(separator: "/")
    }

    /// The names of the parameters that come before the id.
    package var scopeNames: [String] {
        Array(((onItem ?? create ?? list)?.path.parameterNames ?? []).prefix(scopeCount))
    }

    /// Where a resource can be asked for that a request has made; nil where none can.
    /// - Parameters:
    ///   - path: of that request, base path included.
    ///   - scope: the values of the path's parameters before the id, as text.
    ///   - operation: what has made it.
    package func path(
        of id: String, madeAt path: Substring, scope: [String], by operation: Operation
    ) -> String? {
        guard let onItem, let idParameter else { return nil }
        let made = operation.path.segments.filter { !$0.isEmpty }
        var parts = path.split(separator: "/")
        let segments = onItem.path.segments.filter { !$0.isEmpty }
        parts.removeLast(min(made.count, parts.count))
        var values = (scope + [id])[...]
        let text = segments.map { segment in
            segment.map { part in
                switch part {
                case .literal(let literal): literal
                case .parameter: Percent.encoded(values.popFirst() ?? "")
                }
            }.joined()
        }
        let query = idParameter.location == .query ? "?\(idParameter.name)=\(Percent.encoded(id))" : ""
        return "/" + (parts.map(String.init) + text).joined(separator: "/") + query
    }

    /// Its operations, besides those that choose or make several resources.
    package var operations: [Operation] {
        [list, create, replaceByBody, read, replace, patch, update, delete, clear].compactMap { $0 }
    }
}
