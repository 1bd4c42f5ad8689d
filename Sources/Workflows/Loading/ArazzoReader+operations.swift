// Finds the operations that steps call, and holds their parameters and bodies to them.

import JSONValues
import HTTPExchange
import SourceDocuments
import OpenAPIContract
import HTTPTypes

extension ArazzoReader {
    private var contracts: [(name: String, contract: Contract)] {
        entry.sourceDescriptions.compactMap { source in
            if case .contract(let contract) = source.content { (source.name, contract) } else { nil }
        }
    }

    private var lacksSources: Bool {
        entry.sourceDescriptions.contains { if case .missing = $0.content { true } else { false } }
    }

    /// `operationId`, or `$sourceDescriptions.<name>.<operationId>` where several sources have one of that name.
    mutating func operation(id field: Located) -> Step.Target {
        guard let text = text(field, "'operationId'") else { return .missing("") }
        if text.hasPrefix(ArazzoReader.sourcePrefix) {
            guard let (source, id) = qualified(text, at: field.place) else { return .missing(text) }
            switch source.content {
            case .contract(let contract):
                if let operation = contract.operation(id: id)
                    ?? operationIgnoringCase(id, in: contract, at: field.place)
                {
                    return .operation(operation, of: contract, source: source.name)
                }
                unknownOperation(id, among: contract.operations, at: field.place)
            case .workflows:
                report(
                    .invalidValue, "the source '\(source.name)' holds workflows, not operations", found: "'\(text)'",
                    remedy: "Name it by 'workflowId'.", at: field.place)
            case .missing: break
            }
            return .missing(text)
        }
        var found = contracts.compactMap { name, contract in
            contract.operation(id: text).map { (name: name, contract: contract, operation: $0) }
        }
        if found.isEmpty {
            found = contracts.compactMap { name, contract in
                operationIgnoringCase(text, in: contract, at: field.place).map {
                    (name: name, contract: contract, operation: $0)
                }
            }
        }
        guard let first = found.first else {
            if !lacksSources {
                unknownOperation(text, among: contracts.flatMap(\.contract.operations), at: field.place)
            }
            return .missing(text)
        }
        if found.count > 1 {
            report(
                .invalidValue, "several sources have an operation '\(text)'",
                found: found.map { "'\($0.name)'" }.joined(separator: ", "), expected: "one of them",
                remedy: "Write '$sourceDescriptions.\(first.name).\(text)'.", at: field.place)
        }
        return .operation(first.operation, of: first.contract, source: first.name)
    }

    /// The one operation whose id differs in the case of its letters alone: clear, if not as it should be.
    private mutating func operationIgnoringCase(_ id: String, in contract: Contract, at place: Place) -> Operation? {
        let found = contract.operations.filter { $0.id.lowercased() == id.lowercased() }
        guard found.count == 1, let operation = found.first else { return nil }
        report(
            .unknownName, "there is no operation '\(id)', but '\(operation.id)', which is taken", found: "'\(id)'",
            expected: "'\(operation.id)'", remedy: "Write '\(operation.id)'.", severity: .warning, at: place)
        return operation
    }

    /// What is nearly another's id is a misspelling. Any other may be one of another edition of the source: published documents
    /// name such, and the rest of theirs can be used.
    private mutating func unknownOperation(_ id: String, among operations: [Operation], at place: Place) {
        let known = operations.map(\.id)
        unknown(
            "operation", id, among: known, severity: nearestName(to: id, among: known) == nil ? .warning : .error,
            at: place)
    }

    /// `{$sourceDescriptions.<name>.url}#/paths/~1pets/get`.
    mutating func operation(path field: Located) -> Step.Target {
        guard let text = text(field, "'operationPath'") else { return .missing("") }
        func wrong(_ message: String) {
            report(
                .invalidValue, message, found: "'\(text)'",
                expected: "'{$sourceDescriptions.<name>.url}#/paths/~1pets/get'", at: field.place)
        }
        guard let hash = text.firstIndex(of: "#") else {
            wrong("an operation's path has a JSON Pointer after '#'")
            return .missing(text)
        }
        let url = text[..<hash].drop { $0 == "{" }.prefix { $0 != "}" }
        guard let source = source(at: String(url), place: field.place) else { return .missing(text) }
        guard case .contract(let contract) = source.content else {
            if case .workflows = source.content { wrong("the source '\(source.name)' has no operations") }
            return .missing(text)
        }
        guard let pointer = try? JSONPointer(parsing: Percent.decoded(text[text.index(after: hash)...])),
            (2...3).contains(pointer.tokens.count), pointer.tokens[0] == "paths"
        else {
            wrong("an operation's path leads to '#/paths/<path>/<method>'")
            return .missing(text)
        }
        let onPath = contract.operations.filter { $0.path.text == pointer.tokens[1] }
        guard !onPath.isEmpty else {
            unknown("path", pointer.tokens[1], among: contract.operations.map(\.path.text), at: field.place)
            return .missing(text)
        }
        let method = pointer.tokens.count == 3 ? pointer.tokens[2].uppercased() : nil
        if let method, let operation = onPath.first(where: { $0.method.rawValue == method }) {
            return .operation(operation, of: contract, source: source.name)
        }
        if method == nil, onPath.count == 1 {
            report(
                .invalidValue, "an operation's path ends in its method", found: "'\(text)'",
                remedy: "Add '/\(onPath[0].method.rawValue.lowercased())'.", severity: .warning, at: field.place)
            return .operation(onPath[0], of: contract, source: source.name)
        }
        unknown(
            "method", pointer.tokens.dropFirst(2).first ?? "", among: onPath.map { $0.method.rawValue.lowercased() },
            at: field.place)
        return .missing(text)
    }

