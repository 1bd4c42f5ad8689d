// The request that is shown for an operation: one that this mock answers well.

import MockRules
import ContractCollections
import ContractTools
import JSONValues
package import HTTPExchange
import HTTPTypes
import JSONSchema
package import OpenAPIContract
package import Sampling

extension Mock {
    /// A request that succeeds: by the contract's examples, else with values that fit its schemas. It asks for a resource that is
    /// there from the start, and carries the credentials of a declared identity.
    package func typicalRequest(of operation: Operation, _ effort: SampleEffort = SampleEffort()) -> Request {
        let request = contract.exampleRequest(of: operation) { schema in
            effort.isSpent ? nil : Sampler(schema, direction: .request).sample(seed: 0, effort).value
        }
        return presenting(collections.pointed(request, of: operation, in: contract), operation)
    }

    /// With the credentials of the first who may ask.
    private func presenting(_ request: Request, _ operation: Operation) -> Request {
        guard let identity = behaviour.identities.first(where: { $0.bearer != nil }) ?? behaviour.identities.first,
            let asked = operation.security.first
        else { return request }
        var request = request
        for kind in asked.schemes.compactMap({ contract.securityScheme($0.name)?.kind }) {
            switch kind {
            case .apiKey(.header, let name):
                if let name = HTTPField.Name(name), let key = identity.key { request.headers[name] = key }
            case .apiKey(.query, let name):
                guard let key = identity.key else { continue }
                request.target = request.target.replacing("\(name)=KEY", with: "\(name)=\(Percent.encoded(key))")
            case .apiKey(_, let name):
                if let key = identity.key { request.headers[.cookie] = "\(name)=\(key)" }
            case .http("basic", _):
                guard let basic = identity.basic else { continue }
                request.headers[.authorization] = "Basic " + Base64.standard.encode(Array(basic.utf8))
            case .http, .oauth2, .openIDConnect:
                if let token = identity.bearer { request.headers[.authorization] = "Bearer \(token)" }
            case .mutualTLS: break
            }
        }
        return request
    }
}

extension CollectionMap {
    /// The request with the ids of resources that there are in the places of those that there are not.
    fileprivate func pointed(_ request: Request, of operation: Operation, in contract: Contract) -> Request {
        guard case .judged(let judged) = contract.judge(request), judged.operation === operation else { return request }
        let names = operation.path.parameterNames
        var texts = names.map { judged.value($0, in: .path)?.idText }
        var hasChanged = false
        for index in names.indices {
            let above = texts.prefix(index).compactMap(\.self)
            guard above.count == index, let collection = itemCollection(operation.path, index) else { continue }
            let seeds = collection.book.seeds(in: above)
            guard let first = seeds.first, !seeds.contains(where: { $0.id == texts[index] }) else { continue }
            texts[index] = first.id
            hasChanged = true
        }
        var request = request
        if hasChanged, let path = expanded(operation.path, texts, in: request) {
            request.target = path + (request.query.map { "?\($0)" } ?? "")
        }
        return named(withFreeID(withKnownKey(request, judged, texts), judged), judged)
    }

    /// With another key of a resource that there is, where there is none with this one.
    private func withKnownKey(_ request: Request, _ judged: JudgedRequest, _ texts: [String?]) -> Request {
        guard let key = key(of: judged.operation), let (member, _) = self[judged.operation] else { return request }
        let above = texts.prefix(member.declared.scopeCount).compactMap(\.self)
        let scope = member.declared.home.map { $0.scope.compactMap { $0 < above.count ? above[$0] : nil } } ?? above
        let known = home(of: member).book.seeds(in: scope).compactMap { $0.value[key.property]?.idText }.filter {
            text in
            let forms = [.string(text)] + (JSONNumber(text).map { [JSON.number($0)] } ?? [])
            return forms.contains { key.parameter.schema?.accepts($0, direction: .request) ?? true }
        }
        guard let first = known.first, let asked = judged.value(key.parameter.name, in: key.parameter.location)?.idText,
            !known.contains(asked)
        else { return request }
        var request = request
        if key.parameter.location == .path {
            guard let path = expanded(judged.operation.path, texts.dropLast() + [first], in: request) else {
                return request
            }
            request.target = path + (request.query.map { "?\($0)" } ?? "")
        } else {
            request.target = request.path + "?" + query(of: request, with: key.parameter.name, first)
        }
        return request
    }

