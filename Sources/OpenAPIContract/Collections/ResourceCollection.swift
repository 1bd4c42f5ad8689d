// A collection: a list of things and each thing by itself, as paths and links reveal them.

import HTTPExchange
package import JSONSchema

/// `/pets` with `/pets/{petId}`: the operations that create, list, read, change and delete one kind of thing.
package struct ResourceCollection: Sendable {
    /// The last word of the list's path: `pets`.
    package let name: String
    /// Lists the things; answers with an array, or an object with one in it.
    package let list: Operation?
    /// Makes a new thing; its body is one.
    package let create: Operation?
    /// Replaces a thing that its body names by its id.
    package let replaceByBody: Operation?
    package let read: Operation?
    package let replace: Operation?
    package let patch: Operation?
    package let delete: Operation?
    /// The last parameter of the item's path; or one of the query, where a link says that it is what tells things apart.
    package let idParameter: Parameter
    /// The property of a thing that holds what `idParameter` asks for; nil where none is like it.
    package let idProperty: String?
    /// A thing, as it is answered.
    package let itemSchema: Schema?
    /// Where the array stands in the list's answer: empty where it is all of it.
    package let listPointer: JSONPointer
    /// How many parameters of the paths come before the id: things under `/users/{user}/posts` belong to one user. The values
    /// count by their order; the names may differ between the paths.
    package let scopeCount: Int
    /// The collection whose items this one belongs to, as an index into `Contract.collections`.
    package let parent: Int?
    package let paging: Paging
    /// Query parameters of the list that are named like a property of a thing.
    package let filters: [Filter]
    /// Where the answer to `create` says the id, by its links; nil where it is a property of the thing, as usual.
    package let createdID: CreatedID?
    /// Where a thing repeats values of its path that come before the id, by its links.
    package let scopePointers: [ScopePointer]

    package enum CreatedID: Hashable, Sendable {
        case content(JSONPointer)
        /// A field by its name.
        case field(String)
    }

    package struct ScopePointer: Hashable, Sendable {
        /// Which of the values.
        package let index: Int
        package let pointer: JSONPointer
    }

    /// The query parameters that choose a part of the list.
    package struct Paging: Sendable {
        /// How many things at most.
        package let limit: Parameter?
        /// How many to leave out.
        package let offset: Parameter?
        /// Which page, counted from 1.
        package let page: Parameter?
    }

    package struct Filter: Sendable {
        package let parameter: Parameter
        package let property: String
    }

    /// An operation on one thing, whose path names it.
    private var onItem: Operation? { read ?? replace ?? patch ?? delete }

    /// The path of the item without its id: `users/{user}/posts`.
    package var fullName: String {
        let segments = (onItem?.path.text ?? name).split(separator: "/")
        return segments.dropLast(idParameter.location == .path ? 1 : 0).joined(separator: "/")
    }

    /// The names of the parameters that come before the id.
    package var scopeNames: [String] {
        Array((onItem?.path.parameterNames ?? []).prefix(scopeCount))
    }

    /// Where a thing can be asked for that a request has made.
    /// - Parameters:
    ///   - path: of that request, base path included.
    ///   - scope: the values of the path's parameters before the id, as text.
    package func path(of id: String, madeAt path: Substring, scope: [String]) -> String {
        let made = (create?.path.segments ?? []).filter { !$0.isEmpty }
        var parts = path.split(separator: "/")
        let segments = (onItem?.path.segments ?? []).filter { !$0.isEmpty }
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

    /// All of its operations.
    package var operations: [Operation] {
        [list, create, replaceByBody, read, replace, patch, delete].compactMap { $0 }
    }
}