    /// By an expression, or by its URL as it stands.
    private mutating func source(at url: String, place: Place) -> SourceDescription? {
        if let source = entry.sourceDescriptions.first(where: { $0.url == url }) { return source }
        guard url.hasPrefix(ArazzoReader.sourcePrefix) else {
            unknown("source description", url, among: entry.sourceDescriptions.map(\.url), at: place)
            return nil
        }
        return qualified(url.hasSuffix(".url") ? url : url + ".url", at: place)?.source
    }
}

// MARK: - Parameters

extension ArazzoReader {
    mutating func parameters(_ value: Located) -> [StepParameter] {
        var found: [StepParameter] = []
        for element in elements("parameters", of: value) {
            guard let parameter = parameter(element) else { continue }
            if found.contains(where: { $0.name == parameter.name && $0.location == parameter.location }) {
                duplicate("parameter", parameter.name, at: element.place)
            }
            found.append(parameter)
        }
        return found
    }

    private mutating func parameter(_ value: Located) -> StepParameter? {
        guard let (object, override) = resolved(value, "parameters"),
            self.object(object, "a parameter", fields: ["name", "in", "value"], required: ["name", "value"]),
            let name = object["name"].flatMap({ text($0, "'name'") }), let given = override ?? object["value"]
        else { return nil }
        var location: Parameter.Location?
        if let field = object["in"], let text = text(field, "'in'") {
            location = ["path", "query", "header", "cookie"].contains(text) ? Parameter.Location(rawValue: text) : nil
            if location == nil {
                report(
                    .invalidValue, "a parameter is not in '\(text)'", found: "'\(text)'",
                    expected: "path, query, header or cookie", at: field.place)
            }
        }
        return StepParameter(name: name, location: location, value: given)
    }

    mutating func check(_ parameters: [StepParameter], of operation: Operation, _ contract: Contract, at place: Place) {
        for parameter in parameters {
            guard let location = parameter.location else {
                report(
                    .missingField, "the parameter '\(parameter.name)' of an operation says where it is",
                    expected: "'in: path', 'query', 'header' or 'cookie'", severity: .error, at: parameter.value.place)
                continue
            }
            guard operation.parameter(parameter.name, in: location) == nil else { continue }
            let known = operation.parameters.filter { $0.location == location }.map(\.name)
            let carriesCredentials = contract.securitySchemes.contains {
                if case .apiKey(location, let name) = $0.kind { name == parameter.name } else { false }
            }
            if location == .header,
                ["authorization", "accept", "content-type", "cookie"].contains(parameter.name.lowercased())
                    || carriesCredentials
            {
                continue
            }
            unknown(
                "\(location.rawValue) parameter of '\(operation.id)'", parameter.name, among: known, severity: .warning,
                at: parameter.value.place)
        }
        for name in operation.path.parameterNames
        where !parameters.contains(where: { $0.name == name && $0.location == .path }) {
            report(
                .missingField, "the path parameter '\(name)' of '\(operation.id)' has no value",
                remedy: "Add '{name: \(name), in: path, value: …}'.", severity: .warning, at: place)
        }
    }

    // MARK: - Bodies

    mutating func body(_ value: Located, of operation: Operation?) -> BodyTemplate? {
        guard object(value, "a request body", fields: ["contentType", "payload", "replacements"]) else { return nil }
        let contentType = value["contentType"].flatMap { text($0, "'contentType'") }
        if let contentType, let field = value["contentType"] {
            check(contentType, of: operation, at: field.place)
        } else if let operation, operation.body == nil {
            report(
                .invalidValue, "'\(operation.id)' takes no request body", remedy: "Leave 'requestBody' out.",
                severity: .warning, at: value.place)
        }
        return BodyTemplate(
            contentType: contentType, payload: value["payload"],
            replacements: elements("replacements", of: value).compactMap { replacement($0) }, place: value.place)
    }

    private mutating func check(_ contentType: String, of operation: Operation?, at place: Place) {
        guard let type = MediaRange(contentType), type.isConcrete else {
            report(
                .invalidValue, "this is no content type", found: "'\(contentType)'",
                expected: "application/json and its like",
                at: place)
            return
        }
        guard let operation, operation.body?.content.match(type) == nil else { return }
        let declared = operation.body?.content.map(\.range) ?? []
        report(
            .invalidValue, "'\(operation.id)' takes no body of this type", found: "'\(contentType)'",
            expected: declared.isEmpty ? nil : declared.joined(separator: ", "), severity: .warning, at: place)
    }

    private mutating func replacement(_ value: Located) -> BodyTemplate.Replacement? {
        guard object(value, "a replacement", fields: ["target", "value"], required: ["target", "value"]),
            let target = value["target"], let text = text(target, "'target'"), let given = value["value"]
        else { return nil }
        guard text.isEmpty || text.hasPrefix("/"), !text.hasPrefix("//"), let pointer = try? JSONPointer(parsing: text)
        else {
            report(
                .unsupportedArazzo, "a replacement's target is a JSON Pointer; XPath is not supported",
                found: "'\(text)'",
                expected: "'/items/0/id' and its like", at: target.place)
            return nil
        }
        return BodyTemplate.Replacement(target: pointer, value: given, place: value.place)
    }
}
