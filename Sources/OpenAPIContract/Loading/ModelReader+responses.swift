// Responses and links.

import JSONSchema

/// A response without the status that it stands under.
struct ResponseParts {
    let description: String?
    let headers: [HeaderSpec]
    let content: [MediaType]
    let exampleNames: [String]
    let links: [Link]
    let extensions: JSONObject
    let place: Place
}

extension ModelReader {
    mutating func readResponses(of operation: Located) -> [ResponseSpec] {
        guard let field = operation["responses"] else {
            if version == .v3_0 {
                report(
                    .missingField, "an operation has no 'responses'", remedy: "Declare what it answers.",
                    at: operation.place)
            }
            return []
        }
        guard let responses = object(field, "'responses'") else { return [] }
        var read: [ResponseSpec] = []
        for (key, value) in responses.members where !key.hasPrefix("x-") {
            guard let status = StatusPattern(key) else {
                report(
                    .invalidValue, "'\(key)' is no status", expected: "100 to 599, 1XX to 5XX, or default",
                    remedy: "Name a status.", at: value.place)
                continue
            }
            guard let parts = readResponse(value) else { continue }
            read.append(
                ResponseSpec(
                    status: status, description: parts.description, headers: parts.headers, content: parts.content,
                    exampleNames: parts.exampleNames, links: parts.links, extensions: parts.extensions,
                    place: value.place))
        }
        return read
    }

    private mutating func readResponse(_ value: Located) -> ResponseParts? {
        let key = referenceKey(value)
        if let key, let known = responsesByReference[key] { return known }
        guard let target = resolve(value), let object = object(target, "a response") else { return nil }
        checkFields(of: object, .response)
        if object["description"] == nil, version < .v3_2 {
            report(
                .missingField, "a response has no 'description'", remedy: "Add one.", severity: .note, at: object.place)
        }
        let names = list("x-counterpart-examples", of: object).compactMap(\.json.string)
        let parts = ResponseParts(
            description: text("description", of: object), headers: readHeaders(of: object),
            content: readContent(of: object),
            exampleNames: names, links: readLinks(of: object), extensions: object.extensions, place: object.place)
        if let key { responsesByReference[key] = parts }
        return parts
    }

    private mutating func readLinks(of response: Located) -> [Link] {
        var links: [Link] = []
        for (name, value) in map("links", of: response) where !name.hasPrefix("x-") {
            guard let target = resolve(value), let link = object(target, "a link") else { continue }
            checkFields(of: link, .link)
            let operationID =
                text("operationId", of: link)
                ?? text("operationRef", of: link).flatMap { self.operationID(reference: $0, from: link) }
            links.append(
                Link(
                    name: name, operationID: operationID,
                    parameters: map("parameters", of: link).map { (name: $0.name, value: $0.value.json) },
                    requestBody: link["requestBody"]?.json, description: text("description", of: link),
                    place: link.place))
        }
        return links
    }

    /// The id that a reference to an operation of this contract stands for.
    private mutating func operationID(reference: String, from link: Located) -> String? {
        let place = Place(source: link.source, pointer: link.pointer.appending("operationRef"))
        let isElsewhere = reference.contains("://")
        guard !isElsewhere, let target = store.target(of: reference, at: place) else { return nil }
        if let id = target.value["operationId"]?.string { return id }
        let tokens = target.pointer.tokens
        return tokens.count == 3 && tokens[0] == "paths" ? "\(tokens[2]) \(tokens[1])" : nil
    }

    mutating func checkLinks(of operations: [Operation]) {
        let known = Set(operations.map(\.id))
        for operation in operations {
            for response in operation.responses {
                for link in response.links {
                    guard let id = link.operationID, !known.contains(id) else { continue }
                    let nearest = Spelling.nearest(to: id, among: known)
                    report(
                        .unresolvedLink, "the link '\(link.name)' leads to the operation '\(id)', which is not there",
                        remedy: nearest.map { "Did you mean '\($0)'?" } ?? "Name an operationId of this document.",
                        at: link.place)
                }
            }
        }
    }

    // MARK: Components

    /// The schemas, those that no operation uses included, so that their problems are known too.
    mutating func readComponents() -> [Contract.NamedSchema] {
        guard let field = root["components"], let components = object(field, "'components'") else { return [] }
        checkFields(of: components, .components)
        return map("schemas", of: components).compactMap { name, schema in
            compile(schema).map { Contract.NamedSchema(name: name, schema: $0) }
        }
    }

    /// One word on all schemas under `components` that are no schemas at all: they are one mistake.
    mutating func reportMisfits() {
        guard let schemas = root["components"]?["schemas"]?.members else { return }
        let misfits = schemas.filter { _, schema in
            switch schema.json {
            case .object, .bool: false
            case .null, .number, .string, .array: true
            }
        }
        guard let first = misfits.first, misfits.count > 1 else { return }
        self.misfits.formUnion(misfits.map(\.value.place))
        let list = misfits.prefix(8).map { "'\($0.name)' on line \($0.value.place.line) is \($0.value.json.kindName)" }
        let more = misfits.count > 8 ? " and \(misfits.count - 8) more" : ""
        report(
            .invalidSchema, "\(misfits.count) schemas are no schemas: \(list.joined(separator: ", "))\(more)",
            expected: "an object or a boolean",
            remedy: "Write what each of them describes, or '{}' for any value.", at: first.value.place)
    }
}
