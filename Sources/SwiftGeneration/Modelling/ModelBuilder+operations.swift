// Operations: their parameters, bodies and answers as types.

import HTTPExchange
import HTTPTypes
import JSONValues
import JSONSchema
import SourceDocuments
import OpenAPIContract

extension ModelBuilder {
    mutating func model(_ operation: Operation) -> OperationModel {
        var model = OperationModel(operation: operation)
        for parameter in operation.parameters {
            if let parameter = self.parameter(parameter, of: operation) { model.parameters.append(parameter) }
        }
        for name in operation.path.parameterNames
        where !model.parameters.contains(where: { $0.location == .path && $0.name == name }) {
            // The loader has warned; the path needs it all the same.
            let property = Property(wire: name, type: .string, presence: .required)
            model.parameters.append(ParameterModel(name: name, location: .path, property: property))
        }
        model.body = operation.body.flatMap { body($0, of: operation) }
        model.responses = operation.responses.map { response($0, of: operation) }
        model.security = security(of: operation)
        if operation.servers.map(\.url) != contract.servers.map(\.url) {
            model.server = operation.servers.first?.defaultURL
        }
        if !operation.callbacks.isEmpty {
            let names = operation.callbacks.map(\.name).joined(separator: ", ")
            report(.clientLeftOut, "a client sends requests: the callbacks \(names) are left out", operation.place)
        }
        return model
    }

    // MARK: Parameters

    private mutating func parameter(_ parameter: Parameter, of operation: Operation) -> ParameterModel? {
        if parameter.location == .querystring {
            report(.clientUnexpressed, "\(parameter.name): a whole query string as one parameter", parameter.place)
            return nil
        }
        let context = Context(scope: .operation(operation.index), wire: parameter.name)
        var type = (parameter.schema ?? parameter.content?.schema).map { usage($0, context).type } ?? .string
        if parameter.schema == nil, parameter.content == nil { type = .string }
        type = type.withoutNull
        let isRequired = parameter.required || parameter.location == .path
        var property = Property(
            wire: parameter.name, type: type, presence: isRequired ? .required : .optional,
            schemas: [parameter.schema ?? parameter.content?.schema].compactMap(\.self))
        property.documentation.paragraphs = [parameter.description].compactMap(\.self).filter { description in
            !["\(parameter.name)", "\(parameter.name) parameter"].contains(description)
        }
        property.documentation.isDeprecated = parameter.deprecated
        if let id = type.declaration { parameters.insert(id) }
        return ParameterModel(
            name: parameter.name, location: parameter.location, styleArguments: parameter.styleArguments(for: type),
            property: property)
    }

    // MARK: Bodies

    private mutating func body(_ body: RequestBody, of operation: Operation) -> BodyModel? {
        guard !body.content.isEmpty else { return nil }
        let media = chosen(body.content, place: body.place)
        let choices = media.map { media -> Content in
            let suffix = kind(media).suffix
            let words = Words(
                words: media.media?.kind == .json || self.hasOneMediaType(body.content) ? ["body"] : [suffix, "body"])
            return content(
                media, Context(scope: .operation(operation.index), wire: "body/\(media.range)", words: words),
                isRequest: true)
        }
        var model = BodyModel(isRequired: body.required, choices: choices)
        if [.get, .head].contains(operation.method) {
            let message = "URLSession sends no body with \(operation.method.rawValue): this one needs another transport"
            report(.clientLeftOut, message, body.place)
        }
        model.documentation.paragraphs = [body.description].compactMap(\.self)
        return model
    }

    private func hasOneMediaType(_ content: [MediaType]) -> Bool { content.count == 1 }

