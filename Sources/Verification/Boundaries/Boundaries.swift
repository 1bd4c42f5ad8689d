// The second phase: every edge of the contract, deterministic, all operations in breadth before any in depth.

import HTTPExchange
import HTTPTypes
import JSONSchema
import OpenAPIContract

func runBoundaries(_ run: Run) async throws(Run.End) {
    let operations = run.contract.operations.inOrderOfUse(run.paths)
    run.report.progress.begin(steps: operations.count * 5)
    try await run.each(of: operations) { operation async throws(Run.End) in try await run.sendBases(of: operation) }
    try await run.each(of: operations) { operation async throws(Run.End) in
        try await run.provide(for: operation)
        try await run.sendWithoutCredentials(operation)
        try await run.sendIncomplete(operation)
        try await run.askForNothing(operation)
    }
    try await run.sendUndeclaredMethods()
    try await run.each(of: operations) { operation async throws(Run.End) in
        try await run.provide(for: operation)
        try await run.sendViolations(of: operation, from: run.completed(run.base(of: operation)))
    }
    try await run.each(of: operations) { operation async throws(Run.End) in
        try await run.provide(for: operation)
        try await run.sendEdges(of: operation, from: run.completed(run.base(of: operation)))
    }
    try await run.each(of: operations) { operation async throws(Run.End) in
        try await run.sendVariants(of: operation)
        try await run.sendOtherTypes(of: operation)
    }
}

extension [Operation] {
    /// What makes things first, then what lists, reads, changes and deletes them; else in the order of the contract.
    func inOrderOfUse(_ paths: ThingPaths) -> [Operation] {
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
    func sendValid(_ name: String, _ draft: Draft, subject: String = "status") async throws(End) -> Trial? {
        guard let trial = try await attemptValid(name, draft, subject: subject) else { return nil }
        record(trial.findings)
        return trial
    }

    func attemptValid(_ name: String, _ draft: Draft, subject: String = "status") async throws(End) -> Trial? {
        let request = draft.request
        guard let judged = judged(identified(request, of: draft.operation), of: draft.operation), judged.conforms else {
            return nil
        }
        return try await attempt(
            TestCase(name, draft.operation, request, judged: judged, expectation: .acceptance, subject: subject))
    }

    /// Sends a draft that keeps to the contract and, where it has made a thing, asks for that: what some values make may be shown
    /// wrongly.
    @discardableResult
    func sendValidAndRead(_ name: String, _ draft: Draft, subject: String = "status") async throws(End) -> Trial? {
        let trial = try await sendValid(name, draft, subject: subject)
        if let trial { try await readBack(trial, of: draft) }
        return trial
    }

    func readBack(_ trial: Trial, of draft: Draft) async throws(End) {
        let create = draft.operation
        guard create.method == .post, trial.wentWell, trial.status != 202, let answer = trial.exchange.answer else {
            return
        }
        for child in paths.children(of: create.path) {
            let scope = create.pathIndices.map { draft.values[$0] ?? .null }
            guard
                let read = contract.operations.first(where: {
                    $0.method == .get && $0.path.thingKey == child.key && $0.path.endsInParameter
                }), let shown = child.thing(in: answer), let id = child.id(in: shown),
                let reading = self.draft(read, for: scope + [id]),
                let after = try await sendAndLook("after it was made", reduced(reading), after: trial)
            else { continue }
            let made = Made(thing: scope + [id], trial: trial, draft: draft, shown: shown)
            try await compare(made, child, with: after, read)
        }
    }

    /// Asks for what a request has made or changed; what shows then, the two show together.
    @discardableResult
    func sendAndLook(_ name: String, _ reading: Draft, after change: Trial) async throws(End) -> Trial? {
        guard let trial = try await attemptValid(name, reading) else { return nil }
        for finding in trial.findings { try await settle(finding, [change, trial]) }
        return trial
    }

    /// Sends a request only if the judge says that it breaks the contract: what is text in a URL may have become valid.
    @discardableResult
    func sendBroken(
        _ name: String, _ request: Request, of operation: Operation, subject: String,
        identity: TestCase.IdentityChoice = .own, expectation: TestCase.Expectation = .refusal
    ) async throws(End) -> Trial? {
        let trial = try await attemptBroken(
            name, request, of: operation, subject: subject, identity: identity, expectation: expectation)
        if let trial { record(trial.findings) }
        return trial
    }

    func attemptBroken(
        _ name: String, _ request: Request, of operation: Operation, subject: String,
        identity: TestCase.IdentityChoice = .own, expectation: TestCase.Expectation = .refusal
    ) async throws(End) -> Trial? {
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
            let complete = completed(base, seed: UInt64(attempt))
            let trial = try await sendValid("with everything", complete)
            // What is there already cannot be made again: other values may do.
            guard let trial, trial.status == 409 else { break }
            base = sample(operation, seed: UInt64(attempt) + 11, usesExamples: false)
        }
        guard operation.method != .delete else { return }
        var longest = completed(self.base(of: operation))
        freshen(&longest)
        let hollow = hollowed(longest)
        if hollow.request != longest.request {
            try await sendValidAndRead("without what is optional within", hollow)
        }
        freshen(&longest)
        let shortest = reduced(longest)
        if shortest.request != longest.request, shortest.request != hollow.request {
            try await sendValidAndRead("with only what is required", shortest)
        }
    }

