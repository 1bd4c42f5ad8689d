// The resources that a contract's examples show.

import HTTPExchange
import HTTPTypes
import ContractCollections
import JSONValues
import JSONSchema
import OpenAPIContract

/// A resource that is there from a session's start.
struct Seed: Sendable {
    /// The values of the path's parameters before the id; nil where the example says nothing of them.
    let scope: [String]?
    let id: String
    /// The resource as reading it shows it.
    var value: JSON
    /// As the list's own example shows it; nil where that says nothing of it.
    var listed: JSON?
    /// Whether the list shows it; else it can be read all the same.
    var isListed = true
}

/// Collects what examples show, each resource once.
struct ShownThings {
    private let declared: ResourceCollection
    private(set) var seeds: [Seed] = []
    /// Whether an example says what the list has, be it nothing.
    private(set) var tellsList = false

    init(_ declared: ResourceCollection, views: [ResourceCollection]) {
        self.declared = declared
        addList(declared)
        for view in views where view.create != nil && !tellsList { addList(view) }
        addReads()
    }

    private mutating func addList(_ view: ResourceCollection) {
        guard let list = view.list else { return }
        let isOwn = view.home == nil
        func resources(in value: JSON?) -> [JSON]? { value?[pointer: view.listPointer]?.array }
        for pair in list.pairs where (200...299).contains(pair.status) {
            let scope = isOwn && declared.scopeCount > 0 ? pair.pathValues(list) : nil
            guard let resources = resources(in: pair.response?.value) else { continue }
            // Of several examples that are about no request the first is what the list has; the others are alternatives.
            let isFirst = !tellsList || !pair.parameters.isEmpty
            for resource in resources {
                add(
                    resource, scope: scope?.count == declared.scopeCount ? scope : nil, isListed: isFirst,
                    form: resource)
            }
            tellsList = true
        }
        for example in list.jsonExamples {
            guard let resources = resources(in: example.value) else { continue }
            for resource in resources { add(resource, scope: nil, isListed: !tellsList, form: resource) }
            tellsList = true
        }
    }

    private mutating func addReads() {
        for key in declared.keyed where key.operation.method == .get {
            for example in key.operation.jsonExamples {
                add(declared.resource(in: example.value, of: key.operation), scope: nil, isListed: !tellsList)
            }
        }
        guard let read = declared.read else { return }
        for pair in read.pairs where (200...299).contains(pair.status) {
            guard let value = pair.response?.value, let path = pair.pathValues(read) else { continue }
            let scope = Array(path.prefix(declared.scopeCount))
            let id = declared.idParameter.flatMap { pair.value(of: $0) } ?? path.last
            add(declared.resource(in: value, of: read), scope: scope, path: id, isListed: !tellsList)
        }
        for example in read.jsonExamples where example.name != nil || declared.listing != nil {
            add(declared.resource(in: example.value, of: read), scope: nil, isListed: !tellsList)
        }
    }

    private mutating func add(
        _ value: JSON, scope: [String]?, path: String? = nil, isListed: Bool, form: JSON? = nil
    ) {
        guard value.object != nil else { return }
        // What the resource says of itself counts before the path that it was read by.
        guard let id = declared.idProperty.flatMap({ value[$0]?.idText }) ?? path ?? numbered(form) else { return }
        let known = seeds.firstIndex { $0.id == id && ($0.scope == scope || $0.scope == nil || scope == nil) }
        guard let known else {
            return seeds.append(Seed(scope: scope, id: id, value: value, listed: form, isListed: isListed))
        }
        // What the list and reading show of one resource are two halves of it; where they contradict each other the list counts.
        seeds[known].value = seeds[known].value.over(value)
        if isListed { seeds[known].isListed = true }
    }

    /// Resources of a list that do not say which they are stand by their number.
    private func numbered(_ form: JSON?) -> String? {
        form != nil && declared.idProperty == nil ? String(seeds.count + 1) : nil
    }
}

extension JSON {
    /// With what another has besides.
    func over(_ other: JSON) -> JSON {
        guard let own = object, var whole = other.object else { return self }
        for (name, value) in own { whole[name] = value.over(whole[name] ?? .null) }
        return .object(whole)
    }

    /// A scalar as it stands in a path; nil for anything else.
    var idText: String? {
        switch self {
        case .string(let text): text
        case .number(let number): number.int64.map { String($0) } ?? number.uint64.map { String($0) } ?? number.text
        case .bool(let value): String(value)
        case .null, .array, .object: nil
        }
    }
}

extension ExamplePair {
    fileprivate func value(of parameter: Parameter) -> String? {
        parameters.first {
            $0.parameter.location == parameter.location && $0.parameter.name == parameter.name
        }?.value.idText
    }

    /// Texts of the path's parameters, in their order; nil where one has no value.
    fileprivate func pathValues(_ operation: Operation) -> [String]? {
        let values = operation.path.parameterNames.map { name in
            parameters.first { $0.parameter.location == .path && $0.parameter.name == name }?.value.idText
        }
        return values.contains(nil) ? nil : values.compactMap { $0 }
    }
}

extension Operation {
    /// Examples of the JSON content of its success.
    var jsonExamples: [Example] { successResponse?.content.first { $0.media?.kind == .json }?.examples ?? [] }
}
