// A part of a list, and what the answer around it says of the whole.

import MockRules
import ContractCollections
import HTTPTypes
import JSONValues
import JSONSchema
import SourceDocuments
import OpenAPIContract

/// The resources of one page.
struct ListPage: Sendable {
    let list: ResourceList
    let query: ListQuery
    let resources: [JSON]
    /// As the list's own example shows them, one for each of `resources`; nil for what it does not.
    let forms: [JSON?]
    /// How many come before them.
    let start: Int
    /// How many there are on all pages.
    let total: Int

    private init(
        _ list: ResourceList, _ query: ListQuery, _ resources: [JSON], _ forms: [JSON?], start: Int, total: Int
    ) {
        (self.list, self.query, self.resources, self.forms) = (list, query, resources, forms)
        (self.start, self.total) = (start, total)
    }

    /// - Parameter all: what the filters let through.
    init(_ list: ResourceList, _ query: ListQuery, of all: [StoredResources.Listed]) {
        let start = query.start(in: all.map(\.value))
        let rest = all.dropFirst(start)
        let shown = query.limit.map { Array(rest.prefix($0)) } ?? Array(rest)
        self.init(list, query, shown.map(\.value), shown.map(\.form), start: start, total: all.count)
    }

    init(_ list: ResourceList, _ query: ListQuery, of all: [JSON]) {
        self.init(
            list, query, of: all.map { StoredResources.Listed(id: "", value: $0, form: nil, isTouched: false) })
    }

    /// The page as it shows its resources, without those that it cannot show.
    func with(resources: [JSON]) -> ListPage {
        ListPage(
            list, query, resources, resources.map { _ in nil }, start: start,
            total: total - (self.resources.count - resources.count))
    }

    var isLast: Bool { start + resources.count >= total }

    /// What stands on the last page where others tell the next one.
    private enum Ending: CaseIterable {
        case nothing, null
        /// What the answer has, on any page: it tells something else.
        case any
    }

    /// An answer with the resources in place of others, and with right counts beside them; nil where none fits the schema.
    func replacing(resourcesOf answer: JSON, as schema: Schema?) -> JSON? {
        guard let whole = answer.replacing(list.pointer.tokens, with: .array(resources)) else { return nil }
        return Ending.allCases.lazy.map { counted(whole, schema, $0) }.first {
            schema?.accepts($0, direction: .response) ?? true
        }
    }

    /// Declared header fields that count or lead on, with their values; nil for those that this page has not.
    func fields(of declared: ResponseSpec) -> [(name: HTTPField.Name, value: JSON?)] {
        let words = PageWords(page: self)
        return declared.headers.compactMap { header in
            guard let name = HTTPField.Name(header.name) else { return nil }
            if header.name.lowercased() == "link" { return (name, words.links.map { .string($0) }) }
            switch words.says(header.name, in: nil, beside: []) {
            case .value(let value):
                // A field is text: what the schema has as text stays so.
                return (name, header.schema?.types == .string ? value.idText.map { .string($0) } : value)
            case .none: return (name, nil)
            case .nothingOfIt: return nil
            }
        }
    }

    private func counted(_ answer: JSON, _ schema: Schema?, _ ending: Ending) -> JSON {
        guard let name = list.pointer.tokens.last else { return answer }
        let words = PageWords(page: self)
        let parent = Array(list.pointer.tokens.dropLast())
        // Beside the resources, and around what they stand in.
        return (0...parent.count).reduce(answer) { answer, depth in
            let place = Array(parent.prefix(depth))
            let inner = depth < parent.count ? parent[depth] : name
            let schema = place.reduce(schema) { $0?.property($1) }
            guard case .object(let around)? = answer[pointer: JSONPointer(place)] else { return answer }
            let counted = counted(around, schema, words, besides: inner, in: nil, ending)
            return answer.replacing(place, with: .object(counted)) ?? answer
        }
    }

    private func counted(
        _ object: JSONObject, _ schema: Schema?, _ words: PageWords, besides resources: String?, in parent: String?,
        _ ending: Ending
    ) -> JSONObject {
        var counted = object
        let declared = schema?.properties.map(\.name) ?? []
        let names = object.map(\.key) + declared.filter { object[$0] == nil && words.leadsOn($0, in: parent) }
        for name in names where name != resources {
            let old = object[name]
            if ending == .any, words.leadsOn(name, in: parent) { continue }
            switch words.says(name, in: parent, beside: names) {
            case .none: counted[name] = ending == .null ? .null : nil
            case .value(let value):
                let property = schema?.property(name)
                if let inner = (old ?? property.flatMap { words.empty($0) })?.object, value.object == nil {
                    // `{"next": {"href": …}}`
                    counted[name] = .object(self.counted(inner, property, words, besides: nil, in: name, ending))
                    continue
                }
                let isTurn = words.leadsOn(name, in: parent)
                // `start` may as well be a date.
                if let old, !isTurn, !old.isNull, old.kindName != value.kindName { continue }
                let number: [JSON] = isTurn ? [.number(JSONNumber(query.page &+ 1))] : []
                let forms = [value] + (value.idText.map { [.string($0)] } ?? []) + number
                if let property {
                    if let form = forms.first(where: { property.accepts($0, direction: .response) }) {
                        counted[name] = form
                    }
                } else if old?.kindName == value.kindName {
                    counted[name] = value
                }
            case .nothingOfIt:
                // `{"items": […], "meta": {"total": 3}}`
                guard case .object(let inner)? = old else { continue }
                counted[name] = .object(
                    self.counted(inner, schema?.property(name), words, besides: nil, in: name, ending))
            }
        }
        return counted
    }
}

extension JSON {
    /// With another value at the pointer; nil where there is no such place.
    func replacing(_ pointer: some Collection<String>, with value: JSON) -> JSON? {
        guard let token = pointer.first else { return value }
        guard case .object(var object) = self else { return nil }
        guard let inner = (object[token] ?? .object(JSONObject())).replacing(pointer.dropFirst(), with: value) else {
            return nil
        }
        object[token] = inner
        return .object(object)
    }
}
