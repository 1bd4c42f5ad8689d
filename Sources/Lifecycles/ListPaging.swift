// How the pages of a list are turned.

package import ContractCollections
package import OpenAPIContract
import JSONValues
import JSONSchema

/// How a list is asked for its pages, by parameters of its query.
package struct ListPaging {
    /// What lists the resources.
    package let operation: Operation?
    /// By what pages are asked for.
    package let paging: ResourceList.Paging?

    /// How the pages of the list are turned.
    package init(_ resource: Resource) {
        operation = resource.list
        paging = resource.paging
    }

    /// What a page can hold, of lists whose pages are not turned too.
    package init(bounds resource: Resource) {
        operation = resource.list
        paging = resource.bounds
    }

    /// Whether there may be more than a request without a limit gets.
    var hasPages: Bool { paging?.limit != nil || canTurn }
    var canTurn: Bool { paging?.offset != nil || paging?.page != nil }
    /// Whether it is known what each page begins with.
    package var isExact: Bool { paging?.offset != nil || firstPage != nil || goesByCursor }
    /// Whether each page tells what asks for the next.
    var goesByCursor: Bool { !canTurn && cursor != nil }

    /// Some number pages from 0; nil where the contract leaves that open.
    package var firstPage: Int64? {
        guard let schema = paging?.page?.schema else { return nil }
        return schema.node.source["default"]?.number?.int64 ?? (schema.accepts(0, direction: .request) ? nil : 1)
    }

    /// The index of the parameter that takes what a page has told of the next.
    package var cursor: Int? {
        operation?.parameters.firstIndex {
            $0.location == .query && JSON.cursorNames.contains($0.name.comparableName)
        }
    }

    // MARK: Reading

    /// How many resources a request asks for, or gets when it does not say.
    func limit(of request: JudgedRequest) -> Int? {
        guard let parameter = paging?.limit else { return nil }
        let asked = request.value(parameter.name, in: .query) ?? parameter.schema?.node.source["default"]
        return asked?.number?.int64.map { Int($0) }
    }

    func isFirst(_ request: JudgedRequest) -> Bool {
        if let parameter = paging?.offset, let value = request.value(parameter.name, in: .query) { return value == 0 }
        if let parameter = paging?.page, let value = request.value(parameter.name, in: .query) {
            return value.number?.int64 == firstPage ?? 1
        }
        return cursorValue(of: request) == nil
    }

    func isNext(_ request: JudgedRequest, after list: ListSnapshot) -> Bool {
        guard limit(of: request) == list.limit, !list.isAtEnd else { return false }
        if let parameter = paging?.offset {
            return request.value(parameter.name, in: .query)?.number?.int64 == Int64(list.ids.count)
        }
        if let parameter = paging?.page {
            let number = request.value(parameter.name, in: .query)?.number?.int64
            return number == Int64(list.pages.count) + (firstPage ?? 1)
        }
        return goesByCursor && list.next != nil && cursorValue(of: request)?.asName == list.next?.asName
    }

    private func cursorValue(of request: JudgedRequest) -> JSON? {
        cursor.flatMap { index in operation.map { $0.parameters[index] } }.flatMap {
            request.value($0.name, in: .query)
        }
    }
}
