// The answer to a request that breaks the contract: row 3 of the decision table.

import HTTPExchange
import JSONSchema
import OpenAPIContract

extension OperationAnswers {
    func refusal(of judged: JudgedRequest, on occasion: Occasion) -> KnownAnswer {
        let violations = judged.violations.filter { $0.severity == .violation }
        let status = RefusalStatus.status(for: violations, of: operation)
        let place = violations.first.map { "\($0.location)" } ?? "request"
        func decision(by name: String? = nil) -> Decision {
            .refused(where: place, violations: violations.count, by: name)
        }
        let telling = pairs.filter { $0.pair.status == status && $0.answer.violations.isEmpty }
        if let (pair, answer) = telling.first(where: { $0.pair.matches(judged) }) ?? telling.first {
            return composer.answer(answer, because: decision(by: pair.name))
        }
        let problem = Problem.violations(violations, status: status)
        let plain = composer.answer(operation, problem, decision(), to: judged)
        // The contract may want another shape here.
        guard !plain.violations.isEmpty, let declared = operation.response(for: status) else { return plain }
        return refusal(problem, of: declared, decision(), to: judged, on: occasion)
    }
}

extension Problem {
    /// Every violation, where it is, what was found and what was expected.
    static func violations(_ violations: [Violation], status: Int) -> Problem {
        let first = violations.first.map { "\($0.location): found \($0.found), expected \($0.expected)." } ?? ""
        let more = violations.count > 1 ? " And \(violations.count - 1) more." : ""
        return Problem(
            status: status, title: "The request breaks the contract", detail: first + more,
            extensions: JSONObject([("violations", .array(violations.map(\.json)))]))
    }
}

extension Violation {
    var json: JSON {
        var members = JSONObject([
            ("check", .string(check.rawValue)), ("location", .string(location.description)),
            ("message", .string(message)), ("found", .string(found)), ("expected", .string(expected)),
        ])
        if let pointer = location.pointer { members["pointer"] = .string(pointer.description) }
        if let keyword { members["keyword"] = .string(keyword) }
        if let place { members["contract"] = .string(place.description) }
        return .object(members)
    }
}

extension Violation.Location {
    fileprivate var pointer: JSONPointer? {
        switch self {
        case .parameter(_, _, let pointer), .body(let pointer), .header(_, let pointer): pointer
        case .status, .credentials: nil
        }
    }
}
