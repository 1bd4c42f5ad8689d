// `check`: what loading need not know, above all whether examples fit their schemas.

import HTTPExchange
import HTTPTypes
import JSONSchema
import JSONValues
package import OpenAPIContract
package import SourceDocuments

extension Contract {
    /// Everything that is wrong with the examples, defaults and pairs of a contract that has been loaded.
    package func check() -> [Diagnostic] {
        var checker = ExampleChecker(contract: self)
        for operation in operations + webhooks { checker.check(operation) }
        for operation in operations { checker.diagnostics += operation.unsendable() }
        checker.checkSchemas()
        return checker.diagnostics
    }
}

/// Holds examples to their schemas.
struct ExampleChecker {
    let contract: Contract
    var diagnostics: [Diagnostic] = []
    /// An example that several operations share is judged once by each of their schemas.
    private var seen: Set<Use> = []
    private var unanswered: Set<Place> = []
    private var schemas: [Schema] = []

    private struct Use: Hashable {
        let example: Place
        let schema: Schema
    }

    init(contract: Contract) { self.contract = contract }

    mutating func check(_ operation: Operation) {
        // What a pair answers with an error may well be wrong: that is what it shows.
        let wrongOnPurpose = Set(operation.pairs.lazy.filter { $0.status >= 400 }.map(\.name))
        for parameter in operation.parameters {
            check(parameter.examples, parameter.schema, .request, except: wrongOnPurpose)
            check(parameter.content, .request, except: wrongOnPurpose)
        }
        for media in operation.body?.content ?? [] { check(media, .request, except: wrongOnPurpose) }
        for response in operation.responses {
            for header in response.headers {
                check(header.examples, header.schema, .response, except: [])
                check(header.content, .response, except: [])
            }
            for media in response.content { check(media, .response, except: []) }
        }
        for pair in operation.pairs where pair.status < 400 { check(pair, of: operation) }
        checkNames(of: operation)
        for callback in operation.callbacks {
            for operation in callback.operations { check(operation) }
        }
    }

    private mutating func check(_ media: MediaType?, _ direction: Direction, except names: Set<String>) {
        guard let media else { return }
        check(media.examples, media.schema, direction, except: names, in: media)
    }

    private mutating func check(
        _ examples: [Example], _ schema: Schema?, _ direction: Direction, except names: Set<String>,
        in media: MediaType? = nil
    ) {
        guard let schema else { return }
        schemas.append(schema)
        for example in examples
        where !(example.name.map(names.contains) ?? false) {
            guard seen.insert(Use(example: example.place, schema: schema.target)).inserted else { continue }
            guard let value = media.map({ $0.checkable(example.value) }) ?? example.value else { continue }
            report(
                schema.findings(value, direction), of: "the example\(example.name.map { " '\($0)'" } ?? "")",
                at: example.place)
        }
    }

    private mutating func report(_ findings: [SchemaViolation], of what: String, at place: Place) {
        for finding in findings {
            let pointer = JSONPointer(place.pointer.tokens + finding.instance.tokens)
            let inside = finding.instance.tokens.isEmpty ? "" : " at \(finding.instance)"
            diagnostics.append(
                Diagnostic(
                    .invalidExample, "\(what) breaks '\(finding.keyword)' of its schema\(inside)", found: finding.found,
                    expected: finding.expected, remedy: "Mend the example or the schema.",
                    at: Place(source: place.source, pointer: pointer)))
        }
    }

    // MARK: Pairs

    /// The request of a pair that is answered well must itself be right.
    private mutating func check(_ pair: ExamplePair, of operation: Operation) {
        guard !operation.path.text.isEmpty, operation.path.text.hasPrefix("/") else { return }
        // A path without its values is told by the pair itself.
        let isQuery = { (violation: Violation) in
            if case .parameter(.path, _, _) = violation.location { false } else { violation.check == .missingParameter }
        }
        for violation in contract.violations(ofParametersOf: pair, operation) where isQuery(violation) {
            diagnostics.append(
                Diagnostic(
                    .incompletePair,
                    "the examples '\(pair.name)' of '\(operation.id)' are no whole request: \(violation.message)",
                    remedy: "Give the parameter an example of that name.", at: violation.place))
        }
    }

    /// A name that belongs to requests alone makes no exchange.
    private mutating func checkNames(of operation: Operation) {
        let answered = Set(
            operation.responses.flatMap { $0.content.flatMap { $0.examples.compactMap(\.name) } + $0.exampleNames })
        guard !answered.isEmpty else { return }
        let sent = operation.parameters.flatMap(\.examples) + (operation.body?.content.flatMap(\.examples) ?? [])
        for example in sent {
            guard let name = example.name, !answered.contains(name), unanswered.insert(example.place).inserted else {
                continue
            }
            let nearest = nearestName(to: name, among: answered)
            diagnostics.append(
                Diagnostic(
                    .unusedExample, "no response of '\(operation.id)' has an example '\(name)'",
                    remedy: nearest.map { "Did you mean '\($0)'?" }
                        ?? "Give the response that answers it an example of that name.",
                    at: example.place))
        }
    }

