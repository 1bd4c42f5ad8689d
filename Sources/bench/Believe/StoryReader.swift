// Reads the story that a mock tells: lists, their items, what is made and removed, as a client would that knows the paths.

import JSONValues
import HTTPExchange
import HTTPTypes
import JSONSchema
import Mocking
import OpenAPIContract

/// Asks in a session of its own for every part of its story, so that one does not spoil the next.
struct StoryReader {
    let contract: Contract

    private let mock: Mock

    init(_ contract: Contract, seed: UInt64) {
        self.contract = contract
        mock = Mock(contract, options: .init(seed: seed))
    }

    struct Told {
        let status: Int
        let body: JSON?
        let bytes: [UInt8]
        let location: String?
        let link: String?

        var isWell: Bool { (200...299).contains(status) }
    }

    /// A mock with the session that is asked.
    struct Client {
        let mock: Mock
        let session: String

        func send(_ request: Request) -> Told {
            var request = request
            if let name = HTTPField.Name("Counterpart-Session") { request.headers[name] = session }
            let response = mock.answer(request).response.response
            return Told(
                status: response.status, body: try? JSON(parsing: response.body), bytes: response.body,
                location: response.headers[.location], link: HTTPField.Name("Link").flatMap { response.headers[$0] })
        }

        func line(_ operation: Operation) -> Request {
            var request = mock.typicalRequest(of: operation)
            request.headers[.accept] = nil
            return request
        }
    }

    func client(_ name: String) -> Client { Client(mock: mock, session: name) }

    /// A list, with what is asked of its items and makes new ones.
    struct Shelf {
        let list: Operation
        var item: [HTTPRequest.Method: Operation] = [:]
        var create: Operation?

        /// The plain name of the one property of what is listed that has the example of the item's parameter: `example.com`.
        func shownKey(_ item: Operation) -> String? {
            func shown(_ schema: Schema) -> [JSON] { schema.conjuncts.flatMap(\.node.examples) }
            let asked = item.parameters.last { $0.location == .path }?.schema.map(shown) ?? []
            let answer = list.successResponse?.content.first { $0.media?.kind == .json }?.schema
            let lists = [answer].compactMap(\.self) + (answer?.properties.map(\.schema) ?? [])
            let properties = lists.compactMap(\.items).flatMap(\.properties)
            let names = properties.filter { property in shown(property.schema).contains(where: asked.contains) }.map(
                \.name)
            return asked.isEmpty || names.count != 1 ? nil : names[0].comparableName
        }
    }