    private func query(of request: Request, with name: String, _ value: String) -> String {
        let others = (request.query ?? "").split(separator: "&").filter { $0.prefix { $0 != "=" } != name }
        return (others.map(String.init) + ["\(name)=\(Percent.encoded(value))"]).joined(separator: "&")
    }

    /// What is made is not what is there already.
    private func withFreeID(_ request: Request, _ judged: JudgedRequest) -> Request {
        let operation = judged.operation
        guard let (member, role) = self[operation], role == .create, let media = judged.media,
            let body = judged.body?.object,
            let resource = judged.body.map({ member.declared.resource(inBody: $0, of: operation) }),
            resource == judged.body
        else { return request }
        let home = home(of: member)
        let values = operation.path.parameterNames.compactMap { judged.value($0, in: .path)?.idText }
        let scope = member.declared.home.map { $0.scope.compactMap { $0 < values.count ? values[$0] : nil } } ?? values
        let list = StoredResources(home.book.seeds(in: Array(scope.prefix(home.declared.scopeCount))))
        guard let name = body.first(where: { home.declared.property(like: $0.key) == home.declared.idProperty })?.key,
            let wanted = body[name]?.idText, case .shown = list[wanted]
        else { return request }
        var generator = SeededGenerator(seed: seeding.seed).forked(operation.id)
        let maker = ResourceBuilder(declared: home.declared, options: seeding.options)
        let free = maker.id(of: nil, after: list, &generator)
        let forms = (JSONNumber(free).map { [JSON.number($0)] } ?? []) + [.string(free)]
        for form in forms {
            var other = body
            other[name] = form
            guard media.schema?.accepts(.object(other), direction: .request) ?? true else { continue }
            var request = request
            request.body = media.encode(.object(other)).bytes
            return request
        }
        return request
    }

    /// The collection whose items' path this one begins with, up to the parameter of that number.
    private func itemCollection(_ path: PathTemplate, _ index: Int) -> Collection? {
        collections.first { collection in
            guard collection.declared.scopeCount == index, collection.declared.idParameter?.location == .path,
                let item = collection.declared.onItem?.path.segments.filter({ !$0.isEmpty })
            else { return false }
            let start = path.segments.filter { !$0.isEmpty }.prefix(item.count)
            return start.count == item.count && zip(start, item).allSatisfy { $0.isLike($1) }
        }
    }

    /// Nil where a value is missing.
    private func expanded(_ path: PathTemplate, _ texts: [String?], in request: Request) -> String? {
        let segments = path.segments.filter { !$0.isEmpty }
        let parts = request.path.split(separator: "/")
        guard parts.count >= segments.count else { return nil }
        var rest = texts[...]
        let made = segments.map { segment -> String? in
            var text = ""
            for part in segment {
                switch part {
                case .literal(let literal): text += literal
                case .parameter:
                    guard let value = rest.popFirst() ?? nil else { return nil }
                    text += Percent.encoded(value)
                }
            }
            return text
        }
        guard !made.contains(nil) else { return nil }
        let base = parts.dropLast(segments.count).map(String.init)
        return "/" + (base + made.compactMap(\.self)).joined(separator: "/") + (request.path.hasSuffix("/") ? "/" : "")
    }

    /// A body that names the resource which it replaces, or a query that does.
    private func named(_ request: Request, _ judged: JudgedRequest) -> Request {
        guard let (collection, role) = self[judged.operation],
            let first = collection.book.seeds(in: []).first?.id, collection.declared.scopeCount == 0
        else { return request }
        var request = request
        if let parameter = collection.declared.idParameter, parameter.location == .query,
            ![.list, .create].contains(role)
        {
            request.target = request.path + "?" + query(of: request, with: parameter.name, first)
        }
        if role == .replaceByBody, let name = collection.declared.idProperty, var body = judged.body?.object,
            let media = judged.media
        {
            let forms = [.string(first)] + (JSONNumber(first).map { [JSON.number($0)] } ?? [])
            let schema = media.schema?.property(name)
            body[name] = forms.last { schema?.accepts($0, direction: .request) ?? true } ?? body[name]
            request.body = media.encode(.object(body)).bytes
        }
        return request
    }
}

extension PathTemplate.Segment {
    /// Whether the two are the same but for the names of their parameters.
    fileprivate func isLike(_ other: PathTemplate.Segment) -> Bool {
        count == other.count
            && zip(self, other).allSatisfy { left, right in
                switch (left, right) {
                case (.literal(let left), .literal(let right)): left == right
                case (.parameter, .parameter): true
                case (.literal, .parameter), (.parameter, .literal): false
                }
            }
    }
}