    /// The media types worth a case: one for each kind of content, JSON in place of others with the same schema.
    private mutating func chosen(_ content: [MediaType], place: Place) -> [MediaType] {
        var chosen: [MediaType] = []
        let ordered = content.filter { kind($0) == .json } + content.filter { kind($0) != .json }
        for media in ordered {
            let isXML = media.media?.kind == .xml
            let normalized = media.schema.map { NormalizedSchema($0).schema }
            // Bytes, and a form with files, are not what JSON of the same schema is.
            let hasBytes = kind(media) == .binary && !isXML || hasFiles(media)
            let sameSchema = chosen.contains { other in
                guard !hasBytes, let normalized, let other = other.schema else { return false }
                return NormalizedSchema(other).schema == normalized
            }
            let sameKind = chosen.contains {
                kind($0) == kind(media) && (normalized == nil) == ($0.schema == nil)
                    && ![.json, .binary, .text].contains(kind(media))
            }
            // A stream of events is another answer, whatever one event is.
            let isEvents = kind(media) == .events && !chosen.contains { kind($0) == .events }
            if !chosen.isEmpty, !isEvents, isXML || sameSchema || sameKind {
                report(.clientLeftOut, "\(media.range) is left out: \(chosen[0].range) says the same", media.place)
            } else if chosen.count >= 1, kind(media) == .json, kind(chosen[0]) == .json, normalized == nil {
                continue
            } else {
                chosen.append(media)
            }
        }
        return content.count == chosen.count ? content : chosen
    }

    private func kind(_ media: MediaType) -> Content.Kind {
        guard let range = media.media else { return .binary }
        switch range.kind {
        case .json: return .json
        case .jsonLines: return .lines
        case .eventStream: return .events
        case .form: return .form
        case .multipart: return .multipart
        case .text: return .text
        case .xml, .binary: return .binary
        }
    }

    private mutating func content(_ media: MediaType, _ context: Context, isRequest: Bool) -> Content {
        var content = Content(kind: kind(media), mediaType: media.wire, type: .data)
        switch content.kind {
        case .json: content.type = media.schema.map { usage($0, context).element } ?? .json
        case .lines:
            let lines = media.itemSchema.map { SwiftType.array(usage($0, context).element) }
            content.type = lines ?? media.schema.map { usage($0, context).type } ?? .array(.json)
            if case .array = content.type {} else { content.type = .array(.json) }
        case .text: content.type = .string
        case .events:
            if isRequest {
                (content.kind, content.type) = (.binary, .httpBody)
            } else {
                content.type = .eventStream(eventPayload(media, context))
            }
        case .form where isRequest:
            content.type = media.schema.map { usage($0, context).type } ?? .dictionary(.string)
            content.styles = media.encoding.compactMap { encoding in
                encoding.queryStyle.map { (encoding.property, $0) }
            }
        case .multipart where isRequest: content.type = multipart(media, context)
        case .form, .multipart: (content.kind, content.type) = (.binary, .data)
        case .binary:
            content.type = isRequest ? .httpBody : .data
            if media.media?.kind == .xml {
                report(.clientLeftOut, "\(media.range) is not taken apart: its body is bytes", media.place)
            }
        }
        content.accept = content.mediaType
        if content.mediaType.contains("*") {
            content.isOpen = isRequest && content.kind == .binary && !["*", "application"].contains(media.media?.type)
            content.mediaType = content.kind == .text ? "text/plain" : "application/octet-stream"
        }
        return content
    }

    /// What the data of each event is: JSON where the contract says so of it, else text.
    private mutating func eventPayload(_ media: MediaType, _ context: Context) -> SwiftType {
        let context = Context(
            scope: context.scope, wire: context.wire + "/event", words: Words(words: context.words.words + ["event"]))
        guard let schema = media.eventSchema else { return .string }
        let type: SwiftType
        if media.itemSchema == nil {
            type = usage(schema, context).element
        } else {
            // The schema is that of an event with its fields: the data is text, which may be JSON (`contentSchema`).
            guard let data = Constraints([schema]).members.first(where: { $0.name == "data" }) else { return .string }
            let contents = data.schemas.compactMap(\.contentSchema)
            type = contents.isEmpty ? usage(data.schemas, context).element : usage(contents, context).element
        }
        return type.isWireCoded || type == .data ? .string : type
    }

