// What an operation answers: an enum with a case for every status, and how it is read.

import HTTPTypes
import JSONSchema
import SourceDocuments
import OpenAPIContract

extension ClientWriter {
    func response(
        _ operation: OperationModel, _ names: Names.OperationNames, _ scope: TypeScope, _ source: inout Source
    ) {
        let protocols = operation.isStreamed ? ["AnswerModel"] : ["Hashable", "AnswerModel", "CaseModel"]
        // Behind a reference, whatever size its values have: the compiler makes less code for each that is handed on.
        source.block("\(access) indirect enum Response: \(protocols.joined(separator: ", "))") { source in
            var plain: [String] = []
            for response in operation.responses {
                let name = names.cases[response.response.status] ?? "\(response.response.status)"
                let values = associated(response, names, scope, &source)
                let spelled = values.map { value in (value.label.map { $0 + ": " } ?? "") + value.type }
                let item = name.escaped + (values.isEmpty ? "" : "(\(spelled.joined(separator: ", ")))")
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
            accessors(operation, names, scope, &source)
        }
        for response in operation.responses where !response.headers.isEmpty { headers(response, names, scope, &source) }
        for response in operation.responses {
            guard let name = names.contents[response.response.status] else { continue }
            source.addBlankLine()
            let isHashable = response.payloads.allSatisfy { $0.type.isHashable }
            source.line("/// The forms that the body can have.")
            source.block("\(access) enum \(name): \(isHashable ? "Hashable, " : "")Sendable") { source in
                for (index, content) in response.payloads.enumerated() {
                    source.line("/// `\(content.accept)`")
                    source.line(
                        "case \(caseName(response.payloads, index))(\(typeText(content.type, from: scope, &source)))")
                }
            }
        }
    }

    /// The values that a case carries: body, status where that is open, headers.
    func associated(
        _ response: ResponseModel, _ names: Names.OperationNames, _ scope: TypeScope, _ source: inout Source
    ) -> [(label: String?, type: String)] {
        var values: [(label: String?, type: String)] = []
        if let name = names.contents[response.response.status] {
            values.append((nil, part(name, of: names, scope)))
        } else if let content = response.payloads.first {
            values.append((nil, typeText(content.type, from: scope, &source)))
        }
        if !response.response.status.isExact { values.append(("status", "Int")) }
        if !response.headers.isEmpty { values.append(("headers", part(response.headersType, of: names, scope))) }
        return values
    }

    /// The headers of an answer, in the order of the contract.
    func headerFields(
        _ response: ResponseModel, _ names: Names.OperationNames, _ scope: TypeScope, _ source: inout Source
    ) -> [Field] {
        response.headers.map { header in
            let name = names.labels[response.response.status]?[header.wire] ?? header.wire
            // Optional also where the contract requires it: the status says what came, whatever its header is like.
            var property = Property(wire: header.wire, type: header.type, presence: .optional)
            property.documentation.paragraphs = [
                "`\(header.wire)`\(header.isRequired ? ", which the contract requires" : "")"
            ]
            return Field(property: property, name: name, type: typeText(header.type, from: scope, &source))
        }
    }

    /// The headers of an answer as a struct.
    private func headers(
        _ response: ResponseModel, _ names: Names.OperationNames, _ scope: TypeScope, _ source: inout Source
    ) {
        let fields = headerFields(response, names, scope, &source)
        source.addBlankLine()
        source.block("\(access) struct \(response.headersType): Hashable, Sendable, ValueModel") { source in
            properties(fields, &source)
            initialiser(fields, nil, &source)
            visit(fields, &source)
        }
    }

    /// The status of any answer, and what goes well by itself, or an error that has the answer.
    private func accessors(
        _ operation: OperationModel, _ names: Names.OperationNames, _ scope: TypeScope, _ source: inout Source
    ) {
        source.addBlankLine()
        source.block("func visit(_ values: ValueVisitor)") { source in
            source.line("switch self {")
            let cases = operation.responses.map { response -> String in
                let status = response.response.status
                var bound = response.payloads.isEmpty ? [] : [operation.isStreamed ? "_" : "let value"]
                var told = response.payloads.isEmpty || operation.isStreamed ? [] : ["value"]
                if !status.isExact { bound.append("let status") }
                if !response.headers.isEmpty {
                    bound.append(operation.isStreamed ? "_" : "let headers")
                    if !operation.isStreamed { told.append("headers: headers") }
                }
                if case .exact(let status) = status {
                    told.insert("\(status)", at: 0)
                } else {
                    told.insert("status", at: 0)
                }
                let name = names.cases[status] ?? "\(status)"
                let values = bound.isEmpty ? "" : "(\(bound.joined(separator: ", ")))"
                // What is declared for several statuses is something else than what is declared for one of them.
                let label = status.isExact ? "" : "values.add(\("\(status)".literal)); "
                return "case .\(name)\(values): \(label)values.answer(\(told.joined(separator: ", ")))"
            }
            source.pack(
                cases + ["case .undocumented(let reply): values.answer(reply.status, reply)"], separator: ";")
            source.line("}")
        }
        for response in operation.responses where response.response.status.isSuccess {
            let name = names.cases[response.response.status] ?? "\(response.response.status)"
            guard !response.payloads.isEmpty else { continue }
            let type: String
            if let content = names.contents[response.response.status] {
                type = content
            } else {
                type = typeText(response.payloads[0].type, from: scope, &source)
            }
            let rest = String(repeating: ", _", count: associatedCount(response) - 1)
            source.line("/// The body of this answer, or `CallError.unexpected` with the answer that came.")
            source.block("\(access) var \(name.escaped): \(type)") { source in
                source.line(
                    "get throws(CallError) { if case .\(name)(let value\(rest)) = self { value } else { throw unexpected(operation) } }"
                )
            }
        }
    }

    private func associatedCount(_ response: ResponseModel) -> Int {
        (response.payloads.isEmpty ? 0 : 1) + (response.response.status.isExact ? 0 : 1)
            + (response.headers.isEmpty ? 0 : 1)
    }

    func read(_ operation: OperationModel, _ names: Names.OperationNames, _ source: inout Source) {
        source.block("static func response(_ reply: HTTPReply) throws -> Response") { source in
            let ordered = operation.responses.sorted { $0.response.status.precedence < $1.response.status.precedence }
            if ordered.isEmpty { return source.line(".undocumented(reply)") }
            if ordered.count == 1, ordered[0].response.status.isExact, ordered[0].payloads.count < 2 {
                let value = constructorCall(ordered[0], names)
                let plain = value.replacing("try ", with: "")
                let whole = "reply.status == \(ordered[0].response.status) ? \(plain) : .undocumented(reply)"
                if whole.count <= 100 { return source.line(plain == value ? whole : "try " + whole) }
            }
            source.line("switch reply.status {")
            for response in ordered {
                let status = response.response.status
                let label = status.pattern.map { "case \($0)" } ?? "default"
                source.branch(label, constructorCall(response, names))
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
                source.line("case (\(pattern), \(response.payloads[index].essence.literal)):")
                let value = constructorCall(response, names, events: index)
                source.indented { source in source.line("return \(value)") }
            }
            source.line("default: return nil")
            source.line("}")
        }
    }

    private func constructorCall(_ response: ResponseModel, _ names: Names.OperationNames, events: Int? = nil) -> String
    {
        let status = response.response.status
        var values: [String] = []
        if let events {
            let stream = "EventStream(stream.body)"
            values.append(response.payloads.count > 1 ? ".\(caseName(response.payloads, events))(\(stream))" : stream)
        } else if response.payloads.count > 1 {
            let branches = response.payloads.enumerated().map { index, content in
                "\(content.accept.literal): { .\(caseName(response.payloads, index))(\(reading(content))) }"
            }
            values.append("try reply.content([\(branches.joined(separator: ", "))])")
        } else if let content = response.payloads.first {
            values.append(reading(content))
        }
        if !status.isExact { values.append("status: reply.status") }
        if !response.headers.isEmpty {
            let fields = response.headers.map { header in
                let label = names.labels[status]?[header.wire] ?? header.wire
                return "\(label.label): reply.header(\(header.wire.literal))"
            }
            values.append("headers: \(response.headersType)(\(fields.joined(separator: ", ")))")
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
        case .events: "try reply.events()"
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

    /// The pattern that a status is compared with; nil for any.
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

extension ResponseModel {
    /// The struct of its headers, beside the operation's other types.
    var headersType: String { Words(words: response.status.words.words + ["headers"]).upperCamel }

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
