// Parameters that are one text each: decoded and judged in one pass over the query, as nearly all requests allow.

import HTTPExchange
import JSONSchema

/// The parameters of an operation that has no others than scalars of its path and its query.
struct ScalarParameters: Sendable {
    fileprivate struct Entry: Sendable {
        let parameter: Parameter
        let name: [UInt8]
    }

    private let entries: [Entry]

    /// Nil where a value may be a list, an object or a document, or stands in a field.
    init?(_ parameters: [Parameter]) {
        let areScalar = parameters.allSatisfy { parameter in
            let kinds = parameter.shape.kinds
            guard parameter.content == nil, kinds == .any || kinds.isDisjoint(with: [.array, .object]) else {
                return false
            }
            return switch parameter.location {
            case .path: parameter.style == .simple
            case .query: parameter.style == .form
            case .header, .cookie, .querystring: false
            }
        }
        guard areScalar else { return nil }
        entries = parameters.map { Entry(parameter: $0, name: Array($0.name.utf8)) }
    }

    /// The values in the order of the parameters. Nil where anything is wrong, or is not plain at the first glance:
    /// `ParameterDecoder` tells which.
    func decode(_ request: Request, path: [Route.PathValue]) -> [JudgedRequest.ParameterValue]? {
        if entries.isEmpty { return [] }
        var target = request.target
        return target.withUTF8 { target in
            withUnsafeTemporaryAllocation(of: Range<Int>.self, capacity: entries.count) { found in
                found.initialize(repeating: Self.absent)
                guard let isBracketed = find(in: target, found) else { return nil }
                return values(target, found, isBracketed: isBracketed, path)
            }
        }
    }

    private static var absent: Range<Int> { -1..<(-1) }

    /// Where in the query the values stand; whether a name may have brackets. Nil where a name is escaped or stands twice.
    private func find(
        in target: UnsafeBufferPointer<UInt8>, _ found: UnsafeMutableBufferPointer<Range<Int>>
    ) -> Bool? {
        guard var start = target.firstIndex(of: UInt8(ascii: "?")) else { return false }
        var isBracketed = false
        while start < target.count {
            start += 1
            var equals: Int?
            var end = start
            while end < target.count, target[end] != UInt8(ascii: "&") {
                switch target[end] {
                case UInt8(ascii: "=") where equals == nil: equals = end
                case UInt8(ascii: "%"), UInt8(ascii: "+"): if equals == nil { return nil }
                case UInt8(ascii: "["): isBracketed = true
                default: break
                }
                end += 1
            }
            let name = UnsafeBufferPointer(rebasing: target[start..<(equals ?? end)])
            if start < end, let index = entries.firstIndex(where: { $0.isNamed(name) }) {
                guard found[index] == Self.absent else { return nil }
                found[index] = min((equals ?? end) + 1, end)..<end
            }
            start = end
        }
        return isBracketed
    }

    private func values(
        _ target: UnsafeBufferPointer<UInt8>, _ found: UnsafeMutableBufferPointer<Range<Int>>, isBracketed: Bool,
        _ path: [Route.PathValue]
    ) -> [JudgedRequest.ParameterValue]? {
        var values: [JudgedRequest.ParameterValue] = []
        values.reserveCapacity(entries.count)
        for index in entries.indices {
            let parameter = entries[index].parameter
            let text: String
            if parameter.location == .path {
                guard let raw = path.first(where: { $0.name == parameter.name })?.text else { return nil }
                text = Percent.decoded(raw)
            } else if found[index] == Self.absent {
                // In brackets there may be parts of a value that can be anything.
                guard !parameter.required, !isBracketed else { return nil }
                continue
            } else {
                let raw = UnsafeBufferPointer(rebasing: target[found[index]])
                text = Percent.decoded(query: raw)
            }
            guard let value = parameter.plainValue(text) else { return nil }
            values.append(JudgedRequest.ParameterValue(parameter: parameter, value: value))
        }
        return values
    }
}

extension ScalarParameters.Entry {
    fileprivate func isNamed(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        guard parameter.location == .query, name.count == self.name.count else { return false }
        for index in name.indices where name[index] != self.name[index] { return false }
        return true
    }
}

extension Parameter {
    /// What the text stands for, where the schema accepts it.
    fileprivate func plainValue(_ text: String) -> JSON? {
        let value = shape.scalar(text)
        guard let schema, !schema.accepts(value, direction: .request) else { return value }
        if case .string = value { return nil }
        // A text that could be a number is a word where that is what is taken.
        let word = JSON.string(text)
        guard shape.kinds.contains(.string), schema.accepts(word, direction: .request) else { return nil }
        return word
    }
}