    // MARK: Answers

    private mutating func response(_ response: ResponseSpec, of operation: Operation) -> ResponseModel {
        var model = ResponseModel(response: response)
        let words = response.status.words
        let chosen = chosen(response.content, place: response.place)
        model.payloads = chosen.map { media in
            let kind = kind(media)
            let words = chosen.count > 1 ? Words(words: words.words + [kind.suffix]) : words
            let context = Context(
                scope: .operation(operation.index), wire: "\(response.status)/\(media.range)", words: words)
            return content(media, context, isRequest: false)
        }
        model.headers = response.headers.filter { !["content-type"].contains($0.name.lowercased()) }.map { header in
            let context = Context(
                scope: .operation(operation.index), wire: "\(response.status) \(header.name)", words: Words(header.name)
            )
            let type = (header.schema ?? header.content?.schema).map { usage($0, context).type.withoutNull } ?? .string
            return HeaderModel(wire: header.name, type: headerType(type, header), isRequired: header.required)
        }
        return model
    }

    func headerType(_ type: SwiftType, _ header: HeaderSpec) -> SwiftType {
        switch type {
        case .bool, .string, .integer, .double, .decimal, .date, .calendarDate, .uuid, .url: return type
        case .array(let element): return headerType(element, header) == element ? type : .string
        case .declared(let id):
            if case .openEnum = declarations[id.index].kind { return type }
            return .string
        case .data, .json, .dictionary, .nullable, .file, .httpBody, .eventStream: return .string
        }
    }

    private func security(of operation: Operation) -> [[String]] {
        operation.security.map { $0.schemes.map(\.name) }.filter { names in
            names.allSatisfy { contract.securityScheme($0) != nil }
        }
    }
}

extension Content.Kind {
    /// What names a case or a type of this content, where there are others.
    var suffix: String {
        switch self {
        case .json: "json"
        case .form: "form"
        case .multipart: "multipart"
        case .text: "text"
        case .binary: "binary"
        case .events: "events"
        case .lines: "lines"
        }
    }
}

extension MediaType {
    /// As it is sent: in lower case, with its parameters.
    var wire: String {
        guard let media else { return range }
        let parameters = media.parameters.filter { $0.name != "boundary" && $0.name != "q" }.map { parameter in
            let isToken =
                !parameter.value.isEmpty
                && parameter.value.utf8.allSatisfy { byte in
                    byte > 0x20 && byte < 0x7F && !Array("()<>@,;:\\\"/[]?=".utf8).contains(byte)
                }
            return "; \(parameter.name)=\(isToken ? parameter.value : parameter.value.literal)"
        }
        return media.essence + parameters.joined()
    }
}

extension Constraints {
    var isBytes: Bool {
        format == "binary" || kinds.isEmpty && values == nil && groups.isEmpty && contentEncoding == nil
    }
}

extension SwiftType {
    /// Parameters and headers are left out instead of being null.
    var withoutNull: SwiftType {
        switch self {
        case .nullable(let type): type.withoutNull
        case .array(let type): .array(type.withoutNull)
        case .dictionary(let type): .dictionary(type.withoutNull)
        default: self
        }
    }
}

extension ModelBuilder {
    /// What the API sends of its own accord: a client sends no such request, but wants to read its body.
    mutating func readWebhook(_ webhook: Operation) {
        for media in webhook.body?.content ?? [] where media.media?.kind == .json {
            guard let schema = media.schema else { continue }
            _ = usage(schema, Context(scope: .file, wire: "webhooks/\(webhook.id)", words: Words(webhook.id)))
        }
        report(
            .clientLeftOut, "a client sends requests: of the webhook \(webhook.id) only the types are there",
            webhook.place)
    }
}

extension Schema {
    /// The schema of the JSON that a string holds.
    fileprivate var contentSchema: Schema? {
        for case .content(let content) in node.keywords { return content.schema.map { self[$0] } }
        return nil
    }
}
