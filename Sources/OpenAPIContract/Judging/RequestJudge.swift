// The checks of a request under its operation.

import JSONValues
import JSONSchema
import HTTPExchange
import HTTPTypes

/// Decodes a request and collects what is wrong with it.
struct RequestJudge {
    let contract: Contract
    let operation: Operation
    let request: Request
    var parameters: [JudgedRequest.ParameterValue] = []
    var body: JSON?
    var media: MediaType?
    var violations: [Violation] = []

    init(contract: Contract, operation: Operation, request: Request) {
        self.contract = contract
        self.operation = operation
        self.request = request
    }

    mutating func checkCredentials() {
        guard !operation.security.isEmpty else { return }
        let credentials = Credentials(request)
        guard !operation.security.contains(where: { credentials.satisfy($0, in: contract) }) else { return }
        let asked = operation.security.map { $0.schemes.map(\.name).joined(separator: " and ") }.joined(
            separator: " or ")
        violations.append(
            Violation(
                .missingCredentials, .credentials, found: "no such credentials", expected: asked,
                message: "the operation asks for \(asked)", place: operation.place))
    }

    // MARK: Parameters

    mutating func checkParameters(_ path: [Route.PathValue]) {
        if let values = operation.plan.values(of: request, path: path) {
            parameters = values
        } else {
            checkClosely(path)
        }
    }

    /// The same of parameters of any kind, and with what is wrong with them.
    mutating func checkClosely(_ path: [Route.PathValue]) {
        let decoder = ParameterDecoder(request, path: path, operation: operation)
        for parameter in operation.parameters { check(parameter, by: decoder) }
    }

    private mutating func check(_ parameter: Parameter, by decoder: ParameterDecoder) {
        switch decoder.decode(parameter) {
        case .absent:
            guard parameter.required else { return }
            violations.append(
                Violation(
                    .missingParameter, .parameter(parameter.location, name: parameter.name, pointer: .root),
                    found: "nothing",
                    expected: "a value",
                    message: "the \(parameter.location.rawValue) parameter '\(parameter.name)' is missing",
                    place: parameter.place, invalidStatus: parameter.invalidStatus))
        case .malformed(let found, let expected):
            violations.append(
                Violation(
                    .invalidParameter, .parameter(parameter.location, name: parameter.name, pointer: .root),
                    found: found, expected: expected,
                    message: "the \(parameter.location.rawValue) parameter '\(parameter.name)' cannot be read",
                    place: parameter.place, invalidStatus: parameter.invalidStatus))
        case .values(let candidates):
            guard let schema = parameter.schema ?? parameter.content?.schema else {
                parameters.append(JudgedRequest.ParameterValue(parameter: parameter, value: candidates[0]))
                return
            }
            if let value = candidates.first(where: { schema.accepts($0, direction: .request) }) {
                return parameters.append(JudgedRequest.ParameterValue(parameter: parameter, value: value))
            }
            // Many clients encode the commas between elements too, which then are read as parts of one element (RFC 6570, section 3.2.8).
            if let value = decoder.readingEncodedCommas(of: parameter).first(where: {
                schema.accepts($0, direction: .request)
            }) {
                violations.append(
                    Violation(
                        .encodedComma, .parameter(parameter.location, name: parameter.name, pointer: .root),
                        severity: .note, found: "'%2C' between elements", expected: "','",
                        message: "the commas between the elements of '\(parameter.name)' are encoded",
                        place: parameter.place))
                return parameters.append(JudgedRequest.ParameterValue(parameter: parameter, value: value))
            }
            let value = candidates[0]
            if let truth = value.string.flatMap(FormTolerance.truth), schema.accepts(.bool(truth), direction: .request)
            {
                violations.append(
                    Violation(
                        .booleanSpelling, .parameter(parameter.location, name: parameter.name, pointer: .root),
                        severity: .note, found: value.string ?? "", expected: Violation.Check.booleanSpelling.meant,
                        message: "'\(parameter.name)' is written with a capital letter", place: parameter.place))
                return parameters.append(JudgedRequest.ParameterValue(parameter: parameter, value: .bool(truth)))
            }
            parameters.append(JudgedRequest.ParameterValue(parameter: parameter, value: value))
            if parameter.allowEmptyValue, value == "" { return }
            for violation in schema.findings(value, .request) {
                violations.append(
                    Violation(
                        .invalidParameter,
                        .parameter(parameter.location, name: parameter.name, pointer: violation.instance), violation,
                        in: contract, invalidStatus: parameter.invalidStatus))
            }
        }
    }

