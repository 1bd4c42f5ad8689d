// What the verifier is about to send, and what the contract says will come back.

package import HTTPExchange
package import OpenAPIContract

/// One request with the status that it is to get.
package struct PlannedCase: Sendable {
    /// The example's name: `right-user`.
    package let name: String
    package let request: Request
    package let status: Int
    /// The request as the contract reads it.
    package let judged: JudgedRequest

    package var operation: Operation { judged.operation }
}

/// Every named exchange of every operation, in the order of the contract.
func examples(of contract: Contract, basePath: String) -> [PlannedCase] {
    contract.operations.flatMap { operation in
        operation.pairs.compactMap { pair in
            // An example that no request can carry, such as an empty path parameter, leads to another operation or to none.
            guard case .judged(let judged) = contract.judge(operation.request(for: pair)),
                judged.operation === operation
            else { return nil }
            return PlannedCase(
                name: pair.name, request: operation.request(for: pair, basePath: basePath), status: pair.status,
                judged: judged)
        }
    }
}
