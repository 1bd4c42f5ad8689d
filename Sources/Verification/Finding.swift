// One way in which a backend departs from its contract, with the exchange that shows it.

package import HTTPExchange
import JSONSchema
package import OpenAPIContract

/// A departure from the contract.
package struct Finding: Sendable {
    /// The stable name of the check that failed: `undeclared-status`, `body-shape`…
    package let check: String
    package let operation: Operation
    /// The example that the request was made from.
    package let example: String
    /// One sentence.
    package let message: String
    package let found: String
    package private(set) var expected: String
    /// What is violated, in the contract.
    package let place: Place?
    /// Where in the exchange, the same for every element of an array: `body at /*/price`.
    package let location: String
    package let evidence: Evidence

    package enum Evidence: Sendable {
        case exchange(Exchange)
        case noResponse(Request, NoResponse)

        package var request: Request {
            switch self {
            case .exchange(let exchange): exchange.request
            case .noResponse(let request, _): request
            }
        }
    }

    /// The same for every run and backend in which the same thing is wrong: `body-shape:getFavoritesList:body at /*/price`.
    package var id: String { "\(check):\(operation.id):\(location)" }

    mutating func add(expectation: String) {
        if !expected.contains(expectation) { expected += " and \(expectation)" }
    }
}

extension Finding {
    init(_ violation: Violation, exchange: Exchange, of test: PlannedCase) {
        check = violation.check.rawValue
        operation = test.operation
        example = test.name
        message = violation.message
        found = violation.found
        expected = violation.expected
        place = violation.place
        location = "\(violation.location.inAnyElement)"
        evidence = .exchange(exchange)
    }

    init(unexpectedStatusOf exchange: Exchange, of test: PlannedCase) {
        check = "unexpected-status"
        operation = test.operation
        example = test.name
        message = "the example '\(test.name)' is answered with \(test.status)"
        found = String(exchange.response.status)
        expected = String(test.status)
        place = test.operation.response(for: test.status)?.place
        location = "status"
        evidence = .exchange(exchange)
    }

    init(_ failure: NoResponse, of test: PlannedCase) {
        check = "no-response"
        operation = test.operation
        example = test.name
        message = failure.description
        found = failure.kind.rawValue
        expected = "a response"
        place = test.operation.place
        location = "status"
        evidence = .noResponse(test.request, failure)
    }
}

extension Violation.Location {
    fileprivate var inAnyElement: Violation.Location {
        func general(_ pointer: JSONPointer) -> JSONPointer {
            JSONPointer(
                pointer.tokens.map { token in
                    !token.isEmpty && token.utf8.allSatisfy { (0x30...0x39).contains($0) } ? "*" : token
                })
        }
        return switch self {
        case .parameter(let location, let name, let pointer):
            .parameter(location, name: name, pointer: general(pointer))
        case .body(let pointer): .body(general(pointer))
        case .header(let name, let pointer): .header(name: name, pointer: general(pointer))
        case .status: .status
        case .credentials: .credentials
        }
    }
}
