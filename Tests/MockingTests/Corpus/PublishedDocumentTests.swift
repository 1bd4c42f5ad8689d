// The documents of others, mocked as they are: every operation is asked for, and its answers keep to the contract.

import Journals
@testable import MockRules
import JSONSchema
import HTTPExchange
import ContractTools
import JSONValues
import SourceDocuments
import OpenAPIContract
import HTTPTypes
import Sampling
import Testing

@testable import Mocking

/// Skipped where the corpus is not beside the package.
@Suite(.enabled(if: PublishedDocuments.folder != nil, "no corpus: set COUNTERPART_CORPUS"))
struct PublishedDocumentTests {
    /// A request of the contract's examples, or of samples, finds its operation, and is answered as the contract says: with an example where
    /// there is one, and with a sample. What breaks the contract is an example that `check` warns of.
    @Test(arguments: PublishedDocuments.names)
    func everyOperationIsServedAndSampled(_ name: String) throws {
        let loaded = PublishedDocuments.loaded(name)
        let contract = try #require(loaded.contract)
        #expect(!loaded.hasErrors)
        // Collections have their own tests: here an answer hangs on the contract and the request alone.
        let stateless = Behaviour(
            rules: [:], state: RuleState([]), infersCollections: false, latency: Latency(), faults: [], identities: [])
        let mock = Mock(contract, behaviour: stateless)
        let prefer = try #require(HTTPField.Name("Prefer"))
        lazy var wrongExamples = contract.check().filter { $0.code == .invalidExample }.compactMap(\.place)
        var unsatisfiable = PublishedDocuments.unsatisfiable[name] ?? [:]
        for operation in contract.operations {
            var request = contract.exampleRequest(of: operation) { schema in
                Sampler(schema, direction: .request).sample(seed: 1).value
            }
            let usual = mock.answer(request)
            #expect(usual.operation === operation, "\(operation.id) is not what \(request.target) finds")
            if usual.decision == .unsatisfiable {
                #expect(unsatisfiable.removeValue(forKey: operation.id) != nil, "\(operation.id) has no sample")
                continue
            }
            let mayBreak = !usual.breaks.isEmpty && operation.shows(any: wrongExamples)
            #expect(mayBreak || usual.breaks == [], "\(operation.id): \(usual.breaks) \(request.curl(origin: ""))")
            if case .sampled = usual.decision { continue }
            guard usual.requestViolations.isEmpty else { continue }

            request.headers[prefer] = "dynamic=true, seed=1"
            let sampled = mock.answer(request)
            if sampled.decision == .preferred("dynamic=true, seed=1", .unsatisfiable) {
                #expect(unsatisfiable.removeValue(forKey: operation.id) != nil, "\(operation.id) has no sample")
            } else {
                #expect(sampled.breaks == [], "\(operation.id): a sample")
            }
        }
        #expect(unsatisfiable.keys.sorted() == [], "a sample after all")
    }

    /// All operations in one session, twice: what one has made, changed or removed, another lists, reads or lacks, and all that they
    /// answer keeps to the contract.
    @Test(arguments: PublishedDocuments.names)
    func aSessionOfAllOperationsKeepsToTheContract(_ name: String) throws {
        let contract = try #require(PublishedDocuments.loaded(name).contract)
        let mock = Mock(contract)
        lazy var wrongExamples = contract.check().filter { $0.code == .invalidExample }.compactMap(\.place)
        let unsatisfiable = PublishedDocuments.unsatisfiable[name] ?? [:]
        let requests = contract.operations.map { operation in
            contract.exampleRequest(of: operation) { Sampler($0, direction: .request).sample(seed: 1).value }
        }
        var removed: Set<Substring> = []
        for (operation, request) in zip(contract.operations + contract.operations, requests + requests) {
            let answer = mock.answer(request)
            let status = answer.response.response.status
            if request.method == .delete, status < 300 { removed.insert(request.path) }
            // What is gone is gone with all below it, whether the contract has a word for it or not.
            let isGone = removed.contains { request.path == $0 || request.path.hasPrefix($0 + "/") }
            if status == 404, isGone, operation.response(for: 404) == nil { continue }
            if answer.ownBreaks.isEmpty || unsatisfiable[operation.id] != nil || operation.shows(any: wrongExamples) {
                continue
            }
            Issue.record("\(operation.id), \(answer.decision): \(answer.ownBreaks) \(request.curl(origin: ""))")
        }
    }
}

extension Answer {
    /// What request and answer break, but for notes.
    fileprivate var breaks: [String] { Self.told(requestViolations + ownViolations) }

    fileprivate var ownBreaks: [String] { Self.told(ownViolations) }

    private static func told(_ violations: [Violation]) -> [String] {
        violations.filter { $0.severity == .violation }.map { "\($0.check.rawValue) \($0.location): \($0.message)" }
    }
}

extension OpenAPIContract.Operation {
    /// Whether an example of its requests or responses stands at one of the places.
    fileprivate func shows(any places: [Place]) -> Bool {
        examplePlaces.contains { place in
            places.contains { $0.source === place.source && $0.pointer.isAt(place.pointer) }
        }
    }

    private var examplePlaces: [Place] {
        let media = (body?.content ?? []) + responses.flatMap(\.content) + parameters.compactMap(\.content)
        return (parameters.flatMap(\.examples) + media.flatMap(\.examples)).map(\.place)
    }
}

extension JSONPointer {
    /// Whether it leads to a place or into what stands there.
    fileprivate func isAt(_ place: JSONPointer) -> Bool { tokens.starts(with: place.tokens) }
}
