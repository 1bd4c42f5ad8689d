// Every point of a contract, and what a run has made of it.

import HTTPExchange
package import VerificationReports
import JSONValues
import JSONSchema
import SourceDocuments
import OpenAPIContract

extension Report {
    /// What of the contract was reached.
    package var coverage: Coverage {
        Coverage(contract.operations.flatMap { OperationCoverage($0, in: self).points })
    }
}

/// The points of one operation.
private struct OperationCoverage {
    let operation: Operation
    let report: Report
    let entry: CoverageLog.Entry?
    private(set) var points: [Coverage.Point] = []

    /// Deeper, and beyond so many places, nobody reads a report.
    private static let depth = 5
    private static let places = 200

    init(_ operation: Operation, in report: Report) {
        self.operation = operation
        self.report = report
        entry = report.log.entries[operation.index]
        add(.operation, "", entry.map { CoverageLog.Mark(failed: $0.failed) }, unreachable: nil)
        addResponses()
        addParameters()
        addBody()
    }

    private mutating func add(
        _ kind: Coverage.Kind, _ what: String, _ mark: CoverageLog.Mark?, unreachable: String?, reason: String? = nil
    ) {
        let outcome: Coverage.Outcome =
            if let mark {
                mark.failed ? .failed : .passed
            } else if let unreachable {
                .unreachable(unreachable)
            } else {
                .notReached(why ?? reason ?? "no case led to it")
            }
        points.append(Coverage.Point(kind, operation.id, what, outcome))
    }

    /// Why the operation was not asked at all, or not to the end.
    private var why: String? {
        let options = report.options
        if report.division?.owns(operation) == false { return "another shard's" }
        if options.isSafe, !operation.method.isSafe { return "--safe sends nothing that may change data" }
        if let ended = report.ended { return "the run ended early: \(ended)" }
        return nil
    }

    // MARK: Answers

    private mutating func addResponses() {
        for (index, response) in operation.responses.enumerated() {
            let mark = entry?.responses[index]
            add(
                .status, "response \(response.status)", mark, unreachable: response.status.whyUnreachable,
                reason: "no request was answered with it")
            for (place, media) in response.content.enumerated() {
                add(
                    .mediaType, "response \(response.status), \(media.range)", entry?.media[[index, place]],
                    unreachable: mark == nil ? response.status.whyUnreachable : nil,
                    reason: "no answer was of that type")
            }
        }
    }

    // MARK: Requests

    private mutating func addParameters() {
        for (index, parameter) in operation.parameters.enumerated() {
            let name = "\(parameter.location.rawValue) parameter '\(parameter.name)'"
            add(.parameter, "\(name), present", entry?.present[index], unreachable: nil)
            if parameter.required {
                addSide(
                    name, "required", broken: [name],
                    unreachable: parameter.location == .path ? "without it the path is another" : nil)
            } else {
                add(.parameter, "\(name), absent", entry?.absent[index], unreachable: nil)
            }
            guard let schema = parameter.schema ?? parameter.content?.schema else { continue }
            addKeywords(of: schema, at: name, isText: parameter.content == nil)
        }
    }

    private mutating func addBody() {
        guard let body = operation.body else { return }
        for (index, media) in body.content.enumerated() {
            add(.mediaType, "request body, \(media.range)", entry?.requestMedia[index], unreachable: nil)
        }
        if body.required { addSide("body", "required", broken: ["body"], unreachable: nil) }
        guard let media = body.content.first, let schema = media.schema else { return }
        if media.media?.kind == .json { addSide("body", "syntax", broken: ["body"], unreachable: nil) }
        addKeywords(of: schema, at: "body", isText: media.media?.kind != .json)
    }

    /// What a keyword forbids.
    private mutating func addSide(_ place: String, _ keyword: String, broken places: [String], unreachable: String?) {
        let marks = places.compactMap { entry?.broken[CoverageLog.Broken(location: $0, keyword: keyword)] }
        add(
            .keyword, "\(place), \(keyword), invalid", marks.first { $0.failed } ?? marks.first,
            unreachable: unreachable,
            reason: report.options.phases.contains(.boundaries) ? nil : "the phase boundaries was not run")
    }

