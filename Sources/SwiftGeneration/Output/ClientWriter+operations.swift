// Operations: what is sent, what may come back, and how both are written.

import HTTPTypes
import JSONSchema
import OpenAPIContract

extension ClientWriter {
    func write(_ operation: OperationModel, _ names: Names.OperationNames, _ source: inout Source) {
        let scope = TypeScope.operation(operation.operation.index)
        source.gap()
        source.documentation(documentation(operation))
        source.block("\(access) nonisolated enum \(names.type.escaped): Endpoint") { source in
            request(operation, names, scope, &source)
            source.gap()
            response(operation, names, scope, &source)
            nested(in: scope, &source)
            source.gap()
            source.line("static var operation: String { \(operation.operation.id.literal) }")
            if !operation.security.isEmpty, operation.security != [[]] {
                let lists = operation.security.map { "[\($0.map(\.literal).joined(separator: ", "))]" }
                source.line("static var security: [[String]] { [\(lists.joined(separator: ", "))] }")
            }
            call(operation, names, &source)
            read(operation, names, &source)
        }
    }

    /// Summary, method and path, and what else is said.
    func documentation(_ operation: OperationModel) -> [String] {
        let path = "`\(operation.operation.title)`"
        let summary = operation.operation.summary.map { $0.trimmed(of: [".", " ", "\n"]) } ?? ""
        let head = summary.isEmpty ? path : "\(summary). \(path)"
        let description = operation.operation.description?.firstParagraph ?? ""
        let isRepeated = description.trimmed(of: [".", " ", "\n"]) == summary
        return isRepeated || description.isEmpty ? [head] : [head, description]
    }

    // MARK: Request

    private func request(
        _ operation: OperationModel, _ names: Names.OperationNames, _ scope: TypeScope, _ source: inout Source
    ) {
        var properties = operation.parameters.map { parameter in
            (property: parameter.property, name: names.fields[parameter.key] ?? parameter.name)
        }
        if let body = operation.body {
            let type = bodyType(body, scope, &source)
            var property = Property(wire: "body", type: .json, presence: body.isRequired ? .required : .optional)
            property.documentation = body.documentation
            properties.append((property, names.fields["body"] ?? "body"))
            bodyChoices(body, scope, &source)
            let fields = properties.map { item in
                item.property.wire == "body" && item.property.type == .json
                    ? Field(property: item.property, name: item.name, type: type)
                    : Field(item.property, [item.property.wire: item.name], scope, self, &source)
            }
            structure(fields, isHashable: isHashable(body), &source)
        } else {
            let fields = properties.map { Field($0.property, [$0.property.wire: $0.name], scope, self, &source) }
            structure(fields, isHashable: true, &source)
        }
    }

    private func structure(_ fields: [Field], isHashable: Bool, _ source: inout Source) {
        source.block("\(access) struct Request: \(isHashable ? "Hashable, " : "")Sendable") { source in
            properties(fields, &source)
            initialiser(fields, nil, &source)
        }
    }

    private func isHashable(_ body: BodyModel) -> Bool { body.choices.allSatisfy { $0.type.isHashable } }

    private func bodyType(_ body: BodyModel, _ scope: TypeScope, _ source: inout Source) -> String {
        guard body.choices.count == 1 else { return "Content" }
        return spelled(body.choices[0].type, from: scope, &source)
    }

    private func bodyChoices(_ body: BodyModel, _ scope: TypeScope, _ source: inout Source) {
        guard body.choices.count > 1 else { return }
        source.gap()
        source.line("/// The forms that the body can have.")
        source.block("\(access) enum Content: \(isHashable(body) ? "Hashable, " : "")Sendable") { source in
            for (index, choice) in body.choices.enumerated() {
                source.line("/// `\(choice.mediaType)`")
                source.line("case \(caseName(body.choices, index))(\(spelled(choice.type, from: scope, &source)))")
            }
        }
        source.gap()
    }

    /// By the kind of content; where two are of one kind, by the media type.
    func caseName(_ choices: [Content], _ index: Int) -> String {
        let kind = choices[index].kind
        guard choices.count(where: { $0.kind == kind }) > 1 else { return kind.suffix }
        let name = Words(choices[index].mediaType).lowerCamel
        let before = choices[..<index].count { $0.kind == kind && Words($0.mediaType).lowerCamel == name }
        return (before == 0 ? name : "\(name)_\(before + 1)").escaped
    }

