// What was found is sent once more when the run has ended: whether its curl line still shows it is told beside it.

import HTTPExchange
import HTTPTypes
import JSONValues
import OpenAPIContract
import Synchronization
import VerificationReports

extension Run {
    /// How many causes are tried again, and for how long.
    private static let mostAgain = 40
    private static let longestAgain = Duration.seconds(10)

    /// Sends the requests of the finding that is shown of each cause, the heaviest first.
    func tryAgain() async {
        guard options.triesAgain, report.phase != nil, report.ended.map({ $0.isOfTime }) ?? true else { return }
        let causes = report.record(backend: BackendURL(host: "backend", port: 80)).causes
        var order: [Int] = []
        for cause in causes.prefix(Run.mostAgain) where cause.degree != .note {
            let index = report.findings.firstIndex { counted in
                counted.finding.operation.id == cause.shown.operation
                    && report.masked(counted.finding.id) == cause.shown.id
            }
            if let index { order.append(index) }
        }
        let end = wire.now() + Run.longestAgain
        for index in order where wire.now() < end && !Task.isCancelled {
            if let recurrence = await recurrence(of: report.findings[index].finding) {
                report.note(recurrence, at: index)
            }
        }
    }

    private func recurrence(of finding: Finding) async -> Recurrence? {
        // Who waited for an answer once need not wait for it again.
        if case .noResponse(_, let failure) = finding.evidence, failure.kind == .timedOut { return nil }
        guard [.timeBudget, .criterion, .providerState].contains(finding.check) == false,
            let reproduction = try? Reproduction(
                again: finding, in: contract, options, basePath: wire.basePath)
        else { return nil }
        return switch await reproduction.run(send: wire.send) {
        case .stillThere: .same
        case .gone: .gone
        case .cannotTell, .unanswered: .unknown
        }
    }
}

extension Run.End {
    fileprivate var isOfTime: Bool { if case .timeSpent = self { true } else { false } }
}

extension Reproduction {
    /// Of the run that has found it, with all that its requests hold.
    fileprivate init(
        again finding: Finding, in contract: Contract, _ options: VerificationOptions, basePath: String
    ) throws(RunRecord.Invalid) {
        let exchanges: [ExchangeRecord] =
            switch finding.evidence {
            case .exchanges(let all): all.map { ExchangeRecord(whole: $0.request, $0.response, $0.identity) }
            case .noResponse(let request, _): [ExchangeRecord(whole: request, nil, .own)]
            }
        let cause = finding.cause(in: contract)
        try self.init(
            FindingRecord(
                id: finding.id, check: finding.check.rawValue, degree: finding.degree, cause: cause.id,
                causeTitle: cause.title, phase: nil, operation: finding.operation.id, name: finding.name,
                location: finding.location, message: finding.message, found: finding.found, expected: finding.expected,
                times: 1, place: nil, method: nil, target: nil, status: nil, reproduce: "", exchanges: exchanges,
                isAccepted: false),
            recordedWith: "http://backend\(basePath)", in: contract, identity: options.identity,
            other: options.otherIdentity, basePath: basePath)
    }
}

extension ExchangeRecord {
    /// With its secrets: for the run alone.
    fileprivate init(whole request: Request, _ response: Response?, _ identity: IdentityChoice) {
        func fields(_ headers: HTTPFields) -> [Field] {
            headers.map { Field(name: $0.name.rawName, value: $0.value) }
        }
        func body(_ bytes: [UInt8]) -> BodyRecord? {
            guard !bytes.isEmpty else { return nil }
            return String(validating: bytes, as: UTF8.self).map { BodyRecord(text: $0, isBase64: false, cut: 0) }
                ?? BodyRecord(text: Base64.standard.encode(bytes), isBase64: true, cut: 0)
        }
        self.init(
            method: request.method.rawValue, target: request.target, requestFields: fields(request.headers),
            requestBody: body(request.body), status: response?.status,
            responseFields: response.map { fields($0.headers) } ?? [],
            responseBody: response.flatMap { body($0.body) }, milliseconds: 0, identity: identity)
    }
}
