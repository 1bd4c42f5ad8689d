// The second phase: every edge of the contract, deterministic, all operations in breadth before any in depth.

import Lifecycles
import ClientIdentities
import VerificationReports
import JSONValues
import HTTPExchange
import SourceDocuments
import OpenAPIContract
import HTTPTypes

func runBoundaries(_ run: Run) async throws(Run.End) {
    let operations = run.operations.inOrderOfUse(run.paths)
    run.report.progress.begin(steps: operations.count * 5)
    try await run.each(of: operations) { operation async throws(Run.End) in try await run.sendBases(of: operation) }
    try await run.each(of: operations) { operation async throws(Run.End) in
        try await run.provide(for: operation)
        try await run.sendWithoutCredentials(operation)
        try await run.sendIncomplete(operation)
        try await run.requestMissingResource(operation)
        try await run.requestOnCondition(operation)
    }
    try await run.sendUndeclaredMethods()
    try await run.each(of: operations) { operation async throws(Run.End) in
        try await run.provide(for: operation)
        try await run.reading(operation) { () async throws(Run.End) in
            try await run.sendViolations(of: operation, from: run.withOptionals(run.base(of: operation)))
        }
    }
    try await run.each(of: operations) { operation async throws(Run.End) in
        try await run.provide(for: operation)
        try await run.reading(operation) { () async throws(Run.End) in
            try await run.sendEdges(of: operation, from: run.withOptionals(run.base(of: operation)))
        }
    }
    try await run.each(of: operations) { operation async throws(Run.End) in
        try await run.sendVariants(of: operation)
        try await run.sendOtherTypes(of: operation)
    }
}

extension [Operation] {
    /// What makes resources first, then what lists, reads, changes and deletes them; else in the order of the contract.
    func inOrderOfUse(_ paths: ResourcePaths) -> [Operation] {
        func rank(_ operation: Operation) -> Int {
            switch operation.method {
            case .post: paths.children(of: operation.path).isEmpty ? 3 : 0
            case .get, .head: operation.path.endsInParameter ? 2 : 1
            case .delete: 5
            default: 4
            }
        }
        return enumerated().sorted {
            (rank($0.element), $0.element.path.segments.count, $0.offset)
                < (rank($1.element), $1.element.path.segments.count, $1.offset)
        }.map(\.element)
    }
}

extension Run {
    /// Sends a draft that keeps to the contract; nil where it does not, or leads elsewhere.
    @discardableResult
    func sendValid(_ name: String, _ draft: Draft, subject: String = "status") async throws(End) -> CaseResult? {
        guard let result = try await attemptValid(name, draft, subject: subject) else { return nil }
        record(result.findings)
        return result
    }

    func attemptValid(_ name: String, _ draft: Draft, subject: String = "status") async throws(End) -> CaseResult? {
        let request = draft.request
        guard let judged = judged(identified(request, of: draft.operation), of: draft.operation), judged.conforms else {
            return nil
        }
        return try await attempt(
            TestCase(name, draft.operation, request, judged: judged, expectation: .acceptance, subject: subject))
    }

    /// Sends a draft that keeps to the contract and, where it has made a resource, asks for that: what some values make may be shown
    /// wrongly.
    @discardableResult
    func sendValidAndRead(_ name: String, _ draft: Draft, subject: String = "status") async throws(End) -> CaseResult? {
        let result = try await sendValid(name, draft, subject: subject)
        if let result { try await readBack(result, of: draft) }
        return result
    }

    /// Asks for what a request has created.
    func readBack(_ result: CaseResult, of draft: Draft) async throws(End) {
        guard draft.operation.method == .post, result.isDone else { return }
        for resource in resources where resource.create === draft.operation {
            guard let read = resource.read,
                let created = result.createdResource(resource.child, in: contract), created.shown != nil,
                let reading = self.draft(read, for: created.values),
                let after = try await sendAndLook("after it was created", withoutOptionals(reading), after: result)
            else { continue }
            let scenario = Scenario(self)
            try await scenario.take(result, isRecorded: true)
            try await scenario.take(after, isRecorded: true)
        }
    }

    /// Asks for what a request has created or changed; what shows then, the two show together.
    @discardableResult
    func sendAndLook(_ name: String, _ reading: Draft, after change: CaseResult) async throws(End) -> CaseResult? {
        guard let result = try await attemptValid(name, reading) else { return nil }
        for finding in result.findings { try await recordSmallest(finding, [change, result]) }
        return result
    }

