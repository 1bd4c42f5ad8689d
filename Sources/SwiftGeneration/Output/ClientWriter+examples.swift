// The contract's examples as values of the client's types.

import JSONValues
import JSONSchema
import SourceDocuments
import OpenAPIContract

extension ClientWriter {
    /// An example for each type that stands for a schema with a name.
    func writeModelExamples(_ examples: inout ExampleFinder, _ source: inout Source) {
        for id in model.nested(in: .file, names) {
            guard let schema = model[id].schema,
                let example = examples.example(schema, model[id].isInput ? .request : .response)
            else { continue }
            let value = "Example.value(\(example.serialized().rawLiteral))"
            source.line(
                "nonisolated extension \(namespace)\(names.fullName(id)) { \(exampleHead) { try \(value) } } }"
            )
            writeNamedExamples(examples.named(schema), "\(namespace)\(names.fullName(id))", &source)
        }
    }

    /// The requests that can be sent, and the answers of the fake.
    func writeOperationExamples(_ examples: inout ExampleFinder, _ source: inout Source) {
        for (operation, names) in zip(model.operations, names.operations) {
            if let request = request(operation, names, &examples) {
                let arguments = request.joined(separator: ", ")
                let value = (arguments.contains("Example.value(") ? "try " : "") + "Self(\(arguments))"
                source.line(
                    "nonisolated extension \(namespace)\(names.type.escaped).Request { \(exampleHead) { \(value) } } }"
                )
            }
            let type = namespace + names.type.escaped
            let arguments = reply(operation, &examples).map { ["of: \(type).self"] + $0.arguments }
            let value = arguments.map { "try Example.response(\($0.joined(separator: ", ")))" }
            source.line(
                "nonisolated extension \(type).Response { \(exampleHead) { \(value ?? ".undocumented(HTTPReply(status: 501))") } } }"
            )
        }
    }

    private var exampleHead: String { "\(access) static var example: Self { get throws(CallError)" }

    /// Those that have names, by these.
    private func writeNamedExamples(_ named: [(name: String, value: JSON)], _ type: String, _ source: inout Source) {
        guard !named.isEmpty else { return }
        source.block("nonisolated extension \(type)") { source in
            let names = named.map { "`\($0.name)`" }.joined(separator: ", ")
            source.documentation(["The example of that name: \(names)."])
            source.block("\(access) static func example(_ name: String) throws(CallError) -> Self") { source in
                source.line("try Example.named(name, [")
                source.indented { source in
                    for (name, value) in named { source.line("\(name.literal): \(value.serialized().rawLiteral),") }
                }
                source.line("])")
            }
        }
    }

    // MARK: Requests

    /// The arguments of an example request: of the pair whose answer is the fake's, else what is needed and what the
    /// contract has an example of. Nil where one is missing, and for an operation that takes nothing.
    private func request(
        _ operation: OperationModel, _ names: Names.OperationNames, _ examples: inout ExampleFinder
    ) -> [String]? {
        guard !operation.isEmpty else { return nil }
        let pair = operation.operation.pairs.first { $0.declared.status == operation.operation.successResponse?.status }
        var arguments: [String] = []
        for field in operation.parameters {
            guard let value = value(of: field, operation.operation, pair, &examples) else { continue }
            let name = (names.fields[field.key] ?? field.name).label
            arguments.append("\(name): \(expression(value, field.property.type))")
        }
        guard let body = operation.body, let content = body.choices.first else { return arguments }
        if let value = self.value(of: content, operation.operation, pair, &examples).flatMap({ self.body($0, content) })
        {
            let field = (names.fields["body"] ?? "body").label
            let contentType = content.isOpen ? content.accept.exampleOfRange.literal : nil
            let more = contentType.map { ", contentType: \($0)" } ?? ""
            arguments.append(
                "\(field): \(body.choices.count > 1 ? ".\(caseName(body.choices, 0))(\(value)\(more))" : value)")
            if let contentType, body.choices.count == 1 {
                arguments.append("\((names.fields["contentType"] ?? "contentType").label): \(contentType)")
            }
        } else if body.isRequired {
            return nil
        }
        return arguments
    }

    private func value(
        of field: ParameterModel, _ operation: Operation, _ pair: ExamplePair?, _ examples: inout ExampleFinder
    ) -> JSON? {
        let parameter = operation.parameter(field.name, in: field.location)
        let schema = parameter?.schema ?? parameter?.content?.schema
        if let pair, !pair.parameters.isEmpty || pair.body != nil {
            let paired = pair.parameters.first {
                $0.parameter.name == field.name && $0.parameter.location == field.location
            }
            if let paired { return paired.value }
        } else {
            let own = (parameter?.examples ?? []) + (parameter?.content?.examples ?? [])
            if let example = own.first(where: { schema?.accepts($0.value) ?? true }) { return example.value }
        }
        guard field.property.presence == .required else { return nil }
        return schema.flatMap { examples.example($0, .request) } ?? .string("text")
    }

    private func value(
        of content: Content, _ operation: Operation, _ pair: ExamplePair?, _ examples: inout ExampleFinder
    ) -> JSON? {
        if let paired = pair?.body, paired.media.wire == content.accept { return paired.value }
        guard let media = operation.body?.content.first(where: { $0.wire == content.accept }) else {
            return .string("text")
        }
        guard let schema = media.schema else { return media.examples.first?.value ?? .string("text") }
        let own = media.examples.first { schema.accepts($0.value, direction: .request) }
        return own?.value ?? examples.example(schema, .request)
    }