    private func call(_ operation: OperationModel, _ names: Names.OperationNames, _ source: inout Source) {
        func field(_ parameter: ParameterModel) -> String {
            "request." + Field.stored(names.fields[parameter.key] ?? parameter.name, parameter.property)
        }
        let path = operation.operation.path.target { name, spans in
            guard let parameter = operation.parameters.first(where: { $0.location == .path && $0.name == name }) else {
                return nil
            }
            let styles = parameter.styleArguments + (spans ? ["spans: true"] : [])
            return ([field(parameter)] + (styles.isEmpty ? [] : [name.literal] + styles)).joined(separator: ", ")
        }
        let accepts = accepted(operation).joined(separator: ", ")
        let accept = accepts == "application/json" ? [] : ["accept: \(accepts.literal)"]
        let arguments = ["operation", operation.operation.method.rawValue.literal, path] + accept
        let others = operation.parameters.filter { $0.location != .path }
        source.block("static func call(_ request: Request) throws -> HTTPCall") { source in
            if others.isEmpty, operation.body == nil, !operation.declaresRedirection {
                return source.call("try CallBuilder", arguments, tail: ".built()")
            }
            source.call("var call = try CallBuilder", arguments)
            for parameter in others {
                let arguments = [parameter.name.literal, field(parameter)] + parameter.styleArguments
                source.line("try call.\(parameter.location.rawValue)(\(arguments.joined(separator: ", ")))")
            }
            if operation.declaresRedirection { source.line("call.keepRedirects()") }
            if let body = operation.body { write(body, &source) }
            source.line("return call.built()")
        }
    }

    private func write(_ body: BodyModel, _ source: inout Source) {
        if body.choices.count == 1 {
            let write = writing(body.choices[0], body.isRequired ? "request.body" : "body")
            if body.isRequired { return source.line(write) }
            return source.line("if let body = request.body { \(write) }")
        }
        source.line("switch request.body {")
        for (index, choice) in body.choices.enumerated() {
            let optional = body.isRequired ? "" : "?"
            source.line("case .\(caseName(body.choices, index))(let body)\(optional): \(writing(choice, "body"))")
        }
        if !body.isRequired { source.line("case nil: break") }
        source.line("}")
    }

    private func writing(_ content: Content, _ value: String) -> String {
        let type = content.mediaType.literal
        switch content.kind {
        case .json:
            return content.mediaType == "application/json"
                ? "try call.json(\(value))" : "try call.json(\(value), as: \(type))"
        case .form:
            guard !content.styles.isEmpty else { return "try call.form(\(value))" }
            let styles = content.styles.map { "\($0.wire.literal): .\($0.style)" }
            return "try call.form(\(value), [\(styles.joined(separator: ", "))])"
        case .multipart:
            let parts: String
            if case .declared(let id) = content.type, case .structure(let structure) = model[id].kind {
                parts = structure.holdsFiles ? "\(value).parts()" : "MultipartPart.members(\(value))"
            } else {
                parts = "MultipartPart.members(\(value))"
            }
            return content.mediaType == "multipart/form-data"
                ? "call.multipart(try \(parts))" : "call.multipart(try \(parts), as: \(type))"
        case .text:
            return content.mediaType == "text/plain"
                ? "try call.text(\(value))" : "try call.text(\(value), as: \(type))"
        case .lines: return "try call.lines(\(value), as: \(type))"
        case .binary, .events: return "call.body(\(value), as: \(type))"
        }
    }

    /// The media types of all answers, the best first.
    private func accepted(_ operation: OperationModel) -> [String] {
        var types: [String] = []
        let ordered = operation.responses.filter { $0.response.status.isSuccess } + operation.responses
        for content in ordered.flatMap(\.payloads) where !types.contains(content.mediaType) {
            types.append(content.mediaType)
        }
        return types
    }

    // MARK: Response

