// What an operation takes: the struct of its parameters and body, and how they are written.

import HTTPTypes
import JSONSchema
import SourceDocuments
import OpenAPIContract

extension ClientWriter {
    func request(
        _ operation: OperationModel, _ names: Names.OperationNames, _ scope: TypeScope, _ source: inout Source
    ) {
        if let body = operation.body { bodyChoices(body, names, scope, &source) }
        let fields = requestFields(operation, names, scope, &source).map(\.field)
        structure(fields, isHashable: operation.body.map(isHashable) ?? true, &source)
    }

    /// Parameters and body, by the keys under which they have their names.
    func requestFields(
        _ operation: OperationModel, _ names: Names.OperationNames, _ scope: TypeScope, _ source: inout Source
    ) -> [(key: String, field: Field)] {
        var fields = operation.parameters.map { parameter in
            let property = parameter.property
            let name = names.fields[parameter.key] ?? parameter.name
            return (key: parameter.key, field: Field(property, [property.wire: name], scope, self, &source))
        }
        guard let body = operation.body else { return fields }
        let type =
            names.contents[nil].map { part($0, of: names, scope) }
            ?? typeText(body.choices[0].type, from: scope, &source)
        var property = Property(wire: "body", type: .json, presence: body.isRequired ? .required : .optional)
        property.documentation = body.documentation
        property.isBoxed = body.choices.contains { model.isLarge($0.type) }
        fields.append(("body", Field(property: property, name: names.fields["body"] ?? "body", type: type)))
        if let contentType = body.contentType {
            let name = names.fields["contentType"] ?? "contentType"
            fields.append(("contentType", Field(contentType, [contentType.wire: name], scope, self, &source)))
        }
        return fields
    }

    /// The name of a type that an operation declares beside those of its schemas.
    func part(_ name: String, of names: Names.OperationNames, _ scope: TypeScope) -> String {
        scope == .outside ? "\(namespace)\(names.type.escaped).\(name)" : name
    }

    private func structure(_ fields: [Field], isHashable: Bool, _ source: inout Source) {
        // One without members is always equal to another, which the compiler makes as short.
        let isModel = isHashable && !fields.isEmpty
        let protocols = (isHashable ? ["Hashable"] : []) + ["Sendable"] + (isModel ? ["ValueModel"] : [])
        source.block("\(access) struct Request: \(protocols.joined(separator: ", "))") { source in
            properties(fields, &source)
            initialiser(fields, nil, &source)
            if isModel { visit(fields, &source) }
        }
    }

    /// The values of a struct that is no object of the contract.
    func visit(_ fields: [Field], _ source: inout Source) {
        source.block("func visit(_ values: ValueVisitor, _ other: Self)") { source in
            source.pack(fields.map { "values.add(\($0.target), other.\($0.stored))" }, separator: ";")
        }
    }

    private func isHashable(_ body: BodyModel) -> Bool { body.choices.allSatisfy { $0.type.isHashable } }

    private func bodyChoices(
        _ body: BodyModel, _ names: Names.OperationNames, _ scope: TypeScope, _ source: inout Source
    ) {
        guard let name = names.contents[nil] else { return }
        source.addBlankLine()
        source.line("/// The forms that the body can have.")
        source.block("\(access) enum \(name): \(isHashable(body) ? "Hashable, " : "")Sendable") { source in
            for (index, choice) in body.choices.enumerated() {
                source.line("/// `\(choice.accept)`")
                let type = typeText(choice.type, from: scope, &source) + (choice.isOpen ? ", contentType: String" : "")
                source.line("case \(caseName(body.choices, index))(\(type))")
            }
        }
        source.addBlankLine()
    }

    /// By the kind of content; where two are of one kind, by the media type.
    func caseName(_ choices: [Content], _ index: Int) -> String {
        let kind = choices[index].kind
        guard choices.count(where: { $0.kind == kind }) > 1 else { return kind.suffix }
        // `image/*` is `image`, whatever is sent or expected for it.
        func word(_ choice: Content) -> String { Words(choice.accept == "*/*" ? "any" : choice.accept).lowerCamel }
        let name = word(choices[index])
        let before = choices[..<index].count { $0.kind == kind && word($0) == name }
        return (before == 0 ? name : "\(name)_\(before + 1)").escaped
    }

    func call(_ operation: OperationModel, _ names: Names.OperationNames, _ source: inout Source) {
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
            if let body = operation.body { write(body, names, &source) }
            source.line("return call.built()")
        }
    }

    private func write(_ body: BodyModel, _ names: Names.OperationNames, _ source: inout Source) {
        if body.choices.count == 1 {
            var contentType = "request." + (names.fields["contentType"] ?? "contentType")
            if !body.isRequired { contentType += " ?? \(body.choices[0].mediaType.literal)" }
            let write = writing(body.choices[0], body.isRequired ? "request.body" : "body", contentType)
            if body.isRequired { return source.line(write) }
            return source.line("if let body = request.body { \(write) }")
        }
        source.line("switch request.body {")
        for (index, choice) in body.choices.enumerated() {
            let optional = body.isRequired ? "" : "?"
            let contentType = choice.isOpen ? ", let contentType" : ""
            let write = writing(choice, "body", "contentType")
            source.line("case .\(caseName(body.choices, index))(let body\(contentType))\(optional): \(write)")
        }
        if !body.isRequired { source.line("case nil: break") }
        source.line("}")
    }

    private func writing(_ content: Content, _ value: String, _ contentType: String) -> String {
        let type = content.isOpen ? contentType : content.mediaType.literal
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
                parts = structure.isForm ? "\(value).parts()" : "MultipartPart.members(\(value))"
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
    func accepted(_ operation: OperationModel) -> [String] {
        var types: [String] = []
        let ordered = operation.responses.filter { $0.response.status.isSuccess } + operation.responses
        for content in ordered.flatMap(\.payloads) where !types.contains(content.accept) {
            types.append(content.accept)
        }
        return types
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
