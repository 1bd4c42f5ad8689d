// What a recorded exchange is to be held to: the case that would have been sent to see it.

import ClientIdentities
import VerificationReports
import JSONValues
import JSONSchema
import HTTPExchange
import Archives
import OpenAPIContract
import HTTPTypes

extension Run {
    /// The case of a recorded exchange; nil where its path is not of the contract.
    func testCase(_ exchange: RecordedExchange, _ bases: RecordedBases, _ secrecy: RecordedSecrecy) -> TestCase? {
        let request = bases.request(exchange)
        switch contract.judge(request) {
        case .noPath: return nil
        case .noMethod(let methods, _): return undeclared(exchange, request, declared: methods)
        case .judged(let judged):
            let told = secrecy.withPlaceholders(request, of: judged)
            let known = told.flatMap { self.judged($0, of: judged.operation) } ?? judged
            hideSecrets(of: request)
            return TestCase(
                exchange.name, judged.operation, request, judged: known,
                expectation: expectation(of: known, exchange), subject: known.subject,
                identity: isOthers(request) ? .other : .own)
        }
    }

    /// Takes findings down, and keeps the secrets of the exchanges that show them out of all output. Most recordings have none: they were taken
    /// out when they were made.
    func recordHidingSecrets(_ findings: [Finding]) {
        let known = report.findings.count
        record(findings)
        guard report.findings.count > known else { return }
        var redactor = Redactor(report.redactionRules)
        for cause in report.findings[known...] {
            guard case .exchanges(let exchanges) = cause.finding.evidence else { continue }
            for exchange in exchanges {
                _ = redactor.redact(
                    HAR.Entry(started: "", origin: "", request: exchange.request, response: exchange.response))
            }
        }
        for secret in redactor.pseudonyms.secrets { report.hide(secret) }
    }

    /// Judges a recorded exchange as the run would, had it sent it.
    func judge(_ recorded: RecordedExchange, as test: TestCase) -> CaseResult {
        let exchange = Exchange(
            request: recorded.sent, response: recorded.response, elapsed: recorded.elapsed ?? .zero)
        report.countSent()
        let result = take(exchange, of: test, isTimed: recorded.elapsed != nil)
        return CaseResult(test: test, exchange: exchange, findings: result.findings.filter { recorded.shows($0.check) })
    }

    private func undeclared(
        _ exchange: RecordedExchange, _ request: Request, declared methods: [HTTPRequest.Method]
    ) -> TestCase? {
        let declaring = methods.compactMap { method -> Operation? in
            if case .operation(let operation, _) = contract.route(method, request.target) { operation } else { nil }
        }
        guard let operation = declaring.min(by: { $0.index < $1.index }) else { return nil }
        let names = methods.map(\.rawValue)
        guard request.method == .options else {
            return TestCase(
                exchange.name, operation, request, judged: nil, expectation: .noMethod(names),
                subject: "method \(request.method.rawValue)")
        }
        // A preflight is answered with what its own request may do (Fetch, section 3.3.2).
        let isPreflight = request.headers.contains { $0.name.canonicalName == "access-control-request-method" }
        return TestCase(
            exchange.name, operation, request, judged: nil, expectation: isPreflight ? .anything : .options(names),
            subject: "header 'Allow'")
    }

    private func expectation(of judged: JudgedRequest, _ exchange: RecordedExchange) -> TestCase.Expectation {
        let violations = judged.violations.filter { $0.severity == .violation }
        guard !violations.isEmpty else {
            // What an example of the contract has refused may be refused.
            let isExample = judged.operation.pairs.contains { pair in
                pair.status == exchange.response.status && pair.isWhole && judged.says(pair)
            }
            return isExample || !exchange.knows.contains(.requestBody) ? .anything : .acceptance
        }
        // What stands there twice is neither to be taken nor refused.
        if judged.saysTwice { return .anything }
        if violations.allSatisfy({ $0.check == .missingCredentials }) { return .authentication }
        return violations.contains(where: exchange.knows.show) ? .refusal : .anything
    }

    /// Whether a request carries all that the other identity sends.
    private func isOthers(_ request: Request) -> Bool {
        guard let other = options.otherIdentity, !other.headers.isEmpty else { return false }
        return other.headers.allSatisfy { request.headers[$0.name] == $0.value }
    }

    private func hideSecrets(of request: Request) {
        let keys = contract.securitySchemes.compactMap { scheme -> String? in
            if case .apiKey(.header, let name) = scheme.kind { name.lowercased() } else { nil }
        }
        let fields = request.headers.filter {
            $0.name == .authorization || $0.name == .cookie || keys.contains($0.name.canonicalName)
        }
        for secret in Identity(headers: HTTPFields(fields)).secrets { report.hide(secret) }
    }
}