    private func response(
        _ operation: OperationModel, _ names: Names.OperationNames, _ scope: TypeScope, _ source: inout Source
    ) {
        source.block("\(access) enum Response: \(operation.isStreamed ? "" : "Hashable, ")Sendable") { source in
            var plain: [String] = []
            for response in operation.responses {
                let name = names.cases[response.response.status] ?? "\(response.response.status)"
                let values = associated(response, names, scope, &source)
                let item = name.escaped + (values.isEmpty ? "" : "(\(values.joined(separator: ", ")))")
                guard let description = response.informativeDescription else {
                    plain.append(item)
                    continue
                }
                source.cases(plain)
                plain = []
                source.documentation([description])
                source.line("case \(item)")
            }
            source.cases(plain + ["undocumented(HTTPReply)"])
        }
        for response in operation.responses where response.payloads.count > 1 {
            source.gap()
            let isHashable = response.payloads.allSatisfy { $0.type.isHashable }
            source.line("/// The forms that the body can have.")
            source.block("\(access) enum \(contentName(response, names)): \(isHashable ? "Hashable, " : "")Sendable") {
                source in
                for (index, content) in response.payloads.enumerated() {
                    source.line("/// `\(content.mediaType)`")
                    source.line(
                        "case \(caseName(response.payloads, index))(\(spelled(content.type, from: scope, &source)))")
                }
            }
        }
    }

    private func contentName(_ response: ResponseModel, _ names: Names.OperationNames) -> String {
        let name = names.cases[response.response.status] ?? ""
        return name.prefix(1).uppercased() + name.dropFirst() + "Content"
    }

    /// The values that a case carries: body, status where that is open, headers.
    private func associated(
        _ response: ResponseModel, _ names: Names.OperationNames, _ scope: TypeScope, _ source: inout Source
    ) -> [String] {
        var values: [String] = []
        if response.payloads.count > 1 {
            values.append(contentName(response, names))
        } else if let content = response.payloads.first {
            values.append(spelled(content.type, from: scope, &source))
        }
        if !response.response.status.isExact { values.append("status: Int") }
        for header in response.headers {
            let label = names.labels[response.response.status]?[header.wire] ?? header.wire
            values.append(
                "\(label.escaped): \(spelled(header.type, from: scope, &source))\(header.isRequired ? "" : "?")")
        }
        return values
    }

    private func read(_ operation: OperationModel, _ names: Names.OperationNames, _ source: inout Source) {
        source.block("static func response(_ reply: HTTPReply) throws -> Response") { source in
            let ordered = operation.responses.sorted { $0.response.status.precedence < $1.response.status.precedence }
            if ordered.isEmpty { return source.line(".undocumented(reply)") }
            if ordered.count == 1, ordered[0].response.status.isExact, ordered[0].payloads.count < 2 {
                let value = constructed(ordered[0], names)
                let plain = value.replacing("try ", with: "")
                let whole = "reply.status == \(ordered[0].response.status) ? \(plain) : .undocumented(reply)"
                if whole.count <= 100 { return source.line(plain == value ? whole : "try " + whole) }
            }
            source.line("switch reply.status {")
            for response in ordered {
                let status = response.response.status
                let label = status.pattern.map { "case \($0)" } ?? "default"
                source.arm(label, constructed(response, names))
            }
            if ordered.last?.response.status != .any { source.line("default: .undocumented(reply)") }
            source.line("}")
        }
        guard operation.isStreamed else { return }
        source.block("static func streamed(_ stream: HTTPStream) throws -> Response?") { source in
            source.line("let reply = stream.head")
            source.line("switch (reply.status, reply.mediaType) {")
            for response in operation.responses {
                guard let index = response.payloads.firstIndex(where: { $0.kind == .events }) else { continue }
                let pattern = response.response.status.pattern ?? "_"
                source.line("case (\(pattern), \(response.payloads[index].mediaType.literal)):")
                let value = constructed(response, names, events: index)
                source.indented { source in source.line("return \(value)") }
            }
            source.line("default: return nil")
            source.line("}")
        }
    }

