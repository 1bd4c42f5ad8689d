// What the exchanges of a run have touched, noted as they come.

import VerificationReports
import JSONValues
import HTTPExchange
import OpenAPIContract
import HTTPTypes

/// By operation. Noting costs little: a run sends thousands of requests a second.
struct CoverageLog: Sendable {
    /// Whether something was wrong with it, the last word being that it was.
    struct Mark: Sendable {
        var failed = false
    }

    struct Broken: Hashable, Sendable {
        let location: String
        let keyword: String
    }

    struct Entry: Sendable {
        var failed = false
        /// By the response's place in the operation.
        var responses: [Int: Mark] = [:]
        /// By the response's place and that of its media type.
        var media: [[Int]: Mark] = [:]
        /// By the media type's place in the request body.
        var requestMedia: [Int: Mark] = [:]
        /// By the parameter's place.
        var present: [Int: Mark] = [:]
        var absent: [Int: Mark] = [:]
        /// Places of values in requests that were taken: `body at /items/*/name`.
        var taken: [String: Mark] = [:]
        var broken: [Broken: Mark] = [:]
        fileprivate var bodiesRead = 0
    }

    private(set) var entries: [Int: Entry] = [:]

    /// Bodies of an operation that are looked into: later ones hold little that the first did not.
    private static let bodies = 60

    mutating func note(_ test: TestCase, _ response: Response, _ findings: [Finding]) {
        var entry = entries.removeValue(forKey: test.operation.index) ?? Entry()
        entry.note(test, response, findings)
        entries[test.operation.index] = entry
    }
}

extension CoverageLog.Entry {
    fileprivate mutating func note(_ test: TestCase, _ response: Response, _ findings: [Finding]) {
        failed = failed || !findings.isEmpty
        let operation = test.operation
        let isAnswerWrong = findings.contains { !$0.check.isOfRequests }
        let isRequestWrong = findings.contains { $0.check.isOfRequests }
        if let index = operation.responseIndex(for: response.status) {
            responses[index, default: .init()].failed =
                responses[index, default: .init()].failed || isAnswerWrong || isRequestWrong
            if let type = response.headers[.contentType].flatMap({ MediaRange($0) }),
                let media = operation.responses[index].content.firstIndex(where: { $0.media?.includes(type) ?? false })
            {
                self.media[[index, media], default: .init()].failed =
                    self.media[[index, media], default: .init()].failed || isAnswerWrong
            }
        }
        guard let judged = test.judged else { return }
        if judged.conforms {
            noteValid(judged, response.status, isRequestWrong)
        } else {
            for violation in judged.violations where violation.severity == .violation {
                let broken = CoverageLog.Broken(
                    location: violation.location.inAnyElement.description, keyword: violation.coveredKeyword)
                self.broken[broken, default: .init()].failed =
                    self.broken[broken, default: .init()].failed || isRequestWrong
            }
        }
    }

    private mutating func noteValid(_ judged: JudgedRequest, _ status: Int, _ isWrong: Bool) {
        let operation = judged.operation
        let wasTaken = status < 400
        for (index, parameter) in operation.parameters.enumerated() {
            let value = judged.value(parameter.name, in: parameter.location)
            let list: WritableKeyPath<Self, [Int: CoverageLog.Mark]> = value == nil ? \.absent : \.present
            self[keyPath: list][index, default: .init()].failed =
                self[keyPath: list][index, default: .init()].failed || isWrong
            if let value, wasTaken || isWrong {
                note(value, at: "\(parameter.location.rawValue) parameter '\(parameter.name)'", isWrong)
            }
        }
        guard let media = judged.media else { return }
        if let index = operation.body?.content.firstIndex(where: { $0.range == media.range }) {
            requestMedia[index, default: .init()].failed = requestMedia[index, default: .init()].failed || isWrong
        }
        if let body = judged.body, wasTaken || isWrong, bodiesRead < CoverageLog.bodies {
            bodiesRead += 1
            note(body, at: "body", isWrong)
        }
    }

    /// A value and those inside it.
    private mutating func note(_ value: JSON, at location: String, _ isWrong: Bool) {
        var seen = 0
        var queue = [(value: value, pointer: "")]
        while let (value, pointer) = queue.popLast(), seen < 400 {
            seen += 1
            let place = pointer.isEmpty ? location : "\(location) at \(pointer)"
            taken[place, default: .init()].failed = taken[place, default: .init()].failed || isWrong
            switch value {
            case .object(let members):
                for (name, member) in members { queue.append((member, "\(pointer)\(JSONPointer([name]))")) }
            case .array(let elements):
                for element in elements.prefix(8) { queue.append((element, "\(pointer)/*")) }
            case .null, .bool, .number, .string: break
            }
        }
    }
}

extension Violation {
    /// The keyword that coverage counts it under: exclusive limits with the others, what is missing as `required`.
    var coveredKeyword: String {
        switch check {
        case .missingParameter, .missingBody: "required"
        case .requestContentType: "content type"
        case .malformedRequestBody: "syntax"
        default:
            switch keyword {
            case "exclusiveMinimum": "minimum"
            case "exclusiveMaximum": "maximum"
            case "unevaluatedProperties": "additionalProperties"
            default: keyword ?? check.rawValue
            }
        }
    }
}

extension Operation {
    func responseIndex(for status: Int) -> Int? {
        responses.firstIndex { $0.status == .exact(status) } ?? responses.firstIndex {
            $0.status == .range(status / 100)
        }
            ?? responses.firstIndex { $0.status == .any }
    }
}
