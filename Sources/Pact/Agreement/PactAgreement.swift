// Whether what a consumer expects agrees with a contract: each interaction judged, with the places of both.

import HTTPExchange
import HTTPTypes
import JSONSchema
import JSONValues
package import OpenAPIContract
import RegularExpressions
package import SourceDocuments

extension Pact {
    /// Where the pact and the contract disagree. A request must keep to the contract; of an answer, everything that is expected must be
    /// promised: a declared status and media type, and each property with a value that its schema takes.
    package func disagreements(with contract: Contract) -> [Diagnostic] {
        interactions.flatMap { Agreement(interaction: $0, contract: contract).diagnostics() }
    }
}

/// One interaction beside the contract.
private struct Agreement {
    let interaction: Interaction
    let contract: Contract

    func diagnostics() -> [Diagnostic] {
        guard let request = interaction.request.request else {
            return [
                disagreement(
                    "'\(interaction.request.method)' is no method that a contract can have", found: nil, expected: nil,
                    at: part("request", "method"), contract: nil)
            ]
        }
        switch contract.judge(request) {
        case .noPath, .noMethod:
            let nearest = contract.nearest(to: request, count: 1).first
            return [
                disagreement(
                    "the contract has no such operation", found: "\(request.method.rawValue) \(request.target)",
                    expected: nearest.map { "such as \($0.operation.title)" }, remedy: nearest?.fix,
                    at: part("request", "path"), contract: nearest?.operation.place)
            ]
        case .judged(let judged): return ofRequest(judged) + ofResponse(judged.operation)
        }
    }

    // MARK: Requests

    /// A request that is to be refused may break the contract.
    private func ofRequest(_ judged: JudgedRequest) -> [Diagnostic] {
        guard interaction.response.status < 400 else { return [] }
        return judged.violations.filter { $0.severity == .violation && $0.check != .missingCredentials }.map {
            violation in
            disagreement(
                "the request breaks the contract: \(violation.location): \(violation.message)", found: violation.found,
                expected: violation.expected, at: place(of: violation.location, in: "request"),
                contract: violation.place)
        }
    }

    // MARK: Answers

    private func ofResponse(_ operation: Operation) -> [Diagnostic] {
        let response = interaction.response.response
        guard let declared = operation.response(for: response.status) else {
            let statuses = operation.responses.map(\.status.description).joined(separator: ", ")
            return [
                disagreement(
                    "\(operation.id) does not promise this status", found: String(response.status),
                    expected: "one of \(statuses)", at: part("response", "status"), contract: operation.place)
            ]
        }
        var found = contract.judge(response, of: operation).filter(isExpected).map { violation in
            disagreement(
                "the expected answer breaks the contract: \(violation.location): \(violation.message)",
                found: violation.found, expected: violation.expected,
                at: place(of: violation.location, in: "response"), contract: violation.place)
        }
        found += headers(declared)
        if let json = try? JSON(parsing: response.body), let type = MediaRange(response.headers[.contentType] ?? ""),
            let schema = declared.content.match(type)?.schema
        {
            found += unpromised(json, schema, at: .root)
        }
        return found
    }

    /// An expectation names a part of the answer: what it leaves out breaks nothing.
    private func isExpected(_ violation: Violation) -> Bool {
        switch violation.check {
        case .missingHeader: false
        // Nothing is expected of the content where none is named.
        case .contentType: interaction.response.response.headers[.contentType] != nil
        case .bodyShape:
            !["required", "minItems", "minProperties", "dependentRequired", "contains"].contains(
                violation.keyword ?? "")
        default: violation.severity == .violation
        }
    }

    private func headers(_ declared: ResponseSpec) -> [Diagnostic] {
        let usual = ["content-type", "content-length", "date", "server", "connection", "transfer-encoding", "vary"]
        return interaction.response.content.headers.compactMap { name, values in
            let isKnown =
                usual.contains(name.lowercased()) || name.lowercased().hasPrefix("access-control-")
                || declared.headers.contains { $0.name.lowercased() == name.lowercased() }
            guard !isKnown else { return nil }
            return disagreement(
                "the contract does not promise this header", found: "\(name): \(values.joined(separator: ", "))",
                expected: nil, severity: .warning, at: part("response", "headers", name), contract: declared.place)
        }
    }

