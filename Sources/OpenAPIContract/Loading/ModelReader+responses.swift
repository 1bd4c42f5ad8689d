// Responses and links.

import Expressions
import JSONValues
import SourceDocuments

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
        guard let responses = resolveMisplaced(field, "'responses'").flatMap({ object($0, "'responses'") }) else {
            return []
        }
        var read: [ResponseSpec] = []
        for (key, value) in responses.members where !key.hasPrefix("x-") {
            guard let status = StatusPattern(key) else {
                report(
                    .invalidValue, "'\(key)' is no status", expected: "100 to 599, 1XX to 5XX, or default",
                    remedy: "Name a status.", at: value.place)
                continue
            }
            if key.hasSuffix("xx") {
                report(
                    .invalidValue, "'\(key)' is taken for '\(key.uppercased())'", remedy: "Write it in capitals.",
                    severity: .warning, at: value.keyPlace)
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

    mutating func readResponse(_ value: Located) -> ResponseParts? {
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
        map("links", of: response).filter { !$0.name.hasPrefix("x-") }.compactMap { readLink($0.value, name: $0.name) }
    }

    mutating func readLink(_ value: Located, name: String) -> Link? {
        guard let target = resolve(value), let link = object(target, "a link") else { return nil }
        checkFields(of: link, .link)
        if (link["operationId"] == nil) == (link["operationRef"] == nil) {
            report(
                .invalidValue, "the link '\(name)' must have 'operationId' or 'operationRef', and not both",
                remedy: "Name the operation that it leads to, once.", at: link.place)
        }
        let operationID =
            text("operationId", of: link)
            ?? text("operationRef", of: link).flatMap { self.operationID(reference: $0, from: link) }
        return Link(
            name: name, operationID: operationID,
            parameters: map("parameters", of: link).map { (name: $0.name, value: $0.value.json) },
            requestBody: link["requestBody"]?.json, description: text("description", of: link), place: link.place)
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
}