    /// Swift source of a value.
    private func expression(_ value: JSON, _ type: SwiftType, _ partType: String? = nil) -> String {
        // A range alone does not say what the bytes are.
        let contentType =
            partType.flatMap { $0.hasSuffix("/*") ? ", contentType: \($0.exampleOfRange.literal)" : nil } ?? ""
        return switch type {
        case .string: value.string.map(\.literal) ?? value.serialized().literal
        case .integer(let integer):
            value.number.flatMap { integer.holds($0) ? $0.int64.map(String.init) : nil }
                ?? "Example.value(\(value.serialized().rawLiteral))"
        case .bool: value.bool.map(String.init) ?? "false"
        case .file: "FileContent(Example.bytes(\((value.string ?? value.serialized()).rawLiteral))\(contentType))"
        case .array(.file):
            "[\((value.array ?? []).map { expression($0, .file, partType) }.joined(separator: ", "))]"
        case .httpBody: ".data(Example.bytes(\((value.string ?? value.serialized()).literal)))"
        default: "Example.value(\(value.serialized().rawLiteral))"
        }
    }

    private func body(_ value: JSON, _ content: Content) -> String? {
        // A form without a type has members all the same.
        let value = content.kind == .multipart && value.object == nil ? [:] : value
        // The schema of lines speaks of one, or of all.
        if content.kind == .lines, value.array == nil { return expression([value], content.type) }
        guard content.kind == .multipart, case .declared(let id) = content.type,
            case .structure(let structure) = model[id].kind, structure.isForm
        else { return expression(value, content.type) }
        var arguments: [String] = []
        for property in structure.properties {
            if property.partHeader != nil {
                guard property.presence == .required else { continue }
                guard property.type == .string else { return nil }
                arguments.append("\((names.members[id.index][property.wire] ?? property.wire).label): \"text\"")
            } else if let member = value[property.wire] {
                let name = names.members[id.index][property.wire] ?? property.wire
                arguments.append("\(name.label): \(expression(member, property.type, property.partType))")
            } else if property.presence == .required {
                return nil
            }
        }
        return ".init(\(arguments.joined(separator: ", ")))"
    }

    // MARK: Answers

    /// The answer that is meant when all goes well; nil where there is no example.
    func reply(_ operation: OperationModel, _ examples: inout ExampleFinder) -> ReplyExample? {
        operation.operation.successResponse.flatMap { reply(operation, $0, &examples) }
    }

    /// An example of an answer.
    func reply(
        _ operation: OperationModel, _ response: ResponseSpec, _ examples: inout ExampleFinder
    ) -> ReplyExample? {
        guard let model = operation.responses.first(where: { $0.response.status == response.status }) else {
            return nil
        }
        let pair = operation.operation.pairs.first { $0.declared.status == response.status }
        var reply = ReplyExample(status: response.status == .any ? 200 : response.status.representative)
        for header in response.headers {
            let paired = pair?.headers.first { $0.header.name == header.name }?.value
            let own = paired ?? header.examples.first?.value
            if let value = own ?? header.schema.flatMap({ examples.example($0) }) {
                reply.headers.append((header.name, value.headerText))
            } else if header.required {
                return nil
            }
        }
        if let content = model.payloads.first {
            reply.headers.append(("Content-Type", content.mediaType))
            guard let text = self.body(of: content, response, pair, &examples) else { return nil }
            reply.body = text
        }
        return reply
    }

    private func body(
        of content: Content, _ response: ResponseSpec, _ pair: ExamplePair?, _ examples: inout ExampleFinder
    ) -> String? {
        let media = response.content.first { $0.wire == content.accept }
        let candidates = [pair?.response?.value].compactMap(\.self) + (media?.examples.map(\.value) ?? [])
        let own = candidates.first { value in media?.schema?.accepts(value, direction: .response) ?? true }
        let example = own ?? media?.schema.flatMap { examples.example($0) }
        switch content.kind {
        case .json: return example?.serialized()
        case .lines: return (example?.array ?? [example].compactMap(\.self)).map { $0.serialized() + "\n" }.joined()
        case .events:
            guard let media, let example else { return "" }
            return String(decoding: media.encode(example).bytes, as: UTF8.self)
        case .text, .binary, .form, .multipart: return example.map { $0.string ?? $0.serialized() } ?? ""
        }
    }
}

/// An answer, as it is on the wire.
struct ReplyExample {
    var status: Int
    var headers: [(name: String, value: String)] = []
    var body: String?

    /// What `HTTPReply` and `Example.response` take.
    var arguments: [String] {
        var arguments = ["status: \(status)"]
        let fields = headers.map { "\($0.name.literal): \($0.value.literal)" }
        if !fields.isEmpty { arguments.append("headers: [\(fields.joined(separator: ", "))]") }
        if let body, !body.isEmpty { arguments.append("body: \(body.contains("\n") ? body.literal : body.rawLiteral)") }
        return arguments
    }
}

extension String {
    /// A media type of a range such as `image/*`.
    fileprivate var exampleOfRange: String {
        switch split(separator: "/").first ?? "" {
        case "image": "image/png"
        case "audio": "audio/mpeg"
        case "video": "video/mp4"
        case "text": "text/plain"
        case "font": "font/woff2"
        default: "application/octet-stream"
        }
    }
}

extension JSON {
    /// The value by the style `simple`.
    fileprivate var headerText: String {
        string ?? array.map { $0.map { $0.string ?? $0.serialized() }.joined(separator: ",") } ?? serialized()
    }
}
