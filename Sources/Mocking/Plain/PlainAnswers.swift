// What an operation answers to plain requests: rows 8 and 9 of the decision table, from the values alone.

import JSONValues
import JSONSchema
import HTTPExchange
import OpenAPIContract

/// The pairs and the usual answer of one operation that no other row of the table speaks for.
final class PlainAnswers: Sendable {
    /// What there is for those who accept the same; nil for what the rows have to be asked for.
    private struct Choice: Sendable {
        /// Of the pairs, in their order.
        var pairs: [PlainAnswer?]
        var usual: PlainAnswer?
    }

    /// One after another for each pair; a text's place is in `texts`.
    private let values: [PlainValue]
    private let texts: [UInt8]
    /// Of each pair's content.
    private let types: [MediaRange?]
    private let everything: Choice
    /// By what `Accept` says.
    private let choices = TextMemo<Choice>()
    private let usual: @Sendable (Acceptance) -> PlainAnswer?

    init(_ answers: OperationAnswers, plain: @escaping @Sendable (KnownAnswer) -> PlainAnswer?) {
        var values: [PlainValue] = []
        var texts: [UInt8] = []
        var types: [MediaRange?] = []
        var known: [PlainAnswer?] = []
        for pair in answers.pairs where pair.pair.body == nil {
            guard let own = PlainAnswers.values(of: pair.pair, answers.operation, &texts) else { continue }
            values += own
            types.append(pair.media)
            known.append(plain(pair.answer))
        }
        self.values = values
        self.texts = texts
        self.types = types
        usual = { answers.usuallyKnown(to: $0).flatMap(plain) }
        everything = Choice(pairs: known, usual: usual(Acceptance("*/*")))
    }

    private func choice(for get: PlainGet) -> Choice {
        guard let accept = get.accept, !get.takesEverything else { return everything }
        return choices.value(of: get.slice(accept)) { text in
            let acceptance = Acceptance(text)
            let pairs = zip(everything.pairs, types).map { answer, type in
                type.map { acceptance.quality(of: $0) == 0 } ?? false ? nil : answer
            }
            return Choice(pairs: pairs, usual: usual(acceptance))
        }
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
    /// - Parameter given: the values of the request, whose texts are in its bytes.
    func answer(_ given: UnsafeMutableBufferPointer<PlainValue>, _ get: PlainGet) -> PlainAnswer? {
        let pair = values.withUnsafeBufferPointer { values in
            texts.withUnsafeBytes { texts in
                var start = 0
                for pair in types.indices {
                    var index = 0
                    while index < given.count,
                        PlainAnswers.isSame(values[start + index], texts, given[index], get.bytes)
                    {
                        index += 1
                    }
                    if index == given.count { return pair }
                    start += given.count
                }
                return -1
            }
        }
        let choice = choice(for: get)
        return pair < 0 ? choice.usual : choice.pairs[pair]
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
    /// Row 9 for those who accept that; nil where the answer has to be made for the request.
    fileprivate func usuallyKnown(to acceptance: Acceptance) -> KnownAnswer? {
        guard list == nil, let declared = operation.successResponse,
            let own = responses.first(where: { $0.declared.status == declared.status }),
            case .known(let known) = own.choice(acceptance),
            known.response.response.status == operation.success?.status ?? declared.status.representative
        else { return nil }
        return known
    }
}
