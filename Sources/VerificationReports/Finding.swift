// One way in which a backend departs from its contract, with the exchange that shows it.

import JSONValues
package import HTTPExchange
package import SourceDocuments
package import OpenAPIContract

/// A departure from the contract.
package struct Finding: Sendable {
    package let check: Check
    package let operation: Operation
    /// The case that showed it: `example right-user`.
    package private(set) var name: String
    /// One sentence.
    package let message: String
    package let found: String
    package private(set) var expected: String
    /// What is violated, in the contract.
    package let place: Place?
    /// Where in the exchange, the same for every element of an array: `body at /*/price`.
    package let location: String
    package private(set) var evidence: Evidence
    package let degree: Degree
    /// What the contract's judge has said of the answer; nil where another has.
    package private(set) var violation: Violation?

    /// What shows it.
    package enum Evidence: Sendable {
        /// The exchanges that lead to it, the telling one last.
        case exchanges([Exchange])
        case noResponse(Request, NoResponse)

        /// The request that showed it.
        package var request: Request? {
            switch self {
            case .exchanges(let exchanges): exchanges.last?.request
            case .noResponse(let request, _): request
            }
        }
    }

    /// The same for every run and backend in which the same resource is wrong: `body-shape:getFavoritesList:body at /*/price`.
    package var id: String { "\(check.rawValue):\(operation.id):\(location)" }

    /// - Parameter degree: nil: that of the check.
    package init(
        _ check: Check, _ operation: Operation, name: String, message: String, found: String, expected: String,
        place: Place?, location: String, evidence: Evidence, degree: Degree? = nil
    ) {
        self.check = check
        self.operation = operation
        self.name = name
        self.message = message
        self.found = found
        self.expected = expected
        self.place = place
        self.location = location
        self.evidence = evidence
        self.degree = degree ?? check.degree
    }

    /// The same mistake, with other exchanges that show it.
    package func shown(as name: String, by evidence: Evidence) -> Finding {
        var finding = self
        finding.name = name
        finding.evidence = evidence
        return finding
    }

    /// Adds what else would have been right, where that is not said yet.
    package mutating func add(expectation: String) {
        if !expected.contains(expectation) { expected += " and \(expectation)" }
    }
}

extension Finding {
    /// Nil for what only requests break.
    package init?(_ violation: Violation, exchange: Exchange, of test: TestCase) {
        guard let check = Check(violation.check) else { return nil }
        self.init(
            check, test.operation, name: test.name, message: violation.message,
            found: violation.found + (violation.item(of: exchange).map { ", in the item with \($0)" } ?? ""),
            expected: violation.expected, place: violation.place,
            // An operation may give two statuses that it does not declare.
            location: check == .undeclaredStatus
                ? "status \(exchange.response.status)" : "\(violation.location.inAnyElement)",
            evidence: .exchanges([exchange]))
        self.violation = violation
    }

    /// An example was answered with another status than its own.
    package init(unexpectedStatus exchange: Exchange, of test: TestCase, expected: Int) {
        self.init(
            .unexpectedStatus, test.operation, name: test.name,
            message: "the \(test.name) is answered with \(expected)",
            found: String(exchange.response.status), expected: String(expected),
            place: test.operation.response(for: expected)?.place, location: test.subject,
            evidence: .exchanges([exchange]))
    }

    /// What findings of a status from 500 on say.
    package static let serverErrorMessage = "the backend failed"

    /// The status is 500 or above: a violation where the request keeps to the contract, else a suspicion.
    package init(serverError exchange: Exchange, of test: TestCase) {
        self.init(
            .serverError, test.operation, name: test.name, message: Finding.serverErrorMessage,
            found: String(exchange.response.status), expected: "an answer, if only a refusal",
            place: test.operation.place, location: test.subject, evidence: .exchanges([exchange]),
            degree: test.isSound ? .violation : .suspicion)
    }

    /// Nothing came back: a violation where the request keeps to the contract, else a suspicion.
    package init(_ failure: NoResponse, to request: Request, of test: TestCase) {
        self.init(
            .noResponse, test.operation, name: test.name, message: failure.description, found: failure.kind.rawValue,
            expected: "a response", place: test.operation.place, location: "status",
            evidence: .noResponse(request, failure), degree: test.isSound ? .violation : .suspicion)
    }
}

extension Violation {
    /// What the element of a list calls itself in which something is wrong, `id 541`: its place in the list is another at the next look.
    fileprivate func item(of exchange: Exchange) -> String? {
        guard check == .bodyShape, case .body(let pointer) = location,
            pointer.tokens.contains(where: { JSONPointer.index($0) != nil }), var value = exchange.answer
        else { return nil }
        var item: String?
        for token in pointer.tokens {
            let isList = value.array != nil
            guard let part = value[pointer: JSONPointer([token])] else { break }
            value = part
            guard isList, case .object(let members) = part else { continue }
            let name = ["id", "uuid", "slug", "key", "name"].first {
                members[$0].map { $0.string != nil || $0.number != nil } ?? false
            }
            item = name.flatMap { name in members[name].map { "\(name) \($0.serialized().prefix(60))" } }
        }
        return item
    }
}

extension Violation.Location {
    /// The place with `*` for the index of every array.
    package var inAnyElement: Violation.Location {
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
        case .path: .path
        case .status: .status
        case .credentials: .credentials
        }
    }
}

extension Finding {
    /// The finding of a failure that was not there when the same request was sent again.
    package var notReturning: Finding {
        weighing(.suspicion, message: "\(message), though not when the same was sent again")
    }

    /// The same with another weight.
    package func weighing(_ degree: Degree, message: String? = nil) -> Finding {
        Finding(
            check, operation, name: name, message: message ?? self.message, found: found, expected: expected,
            place: place, location: location, evidence: evidence, degree: degree)
    }
}
