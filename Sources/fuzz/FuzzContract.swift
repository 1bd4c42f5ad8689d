// What must hold for any bytes that are taken for a contract or for a mock.yaml: whatever loads, answers.

import MockRules
import SourceDocuments
import ContractTools
import HTTPExchange
import HTTPTypes
import JSONSchema
import Mocking
import OpenAPIContract

func fuzzContract(_ bytes: UnsafeBufferPointer<UInt8>) {
    let loaded = Contract.load(files: ["openapi.yaml": String(decoding: bytes, as: UTF8.self)])
    for diagnostic in loaded.diagnostics { precondition(!diagnostic.message.isEmpty) }
    guard let contract = loaded.contract else {
        return precondition(!loaded.diagnostics.isEmpty, "refused without a word")
    }
    answerAll(Mock(contract), contract)
}

func fuzzMockFile(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let shop else { preconditionFailure("the contract does not load") }
    let loaded = Behaviour.load(
        from: ContractFolder(files: ["mock.yaml": String(decoding: bytes, as: UTF8.self)]), for: shop)
    for diagnostic in loaded.diagnostics { precondition(!diagnostic.message.isEmpty) }
    guard let behaviour = loaded.behaviour else { return }
    answerAll(Mock(shop, behaviour: behaviour), shop)
}

/// Each operation twice, as its contract has it.
private func answerAll(_ mock: Mock, _ contract: Contract) {
    for operation in contract.operations.prefix(8) {
        let request = contract.exampleRequest(of: operation)
        for _ in 0..<2 {
            let answer = mock.answer(request)
            precondition((100...999).contains(answer.response.response.status))
        }
    }
}

private let shop = Contract.load(files: [
    "openapi.yaml": """
    openapi: 3.1.0
    info: {title: Shop, version: '1'}
    paths:
      /things:
        get:
          operationId: list
          responses: {'200': {description: Fine., content: {application/json: {schema: {type: array, items: {type: object}}}}}}
        post:
          operationId: add
          requestBody: {content: {application/json: {schema: {type: object}}}}
          responses: {'201': {description: Made.}, '401': {description: Who.}}
      /things/{id}:
        get:
          operationId: one
          parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
          responses: {'200': {description: Fine.}, '404': {description: None.}}
    """
]).contract
