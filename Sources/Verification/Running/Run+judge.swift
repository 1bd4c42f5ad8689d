// What is wrong with the answer to a case: the word of the judge, and whether it is the answer that the case was sent for.

import VerificationReports
import ContractCollections
import JSONValues
import JSONSchema
import HTTPExchange
import SourceDocuments
import OpenAPIContract
import HTTPTypes
import Sampling

extension Run {
    func findings(in exchange: Exchange, of test: TestCase) -> [Finding] {
        let findings = faults(of: exchange, test)
        report.note(test, exchange, findings)
        return findings
    }

    private func faults(of exchange: Exchange, _ test: TestCase) -> [Finding] {
        let status = exchange.response.status
        // The run is too fast for the backend: no matter of the contract.
        if status == 429 { return [] }
        var findings: [Finding] = []
        var violations = test.judged.map { contract.judge(exchange.response, to: $0) } ?? []
        if let fault = exchange.codingFault {
            // What cannot be read says nothing of its shape.
            violations.removeAll { $0.check == .malformedBody || $0.check == .bodyShape }
            if case .broken(let coding) = fault {
                violations.append(.broken(coding, of: test.operation, exchange.response))
            }
        }
        if test.request.method == .delete, (200...299).contains(status), status != 202 {
            backend.deletedPaths.insert(test.request.path)
        } else if status == 404, backend.isDeleted(test.request.path) {
            // What is gone is gone, whether the contract has a word for it or not.
            violations.removeAll { $0.check == .undeclaredStatus }
        }
        if (test.expectation == .authentication && (status == 401 || status == 403))
            || (status == 401 && hasMadeUpCredentials(test))
        {
            // That is what the case was sent for, or what credentials deserve that nobody has given.
            violations.removeAll { $0.check == .undeclaredStatus }
        }
        // What is wrong in one place of the exchange is one finding: a number may be past its `maximum` and break its `format` at
        // once.
        for violation in violations where violation.severity == .violation {
            guard var finding = Finding(violation, exchange: exchange, of: test) else { continue }
            if finding.check == .contentType, exchange.isPageNotFound, test.breaksItsPath {
                finding = finding.weighing(.note)
            }
            if finding.check == .bodyShape, isImpossible(exchange.response, of: test) { continue }
            if let index = findings.firstIndex(where: { $0.id == finding.id }) {
                findings[index].add(expectation: violation.expected)
            } else {
                findings.append(finding)
            }
        }
        if status == 501, isUnanswerable(test.operation) {
            // There is no right answer to give.
            return findings.filter { $0.check != .undeclaredStatus }
        }
        if status >= 500, !test.isServerErrorExpected, !(status == 501 && test.judged == nil) {
            // An error that is declared nowhere is one mistake, not two.
            findings.removeAll { $0.check == .undeclaredStatus }
            // An operation that fails whatever it is asked says nothing of what is wrong with a request.
            if !test.isSound, report.successes[test.operation.index]?.failsAlways == true { return findings }
            let failure = Finding(serverError: exchange, of: test)
            // 501 and 503 that are declared are answers to what the contract cannot rule out; 500 says that nobody has thought of it.
            let isForeseen = status != 500 && test.operation.responses.contains { $0.status == .exact(status) }
            findings.insert(isForeseen ? failure.weighing(.suspicion) : failure, at: 0)
            return findings
        }
        if let unexpected = unexpected(
            exchange, of: test, isDeclared: !findings.contains { $0.check == .undeclaredStatus })
        {
            findings.insert(unexpected, at: 0)
        }
        return findings
    }

    /// Whether the contract asks for a body that there cannot be: no backend can be blamed for another one.
    private func isImpossible(_ response: Response, of test: TestCase) -> Bool {
        let type = response.headers[.contentType].flatMap { MediaRange($0) }
        guard let type, let schema = test.operation.response(for: response.status)?.content.match(type)?.schema,
            plans.isUnsatisfiable(schema)
        else { return false }
        noteImpossibleBody(of: test.operation, "\(response.status)")
        return true
    }

    /// Whether all bodies that the contract asks for when all goes well cannot be.
    private func isUnanswerable(_ operation: Operation) -> Bool {
        let content = operation.successResponse?.content ?? []
        guard !content.isEmpty, content.allSatisfy({ $0.schema.map(plans.isUnsatisfiable) ?? false }) else {
            return false
        }
        noteImpossibleBody(of: operation, "success")
        return true
    }

    private func noteImpossibleBody(of operation: Operation, _ response: String) {
        leaveOut("\(operation.id), \(response)", because: "no value fits the schema of its body")
    }

