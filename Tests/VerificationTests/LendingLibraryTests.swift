// A backend that can be told to break its contract in many ways: each is found, and nothing is said of it when it does not.

import ClientIdentities
import VerificationReports
import JSONValues
import JSONSchema
import HTTPExchange
import SourceDocuments
import OpenAPIContract
import HTTPTypes
import LendingLibrary
import OwnThread
import Synchronization
import Testing

@testable import Verification

@Suite(.ownThread) struct LendingLibraryTests {
    private static let loaded = Contract.load(files: ["openapi.yaml": LendingLibrary.document])

    static func contract() throws -> Contract {
        try #require(loaded.diagnostics.isEmpty, "\(loaded.diagnostics)")
        return try #require(loaded.contract)
    }

    static func options(
        _ phases: Set<Phase> = Set(Phase.allCases), seed: UInt64 = 0, maxRequests: Int? = nil
    ) -> VerificationOptions {
        VerificationOptions(
            phases: phases, seed: seed, maxRequests: maxRequests,
            identity: Identity(headers: [.authorization: LendingLibrary.tokens[0]]),
            otherIdentity: Identity(headers: [.authorization: LendingLibrary.tokens[1]]), isDestructive: true)
    }

    static func report(
        _ mistakes: Set<Mistake>, _ options: VerificationOptions,
        observe: @escaping (Report.Answered) -> Void = { _ in }
    ) async throws -> Report {
        let library = LendingLibrary(mistakes: mistakes)
        return await Verifier(contract: try contract(), options: options, basePath: "/api") { library.answer($0) }
            .run(observe: observe)
    }

    static func text(_ report: Report) -> String { report.text(backend: BackendURL(host: "library", port: 80)) }

    static let deterministic: Set<Phase> = [.examples, .boundaries, .lifecycle]

    /// The phases before the last do not go by the seed: what they find is found with every seed.
    @Test func nothingIsSaidOfALibraryThatMakesNone() async throws {
        var first: [Request] = []
        for seed in 0..<5 as Range<UInt64> {
            let sent = Mutex<[Request]>([])
            let report = try await Self.report([], Self.options(Self.deterministic, seed: seed)) { answered in
                sent.withLock { $0.append(answered.exchange.request) }
            }
            let text = Self.text(report)
            #expect(report.findings.isEmpty, "\(text)")
            #expect(report.ended == nil && report.warnings.isEmpty)
            #expect(report.operationsAnswered == 15)
            let requests = sent.withLock(\.self)
            #expect(requests.count == report.sent && report.sent <= 560, "\(report.sent)")
            if seed == 0 { first = requests }
            #expect(requests == first, "seed \(seed)")
        }
    }

    @Test(arguments: [0, 1, 2, 3, 4]) func nothingIsSaidByChance(seed: UInt64) async throws {
        let report = try await Self.report([], Self.options([.fuzz], seed: seed, maxRequests: 200))
        let text = Self.text(report)
        #expect(report.findings.isEmpty, "\(text)")
    }

    /// Each alone, until it is found, by the phase that looks for it.
    @Test func everyMistakeIsFound() async throws {
        var missed: [Mistake] = []
        for mistake in Mistake.allCases where try await !isFound(mistake) { missed.append(mistake) }
        #expect(missed.isEmpty)
        print("verifier: \(Mistake.allCases.count - missed.count)/\(Mistake.allCases.count) mistakes found, each alone")
    }

    private func isFound(_ mistake: Mistake) async throws -> Bool {
        let library = LendingLibrary(mistakes: [mistake])
        let isFound = Mutex(false)
        var options = Self.options(mistake.isShownByOneExchange ? [.boundaries, .lifecycle] : [.lifecycle])
        options.patience = 1
        let report = await Verifier(contract: try Self.contract(), options: options, basePath: "/api") {
            request throws(NoResponse) in
            // There is no more to be seen: the run ends.
            if isFound.withLock(\.self) { throw NoResponse(kind: .other, message: "It is found", remedy: "") }
            return library.answer(request)
        }.run(progress: { report in
            if mistake.isShown(in: report) { isFound.withLock { $0 = true } }
        })
        return mistake.isShown(in: report)
    }

