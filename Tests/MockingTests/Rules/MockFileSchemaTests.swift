// The JSON Schema of mock files takes what the reader takes, and refuses what is no mock file.

@testable import MockRules
import SourceDocuments
import Foundation
import JSONValues
import JSONSchema
import OpenAPIContract
import Testing

@testable import Mocking

@Suite struct MockFileSchemaTests {
    private func schema() throws -> Schema {
        var library = SchemaLibrary(dialect: .draft202012)
        library.add(try JSON(parsing: Behaviour.schema), uri: "mock.schema.json", dialect: .draft202012)
        return try library.compile("mock.schema.json")
    }

    /// A YAML text as the value that it stands for; nil where it is no YAML.
    private func value(_ text: String) -> JSON? {
        guard case .read(let source?, _) = ContractFolder(files: ["mock.yaml": text]).read("mock.yaml") else {
            return nil
        }
        return source.root
    }

    @Test(arguments: ["sneaker-shop", "selectable-catalog", "golden-sewing"])
    func takesTheFilesOfTheApps(name: String) throws {
        let folder = try #require(ContractFolder(path: AppContract.root.appending(path: "Contracts/\(name)").path))
        guard case .read(let source?, _) = folder.read("mock.yaml") else {
            Issue.record("\(name) has no mock file")
            return
        }
        #expect(try schema().validate(source.root).map { "\($0.instance) \($0.keyword)" } == [])
    }

    /// Names and types that need the contract are beyond a schema; the form of the file is not.
    @Test(
        arguments: MockFileCase.structure + MockFileCase.answers + MockFileCase.expressions + MockFileCase.definitions
            + IdentityTests.mistakes)
    func agreesWithTheReaderOnTheFormOfAFile(row: MockFileCase) throws {
        let codes = ["unknown-field", "wrong-type", "missing-field"]
        let isMisshapen = row.expected.contains { problem in codes.contains { problem.contains("[\($0)]") } }
        let needsMore = row.expected.contains { $0.contains("[invalid-value]") }
        guard let value = value(row.text) else { return }
        if isMisshapen {
            #expect(try !schema().accepts(value))
        } else if !needsMore {
            #expect(try schema().validate(value).map { "\($0.instance) \($0.keyword)" } == [])
        }
    }

    @Test(arguments: [
        "latency: 300ms", "latency: {default: {fixed: 300}}", "latency: {profile: 5g}",
        "latency: {default: {lognormal: {median: 1s}}}", "latency: {default: {slices: {count: 0, over: 1s}}}",
        "faults: [{rate: 10%}]", "faults: [{fault: reset, quota: {limit: 1, window: 1s}}]",
        "faults: [{fault: {status: 200}}]", "faults: [{fault: {truncate: 50%, reset: 50%}}]",
        "faults: [{rate: 2, fault: reset}]", "state: {in: []}", "define: {a: [1]}", "operations: {a: {respond: 200}}",
        "operations: {a: [{respond: {body: '1', example: x}}]}",
        "operations: {a: [{change: [{insert: x}], respond: 200}]}",
        "operations: {a: [{change: [{upsert: x, set: {}}], respond: 200}]}",
        "operations: {a: [{change: [{set: 'x'}], respond: 200}]}",
    ])
    func refuses(text: String) throws {
        #expect(try !schema().accepts(try #require(value(text))))
    }

    @Test(arguments: [
        "", "identities: {anna: {bearer: t}, bob: {username: b, password: p}, eve: {key: k}}",
        "operations: {a: [{respond: {latency: 2s}}, {respond: {latency: {fixed: 1s, bandwidth: 1Mbps}}}]}",
        "state: off", "state: {a: [], b: 1, c: data/x.json}", "x-note: anything",
        "operations: {a: [{when: true, respond: 200}], b: null}",
        "operations: {a: [{change: [{insert: x, set: {a: 1}}, {remove: x}, {set: {n: 1}}, {update: x, set: 'row'}], respond: {body: {a: [b, 1]}}}]}",
        "latency: {default: 1.5s, operations: {a: {normal: {mean: 1s, deviation: 100ms}, max: 2s, bandwidth: 1.6Mbps}}}",
        "faults: [{operations: [a], when: call == 1, rate: 0.5, times: 2, from: 1s, for: 2m, fault: {stall: 10}}]",
        "faults: [{quota: {limit: 3, window: 1m}}, {fault: {status: 503, retryAfter: 2s}}, {fault: garbage}]",
    ])
    func takes(text: String) throws {
        #expect(try schema().validate(try #require(value(text))).map { "\($0.instance) \($0.keyword)" } == [])
    }
}
