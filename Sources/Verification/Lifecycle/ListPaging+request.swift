// How the pages of a list are asked for.

import ContractCollections
import JSONSchema
import JSONValues
import Lifecycles
import OpenAPIContract

extension ListPaging {
    /// The request for the page after those that are known, or for the first; nil where there is no way to it.
    /// - Parameter limit: how many resources a page is to hold; nil for as many as the contract allows.
    func request(_ draft: Draft, after list: ListSnapshot?, limit: Int?) -> Draft? {
        guard let operation else { return nil }
        var draft = draft
        if let parameter = paging?.limit, let schema = parameter.schema, let index = operation.index(of: parameter) {
            let candidates = limit.map { [$0] } ?? [200, 100, 50, 30, 25, 20, 10]
            let asked = candidates.lazy.map { JSON.number(JSONNumber($0)) }
                .first { schema.accepts($0, direction: .request) }
            if let asked { draft.values[index] = asked }
        }
        guard let list else { return draft }
        if let parameter = paging?.offset, let index = operation.index(of: parameter) {
            draft.values[index] = .number(JSONNumber(list.ids.count))
        } else if let parameter = paging?.page, let index = operation.index(of: parameter) {
            draft.values[index] = .number(JSONNumber(list.pages.count + Int(firstPage ?? 1)))
        } else if let cursor, let next = list.next {
            draft.values[cursor] = next
        } else {
            return nil
        }
        return draft
    }
}