    // MARK: Accept

    /// Says where the answer's type is another JSON type than those that are asked for.
    mutating func checkAccept() {
        guard request.has(.accept), let declared = operation.successResponse else { return }
        let types = declared.content.compactMap(\.media)
        guard AcceptHeader(request, isStrict: false).needsTolerance(for: types) else { return }
        violations.append(
            Violation(
                .notAcceptable, .header(name: "Accept", pointer: .root), severity: .note,
                found: request.value(of: .accept) ?? "",
                expected: declared.content.map(\.range).joined(separator: ", "),
                message: "no media type of the answer is acceptable but as another JSON type", place: declared.place))
    }

    // MARK: Body

    mutating func checkBody() {
        guard let declared = operation.body else { return }
        guard !request.body.isEmpty else {
            if declared.required {
                violations.append(
                    Violation(
                        .missingBody, .body(.root), found: "no body",
                        expected: declared.content.map(\.range).joined(separator: ", "),
                        message: "the body is missing", place: declared.place))
            }
            return
        }
        guard !declared.content.isEmpty else { return }
        let stated = request.value(of: .contentType)
        // A body of any type need not say which it has.
        if stated == nil, let any = declared.content.first(where: { $0.range == "*/*" && $0.schema == nil }) {
            media = any
            return
        }
        guard let type = stated.flatMap({ MediaRange($0) }), let media = declared.content.match(type) else {
            let expected = declared.content.map(\.range).joined(separator: ", ")
            violations.append(
                Violation(
                    .requestContentType, .header(name: "Content-Type", pointer: .root),
                    found: stated ?? "no content type",
                    expected: expected, message: "the body's type is not one that is taken", place: declared.place))
            return
        }
        self.media = media
        switch BodyDecoder.decode(request.body, contentType: type, media: media) {
        case .opaque: break
        // Where anything is taken, a body that is not what it says to be is taken too.
        case .malformed where media.range == "*/*" && media.schema == nil: break
        case .malformed(let found, let expected), .tooLarge(let found, let expected):
            violations.append(
                Violation(
                    .malformedRequestBody, .body(.root), found: found, expected: expected,
                    message: "the body is not \(type.essence)", place: media.place))
        case .value(let value):
            body = value
            guard !isTolerated(value, type, media) else { return }
            check(value, media.schema, at: [])
        case .sequence(let values, let item):
            body = .array(values)
            if let schema = item {
                for (index, value) in values.enumerated() {
                    check(value, schema, at: [String(index)])
                }
            } else {
                check(.array(values), media.schema, at: [])
            }
        }
    }

    /// Whether a form fits when it is read as it is meant; then that is the body.
    private mutating func isTolerated(_ value: JSON, _ type: MediaRange, _ media: MediaType) -> Bool {
        guard type.kind == .form || type.kind == .multipart, let schema = media.schema,
            !schema.accepts(value, direction: .request), let form = FormTolerance(value, schema)
        else { return false }
        body = form.value
        for (check, pointer, found) in form.taken {
            violations.append(
                Violation(
                    check, .body(pointer), severity: .note, found: found, expected: check.meant,
                    message: check == .emptyList
                        ? "a form has no way to say an empty list" : "a boolean is written with a capital letter",
                    place: media.place))
        }
        return true
    }

    private mutating func check(_ value: JSON, _ schema: Schema?, at prefix: [String]) {
        guard let schema else { return }
        for violation in schema.findings(value, .request) {
            let pointer = JSONPointer(prefix + violation.instance.tokens)
            violations.append(
                Violation(
                    .requestBodyShape, .body(pointer), severity: severity(of: violation), violation, in: contract,
                    invalidStatus: schema.invalidStatus(of: violation, in: value)))
        }
    }

    /// Who changes a resource may send back what reading it gave: what is `readOnly` is then ignored (JSON Schema Validation, section 9.4).
    private func severity(of violation: SchemaViolation) -> Violation.Severity {
        violation.keyword == "readOnly" && (operation.method == .put || operation.method == .patch) ? .note : .violation
    }
}