    // MARK: Credentials and methods

    func sendWithoutCredentials(_ operation: Operation) async throws(End) {
        guard operation.asksForCredentials else { return }
        let draft = base(of: operation)
        let base = draft.request
        let trial = try await sendBroken(
            "without credentials", base, of: operation, subject: "credentials", identity: .none,
            expectation: .authentication)
        if let trial, operation.method == .delete { try await lookForDeletion(by: trial, of: draft) }
        guard !options.identity.isEmpty else { return }
        let wrong = Placeholder.invalid.applied(to: base, of: operation, in: contract)
        try await sendBroken(
            "with wrong credentials", wrong, of: operation, subject: "wrong credentials", identity: .none,
            expectation: .authentication)
    }

    /// Looks whether a deletion that was refused has been carried out all the same.
    private func lookForDeletion(by refused: Trial, of draft: Draft) async throws(End) {
        let delete = draft.operation
        let thing = delete.pathIndices.map { draft.values[$0] ?? .null }
        guard let key = delete.path.thingKey, knowledge.things(at: key).contains(thing),
            let read = contract.operations.first(where: { $0.method == .get && $0.path.key == delete.path.key }),
            try await isGone(draft, after: refused, read) != nil
        else { return }
        // What was known by its name alone may never have been there: the same with a thing that can be read.
        knowledge.forget(thing, at: key, named: nil)
        try await provide(for: delete)
        let other = base(of: delete)
        guard let reading = reading(of: other, read),
            let before = try await sendValid("before \(delete.id) is refused", reading), before.wentWell,
            let again = try await sendBroken(
                refused.test.name, other.request, of: delete, subject: refused.test.subject, identity: .none,
                expectation: .authentication),
            let after = try await isGone(other, after: again, read)
        else { return }
        record([
            finding(
                .authenticationIgnored, delete, again.test.name, "the request was refused, and the thing is deleted",
                found: String(after.status), expected: "the thing as it was", location: "status afterwards",
                [before.exchange, again.exchange, after.exchange])
        ])
    }

    private func reading(of draft: Draft, _ read: Operation) -> Draft? {
        self.draft(read, for: draft.operation.pathIndices.map { draft.values[$0] ?? .null }).map { reduced($0) }
    }

    /// The answer that says that a thing is not there after its deletion was refused; nil where it is.
    private func isGone(_ draft: Draft, after refused: Trial, _ read: Operation) async throws(End) -> Trial? {
        guard (400...499).contains(refused.status), let reading = reading(of: draft, read),
            let after = try await sendValid("after \(draft.operation.id) was refused", reading),
            [404, 410].contains(after.status)
        else { return nil }
        return after
    }

    func sendUndeclaredMethods() async throws(End) {
        var seen: Set<String> = []
        for operation in contract.operations where seen.insert(operation.path.key).inserted {
            let target = base(of: operation).request
            let declared = contract.operations.filter { $0.path.key == operation.path.key }.map(\.method)
            for method in [HTTPRequest.Method.get, .put, .post, .delete, .patch] where !declared.contains(method) {
                var request = Request(method: method, target: String(target.path))
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