    // MARK: Schemas

    /// Examples and defaults that stand in schemas, wherever a schema is used.
    mutating func checkSchemas() {
        var known: Set<Schema> = []
        var queue = schemas + contract.schemas.map(\.schema)
        while let schema = queue.popLast() {
            guard known.insert(schema).inserted else { continue }
            for keyword in schema.node.keywords { queue += keyword.subschemas.map { schema[$0] } }
            check(schema)
        }
    }

    /// Names of schemas in a discriminator's mapping; references are told where all are.
    private mutating func checkMapping(of schema: JSONObject, at place: Place) {
        let names = contract.schemas.map(\.name)
        for (value, target) in schema["discriminator"]?["mapping"]?.object ?? JSONObject() {
            guard let name = target.string, !References.isReference(name), !names.contains(name) else { continue }
            let nearest = nearestName(to: name, among: names)
            diagnostics.append(
                Diagnostic(
                    .refUnresolved, "the discriminator's value '\(value)' stands for '\(name)', which is no schema",
                    remedy: nearest.map { "Did you mean '\($0)'?" } ?? "Name a schema of this document.",
                    severity: .warning,
                    at: Place(
                        source: place.source,
                        pointer: JSONPointer(place.pointer.tokens + ["discriminator", "mapping", value]))))
        }
    }

    private mutating func check(_ schema: Schema) {
        let node = schema.node
        guard case .object(let members) = node.source, let place = contract.place(ofSchema: schema.place.uri) else {
            return
        }
        func at(_ tokens: String...) -> Place {
            Place(source: place.source, pointer: JSONPointer(place.pointer.tokens + tokens))
        }
        for fault in SchemaKeywordFault.faults(in: members, of: contract.version) {
            diagnostics.append(
                Diagnostic(
                    .unknownField, fault.message, remedy: fault.remedy,
                    at: Place(source: place.source, keyOf: place.pointer.appending(fault.name))))
        }
        checkMapping(of: members, at: place)
        for (index, value) in (members["enum"]?.array ?? []).enumerated()
        where schema.validate(value).contains(where: { $0.keyword == "type" && $0.instance.tokens.isEmpty }) {
            diagnostics.append(
                Diagnostic(
                    .invalidValue, "the type of the schema forbids one of its own values",
                    found: String(value.serialized().prefix(80)),
                    remedy: "Mend 'type' or 'enum'.", at: at("enum", String(index))))
        }
        var required: Set<String> = []
        for (index, name) in (members["required"]?.array ?? []).enumerated() {
            guard let name = name.string, !required.insert(name).inserted else { continue }
            diagnostics.append(
                Diagnostic(
                    .invalidValue, "'required' names '\(name)' twice", remedy: "Take one of them out.",
                    at: at("required", String(index))))
        }
        if members["enum"]?.array?.isEmpty == true {
            diagnostics.append(
                Diagnostic(
                    .emptyType, "'enum' lists no value", found: "a schema that nothing fits",
                    remedy: "List a value, or leave 'enum' out.", at: at("enum")))
        } else if let contradiction = SchemaContradiction.find(in: schema) {
            diagnostics.append(
                Diagnostic(
                    .invalidValue, contradiction.message, found: contradiction.found, remedy: contradiction.remedy,
                    at: at(contradiction.keyword)))
        }
        if let value = node.annotation("default") {
            report(schema.validate(value), of: "the default", at: at("default"))
        }
        if let value = node.annotation("example") {
            report(schema.validate(value), of: "the example", at: at("example"))
        }
        if contract.version != .v3_0, let examples = members["examples"], examples.array == nil {
            diagnostics.append(
                Diagnostic(
                    .invalidValue, "'examples' of a schema must be a list", found: examples.kindName,
                    remedy: "Write the values as a list; named examples stand beside the schema.", at: at("examples")))
        }
        for (index, value) in (node.annotation("examples")?.array ?? []).enumerated() {
            report(schema.validate(value), of: "the example", at: at("examples", String(index)))
        }
    }
}

extension MediaType {
    /// The value that a schema can judge; nil where an example is the body's text in a notation that is not read.
    fileprivate func checkable(_ value: JSON) -> JSON? {
        switch media?.kind {
        case .json:
            // Many documents give a JSON body as text.
            if case .string(let text) = value, let schema, !schema.types.contains(.string) {
                return (try? JSON(parsing: text)) ?? value
            }
            return value
        case .form, .multipart, .jsonLines:
            if case .string = value { return nil }
            return value
        case .text: return value
        case .eventStream, .xml, .binary, nil: return nil
        }
    }
}

extension SchemaPlace {
    /// As a reference to it.
    var uri: String { "\(document)#\(pointer.fragment)" }
}
