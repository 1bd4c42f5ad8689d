// Answers for which the contract has no example: values that fit the schema, by a seed.

import Journals
import MockRules
import HTTPTypes
import JSONSchema
import JSONValues
import HTTPExchange
import OpenAPIContract
import Sampling

extension OperationAnswers {
    /// - Parameters:
    ///   - wanted: the seed that the client asks for; without one it follows from the mock's seed and the occasion.
    ///   - preference: what the client has asked for, where the answer is to say so.
    func sampled(
        _ media: MediaType, of declared: ResponseSpec, status: Int, seed wanted: UInt64? = nil,
        preferring preference: Preference? = nil, to judged: JudgedRequest, on key: CallKey
    ) -> KnownAnswer {
        let isAsked = preference?.dynamic ?? false
        let seed = wanted ?? derivedSeed(isAsked ? nil : judged.request, key)
        guard let value = timed({ media.sample(seed: seed, sampling) }) else {
            let problem = Problem(
                status: 501, title: "No value",
                detail:
                    "\(operation.title) declares \(media.range) for \(declared.status) without an example, and no value was "
                    + "found that fits its schema (\(media.place)).")
            return composer.answer(operation, problem, .unsatisfiable, to: judged)
        }
        return composer.answer(
            operation, status: status, of: declared, content: (media, value), decision: .sampled(seed: seed),
            accepted: media.isSampledAsAWhole ? media.schema : nil, preferring: preference, to: judged)
    }

    /// Small enough to be typed: `Prefer: dynamic=true, seed=…` gives the same value again.
    /// - Parameter request: what is asked the same is answered the same, as long as it changes nothing; nil where the next value is asked
    ///   for.
    private func derivedSeed(_ request: Request?, _ key: CallKey) -> UInt64 {
        var generator = key.generator(seed, for: .data)
        if let request, request.method == .get || request.method == .head {
            return Self.seed(ofReading: operation, request, seed)
        }
        return generator.next() & 0xFFFF_FFFF
    }

    /// Of what reading shows at the request's path, whenever it is asked for.
    static func seed(ofReading operation: Operation, _ request: Request, _ seed: UInt64) -> UInt64 {
        // `/me/` is `/me`.
        let path = request.path.hasSuffix("/") ? request.path.dropLast() : request.path
        var generator = SeededGenerator(seed: seed).forked(operation.id).forked(String(path))
        return generator.next() & 0xFFFF_FFFF
    }
}

extension MediaType {
    /// Whether a sample is one of the schema, which its sampler has asked the validator about, and no sequence.
    fileprivate var isSampledAsAWhole: Bool { itemSchema == nil && media?.kind != .eventStream }

    /// A value for a response, nil where there is none.
    func sample(seed: UInt64, _ options: SamplingOptions) -> JSON? {
        if media?.kind == .eventStream, eventSchema == nil, schema.map({ $0.types.contains(.string) }) ?? true {
            return ["1", "2", "3"]
        }
        if let itemSchema = itemSchema ?? (media?.kind == .eventStream ? eventSchema : nil) {
            let sampler = Sampler(itemSchema, direction: .response, options: options)
            let items = (0..<3).compactMap { sampler.sample(seed: seed &+ $0).value }
            return items.isEmpty ? nil : .array(items)
        }
        guard let schema else { return media?.kind == .json ? .object(JSONObject()) : "" }
        return Sampler(schema, direction: .response, options: options).sample(seed: seed).value
    }
}