    /// Both sides of each keyword of a schema and of those inside it.
    private mutating func addKeywords(of schema: Schema, at name: String, isText: Bool) {
        var seen: Set<Schema> = []
        var queue = [(schema: schema, pointer: "", depth: 0)]
        var next = 0
        while next < queue.count, next < Self.places {
            let (schema, pointer, depth) = queue[next]
            next += 1
            guard seen.insert(schema).inserted else { continue }
            let place = pointer.isEmpty ? name : "\(name) at \(pointer)"
            for keyword in schema.coveredKeywords {
                add(
                    .keyword, "\(place), \(keyword), valid", entry?.taken[place], unreachable: nil,
                    reason: "no request with a value there was taken")
                // What is missing or too much is told at the object, or at the property.
                let below = ["required", "additionalProperties"].contains(keyword)
                let places = below ? [place] + brokenPlaces(below: place, keyword) : [place]
                addSide(
                    place, keyword, broken: places, unreachable: whyUnbreakable(keyword, of: schema, isText: isText))
            }
            guard depth < Self.depth else { continue }
            for (property, inner) in schema.properties where !inner.node.isReadOnly {
                queue.append((inner, "\(pointer)\(JSONPointer([property]))", depth + 1))
            }
            if let items = schema.items { queue.append((items, "\(pointer)/*", depth + 1)) }
        }
    }

    private func brokenPlaces(below place: String, _ keyword: String) -> [String] {
        let prefix = place.contains(" at ") ? place + "/" : place + " at /"
        return (entry?.broken.keys.filter { $0.keyword == keyword && $0.location.hasPrefix(prefix) } ?? []).map(
            \.location
        )
        .filter { !$0.dropFirst(prefix.count).contains("/") }
    }

    /// Why no request breaks a keyword there.
    private func whyUnbreakable(_ keyword: String, of schema: Schema, isText: Bool) -> String? {
        guard isText else { return nil }
        let types = schema.types
        switch keyword {
        case "type":
            if types.contains(.string) { return "any text in its place is a string" }
            if !types.isDisjoint(with: [.array, .object]) { return "a text in its place is a list of one" }
        case "minLength":
            return schema.conjuncts.contains { $0.hasMinLength(upTo: 1) } ? "an empty text is as good as none" : nil
        case "enum", "const", "pattern": break
        case "required", "additionalProperties", "minProperties", "maxProperties", "uniqueItems":
            return "servers read what they know"
        default: break
        }
        return nil
    }
}

extension StatusPattern {
    fileprivate var whyUnreachable: String? {
        switch self {
        case .exact(500...599), .range(5): "a server error cannot be asked for"
        case .exact(100...199), .range(1): "it comes before the answer"
        case .exact(429): "a limit of rates is kept to"
        case .exact(304), .exact(412): "it takes what an earlier answer said"
        case .any: "it stands for what is not declared"
        case .exact, .range: nil
        }
    }
}

extension Schema {
    fileprivate func hasMinLength(upTo limit: Int) -> Bool {
        node.keywords.contains { if case .minLength(let count) = $0 { count <= limit } else { false } }
    }

    /// The names of the keywords that values are held to here.
    fileprivate var coveredKeywords: [String] {
        var names: [String] = []
        func add(_ name: String) { if !names.contains(name) { names.append(name) } }
        for schema in conjuncts {
            for keyword in schema.node.keywords {
                switch keyword {
                case .never: add("false")
                case .type(let types): if types != .all { add("type") }
                case .enumeration: add("enum")
                case .const: add("const")
                case .multipleOf: add("multipleOf")
                // Those of a format's width are its own.
                case .minimum: if schema.node.says("minimum") { add("minimum") }
                case .maximum: if schema.node.says("maximum") { add("maximum") }
                case .minLength(let count): if count > 0 { add("minLength") }
                case .maxLength: add("maxLength")
                case .pattern: add("pattern")
                case .format(let format, let asserted): if asserted, !format.isWidth { add("format") }
                case .content: break
                case .minItems(let count): if count > 0 { add("minItems") }
                case .maxItems: add("maxItems")
                case .uniqueItems: add("uniqueItems")
                case .contains: add("contains")
                case .minProperties(let count): if count > 0 { add("minProperties") }
                case .maxProperties: add("maxProperties")
                case .required(let required): if !required.names.isEmpty { add("required") }
                case .properties(let properties):
                    if let id = properties.additional, schema[id].node.isNever { add("additionalProperties") }
                case .propertyNames: add("propertyNames")
                case .dependentRequired: add("dependentRequired")
                case .dependentSchemas: add("dependentSchemas")
                case .items, .reference, .dynamicReference, .allOf, .subtypes: break
                case .anyOf: add("anyOf")
                case .oneOf: add("oneOf")
                case .not: add("not")
                case .conditional: add("if")
                case .unevaluatedItems: add("unevaluatedItems")
                case .unevaluatedProperties(let id): if schema[id].node.isNever { add("additionalProperties") }
                }
            }
        }
        return names
    }
}

extension SchemaNode {
    fileprivate func says(_ limit: String) -> Bool {
        annotation(limit) != nil || annotation("exclusive\(limit.prefix(1).uppercased())\(limit.dropFirst())") != nil
    }
}

extension Format {
    /// The width of a number in memory, or how a string is shown: servers rightly take no notice.
    fileprivate var isWidth: Bool {
        [
            "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float", "double", "decimal",
            "password", "byte", "binary",
        ].contains(rawValue)
    }
}
