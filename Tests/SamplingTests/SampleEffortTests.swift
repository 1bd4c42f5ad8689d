// Schemas that there is no end of: a value or none, but soon.

import Foundation
import JSONSchema
import OpenAPIContract
import Testing

@testable import Sampling

@Suite(.serialized, .timeLimit(.minutes(10))) struct SampleEffortTests {
    /// Each level refers to the next in two ways, so that there are as many ways down as there are paths.
    private static func levels(_ count: Int, _ level: (_ next: String) -> String) -> String {
        let defs = (0..<count).map { number in
            #""l\#(number)": \#(level(##"{"$ref": "#/$defs/l\##(number + 1)"}"##))"#
        }
        let last = #""l\#(count)": {"type": "object", "required": ["a"], "properties": {"a": {"type": "integer"}}}"#
        return ##"{"$ref": "#/$defs/l0", "$defs": {\##((defs + [last]).joined(separator: ","))}}"##
    }

    private static func tenWays(_ number: Int) -> String {
        let ways = (0..<10).map {
            #"{"properties": {"p\#(number)": {"const": \#($0)}, "q": {"minimum": \#($0)}}}"#
        }
        return #"{"oneOf": [\#(ways.joined(separator: ","))]}"#
    }

    private static var rivals: String {
        (1...40).map { #"{"pattern": "^[a-z]{\#($0)}(?:[a-z]{7})*$"}"# }.joined(separator: ",")
    }

    static let hostile: [(name: String, schema: String)] = [
        ("oneOf with two arms, 30 levels", levels(30) { #"{"oneOf": [\#($0), {"allOf": [\#($0)]}]}"# }),
        (
            "oneOf with two arms that members tell apart, 30 levels",
            levels(30) {
                #"{"oneOf": [{"properties": {"x": \#($0)}, "required": ["x"]}, {"properties": {"y": \#($0)}, "required": ["y"]}]}"#
            }
        ),
        ("anyOf with two arms, 30 levels", levels(30) { #"{"anyOf": [\#($0), {"not": \#($0)}]}"# }),
        ("allOf of 20 oneOf of 10", #"{"allOf": [\#((0..<20).map(tenWays).joined(separator: ","))]}"#),
        (
            "if, then and else, 25 levels",
            levels(25) { #"{"if": \#($0), "then": {"not": \#($0)}, "else": {"allOf": [\#($0)]}}"# }
        ),
        ("not not, 28 levels", levels(28) { #"{"not": {"anyOf": [{"not": \#($0)}, {"not": \#($0)}]}}"# }),
        ("a pattern of many ways", #"{"type": "string", "pattern": "^(?:a?){3000}a{3000}$"}"#),
        ("a pattern that repeats nothing", #"{"type": "string", "pattern": "^(?:(?:(?:x{0}|y{0}){300}){300}){3}z$"}"#),
        ("patterns that exclude each other", #"{"type": "string", "allOf": [\#(rivals)]}"#),
        (
            "required members without end",
            levels(24) {
                #"{"type": "object", "required": ["a", "b"], "properties": {"a": \#($0), "b": \#($0)}}"#
            }
        ),
        (
            "lists of lists of lists",
            levels(12) { #"{"type": "array", "minItems": 9, "uniqueItems": true, "items": \#($0)}"# }
        ),
    ]

    /// A build without optimisation has the stack to judge 25 of them.
    #if DEBUG
    static let deep = [2, 24]
    #else
    static let deep = [2, 24, 30, 60]
    #endif

    /// What is as deep as it must be is made, however many ways lead down.
    @Test(arguments: deep)
    func twoWaysDownEachLevelLeadToAValue(count: Int) throws {
        let text = Self.levels(count) { next in
            let ways = ["x", "y"].map {
                #"{"type": "object", "required": ["\#($0)"], "properties": {"\#($0)": \#(next)}}"#
            }
            return #"{"oneOf": [\#(ways.joined(separator: ","))]}"#
        }
        let sampler = Sampler(try compiled(text), direction: .response)
        for seed in 0..<4 as Range<UInt64> {
            let value = try #require(sampler.sample(seed: seed).value, "\(count) levels, seed \(seed)")
            #expect(sampler.schema.accepts(value))
        }
        #expect(sampler.smallest().value != nil && sampler.largest().value != nil)
    }

    @Test(arguments: hostile.indices)
    func thereIsAnEndOfIt(number: Int) throws {
        let (name, text) = Self.hostile[number]
        let options = SamplingOptions(budget: SampleEffort.Budget(time: .seconds(4)))
        let sampler = Sampler(try compiled(text), direction: .response, options: options)
        let before = Self.residentBytes
        for seed in 0..<5 as Range<UInt64> {
            let begin = Self.processorTime
            let sample = sampler.sample(seed: seed)
            let time = Self.processorTime - begin
            // Four seconds are the budget; the step that it runs out in is one of a debug build.
            #expect(time < .seconds(15), "\(name), seed \(seed): \(time)")
            if seed > 3, sample == .gaveUp { #expect(time < .seconds(5), "\(name): it is known that there is none") }
            if let value = sample.value { #expect(sampler.schema.accepts(value)) }
        }
        #expect(Self.residentBytes - before < 400 << 20, "\(name)")
    }

    /// What this thread has used, whoever else is at work.
    private static var processorTime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// 0 where the system does not say.
    private static var residentBytes: Int {
        let words = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
        return words.count > 1 ? (Int(words[1]) ?? 0) * Int(getpagesize()) : 0
    }

    /// A public answer and a full one, of which a full one is both unless it breaks the other; what they share is written twice, word for
    /// word or with other descriptions.
    @Test(arguments: [(true, 300), (false, 2_000)])
    func whatIsWrittenTwiceIsNotToldApartByTrying(isWordForWord: Bool, most: Int) throws {
        func shared(_ description: String) -> String {
            let said = #""description": "\#(isWordForWord ? "" : description)""#
            let sources = (0..<9).map { number in
                let extra = (0..<3).map {
                    #""p\#($0)\#(number)": {\#(said), "oneOf": [{"type": "string"}, {"type": "number"}]}"#
                }
                return #"""
                    {"type": "object", \#(said), "required": ["type", "p0\#(number)"],
                     "properties": {"type": {"enum": ["s\#(number)"]}, \#(extra.joined(separator: ","))}}
                    """#
            }
            return #"""
                "id": {"type": "string"}, "meta": {"type": "object", "additionalProperties": {"type": "string"}},
                "source": {"oneOf": [\#(sources.joined(separator: ","))]}
                """#
        }
        let only = (0..<6).map { #""m\#($0)": {"type": "array", "items": {"type": "integer"}}"# }.joined(separator: ",")
        let required = #""type": "object", "required": ["id", "source""#
        let open = #"{\#(required)], "properties": {\#(shared("open"))}}"#
        let full = #"{\#(required), "m0"], "properties": {\#(shared("full")), \#(only)}}"#
        let limited = #"{\#(required)], "properties": {\#(shared("limited")), "z": {"type": "boolean"}}}"#
        for schemas in [[full, limited], [limited, full], [open, full]] {
            let sampler = Sampler(try compiled(#"{"oneOf": [\#(schemas.joined(separator: ","))]}"#))
            for seed in 0..<12 as Range<UInt64> {
                let value = try #require(sampler.sample(seed: seed).value)
                #expect(sampler.schema.accepts(value))
            }
            #expect(sampler.plan.snapshot.keys.count < most)
        }
    }

    @Test func whatOneHasSpentTheNextHasNot() throws {
        let sampler = Sampler(try compiled(#"{"type": "array", "minItems": 50, "items": {"type": "integer"}}"#))
        let effort = SampleEffort(.init(steps: 120))
        let samples = (0..<10).map { sampler.sample(seed: $0, effort) }
        #expect(samples.first?.value != nil)
        #expect(samples.last == .gaveUp)
        #expect(effort.isSpent)
        #expect(sampler.sample(seed: 0).value != nil)
    }
}
