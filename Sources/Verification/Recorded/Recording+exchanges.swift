// The exchanges of recordings, for those who ask for more than whether they keep to the contract.

import VerificationReports
package import HTTPExchange
package import OpenAPIContract

/// A request that was recorded, under the path that the contract has it at, with its answer.
package struct AnsweredRequest: Sendable {
    /// `entry 3 of shop.har`
    package let name: String
    package let request: Request
    package let response: Response
    /// Whether the file has both bodies.
    package let isWhole: Bool

    package init(name: String, request: Request, response: Response, isWhole: Bool) {
        self.name = name
        self.request = request
        self.response = response
        self.isWhole = isWhole
    }
}

extension Recording {
    /// All exchanges of recordings that were answered.
    package static func exchanges(of recordings: [Recording], as contract: Contract) -> [AnsweredRequest] {
        let bases = RecordedBases(recordings, contract)
        return recordings.flatMap(\.exchanges).map { exchange in
            AnsweredRequest(
                name: exchange.name, request: bases.request(exchange), response: exchange.response,
                isWhole: exchange.knows.isSuperset(of: [.requestBody, .responseBody]))
        }
    }
}