    private func constructed(_ response: ResponseModel, _ names: Names.OperationNames, events: Int? = nil) -> String {
        let status = response.response.status
        var values: [String] = []
        if let events {
            let stream = "EventStream(stream.body)"
            values.append(response.payloads.count > 1 ? ".\(caseName(response.payloads, events))(\(stream))" : stream)
        } else if response.payloads.count > 1 {
            let arms = response.payloads.enumerated().map { index, content in
                "\(content.mediaType.literal): { .\(caseName(response.payloads, index))(\(reading(content))) }"
            }
            values.append("try reply.content([\(arms.joined(separator: ", "))])")
        } else if let content = response.payloads.first {
            values.append(reading(content))
        }
        if !status.isExact { values.append("status: reply.status") }
        for header in response.headers {
            let label = names.labels[status]?[header.wire] ?? header.wire
            values.append(
                "\(label.escaped): try reply.\(header.isRequired ? "header" : "headerIfPresent")(\(header.wire.literal))"
            )
        }
        let name = names.cases[status] ?? "\(status)"
        return ".\(name)\(values.isEmpty ? "" : "(\(values.joined(separator: ", ")))")"
    }

    private func reading(_ content: Content) -> String {
        switch content.kind {
        case .json: "try reply.json()"
        case .text: "try reply.text()"
        case .lines: "try reply.lines()"
        case .form, .multipart, .binary: "reply.body"
        case .events: "EventStream(HTTPStream(reply).body)"
        }
    }
}

extension ClientWriter.Field {
    init(property: Property, name: String, type: String) {
        self.property = property
        self.name = name
        self.type = type
        declared = Self.wrapped(type, property.presence)
    }
}

extension OperationModel {
    var declaresRedirection: Bool {
        responses.contains { response in
            switch response.response.status {
            case .exact(let status): (300...399).contains(status) && status != 304
            case .range(let hundred): hundred == 3
            case .any: false
            }
        }
    }
}

extension StatusPattern {
    var isExact: Bool { if case .exact = self { true } else { false } }

    var isSuccess: Bool {
        switch self {
        case .exact(let status): (200...299).contains(status)
        case .range(let hundred): hundred == 2
        case .any: false
        }
    }

    /// What a status is compared with; nil for any.
    var pattern: String? {
        switch self {
        case .exact(let status): "\(status)"
        case .range(let hundred): "\(hundred)00...\(hundred)99"
        case .any: nil
        }
    }

    /// Exactly, then by its range, then any.
    var precedence: Int {
        switch self {
        case .exact(let status): status
        case .range(let hundred): 1_000 + hundred
        case .any: 2_000
        }
    }
}

extension PathTemplate {
    /// The path as a literal with its values interpolated, without the fragment that only tells keys apart.
    func target(_ interpolated: (_ name: String, _ spans: Bool) -> String?) -> String {
        var path =
            "/"
            + segments.map { segment in
                segment.map { part in
                    switch part {
                    case .literal(let text): text.literalBody
                    case .parameter(let name, let spans):
                        interpolated(name, spans).map { "\\(\($0))" } ?? "{\(name)}".literalBody
                    }
                }.joined()
            }.joined(separator: "/")
        let pairs = query.compactMap { pair in pair.value.map { "\(pair.name)=\($0)" } }
        if !pairs.isEmpty { path += "?" + pairs.joined(separator: "&").literalBody }
        return "\"\(path)\""
    }
}

extension String {
    /// A literal without its quotes.
    var literalBody: String { String(literal.dropFirst().dropLast()) }

    func trimmed(of characters: Set<Character>) -> String {
        var text = self[...]
        while let last = text.last, characters.contains(last) { text = text.dropLast() }
        while let first = text.first, characters.contains(first) { text = text.dropFirst() }
        return String(text)
    }

    var firstParagraph: String {
        var lines: [Substring] = []
        for line in split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            if line.allSatisfy(\.isWhitespace) { if lines.isEmpty { continue } else { break } }
            lines.append(line)
        }
        return lines.joined(separator: "\n")
    }
}

extension ResponseModel {
    /// The description, where it says more than the status does.
    var informativeDescription: String? {
        guard let description = response.description else { return nil }
        let said = Words(description.filter { $0 != "." }).words.map { $0.lowercased() }
        let generic: Set<[String]> = [["response"], ["default", "response"], ["ok"], ["success"], ["successful"]]
        // `notFound` needs no `Resource not found`.
        if !response.status.isSuccess, said.count <= 3 { return nil }
        return generic.contains(said) || said == response.status.words.words.map { $0.lowercased() } ? nil : description
    }
}
