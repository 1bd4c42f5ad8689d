// One operation: what it takes, what it answers, and an example that can be pasted.

import HTTPExchange
package import JSONValues
package import JSONSchema
package import OpenAPIContract
import HTTPTypes

/// `counterpart show CONTRACT OPERATION`.
package struct OperationPage {
    private let contract: Contract
    private let operation: Operation
    private let origin: String
    private let makeValue: (Schema) -> JSON?

    /// - Parameters:
    ///   - origin: where the `curl` line goes: `http://127.0.0.1:8080`.
    ///   - makeValue: makes the values of the example that the contract says nothing of.
    package init(
        _ operation: Operation, of contract: Contract, origin: String,
        makeValue: @escaping (Schema) -> JSON? = { _ in nil }
    ) {
        self.operation = operation
        self.contract = contract
        self.origin = origin
        self.makeValue = makeValue
    }

    /// For a terminal: parameters, bodies and responses with the shapes of their values.
    package var text: String {
        var shapes = ShapeText()
        var lines = ["\(operation.title)  \(operation.id)\(operation.deprecated ? "  (deprecated)" : "")"]
        lines += [operation.summary, operation.description].compactMap { $0 }.flatMap(Self.paragraph)
        lines += credentials
        lines += parameters(&shapes)
        if let body = operation.body {
            lines += ["", "Body\(body.required ? "" : " (optional)")"]
            lines += body.content.flatMap { content($0, &shapes) }
        }
        lines += ["", "Answers"]
        for response in operation.responses { lines += answer(response, &shapes) }
        let definitions = shapes.definitions(indent: "  ")
        if !definitions.isEmpty { lines += ["", "Where"] + definitions }
        lines += ["", "Example"] + example
        return lines.joined(separator: "\n") + "\n"
    }

    private static func paragraph(_ text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: true).map { "  \($0)" }
    }

    private var credentials: [String] {
        guard !operation.security.isEmpty else { return [] }
        let alternatives = operation.security.map { requirement in
            requirement.schemes.isEmpty
                ? "none"
                : requirement.schemes.map { asked in
                    contract.securityScheme(asked.name)?.kind.text ?? asked.name
                }.joined(separator: " and ")
        }
        return ["", "Credentials", "  " + alternatives.joined(separator: ", or ")]
    }

    private func parameters(_ shapes: inout ShapeText) -> [String] {
        guard !operation.parameters.isEmpty else { return [] }
        var rows: [[String]] = []
        for parameter in operation.parameters {
            let schema = parameter.schema ?? parameter.content?.schema
            var notes = [parameter.required ? "required" : "optional"]
            if parameter.deprecated { notes.append("deprecated") }
            if let value = schema?.target.node.defaultValue { notes.append("by default \(value.serialized())") }
            if let status = parameter.invalidStatus { notes.append("else \(status)") }
            let shape = schema.map { shapes.line($0) } ?? "anything"
            let description = parameter.description.map { Self.firstLine($0) } ?? ""
            rows.append([
                parameter.name, parameter.location.rawValue, shape, notes.joined(separator: ", "), description,
            ])
        }
        return ["", "Parameters"] + TextTable.lines(rows)
    }

    private func content(_ media: MediaType, _ shapes: inout ShapeText) -> [String] {
        let schema = media.schema ?? media.itemSchema
        let shape = schema.map { shapes.text($0, indent: "  ") } ?? "anything"
        return ["  \(media.range): \(media.schema == nil && media.itemSchema != nil ? "each " : "")\(shape)"]
    }

    private func answer(_ response: ResponseSpec, _ shapes: inout ShapeText) -> [String] {
        var lines = ["  \(response.status)  \(response.description.map { Self.firstLine($0) } ?? "")"]
        for header in response.headers {
            let shape = header.schema.map { shapes.line($0) } ?? "anything"
            lines.append("    \(header.name)\(header.required ? "" : "?"): \(shape)")
        }
        for media in response.content { lines += content(media, &shapes).map { "  " + $0 } }
        return lines
    }

    private static func firstLine(_ text: String) -> String {
        text.split(separator: "\n").first.map { String($0) } ?? ""
    }

    private var curl: String {
        var request = contract.exampleRequest(of: operation, makeValue: makeValue)
        // curl takes everything by itself.
        request.headers[.accept] = nil
        return request.curl(origin: origin)
    }

    private var example: [String] {
        var lines = ["  " + curl]
        if let pair = operation.pairs.first(where: { (200...299).contains($0.status) }) {
            lines.append("  \(pair.status)  (example '\(pair.name)')")
            if let response = pair.response {
                lines += response.value.serialized(.pretty).split(separator: "\n").prefix(40).map { "  \($0)" }
            }
        }
        return lines
    }

    package var json: JSON {
        var shapes = ShapeText()
        let parameters = operation.parameters.map { parameter -> JSON in
            [
                "name": .string(parameter.name), "in": .string(parameter.location.rawValue),
                "required": .bool(parameter.required),
                "shape": .string((parameter.schema ?? parameter.content?.schema).map { shapes.text($0) } ?? "anything"),
                "invalidStatus": parameter.invalidStatus.map { .number(JSONNumber($0)) } ?? nil,
            ]
        }
        func content(_ list: [MediaType]) -> JSON {
            .array(
                list.map {
                    ["type": .string($0.range), "shape": .string($0.schema.map { shapes.text($0) } ?? "anything")]
                })
        }
        let body: JSON =
            operation.body.map { ["required": .bool($0.required), "content": content($0.content)] } ?? nil
        let responses = operation.responses.map { response -> JSON in
            [
                "status": .string(response.status.description),
                "description": response.description.map(JSON.string) ?? nil,
                "headers": .array(response.headers.map { .string($0.name) }), "content": content(response.content),
            ]
        }
        return [
            "id": .string(operation.id), "method": .string(operation.method.rawValue),
            "path": .string(operation.path.text),
            "summary": operation.summary.map(JSON.string) ?? nil, "deprecated": .bool(operation.deprecated),
            "parameters": .array(parameters), "body": body, "responses": .array(responses),
            "shapes": .array(shapes.definitions().map(JSON.string)),
            "curl": .string(curl),
        ]
    }
}