    @Test func theSameSeedSendsTheSame() async throws {
        func requests(seed: UInt64) async throws -> [Request] {
            let sent = Mutex<[Request]>([])
            _ = try await Self.report([], Self.options([.boundaries, .fuzz], seed: seed, maxRequests: 500)) {
                answered in
                sent.withLock { $0.append(answered.exchange.request) }
            }
            return sent.withLock(\.self)
        }
        let first = try await requests(seed: 7)
        #expect(first.count == 500)
        #expect(try await requests(seed: 7) == first)
        #expect(try await requests(seed: 8) != first)
    }

    @Test func whatIsSafeChangesNothing() async throws {
        var options = Self.options()
        options.isSafe = true
        let methods = Mutex<Set<HTTPRequest.Method>>([])
        let report = try await Self.report([], options) { answered in
            _ = methods.withLock { $0.insert(answered.exchange.request.method) }
        }
        #expect(methods.withLock(\.self) == [.get, .options])
        #expect(report.findings.isEmpty)
    }

    @Test func noSecretIsShown() async throws {
        let report = try await Self.report(
            [.memberWithoutToken, .unknownPropertiesTaken, .changeNotStored, .foreignLoan],
            Self.options([.boundaries, .lifecycle]))
        let backend = BackendURL(host: "library", port: 80)
        let text = report.text(backend: backend) + report.json(backend: backend).serialized()
        #expect(text.contains("-H 'Authorization: '\"$TOKEN\"''"))
        for token in LendingLibrary.tokens { #expect(!text.contains(token)) }
    }

    @Test func aCheckThatIsOffFindsNothing() async throws {
        var options = Self.options([.boundaries])
        options.checks.remove(.serverError)
        let report = try await Self.report([.zeroStockFails], options)
        #expect(report.findings.isEmpty)
    }

    @Test func anUnhurriedBackendIsWaitedFor() async throws {
        let library = LendingLibrary()
        let calls = Mutex(0)
        let waits = Mutex<[Duration]>([])
        let start = ContinuousClock.now
        let report = await Verifier(
            contract: try Self.contract(), options: Self.options([.boundaries], maxRequests: 40), basePath: "/api",
            now: { waits.withLock { start + $0.reduce(.zero, +) } },
            sleep: { time in waits.withLock { $0.append(time) } }
        ) { request in
            let call = calls.withLock {
                $0 += 1
                return $0
            }
            return call % 4 == 0 ? Response(status: 429, headers: [.retryAfter: "3"]) : library.answer(request)
        }.run()
        #expect(report.findings.isEmpty)
        #expect(Set(waits.withLock(\.self)) == [.seconds(3)])
    }

    @Test func aSlowOperationIsOverItsBudget() async throws {
        let library = LendingLibrary()
        let time = Mutex(ContinuousClock.now)
        var options = Self.options([.boundaries])
        options.maxLatency = .milliseconds(80)
        let report = await Verifier(
            contract: try Self.contract(), options: options, basePath: "/api", now: { time.withLock(\.self) },
            sleep: { _ in }
        ) { request in
            time.withLock { $0 += .milliseconds(request.path == "/api/stats" ? 90 : 10) }
            return library.answer(request)
        }.run()
        #expect(report.findings.map(\.finding.id) == ["time-budget:getStats:time"])
        #expect(report.findings.first?.finding.expected == "80 ms")
    }

    @Test func aRunEndsWhereItIsTold() async throws {
        var options = Self.options(maxRequests: 25)
        #expect(try await Self.report([], options).sent == 25)
        options.maxRequests = nil
        options.maxTime = .zero
        let report = try await Self.report([], options)
        #expect(report.sent == 0)
        #expect(Self.text(report).hasPrefix("✗ could not run  Nothing was sent: the time that was allowed is over."))
    }
}

extension Mistake {
    /// Whether a request and its answer show it, or only what several together do.
    fileprivate var isShownByOneExchange: Bool {
        switch Check(rawValue: check) {
        case .usedAfterDelete, .notAvailable, .notStored, .failedCreateStored, .failedChangeStored, .notListed,
            .pageOverflow, .otherIdentity:
            false
        default: true
        }
    }

    func isShown(in report: Report) -> Bool { report.findings.contains { isShown(by: $0.finding) } }

    /// Whether a finding says what the mistake is.
    func isShown(by finding: Finding) -> Bool {
        isShown(byCheck: finding.check.rawValue, at: finding.operation.id, location: finding.location)
    }
}