    /// Sends a request only if the judge says that it breaks the contract: what is text in a URL may have become valid.
    @discardableResult
    func sendBroken(
        _ name: String, _ request: Request, of operation: Operation, subject: String,
        identity: IdentityChoice = .own, expectation: TestCase.Expectation = .refusal
    ) async throws(End) -> CaseResult? {
        let result = try await attemptBroken(
            name, request, of: operation, subject: subject, identity: identity, expectation: expectation)
        if let result { record(result.findings) }
        return result
    }

    func attemptBroken(
        _ name: String, _ request: Request, of operation: Operation, subject: String,
        identity: IdentityChoice = .own, expectation: TestCase.Expectation = .refusal
    ) async throws(End) -> CaseResult? {
        guard let judged = judged(identified(request, of: operation, as: identity), of: operation), !judged.conforms
        else { return nil }
        return try await attempt(
            TestCase(
                name, operation, request, judged: judged, expectation: expectation, subject: subject, identity: identity
            ))
    }

    // MARK: With all and with only what is required

    func sendBases(of operation: Operation) async throws(End) {
        var base = base(of: operation)
        if !conforms(base) { base = sample(operation, seed: 1) }
        for attempt in 0..<3 {
            let complete = withOptionals(base, seed: UInt64(attempt))
            let result = try await sendValid("with everything", complete)
            // What is there already cannot be made again: other values may do.
            guard let result, result.status == 409 else {
                if let result { try await reachSuccess(of: operation, from: complete, refused: result) }
                break
            }
            base = sample(operation, seed: UInt64(attempt) + 11, usesExamples: false)
        }
        guard operation.method != .delete else { return }
        var longest = withOptionals(self.base(of: operation))
        makeUnique(&longest)
        let lean = withoutNestedOptionals(longest)
        if lean.request != longest.request {
            try await sendValidAndRead("without what is optional within", lean)
        }
        makeUnique(&longest)
        let shortest = withoutOptionals(longest)
        if shortest.request != longest.request, shortest.request != lean.request {
            try await sendValidAndRead("with only what is required", shortest)
        }
    }

    // MARK: Credentials and methods

    func sendWithoutCredentials(_ operation: Operation) async throws(End) {
        guard operation.asksForCredentials else { return }
        let draft = base(of: operation)
        let base = draft.request
        let result = try await sendBroken(
            "without credentials", base, of: operation, subject: "credentials", identity: .none,
            expectation: .authentication)
        if let result, operation.method == .delete { try await lookForDeletion(by: result, of: draft) }
        guard !options.identity.isEmpty else { return }
        let wrong = Placeholder.invalid.applied(to: base, of: operation, in: contract)
        try await sendBroken(
            "with wrong credentials", wrong, of: operation, subject: "wrong credentials", identity: .none,
            expectation: .authentication)
    }

    func sendUndeclaredMethods() async throws(End) {
        var seen: Set<String> = []
        for operation in operations where seen.insert(operation.path.key).inserted {
            let target = base(of: operation).request
            var other = base(of: operation)
            if !options.isDestructive { refreshChange(&other) }
            let declared = contract.operations.filter { $0.path.key == operation.path.key }.map(\.method)
            for method in [HTTPRequest.Method.get, .put, .post, .delete, .patch] where !declared.contains(method) {
                let changes = method.changesWhatIsThere(at: operation.path)
                var request = Request(method: method, target: String(changes ? other.request.path : target.path))
                guard case .noMethod = contract.judge(request) else { continue }
                if method != .get, method != .delete {
                    request.headers[.contentType] = "application/json"
                    request.body = Array("{}".utf8)
                }
                try await send(
                    TestCase(
                        "by \(method.rawValue)", operation, request, judged: nil,
                        expectation: .noMethod(declared.map(\.rawValue)), subject: "method \(method.rawValue)"))
            }
            guard !declared.contains(.options) else { continue }
            let request = Request(method: .options, target: String(target.path))
            guard case .noMethod = contract.judge(request) else { continue }
            try await send(
                TestCase(
                    "by OPTIONS", operation, request, judged: nil, expectation: .options(declared.map(\.rawValue)),
                    subject: "header 'Allow'"))
        }
    }
}
