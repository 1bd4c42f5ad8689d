// What an operation answers to plain requests: rows 8 and 9 of the decision table, from the values alone.

import HTTPExchange
import JSONSchema
import OpenAPIContract

/// The pairs and the usual answer of one operation that no other row of the table speaks for.
final class PlainAnswers: Sendable {
    /// One after another for each pair; a text's place is in `texts`.
    private let values: [PlainValue]
    private let texts: [UInt8]
    /// Nil where the answer has to be made for the request.
    private let answers: [PlainAnswer?]
    private let usual: PlainAnswer?

    init(_ answers: OperationAnswers, plain: (KnownAnswer) -> PlainAnswer?) {
        var values: [PlainValue] = []
        var texts: [UInt8] = []
        var known: [PlainAnswer?] = []
        for pair in answers.pairs where pair.pair.body == nil {
            guard let own = PlainAnswers.values(of: pair.pair, answers.operation, &texts) else { continue }
            values += own
            known.append(plain(pair.answer))
        }
        self.values = values
        self.texts = texts
        self.answers = known
        usual = answers.usuallyKnown.flatMap(plain)
    }

    /// Nil where a value is none that a plain request has.
    private static func values(
        of pair: ExamplePair, _ operation: Operation, _ texts: inout [UInt8]
    ) -> [PlainValue]? {
        var values: [PlainValue] = []
        for parameter in operation.parameters {
            let given = pair.parameters.first {
                $0.parameter.location == parameter.location && $0.parameter.name == parameter.name
            }
            switch given?.value {
            case nil: values.append(.absent)
            case .number(let number)?:
                guard let integer = number.whole128 else { return nil }
                values.append(.integer(integer))
            case .bool(let value)?: values.append(.boolean(value))
            case .string(let text)?:
                values.append(.text(start: texts.count, count: text.utf8.count))
                texts += text.utf8
            case .null?, .array?, .object?: return nil
            }
        }
        return values
    }

    /// Nil where the rows of the table have to be asked.
    /// - Parameter given: the values of the request, whose texts are in `bytes`.
    func answer(_ given: UnsafeMutableBufferPointer<PlainValue>, _ bytes: UnsafeRawBufferPointer) -> PlainAnswer? {
        let pair = values.withUnsafeBufferPointer { values in
            texts.withUnsafeBytes { texts in
                var start = 0
                for pair in answers.indices {
                    var index = 0
                    while index < given.count, PlainAnswers.isSame(values[start + index], texts, given[index], bytes) {
                        index += 1
                    }
                    if index == given.count { return pair }
                    start += given.count
                }
                return -1
            }
        }
        return pair < 0 ? usual : answers[pair]
    }

    @inline(__always)
    private static func isSame(
        _ value: PlainValue, _ texts: UnsafeRawBufferPointer, _ given: PlainValue, _ bytes: UnsafeRawBufferPointer
    ) -> Bool {
        switch (value, given) {
        case (.absent, .absent): return true
        case (.integer(let left), .integer(let right)): return left == right
        case (.boolean(let left), .boolean(let right)): return left == right
        case (.text(let left, let count), .text(let right, let length)):
            guard count == length else { return false }
            var offset = 0
            while offset < count, texts[left + offset] == bytes[right + offset] { offset += 1 }
            return offset == count
        case (.absent, _), (.integer, _), (.boolean, _), (.text, _): return false
        }
    }
}

extension OperationAnswers {
    /// Row 9 for a request that accepts everything; nil where that answer has to be made.
    fileprivate var usuallyKnown: KnownAnswer? {
        guard list == nil, let declared = operation.successResponse,
            let own = responses.first(where: { $0.declared.status == declared.status }),
            case .known(let known) = own.choice(Acceptance(Request(target: "/"))),
            known.response.response.status == operation.success?.status ?? declared.status.representative
        else { return nil }
        return known
    }
}
