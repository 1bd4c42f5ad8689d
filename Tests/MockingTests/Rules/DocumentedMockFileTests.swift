// The mock files that the documentation shows are mock files.

@testable import MockRules
import Foundation
import JSONValues
import JSONSchema
import SourceDocuments
import OpenAPIContract
import Testing

@testable import Mocking

@Suite struct DocumentedMockFileTests {
    private static func fences(of article: String) throws -> [String] {
        let path = "Sources/CounterpartCommand/Counterpart.docc/\(article).md"
        let text = try String(contentsOf: AppContract.root.appending(path: path), encoding: .utf8)
        return text.components(separatedBy: "```yaml\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
    }

    /// Each is whole, and for the sneaker shop.
    @Test(arguments: [("Mock-file", 6), ("Latency-and-faults", 3)])
    func everyExampleIsChecked(article: String, count: Int) throws {
        let folder = AppContract.root.appending(path: "Contracts/sneaker-shop")
        let contract = try #require(Contract.load(path: folder.path).contract)
        var files: [String: String] = [:]
        for name in ["users", "products"] {
            files["data/\(name).json"] = try String(
                contentsOf: folder.appending(path: "data/\(name).json"), encoding: .utf8)
        }
        var library = SchemaLibrary(dialect: .draft202012)
        library.add(try JSON(parsing: Behaviour.schema), uri: "mock.schema.json", dialect: .draft202012)
        let schema = try library.compile("mock.schema.json")
        let fences = try Self.fences(of: article)
        #expect(fences.count == count)
        for text in fences {
            files["mock.yaml"] = text
            let folder = ContractFolder(files: files)
            let (behaviour, diagnostics) = Behaviour.load(from: folder, for: contract)
            #expect(DiagnosticReport(diagnostics).text == "", "\(text)")
            #expect(behaviour != nil)
            guard case .read(let source?, _) = folder.read("mock.yaml") else { continue }
            #expect(schema.validate(source.root).map { "\($0.instance) \($0.keyword)" } == [], "\(text)")
        }
    }
}
