// A list as an operation answers with it: where its resources stand, and which parameters choose a part of it.

import HTTPExchange
import HTTPTypes
package import OpenAPIContract
package import JSONValues
package import JSONSchema

/// An operation that answers with a list.
package struct ResourceList: Sendable {
    package let operation: Operation
    /// Where the array stands in the answer: empty where it is all of it.
    package let pointer: JSONPointer
    /// A resource, as the list shows it.
    package let items: Schema?
    package let paging: Paging
    package let sorting: Sorting
    /// Parameters that choose by a property of the resources.
    package let filters: [Filter]
    /// How many resources the answer may show at most.
    package let room: Int
    /// How many it shows at least.
    package let least: Int
    /// The property that tells resources apart.
    package let idProperty: String?
    /// What a resource is made of, by the properties' names.
    package let properties: [String: Schema]
    private let plainNames: [String: String]

    /// The query parameters that choose a page.
    package struct Paging: Sendable {
        /// How many resources at most.
        package let limit: Parameter?
        /// How many to leave out.
        package let offset: Parameter?
        /// Which page, counted from 1.
        package let page: Parameter?
        /// Which resource the page comes after: its id, or what the page before gives as a cursor.
        package let cursor: Parameter?

        var all: [Parameter] { [limit, offset, page, cursor].compactMap(\.self) }

        init(_ operation: Operation) {
            let query = operation.parameters.filter { $0.location == .query }
            func named(_ names: Set<String>) -> Parameter? { query.first { names.contains($0.name.comparableName) } }
            limit = named([
                "limit", "perpage", "pagesize", "size", "count", "maxresults", "maxitems", "top", "first", "take",
                "num",
                "results", "resultsperpage", "itemsperpage", "rows", "pagelimit", "maxrecords", "maxkeys",
            ])
            offset = named(["offset", "skip", "start", "startindex", "from", "startat", "pageoffset"])
            page = named(["page", "pagenumber", "pageno", "p", "pageindex", "currentpage"])
            let cursor = named([
                "cursor", "after", "startingafter", "pagetoken", "nexttoken", "nextpagetoken", "continuationtoken",
                "continuation", "marker", "pagecursor", "nextcursor", "aftercursor", "cursorafter", "startkey",
                "exclusivestartkey", "pagestate", "bookmark", "scrollid", "pageafter",
            ])
            let isTime = cursor?.schema?.conjuncts.contains { $0.node.formatName?.hasPrefix("date") == true } ?? false
            self.cursor = isTime ? nil : cursor
        }
    }

    /// The query parameters that say in which order resources are shown.
    package struct Sorting: Sendable {
        /// Those that name properties, those that say `asc` or `desc`, and those that do both, as the contract has them.
        package let parameters: [Parameter]

        private static let names: Set<String> = [
            "sort", "sortby", "orderby", "ordering", "order", "sorting", "sortfield", "sortkey", "sortcolumn",
            "sortproperty", "sorton",
            "orderfield", "orderkey", "ordercolumn", "orderproperty", "direction", "sortdirection", "orderdirection",
            "orderbydirection",
            "sortbydirection", "sortorder", "sortmode", "sorttype", "dir", "sortdir", "orderdir", "ordertype",
            "sortbyorder", "desc",
            "descending", "asc", "ascending", "reverse", "sortdesc", "sortdescending", "orderdesc", "sortasc",
            "sortascending",
        ]

        /// - Parameter properties: plain names of what resources have: a parameter called like one chooses by it.
        init(_ operation: Operation, besides properties: Set<String>) {
            parameters = operation.parameters.filter { parameter in
                let name = parameter.name.comparableName
                return parameter.location == .query && Self.names.contains(name) && !properties.contains(name)
            }
        }
    }

    /// A query parameter that is named like a property of a resource.
    package struct Filter: Sendable {
        package let parameter: Parameter
        /// By its name in the schema.
        package let property: String
        /// How the property is compared where the name says it: `gte` of `created[gte]`.
        package let comparison: String?
    }

    /// The property that goes by this name, in whichever spelling.
    package func property(_ name: String) -> String? { plainNames[name.comparableName] }

    /// Whether a request can ask for a part of the list.
    package var hasParts: Bool { !filters.isEmpty || !paging.all.isEmpty || !sorting.parameters.isEmpty }

    /// Nil where the operation does not answer with a list.
    /// - Parameters:
    ///   - resource: what is listed, where other operations tell.
    ///   - name: what the resources are called.
    ///   - id: the property that tells them apart; nil for one that is called so.
    package init?(_ operation: Operation, of resource: Schema? = nil, named name: String, id: String? = nil) {
        guard operation.method == .get, let answer = operation.answerSchema,
            let listed = ListedArray.find(in: answer, of: resource, named: name)
        else { return nil }
        self.operation = operation
        pointer = listed.pointer
        items = listed.items
        let paging = Paging(operation)
        self.paging = paging
        let shown = resource?.properties.isEmpty == false ? resource : listed.items
        let own = shown?.properties ?? []
        self.properties = Dictionary(own.map { ($0.name, $0.schema) }, uniquingKeysWith: { first, _ in first })
        plainNames = Dictionary(own.map { ($0.name.comparableName, $0.name) }, uniquingKeysWith: { first, _ in first })
        let properties = own.map(\.name)
        idProperty = id ?? properties.first { $0.comparableName == "id" }
        let sorting = Sorting(operation, besides: Set(plainNames.keys))
        self.sorting = sorting
        room = listed.room
        least = listed.least
        let others = (paging.all + sorting.parameters).map(\.name)
        filters = operation.parameters.compactMap { parameter in
            guard parameter.location == .query, !others.contains(parameter.name) else { return nil }
            let parts = parameter.name.split(separator: "[")
            let comparison = parts.count == 2 && parts[1].hasSuffix("]") ? String(parts[1].dropLast()) : nil
            let name = comparison == nil ? parameter.name : String(parts[0])
            guard let property = properties.first(where: { $0.comparableName == name.comparableName }) else {
                guard comparison == nil else { return nil }
                return Filter(bound: parameter, of: properties)
            }
            return Filter(
                parameter: parameter, property: property, comparison: comparison?.isEmpty == true ? nil : comparison)
        }
    }

    /// A list that belongs to no collection, as its path calls it; nil where no request can ask for a part of it and nothing around it
    /// can count it.
    package init?(alone operation: Operation) {
        self.init(operation, named: operation.path.lastLiteral ?? "")
        if !hasParts, pointer == .root { return nil }
    }
}

