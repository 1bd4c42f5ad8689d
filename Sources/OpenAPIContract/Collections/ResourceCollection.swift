// A collection: a list of things and each thing by itself, as paths reveal them.

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
    /// The last parameter of the item's path.
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

    /// All of its operations.
    package var operations: [Operation] {
        [list, create, replaceByBody, read, replace, patch, delete].compactMap { $0 }
    }
}
