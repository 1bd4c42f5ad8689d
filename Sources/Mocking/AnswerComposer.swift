// From what the contract says of an answer to the answer: content, fields, and the judge's word on it.

import Journals
import MockRules
import JSONValues
import JSONSchema
import HTTPExchange
import OpenAPIContract
import HTTPTypes
import Sampling

/// Composes answers of the operations of one contract. Everything it gives has been judged.
struct AnswerComposer: Sendable {
    let contract: Contract
    let showsDecision: Bool
    /// Whether the same answer has other fields for pages of other origins.
    let variesByOrigin: Bool
    /// Where the contract says that it is served, by hosts.
    let serverURLs: [String]

    init(contract: Contract, showsDecision: Bool, variesByOrigin: Bool = false) {
        self.contract = contract
        self.showsDecision = showsDecision
        self.variesByOrigin = variesByOrigin
        serverURLs = Self.serverURLs(of: contract)
    }

    /// What a pair of examples says.
    func answer(_ operation: Operation, _ pair: ExamplePair) -> KnownAnswer {
        answer(
            operation, status: pair.status, of: pair.declared, content: pair.response, headers: pair.headers,
            decision: .pair(pair.name))
    }

    /// - Parameters:
    ///   - content: nil for an answer without a body.
    ///   - headers: values for declared header fields; of the others, those with an example take that, and the
    ///     required ones the smallest value that fits.
    ///   - fields: of header fields by name, declared or not; nil leaves one out.
    ///   - accepted: a schema that the validator has accepted the content by already.
    ///   - precedent: content that the same response has had before, of the same media type, without breaking the contract.
    ///   - preference: what the client has asked for and got.
    ///   - judged: the request, where it is known already.
    func answer(
        _ operation: Operation, status: Int, of declared: ResponseSpec, content: (media: MediaType, value: JSON)?,
        headers: [(header: HeaderSpec, value: JSON)] = [], fields given: [(name: HTTPField.Name, value: JSON?)] = [],
        decision: Decision, accepted: Schema? = nil, precedent: JSON? = nil,
        preferring preference: Preference? = nil, to judged: JudgedRequest? = nil
    ) -> KnownAnswer {
        var fields = HTTPFields()
        // With what is said of every answer.
        fields.reserveCapacity(declared.headers.count + 6)
        for header in declared.headers {
            let value =
                headers.first { $0.header.name == header.name }?.value ?? header.examples.first?.value
                ?? (header.required ? header.schema.flatMap { Sampler($0).smallest().value } : nil)
            if let value, let name = HTTPField.Name(header.name) { fields[name] = header.encode(value) }
        }
        fields.set(given, of: declared)
        var body: [UInt8] = []
        if let content {
            let encoded = content.media.encode(content.value)
            fields[.contentType] = encoded.contentType
            body = encoded.bytes
        }
        return answer(
            operation, Response(status: status, headers: fields, body: body), decision,
            content: content.map { KnownContent($0.value, accepted: accepted, precedent: precedent) },
            preferring: preference, to: judged)
    }

    /// The same content with other fields.
    func answer(
        _ operation: Operation, _ known: KnownAnswer, with fields: [(name: HTTPField.Name, value: JSON?)],
        of declared: ResponseSpec, decision: Decision, to judged: JudgedRequest
    ) -> KnownAnswer {
        var response = known.response.response
        response.headers.set(fields, of: declared)
        return answer(operation, response, decision, to: judged)
    }

    func answer(
        _ operation: Operation, _ problem: Problem, _ decision: Decision, to judged: JudgedRequest
    ) -> KnownAnswer {
        answer(operation, problem.response(), decision, to: judged)
    }

    /// The same answer for another reason.
    func answer(_ known: KnownAnswer, because decision: Decision, applied: Preference? = nil) -> KnownAnswer {
        var response = known.response.response
        if showsDecision { response.headers.state(decision) }
        if let applied { response.headers.state(applied: applied.applied) }
        return KnownAnswer(
            response: PreparedResponse(response), decision: decision, violations: known.violations,
            latency: known.latency)
    }

    func answer(
        _ operation: Operation, _ response: consuming Response, _ decision: Decision, content: KnownContent? = nil,
        preferring preference: Preference? = nil, to judged: JudgedRequest?
    ) -> KnownAnswer {
        let applied = preference?.applied
        let decision = applied.map { .preferred($0, decision) } ?? decision
        if operation.deprecated, let name = HTTPField.Name("Deprecation") { response.headers[name] = "true" }
        if showsDecision { response.headers.state(decision) }
        if variesByOrigin { response.headers.varyByOrigin() }
        if response.headers.value(.contentType) == ServerSentEvent.mediaType, !response.headers.contains(.cacheControl)
        {
            response.headers[.cacheControl] = "no-store"
        }
        if let applied { response.headers.state(applied: applied) }
        response.headers.isolatePage()
        let prepared = PreparedResponse(response)
        let violations =
            judged.map { contract.judge(prepared.response, to: $0, content: content) }
            ?? contract.judge(prepared.response, of: operation)
        return KnownAnswer(
            response: prepared, decision: decision, violations: violations.filter { $0.severity == .violation })
    }
}

extension HTTPFields {
    /// RFC 7240, section 3.
    fileprivate mutating func state(applied preference: String) {
        if let name = HTTPField.Name.preferenceApplied { self[name] = preference }
    }

    /// Fields by name, declared or not; nil takes one out.
    mutating func set(_ fields: [(name: HTTPField.Name, value: JSON?)], of declared: ResponseSpec) {
        for (name, value) in fields {
            let header = declared.headers.first { HTTPField.Name($0.name) == name }
            if header == nil, let texts = value?.array?.map({ $0.string ?? $0.serialized() }) {
                self[values: name] = texts
                continue
            }
            self[name] = value.map { header?.encode($0) ?? $0.string ?? $0.serialized() }
        }
    }
}

extension HTTPField.Name {
    fileprivate static let preferenceApplied = HTTPField.Name("Preference-Applied")
}
