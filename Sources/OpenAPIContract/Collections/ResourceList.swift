// A list as an operation answers with it: where its things stand, and which parameters choose a part of it.

import HTTPTypes
package import JSONValues
package import JSONSchema

/// An operation that answers with a list.
package struct ResourceList: Sendable {
    package let operation: Operation
    /// Where the array stands in the answer: empty where it is all of it.
    package let pointer: JSONPointer
    /// A thing, as the list shows it.
    package let items: Schema?
    package let paging: Paging
    package let filters: [Filter]
    /// The property that tells things apart.
    package let idProperty: String?

    /// The query parameters that choose a page.
    package struct Paging: Sendable {
        /// How many things at most.
        package let limit: Parameter?
        /// How many to leave out.
        package let offset: Parameter?
        /// Which page, counted from 1.
        package let page: Parameter?
        /// Which thing the page comes after: its id, or what the page before gives as a cursor.
        package let cursor: Parameter?

        var all: [Parameter] { [limit, offset, page, cursor].compactMap(\.self) }

        init(_ operation: Operation) {
            let query = operation.parameters.filter { $0.location == .query }
            func named(_ names: Set<String>) -> Parameter? { query.first { names.contains(Words.plain($0.name)) } }
            limit = named([
                "limit", "perpage", "pagesize", "size", "count", "maxresults", "maxitems", "top", "first", "take",
            ])
            offset = named(["offset", "skip", "start", "startindex", "from"])
            page = named(["page", "pagenumber", "pageno", "p"])
            let cursor = named([
                "cursor", "after", "startingafter", "pagetoken", "nexttoken", "nextpagetoken", "continuationtoken",
                "marker", "pagecursor", "nextcursor",
            ])
            let isTime = cursor?.schema?.conjuncts.contains { $0.node.formatName?.hasPrefix("date") == true } ?? false
            self.cursor = isTime ? nil : cursor
        }
    }

    /// A query parameter that is named like a property of a thing.
    package struct Filter: Sendable {
        package let parameter: Parameter
        package let property: String
    }

    /// Whether a request can ask for a part of the list.
    package var hasParts: Bool { !filters.isEmpty || !paging.all.isEmpty }

    /// Nil where the operation does not answer with a list.
    /// - Parameters:
    ///   - thing: what is listed, where other operations tell.
    ///   - name: what the things are called.
    ///   - id: the property that tells them apart; nil for one that is called so.
    package init?(_ operation: Operation, of thing: Schema? = nil, named name: String, id: String? = nil) {
        guard operation.method == .get, let answer = operation.answerSchema,
            let listed = ListedArray.find(in: answer, of: thing, named: name)
        else { return nil }
        self.operation = operation
        pointer = listed.pointer
        items = listed.items
        let paging = Paging(operation)
        self.paging = paging
        let shown = thing?.properties.isEmpty == false ? thing : listed.items
        let properties = shown?.properties.map(\.name) ?? []
        idProperty = id ?? properties.first { Words.plain($0) == "id" }
        let pagers = paging.all.map(\.name)
        filters = operation.parameters.compactMap { parameter in
            guard parameter.location == .query, !pagers.contains(parameter.name),
                let property = properties.first(where: { Words.plain($0) == Words.plain(parameter.name) })
            else { return nil }
            return Filter(parameter: parameter, property: property)
        }
    }

    /// A list that belongs to no collection, as its path calls it; nil where no request can ask for a part of it.
    package init?(alone operation: Operation) {
        guard operation.parameters.contains(where: { $0.location == .query }) else { return nil }
        self.init(operation, named: operation.path.lastLiteral ?? "")
        if !hasParts { return nil }
    }
}

/// Where a list's answer has its array.
struct ListedArray {
    let pointer: JSONPointer
    let items: Schema?

    private static let usual: Set<String> = [
        "data", "items", "results", "values", "records", "entries", "content", "list", "objects", "rows",
    ]

    static func find(in answer: Schema, of item: Schema?, named name: String) -> ListedArray? {
        if answer.types == .array || (answer.types.contains(.array) && answer.items != nil) {
            return ListedArray(pointer: .root, items: answer.items)
        }
        let arrays = arrays(in: answer, at: .root, named: name)
        let target = item?.target
        let likeliest =
            arrays.first { array in array.items.map { $0.target == target } ?? false }
            ?? arrays.first { Words.plain($0.pointer.tokens.last ?? "") == Words.plain(name) }
            ?? arrays.first { usual.contains($0.pointer.tokens.last?.lowercased() ?? "") }
        if let likeliest { return likeliest }
        if arrays.count == 1 { return arrays[0] }
        let ofObjects = arrays.filter { $0.items.map { !$0.properties.isEmpty } ?? false }
        return ofObjects.count == 1 ? ofObjects[0] : nil
    }

    private static func arrays(in schema: Schema, at pointer: JSONPointer, named name: String) -> [ListedArray] {
        schema.properties.flatMap { key, property -> [ListedArray] in
            let place = pointer.appending(key)
            if property.types.contains(.array), let items = property.items {
                return [ListedArray(pointer: place, items: items)]
            }
            let isLikely =
                key == "_embedded" || usual.contains(key.lowercased()) || Words.plain(key) == Words.plain(name)
            return isLikely && pointer.tokens.isEmpty ? arrays(in: property, at: place, named: name) : []
        }
    }
}

extension Operation {
    /// The schema of the answer when all goes well, where it is JSON.
    var answerSchema: Schema? {
        guard let response = successResponse, case .exact(200...299) = response.status else { return nil }
        return response.content.first { $0.media?.kind == .json }?.schema
    }
}
