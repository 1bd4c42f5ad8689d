// The judge: whether a request and its response keep to the contract. There is no other.

import JSONValues
import JSONSchema
package import HTTPExchange
package import SourceDocuments
import HTTPTypes

extension Contract {
    /// Judges a request. Where several operations could be meant (keys that differ in query, fragment or the names of parameters alone),
    /// the one with the narrowest path that it fits, of those the one that knows most of what it sends, else the first.
    /// - Parameter hasBody: false for one whose body is not at hand: nothing is said of that.
    package func judge(_ request: Request, hasBody: Bool = true) -> RequestJudgement {
        if hasBody, let known = judgements.judgement(of: request) { return known }
        var match: RouteMatch = request.withTarget { self.match(request.method, $0) }
        var notes: [Violation] = []
        if match.best == nil, match.allowed.isEmpty, let other = matchBesideSlash(request), let best = other.best {
            match = other
            notes = [.trailingSlash(of: request, for: best.operation)]
        }
        if let best = match.best, best.operation.hasSharedSegments { match = widened(match, for: request) }
        guard let best = match.best else {
            let judgement: RequestJudgement =
                match.allowed.isEmpty
                ? .noPath(NearMisses(request)) : .noMethod(allow: match.allowed, NearMisses(request))
            judgements.keep(judgement, of: request, in: self)
            return judgement
        }
        let judged = judge(request, as: best.operation, path: best.values, hasBody: hasBody, notes: notes)
        if !match.others.isEmpty {
            // Which of them it is hangs on more than each of them looks at.
            var fitting = judged.conforms ? judged : nil
            for candidate in match.others
            where fitting.map({ $0.operation.pathNarrowness <= candidate.operation.pathNarrowness }) ?? true {
                let other = judge(request, as: candidate.operation, path: candidate.values, hasBody: hasBody)
                if other.conforms, fitting.map({ $0.closeness < other.closeness }) ?? true { fitting = other }
            }
            if let fitting { return .judged(fitting) }
        } else if hasBody {
            judgements.keep(.judged(judged), of: request, in: self)
        }
        return .judged(judged)
    }

    /// Where no way to share a segment fits its parameters, what a wider template makes of it: `/tiles/{name}` beside
    /// `/tiles/{x}-{y}.{ext}`.
    private func widened(_ match: RouteMatch, for request: Request) -> RouteMatch {
        var skipped: Set<String> = []
        var current = match
        while let best = current.best, best.operation.hasSharedSegments,
            !best.operation.canTake(best.values, of: request)
        {
            skipped.insert(best.operation.path.text)
            let next: RouteMatch = request.withTarget { self.match(request.method, $0, skipping: skipped) }
            guard next.best != nil else { return match }
            current = next
        }
        return current
    }

    /// What a request means whose path has a slash more or less at its end than the contract's.
    private func matchBesideSlash(_ request: Request) -> RouteMatch? {
        let path = request.path
        guard path.count > 1 else { return nil }
        let other = path.hasSuffix("/") ? String(path.dropLast()) : path + "/"
        let match = match(request.method, other + (request.query.map { "?\($0)" } ?? ""))
        return match.best == nil ? nil : match
    }

    /// Judges a request as one of an operation, whatever its own path.
    /// - Parameter notes: what is to be said of it besides.
    func judge(
        _ request: Request, as operation: Operation, path: [Route.PathValue], hasBody: Bool = true,
        notes: [Violation] = []
    ) -> JudgedRequest {
        var judge = RequestJudge(contract: self, operation: operation, request: request)
        judge.violations = notes
        judge.checkAccept()
        judge.checkCredentials()
        judge.checkParameters(operation.hasSharedSegments ? operation.fitting(path, of: request) : path)
        if hasBody { judge.checkBody() }
        return JudgedRequest(
            request,
            Judgement(
                operation: operation, parameters: judge.parameters, body: judge.body, media: judge.media,
                violations: judge.violations))
    }

    /// Judges the answer to a request.
    /// - Parameter content: what is known of the response's content, which else is read from its bytes.
    package func judge(
        _ response: Response, to request: JudgedRequest, content: KnownContent? = nil
    ) -> [Violation] {
        var judge = ResponseJudge(
            contract: self, operation: request.operation, response: response, content: content)
        judge.check(answering: request)
        return judge.violations
    }

    /// Judges a response by itself, as the answer to a request that kept to the contract.
    package func judge(_ response: Response, of operation: Operation) -> [Violation] {
        var judge = ResponseJudge(contract: self, operation: operation, response: response)
        judge.check(answering: nil)
        return judge.violations
    }

    /// The place of a schema's keyword, from the URI that the validator names it by.
    package func place(ofSchema uri: String) -> Place? {
        let reference = URIReference(uri)
        guard let source = sourcesByURI[reference.document], let fragment = reference.decodedFragment,
            let pointer = try? JSONPointer(parsing: fragment)
        else { return nil }
        return Place(source: source, pointer: pointer)
    }
}

extension Violation {
    fileprivate static func trailingSlash(of request: Request, for operation: Operation) -> Violation {
        Violation(
            .trailingSlash, .path, severity: .note, found: String(request.path), expected: operation.path.text,
            message: "the path has a slash too \(request.path.hasSuffix("/") ? "many" : "few") at its end",
            place: operation.place)
    }
}

extension JudgedRequest {
    /// How much of the request its operation speaks of, beside others that could be meant.
    fileprivate var closeness: (Int, Int) {
        (operation.pathNarrowness, judgement.parameters.count + (judgement.media == nil ? 0 : 1))
    }
}