    /// Properties that no schema declares, and those that may be missing.
    private func unpromised(_ json: JSON, _ schema: Schema, at pointer: JSONPointer) -> [Diagnostic] {
        switch json {
        case .array(let elements):
            guard let items = schema.items else { return [] }
            return elements.enumerated().flatMap { unpromised($1, items, at: pointer.appending($0)) }
        case .object(let members):
            let declared = schema.properties
            // An object without declared properties may have any.
            guard !declared.isEmpty else { return [] }
            return members.flatMap { name, value -> [Diagnostic] in
                let place = pointer.appending(name)
                guard let property = declared.first(where: { $0.name == name })?.schema else {
                    return schema.takesOthers(named: name)
                        ? [] : [undeclared(name, place, declared.map(\.name), schema)]
                }
                var found = unpromised(value, property, at: place)
                if !schema.requiredNames.contains(name) {
                    found.insert(
                        disagreement(
                            "'\(name)' may be missing: the contract does not require it", found: nil, expected: nil,
                            severity: .note, at: body("response", place), contract: contract.place(of: property)),
                        at: 0)
                }
                return found
            }
        case .null, .bool, .number, .string: return []
        }
    }

    private func undeclared(_ name: String, _ place: JSONPointer, _ known: [String], _ schema: Schema) -> Diagnostic {
        disagreement(
            "the contract does not promise '\(name)'", found: "'\(name)'",
            expected: known.map { "'\($0)'" }.joined(separator: ", "),
            remedy: nearestName(to: name, among: known).map { "Is '\($0)' meant?" }, at: body("response", place),
            contract: contract.place(of: schema))
    }

    // MARK: Places

    private func disagreement(
        _ message: String, found: String?, expected: String?, remedy: String? = nil,
        severity: Diagnostic.Severity = .error, at place: Place, contract: Place?
    ) -> Diagnostic {
        Diagnostic(
            .pactDisagreement, "\(interaction.title): \(message)" + (contract.map { " (\($0))" } ?? ""), found: found,
            expected: expected, remedy: remedy, severity: interaction.isPending ? .note : severity, at: place)
    }

    /// The deepest of these members that the interaction has.
    private func part(_ names: String...) -> Place { deepest(names).place }

    private func deepest(_ names: [String]) -> Located {
        let place = interaction.place
        var located = Located(
            json: place.source.root[pointer: place.pointer] ?? .null, source: place.source, pointer: place.pointer)
        for name in names {
            guard let next = located[name] ?? JSONPointer.index(name).flatMap({ located.elements.dropFirst($0).first })
            else { break }
            located = next
        }
        return located
    }

    private func body(_ side: String, _ pointer: JSONPointer) -> Place {
        let whole = deepest([side, "body"])
        let isWrapped = whole["content"] != nil && whole["contentType"] != nil
        return deepest([side, "body"] + (isWrapped ? ["content"] : []) + pointer.tokens).place
    }

    private func place(of location: Violation.Location, in side: String) -> Place {
        switch location {
        case .parameter(.query, let name, _): part(side, "query", name)
        case .parameter(.header, let name, _), .header(let name, _): part(side, "headers", name)
        case .parameter: part(side, "path")
        case .body(let pointer): body(side, pointer)
        case .path: part(side, "path")
        case .status: part(side, "status")
        case .credentials: part(side)
        }
    }
}

extension Schema {
    /// Whether a schema for other names than the declared ones is there for this one.
    fileprivate func takesOthers(named name: String) -> Bool {
        conjuncts.contains { schema in
            schema.node.keywords.contains { keyword in
                guard case .properties(let properties) = keyword else { return false }
                if properties.patterns.contains(where: { $0.pattern.matches(in: name) }) { return true }
                guard let additional = properties.additional else { return false }
                let others = schema[additional]
                return !others.node.keywords.isEmpty
            }
        }
    }
}
