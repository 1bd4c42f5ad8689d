// What `init` writes is a contract without a flaw, whatever it is called.

import ContractTools
import ContractCollections
import ContractSamples
import HTTPExchange
@testable import SourceDocuments
@testable import OpenAPIContract
@testable import ContractTools
import HTTPTypes
import Testing

@Suite struct ContractTemplateTests {
    @Test(arguments: ["notes", "Contracts/book-shop", "Anna's API: #1", "日本語", "a\nb", ""])
    func isFlawless(_ name: String) throws {
        let files = Dictionary(uniqueKeysWithValues: ContractTemplate(name: name).files.map { ($0.path, $0.text) })
        let loaded = Contract.load(files: files)
        let contract = try #require(loaded.contract)
        #expect(DiagnosticReport(loaded.diagnostics + contract.check()).text == "")
        #expect(contract.findCollections().map(\.name) == ["notes"])
    }

    @Test func itsPairsAreExchanges() throws {
        let contract = try Contract.sample(ContractTemplate(name: "notes").files[0].text)
        #expect(contract.operations.map { $0.pairs.count } == [2, 1, 2, 2])
        for operation in contract.operations {
            for pair in operation.pairs {
                let request = operation.request(for: pair)
                let judged = try contract.judged(
                    request.method, request.target, headers: request.headers,
                    body: String(decoding: request.body, as: UTF8.self))
                #expect(judged.operation === operation)
                #expect(judged.conforms == (pair.name != "none-at-all"), "\(pair.name)")
                let content = pair.response.map { $0.media.encode($0.value) }
                let headers: HTTPFields = content.map { [.contentType: $0.contentType] } ?? [:]
                let response = Response(status: pair.status, headers: headers, body: content?.bytes ?? [])
                #expect(contract.judge(response, to: judged).map(\.message) == [])
            }
        }
    }
}
