// The checks of a response under its operation.

import JSONValues
import JSONSchema
import HTTPExchange
import HTTPTypes

/// Collects what is wrong with a response.
struct ResponseJudge {
    let contract: Contract
    let operation: Operation
    let response: Response
    let content: KnownContent?
    var violations: [Violation] = []

    /// What a server may answer to a request that broke the contract without having declared it.
    static let refusals: Set<Int> = [400, 401, 404, 405, 406, 413, 415, 422]

    /// What a server may answer to a request that makes conditions (RFC 9110, section 13.2.1), whatever the contract says of them.
    static let conditionStatuses: Set<Int> = [304, 412]

    init(contract: Contract, operation: Operation, response: Response, content: KnownContent? = nil) {
        self.contract = contract
        self.operation = operation
        self.response = response
        self.content = content
    }

    mutating func check(answering request: JudgedRequest?) {
        // Without any declared response there is nothing to hold it to.
        guard !operation.responses.isEmpty else { return }
        guard let declared = operation.response(for: response.status) else {
            let isRefusal =
                request.map { judged in
                    !judged.conforms && Self.refusals.contains(response.status)
                        || Self.conditionStatuses.contains(response.status) && judged.request.makesCondition
                } ?? false
            let isUnspokenSuccess = (200...299).contains(response.status) && operation.declaresErrorsAlone
            violations.append(
                Violation(
                    .undeclaredStatus, .status, severity: isRefusal || isUnspokenSuccess ? .note : .violation,
                    found: String(response.status),
                    expected: operation.responses.map(\.status.description).joined(separator: ", "),
                    message: "the status \(response.status) is not declared", place: operation.place))
            return
        }
        for header in declared.headers { check(header) }
        if operation.method != .head { checkBody(declared) }
    }

    private mutating func check(_ header: HeaderSpec) {
        let name = HTTPField.Name(header.name)
        let values = name.map { response.headers[values: $0] } ?? []
        guard !values.isEmpty else {
            if header.required {
                violations.append(
                    Violation(
                        .missingHeader, .header(name: header.name, pointer: .root), found: "nothing",
                        expected: "a value",
                        message: "the header '\(header.name)' is missing", place: header.place))
            }
            return
        }
        guard let schema = header.schema ?? header.content?.schema else { return }
        // Each field of Set-Cookie is a value of its own (RFC 6265, section 3); others are joined.
        let texts =
            header.name.lowercased() == "set-cookie" && !header.shape.isArray
            ? values : [values.joined(separator: ", ")]
        for text in texts {
            let candidates: [JSON]
            if header.content?.media?.kind == .json {
                guard let value = try? JSON(parsing: text) else {
                    violations.append(
                        Violation(
                            .invalidHeader, .header(name: header.name, pointer: .root), found: text, expected: "JSON",
                            message: "the header '\(header.name)' is not JSON", place: header.place))
                    continue
                }
                candidates = [value]
            } else {
                candidates = HeaderText.candidates(text, shape: header.shape, explode: header.explode)
            }
            guard !candidates.contains(where: { schema.accepts($0, direction: .response) }) else { continue }
            for violation in schema.findings(candidates[0], .response) {
                violations.append(
                    Violation(
                        .invalidHeader, .header(name: header.name, pointer: violation.instance), violation, in: contract
                    ))
            }
        }
    }

    private mutating func checkBody(_ declared: ResponseSpec) {
        let stated = response.headers.value(.contentType)
        guard !declared.content.isEmpty else {
            if !response.body.isEmpty {
                violations.append(
                    Violation(
                        .undeclaredBody, .body(.root), severity: .note, found: stated ?? "a body", expected: "no body",
                        message: "the response has a body, and none is declared", place: declared.place))
            }
            return
        }
        // A 204 or 304 never has a body, whatever is declared (RFC 9110, section 6.4.1).
        if response.status == 204 || response.status == 304 { return }
        // As it is declared, so that there is nothing to match.
        if let content, declared.content.count == 1, declared.content[0].range == stated,
            declared.content[0].media?.kind == .json
        {
            check(content, declared.content[0].schema)
            return
        }
        guard let type = stated.flatMap({ MediaRange($0) }), let media = declared.content.match(type) else {
            violations.append(
                Violation(
                    .contentType, .header(name: "Content-Type", pointer: .root),
                    found: stated ?? (response.body.isEmpty ? "no body" : "no content type"),
                    expected: declared.content.map(\.range).joined(separator: ", "),
                    message: "the content type is not declared", place: declared.place))
            return
        }
        if let content, type.kind == .json {
            check(content, media.schema)
            return
        }
        switch BodyDecoder.decode(response.body, contentType: type, media: media) {
        case .opaque: break
        case .malformed(let found, let expected):
            violations.append(
                Violation(
                    .malformedBody, .body(.root), found: found, expected: expected,
                    message: "the body is not \(type.essence)", place: media.place))
        case .tooLarge(let found, let expected):
            violations.append(
                Violation(
                    .malformedBody, .body(.root), severity: .note, found: found, expected: expected,
                    message: "the body is too large to be judged", place: media.place))
        case .value(let value): report(media.schema?.findings(value, .response) ?? [], at: [])
        case .sequence(let values, let item):
            if let schema = item {
                for (index, value) in values.enumerated() {
                    report(schema.findings(value, .response), at: [String(index)])
                }
            } else {
                report(media.schema?.findings(.array(values), .response) ?? [], at: [])
            }
        }
    }

    private mutating func check(_ content: KnownContent, _ schema: Schema?) {
        guard content.accepted == nil || content.accepted != schema else { return }
        report(schema?.findings(content.value, .response, precedent: content.precedent) ?? [], at: [])
    }

    private mutating func report(_ found: [SchemaViolation], at prefix: [String]) {
        for violation in found {
            let pointer = JSONPointer(prefix + violation.instance.tokens)
            violations.append(Violation(.bodyShape, .body(pointer), violation, in: contract))
        }
    }
}

extension Request {
    /// Whether what is answered may hang on what the client has already (RFC 9110, section 13.1).
    package var makesCondition: Bool {
        has(.ifMatch) || has(.ifNoneMatch) || has(.ifModifiedSince) || has(.ifUnmodifiedSince) || has(.ifRange)
    }
}