    /// By paths alone: `/resources`, `/resources/{id}`, and `/Resources.json`, `/Resources/{Sid}.json`.
    var shelves: [Shelf] {
        func key(_ path: String) -> String {
            var path = path
            while path.hasSuffix("/") { path.removeLast() }
            return path.replacing(/\{[^}]*\}/, with: "{}")
        }
        let byPath = Dictionary(grouping: contract.operations) { key($0.path.text) }
        return contract.operations.filter { $0.method == .get }.map { list in
            var shelf = Shelf(list: list)
            let path = key(list.path.text)
            let below =
                path.hasSuffix(".json") ? path.dropLast(5) + "/{}.json" : path + "/{}"
            for operation in byPath[below] ?? [] where shelf.item[operation.method] == nil {
                shelf.item[operation.method] = operation
            }
            shelf.create = byPath[path]?.first { $0.method == .post }
            return shelf
        }
    }

    func read(into figures: inout StoryFigures) {
        lines(into: &figures)
        for operation in contract.operations { refusals(operation, into: &figures) }
        for shelf in shelves {
            let client = client("list-\(shelf.list.index)")
            let request = client.line(shelf.list)
            let told = client.send(request)
            guard told.isWell, let body = told.body else { continue }
            figures.note(.same, client.send(request).bytes == told.bytes, request.target)
            guard let found = ListedResources(in: body, of: shelf) else { continue }
            let keys = found.resources.compactMap { $0.key(for: shelf) }
            figures.note(.ids, Set(keys).count == keys.count, "\(request.target): \(keys)")
            items(found, shelf, client, request, into: &figures)
            pages(found, shelf, client, request, into: &figures)
            counts(found, body, request, into: &figures)
            filters(found, shelf, client, request, into: &figures)
            made(found, shelf, client, request, into: &figures)
        }
    }

    // MARK: One request at a time

    private func lines(into figures: inout StoryFigures) {
        for operation in contract.operations {
            let client = client("line-\(operation.index)")
            let request = client.line(operation)
            let told = client.send(request)
            let declaresRedirect = operation.responses.contains {
                $0.status == .exact(told.status) && told.status < 400
            }
            let isMeant = told.isWell || declaresRedirect || operation.declaresErrorsAlone
            figures.note(.lines, isMeant, "\(told.status) \(request.method) \(request.target)")
        }
    }

    private func refusals(_ operation: Operation, into figures: inout StoryFigures) {
        let client = client("refusal-\(operation.index)")
        let request = client.line(operation)
        let exact = operation.responses.compactMap { if case .exact(let status) = $0.status { status } else { nil } }
        if !operation.security.isEmpty, operation.security.allSatisfy({ !$0.schemes.isEmpty }) {
            var bare = request
            bare.headers[.authorization] = nil
            bare.headers[.cookie] = nil
            for scheme in contract.securitySchemes {
                if case .apiKey(let place, let name) = scheme.kind {
                    if place == .header, let name = HTTPField.Name(name) { bare.headers[name] = nil }
                    if place == .query { return }
                }
            }
            let status = client.send(bare).status
            let wanted = exact.contains(401) || !exact.contains(403) ? 401 : 403
            figures.note(.refusals, status == wanted, "\(status) \(request.method) \(request.target)")
        }
        let number = operation.parameters.first { parameter in
            parameter.location == .query && parameter.schema?.types == .integer
        }
        if let number {
            let broken = request.with("x", for: number.name)
            let status = client.send(broken).status
            let isMeant = [400, 422].contains(status) || number.invalidStatus == status
            figures.note(.broken, isMeant, "\(status) \(broken.method) \(broken.target)")
        }
    }

    // MARK: What is listed

    private func address(_ id: String, in shelf: Shelf, _ list: Request) -> String {
        let path = String(list.path)
        let id = Percent.encoded(id)
        if path.hasSuffix(".json") { return path.dropLast(5) + "/\(id).json" }
        return path.hasSuffix("/") ? path + id : "\(path)/\(id)"
    }

    private func item(
        _ method: HTTPRequest.Method, _ id: String, _ shelf: Shelf, _ client: Client, _ list: Request
    ) -> Request? {
        shelf.item[method].map { operation in
            var request = client.line(operation)
            let query = request.query.map { "?\($0)" } ?? ""
            request.target = address(id, in: shelf, list) + query
            return request
        }
    }

    private func items(
        _ found: ListedResources, _ shelf: Shelf, _ client: Client, _ list: Request, into figures: inout StoryFigures
    ) {
        for resource in found.resources.prefix(3) {
            guard shelf.item[.get] != nil, let key = resource.key(for: shelf),
                let request = item(.get, key, shelf, client, list)
            else { continue }
            let told = client.send(request)
            // Some only say that there is one.
            if told.status == 204 { continue }
            let differing = told.body.map { resource.differing(from: $0, for: shelf) } ?? "no body"
            figures.note(
                .items, told.isWell && differing == nil, "\(told.status) \(request.target): \(differing ?? "")")
        }
    }

    private func made(
        _ found: ListedResources, _ shelf: Shelf, _ client: Client, _ list: Request, into figures: inout StoryFigures
    ) {
        guard let create = shelf.create else { return }
        var request = client.line(create)
        request.target = list.path + (request.query.map { "?\($0)" } ?? "")
        let told = client.send(request)
        guard told.isWell, let body = told.body, body.object != nil else { return }
        let schema = shelf.item[.get] == nil && found.resources.isEmpty ? nil : body.key(for: shelf)
        // What is no resource of the list's kind is none that was made.
        guard let key = schema, found.isAlike(body, for: shelf) else { return }
        // The list may be asked for a part that it does not belong to.
        let isElsewhere = shelf.list.parameters.contains { parameter in
            guard parameter.location == .query, let made = body.bare(for: shelf)[parameter.name]?.plainText else {
                return false
            }
            return list.query?.contains("\(parameter.name)=") == true
                && list.query?.contains("\(parameter.name)=\(made)") == false
        }
        if isElsewhere { return }
        let after = client.send(list).body.flatMap { ListedResources(in: $0, of: shelf) }
        let shown = after.map { whole($0, client, shelf, list) } ?? []
        let keys = shown.compactMap { $0.key(for: shelf) }
        figures.note(.created, keys.contains(key), "\(list.target): \(key) not in \(keys)")
        let before = found.resources.compactMap { $0.key(for: shelf) }
        figures.note(.kept, Set(before).isSubset(of: keys), "\(list.target): \(before) not all in \(keys)")
        if let read = item(.get, key, shelf, client, list) {
            let answer = client.send(read)
            let differing = answer.body.map { body.differing(from: $0, for: shelf) } ?? "no body"
            figures.note(
                .readable, answer.isWell && differing == nil, "\(answer.status) \(read.target): \(differing ?? "")")
        }
        guard let delete = item(.delete, key, shelf, client, list), client.send(delete).isWell else { return }
        let left = client.send(list).body.flatMap { ListedResources(in: $0, of: shelf) }?.resources ?? []
        var isGone = !left.contains { $0.key(for: shelf) == key }
        if let read = item(.get, key, shelf, client, list) { isGone = isGone && client.send(read).status == 404 }
        figures.note(.removed, isGone, "\(delete.target)")
    }

    /// The list with the pages after the first.
    private func whole(_ first: ListedResources, _ client: Client, _ shelf: Shelf, _ list: Request) -> [JSON] {
        guard let size = shelf.list.limitParameter, list.query?.contains(size.name) != true else {
            return first.resources
        }
        let big = list.with("100", for: size.name)
        let all = client.send(big)
        return all.body.flatMap { ListedResources(in: $0, of: shelf) }?.resources ?? first.resources
    }

    // MARK: Parts of a list

    private func pages(
        _ found: ListedResources, _ shelf: Shelf, _ client: Client, _ list: Request, into figures: inout StoryFigures
    ) {
        guard let size = shelf.list.limitParameter, found.resources.count > 1 else { return }
        let all = found.resources.compactMap { $0.key(for: shelf) }
        guard all.count == found.resources.count else { return }
        let names = shelf.list.parameters.filter { $0.location == .query }.map(\.name)
        var (seen, request, turns) = ([String](), list.with("1", for: size.name), 0)
        while turns <= all.count + 2 {
            turns += 1
            let told = client.send(request)
            guard told.isWell, let body = told.body, let page = ListedResources(in: body, of: shelf) else { break }
            guard page.resources.count <= 1 else {
                seen += ["more than one on a page"]
                break
            }
            seen += page.resources.compactMap { $0.key(for: shelf) }
            guard !page.resources.isEmpty, let next = request.next(after: page, body, told.link, names, turns) else {
                break
            }
            request = next
        }
        if turns == 1, seen.count == 1 { return }
        figures.note(.pages, seen == all, "\(list.target): \(seen), all are \(all)")
    }

    private func counts(
        _ found: ListedResources, _ body: JSON, _ list: Request, into figures: inout StoryFigures
    ) {
        let totals = ["total", "totalcount", "totalitems", "totalresults", "count"]
        let around = [body, body["meta"], body["pagination"], body["paging"]].compactMap { $0?.object }
        // What is counted may be something else of the resources.
        if found.resources.contains(where: { $0["count"] != nil }) { return }
        for (name, value) in around.flatMap({ Array($0) }) where totals.contains(name.comparableName) {
            guard let count = value.number?.int64 else { continue }
            figures.note(
                .counts, count == found.resources.count, "\(list.target): \(name) \(count) of \(found.resources.count)")
        }
    }

    private func filters(
        _ found: ListedResources, _ shelf: Shelf, _ client: Client, _ list: Request, into figures: inout StoryFigures
    ) {
        let size = shelf.list.limitParameter
        for parameter in shelf.list.parameters where parameter.location == .query && parameter !== size {
            let owners = found.resources.filter { resource in
                guard let value = resource.object?[parameter.name], let text = value.plainText, !text.isEmpty else {
                    return false
                }
                return parameter.schema?.accepts(value, direction: .request) ?? false
            }
            guard let wanted = owners.first?[parameter.name]?.plainText else { continue }
            let request = list.with(wanted, for: parameter.name)
            let told = client.send(request)
            let shown = told.body.flatMap { ListedResources(in: $0, of: shelf) }?.resources ?? []
            let isMet = !shown.isEmpty && shown.allSatisfy { $0[parameter.name]?.plainText == wanted }
            figures.note(
                .filters, isMet, "\(told.status) \(request.target): \(shown.count) of \(found.resources.count)")
        }
    }
}