    private func unexpected(_ exchange: Exchange, of test: TestCase, isDeclared: Bool) -> Finding? {
        let response = exchange.response
        let status = response.status
        let wasTaken = (200...299).contains(status)
        func finding(
            _ check: Check, _ message: String, expected: String, place: Place?, degree: Degree? = nil
        ) -> Finding {
            Finding(
                check, test.operation, name: test.name, message: message, found: String(status), expected: expected,
                place: place, location: test.subject, evidence: .exchanges([exchange]), degree: degree)
        }
        switch test.expectation {
        case .anything: return nil
        case .status(let expected):
            guard status != expected, isDeclared else { return nil }
            return Finding(unexpectedStatus: exchange, of: test, expected: expected)
        case .acceptance:
            guard Run.refusals.contains(status), isDeclared, !test.operation.declaresErrorsAlone,
                let judged = test.judged,
                !isReasonable(refusal: status, of: judged)
            else { return nil }
            return finding(
                .validRefused, "the request keeps to the contract and is refused: \(test.name)",
                expected: "a success", place: test.operation.place)
        case .refusal:
            // What only the backend sets may be sent, and taken no notice of.
            let violations =
                test.judged?.violations.filter { $0.severity == .violation && $0.keyword != "readOnly" } ?? []
            guard let violation = violations.first else { return nil }
            if wasTaken {
                let isHeader =
                    if case .parameter(.header, _, _) = violation.location { violation.check == .missingParameter } else
                    {
                        false
                    }
                return finding(
                    isHeader ? .requiredHeaderIgnored : .violationAccepted,
                    "the request breaks the contract and is taken: \(violation.message)", expected: "a refusal",
                    place: violation.place)
            }
            guard violations.count == 1, let named = violation.invalidStatus, isDeclared, (400...499).contains(status),
                status != named
            else { return nil }
            return finding(
                .unexpectedStatus, "the contract names the status that answers this: \(violation.message)",
                expected: String(named), place: violation.place)
        case .authentication:
            guard wasTaken else { return nil }
            return finding(
                .authenticationIgnored, "the request is taken \(test.name)", expected: "401 or 403",
                place: test.operation.place)
        case .noMethod(let methods):
            if status == 405 {
                return missingMethods(of: methods, in: response).map { missing in
                    finding(
                        .undeclaredMethod, "a 405 lists what is allowed (RFC 9110, section 15.5.6)",
                        expected: "Allow with \(missing)", place: test.operation.place)
                }
            }
            // A path that holds a value may rightly be unknown; who may not ask need not be told what there is.
            // Nor is a refusal wrong where a template would take the path as well and has the method.
            let isOverlooked = contract.overlooked(test.request.method, test.request.target) != nil
            let isTolerated =
                [401, 403, 501].contains(status) || (status == 404 && !test.operation.path.parameterNames.isEmpty)
                || ((400...499).contains(status) && isOverlooked)
            guard !isTolerated, !(300...399).contains(status) else { return nil }
            return finding(
                .undeclaredMethod, "\(test.request.method.rawValue) is not declared on \(test.operation.path)",
                expected: "405", place: test.operation.place, degree: status == 404 ? .suspicion : nil)
        case .options(let methods):
            guard wasTaken || status == 405, let missing = missingMethods(of: methods, in: response) else { return nil }
            return finding(
                .optionsAllow, "OPTIONS tells what is allowed (RFC 9110, section 9.3.7)",
                expected: "Allow with \(missing)", place: test.operation.place)
        }
    }

    /// What servers say to a request that they find wrong. Others say that it is too large, or not for them, or not now.
    private static let refusals: Set<Int> = [400, 405, 406, 415, 422]

    /// Whether a request that keeps to the contract may be refused for a value that only the backend can know to be wrong.
    private func isReasonable(refusal status: Int, of request: JudgedRequest) -> Bool {
        if request.operation.parameters.contains(where: { $0.invalidStatus == status }) { return true }
        let draft = Draft(request)
        // Where a page is, only the page before it says.
        if let cursor = list(of: request.operation)?.paging.cursor, request.value(cursor.name, in: .query) != nil {
            return true
        }
        return draft.sites.contains { site in
            guard let value = draft.value(at: site) else { return false }
            if site.schema.node.source["x-invalid-status"]?.number?.int64 == Int64(status) { return true }
            return isReference(site) && value.object == nil && value.array == nil
                && !backend.values.references(by: site).contains(value)
        }
    }

    /// The methods that `Allow` does not name; nil where it names them all.
    private func missingMethods(of methods: [String], in response: Response) -> String? {
        let fields = [.allow, .accessControlAllowMethods].flatMap { response.headers[values: $0] }
        let named = Set(
            fields.joined(separator: ",").split(separator: ",").map { $0.filter { $0 != " " }.uppercased() })
        let missing = methods.filter { !named.contains($0) }
        return missing.isEmpty || named.contains("*") ? nil : missing.joined(separator: ", ")
    }
}

extension Exchange {
    /// Whether it says by a page for people that there is no such path: a framework's word, before any operation is reached.
    fileprivate var isPageNotFound: Bool {
        guard response.status == 404, let type = response.headers[.contentType].flatMap({ MediaRange($0) }) else {
            return false
        }
        return type.type == "text"
    }
}

extension TestCase {
    /// Whether what is wrong with it is in its path.
    fileprivate var breaksItsPath: Bool {
        judged?.violations.contains { violation in
            guard violation.severity == .violation else { return false }
            return switch violation.location {
            case .parameter(.path, _, _), .path: true
            default: false
            }
        } ?? false
    }

    /// Where an operation declares no other answer, an error is what it gives.
    var isServerErrorExpected: Bool {
        if case .status(let status) = expectation { return status >= 500 }
        return operation.responses.allSatisfy { response in
            switch response.status {
            case .exact(let status): status >= 500
            case .range(let hundred): hundred == 5
            case .any: false
            }
        } && !operation.responses.isEmpty
    }
}