/// Where a list's answer has its array.
struct ListedArray {
    let pointer: JSONPointer
    let items: Schema?
    /// How many elements it may have.
    let room: Int
    let least: Int

    private init(_ array: Schema, at pointer: JSONPointer) {
        self.pointer = pointer
        items = array.items
        let keywords = array.conjuncts.flatMap(\.node.keywords)
        room = keywords.compactMap { if case .maxItems(let most) = $0 { most } else { nil } }.min() ?? .max
        least = keywords.compactMap { if case .minItems(let least) = $0 { least } else { nil } }.max() ?? 0
    }

    private static let usual: Set<String> = [
        "data", "items", "results", "values", "records", "entries", "content", "list", "objects", "rows", "resources",
        "elements", "hits", "collection", "nodes", "docs", "documents", "member", "value",
    ]
    /// What lists stand in, besides what is called like them.
    private static let outer: Set<String> = ["embedded", "result", "response", "payload", "page", "body"]

    static func find(in answer: Schema, of item: Schema?, named name: String) -> ListedArray? {
        if answer.types == .array || (answer.types.contains(.array) && answer.items != nil) {
            return ListedArray(answer, at: .root)
        }
        let arrays = arrays(in: answer, at: .root, named: name)
        let target = item?.target
        let likeliest =
            arrays.first { array in array.items.map { $0.target == target } ?? false }
            ?? arrays.first { ($0.pointer.tokens.last ?? "").comparableName == name.comparableName }
            ?? arrays.first { usual.contains(($0.pointer.tokens.last ?? "").comparableName) }
        if let likeliest { return likeliest }
        if arrays.count == 1 { return arrays[0] }
        let ofObjects = arrays.filter { $0.items.map { !$0.properties.isEmpty } ?? false }
        return ofObjects.count == 1 ? ofObjects[0] : nil
    }

    private static func arrays(in schema: Schema, at pointer: JSONPointer, named name: String) -> [ListedArray] {
        schema.properties.flatMap { key, property -> [ListedArray] in
            let place = pointer.appending(key)
            if property.types.contains(.array), property.items != nil { return [ListedArray(property, at: place)] }
            let plain = key.comparableName
            let isLikely = outer.contains(plain) || usual.contains(plain) || plain == name.comparableName
            return isLikely && pointer.tokens.isEmpty ? arrays(in: property, at: place, named: name) : []
        }
    }
}

extension ResourceList.Filter {
    /// `min_price`, `priceMax`, `created_after`: a limit of a property that the name has in it; nil for any other name.
    fileprivate init?(bound parameter: Parameter, of properties: [String]) {
        let words: [(word: String, comparison: String)] = [
            ("min", "gte"), ("max", "lte"), ("from", "gte"), ("to", "lte"), ("after", "gt"), ("before", "lt"),
            ("since", "gte"), ("until", "lte"), ("gte", "gte"), ("lte", "lte"), ("gt", "gt"), ("lt", "lt"),
        ]
        let name = parameter.name.comparableName
        for (word, comparison) in words {
            let starts =
                ["min", "max"].contains(word) && name.hasPrefix(word) ? String(name.dropFirst(word.count)) : nil
            let ends = name.hasSuffix(word) ? String(name.dropLast(word.count)) : nil
            for stem in [starts, ends].compactMap(\.self) where !stem.isEmpty {
                let likely = [stem, stem + "at", stem + "on", stem + "date"]
                guard let property = properties.first(where: { likely.contains($0.comparableName) }) else { continue }
                self.init(parameter: parameter, property: property, comparison: comparison)
                return
            }
        }
        return nil
    }
}

extension Operation {
    /// Whether the answer is an array, or has one that is called like the path, or that is asked for page by page.
    func isList(called name: String) -> Bool {
        guard let answer = answerSchema, let listed = ListedArray.find(in: answer, of: nil, named: name) else {
            return answerSchema?.types == .array
        }
        guard let last = listed.pointer.tokens.last else { return true }
        return last.comparableName == name.comparableName || !ResourceList.Paging(self).all.isEmpty
    }

    /// The schema of the answer when all goes well, where it is JSON.
    package var answerSchema: Schema? {
        guard let response = successResponse, case .exact(200...299) = response.status else { return nil }
        return response.content.first { $0.media?.kind == .json }?.schema
    }
}
