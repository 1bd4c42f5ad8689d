// The judge on a contract of our own, request and response.

import ContractSamples
import Foundation
import JSONValues
import HTTPExchange
@testable import OpenAPIContract
import HTTPTypes
import Testing

@Suite struct SneakerShopTests {
    private static let contract: Contract? = {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return Contract.load(path: root.appending(path: "Contracts/sneaker-shop").path(percentEncoded: false)).contract
    }()

    @Test func everyOperationHasPairs() throws {
        let contract = try #require(Self.contract)
        #expect(contract.operations.count == 14)
        for operation in contract.operations {
            let statuses = Set(operation.pairs.map(\.status))
            #expect(statuses == Set(operation.responses.map(\.status.representative)), "\(operation.id)")
        }
    }

    @Test func aRequestIsDecodedExactly() throws {
        let contract = try #require(Self.contract)
        let request = Request(target: "/api/favorites/get_product_list?user_id=18446744073709551615")
        guard case .judged(let judged) = contract.judge(request) else { throw Unexpected() }
        #expect(judged.operation.id == "getFavoritesList")
        #expect(judged.value("user_id", in: .query)?.serialized() == "18446744073709551615")
        #expect(judged.violations.map(\.message) == [])
    }

    @Test func aBadUserAsksForItsOwnStatus() throws {
        let contract = try #require(Self.contract)
        guard
            case .judged(let judged) = contract.judge(Request(target: "/api/favorites/get_product_list?user_id=nobody"))
        else { throw Unexpected() }
        #expect(judged.violations.map(\.check) == [.invalidParameter])
        #expect(judged.violations.map(\.invalidStatus) == [401])
    }

    struct Unexpected: Error {}
}