extension RecordedExchange {
    /// Whether the file has what a finding is about.
    fileprivate func shows(_ check: Check) -> Bool {
        switch check {
        case .bodyShape, .malformedBody: knows.contains(.responseBody)
        case .missingHeader, .contentType, .undeclaredMethod, .optionsAllow: knows.contains(.responseFields)
        case .undeclaredStatus, .invalidHeader, .noResponse, .serverError, .unexpectedStatus, .violationAccepted,
            .validRefused, .requiredHeaderIgnored, .authenticationIgnored, .usedAfterDelete, .notAvailable, .notStored,
            .failedCreateStored, .failedChangeStored, .notListed, .pageOverflow, .otherIdentity, .timeBudget,
            .criterion, .providerState:
            true
        }
    }
}

extension RecordedExchange.Parts {
    /// Whether a request's violation is of a part that the file has.
    fileprivate func show(_ violation: Violation) -> Bool {
        switch violation.check {
        case .missingParameter, .invalidParameter:
            guard case .parameter(let location, _, _) = violation.location else { return true }
            return location == .query || location == .path || contains(.requestFields)
        case .requestContentType: return contains([.requestFields, .requestBody])
        case .missingBody, .malformedRequestBody, .requestBodyShape: return contains(.requestBody)
        default: return violation.check != .missingCredentials
        }
    }
}

extension JudgedRequest {
    /// Whether it has an example's values, and no others.
    fileprivate func says(_ pair: ExamplePair) -> Bool {
        let mine = Draft(self)
        let examples = Draft(operation, pair)
        return mine.values == examples.values && mine.body?.value == examples.body?.value
    }

    /// Whether a query parameter that has one value is there several times.
    fileprivate var saysTwice: Bool {
        let names = (request.query ?? "").split(separator: "&").map { Percent.decoded($0.prefix { $0 != "=" }) }
        let twice = Set(names.filter { name in names.count { $0 == name } > 1 })
        return operation.parameterSites.contains { site in
            twice.contains(site.name) && !site.schema.types.contains(.array) && !site.schema.types.contains(.object)
        }
    }

    /// What it is about, in the words of the phase that sends such requests: `body at /name, maxLength`.
    fileprivate var subject: String {
        guard let violation = violations.first(where: { $0.severity == .violation }) else { return "status" }
        switch violation.check {
        case .missingParameter: return "\(violation.location), required"
        case .missingBody: return "body, required"
        case .malformedRequestBody: return "body, malformed"
        case .requestContentType: return "header 'Content-Type'"
        case .missingCredentials: return "credentials"
        default: break
        }
        if violation.keyword == "required", case .body(let pointer) = violation.location,
            let name = missingName(at: pointer)
        {
            return "body at \(pointer.appending(name)), required"
        }
        if violation.keyword == "additionalProperties" || violation.keyword == "unevaluatedProperties" {
            return "\(violation.location), undeclared"
        }
        return violation.keyword.map { "\(violation.location), \($0)" } ?? "\(violation.location), type"
    }

    /// The first property that must be there and is not.
    private func missingName(at pointer: JSONPointer) -> String? {
        var schema = media?.schema
        for token in pointer.tokens { schema = schema?.property(token) ?? schema?.items }
        guard case .object(let members)? = body?[pointer: pointer] else { return nil }
        return schema?.requiredNames.first { members[$0] == nil }
    }
}

/// Which credentials a recording shows: many tools leave them out, so that their absence says nothing.
struct RecordedSecrecy {
    private var shown: Set<Int> = []
    private let contract: Contract

    init(_ recording: Recording, _ contract: Contract, _ bases: RecordedBases) {
        self.contract = contract
        for exchange in recording.exchanges {
            guard case .judged(let judged) = contract.judge(bases.request(exchange)),
                judged.operation.asksForCredentials, judged.hasCredentials
            else { continue }
            // Where one operation shows them, all that ask for the same would.
            for operation in contract.operations where operation.asksForTheSame(as: judged.operation) {
                shown.insert(operation.index)
            }
        }
    }

    /// The request with credentials in the place of those that the recording does not show; nil where nothing is hidden.
    func withPlaceholders(_ request: Request, of judged: JudgedRequest) -> Request? {
        guard !judged.hasCredentials, !shown.contains(judged.operation.index) else { return nil }
        return Placeholder.madeUp.applied(to: request, of: judged.operation, in: contract)
    }
}

extension JudgedRequest {
    fileprivate var hasCredentials: Bool { !violations.contains { $0.check == .missingCredentials } }
}

extension Operation {
    fileprivate func asksForTheSame(as other: Operation) -> Bool {
        security.map { $0.schemes.map(\.name) } == other.security.map { $0.schemes.map(\.name) }
    }
}
