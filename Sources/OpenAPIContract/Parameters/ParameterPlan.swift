// How the values of an operation's parameters are read: in one pass over the query where each is one text.

import JSONValues
import JSONSchema
import HTTPExchange

/// The parameters of an operation, prepared for the requests that give each of them one text, in the path or the query. To others it says
/// nothing: then `ParameterDecoder` tells what they mean, or what is wrong.
struct ParameterPlan: Sendable {
    private let parameters: [Parameter]
    /// False where a value may be a list, an object or a document, or stands in a field.
    private let areScalar: Bool
    /// Of those in the query, one after another.
    private let names: [UInt8]
    /// Where the name of each parameter stands in `names`; nil for those of the path.
    private let places: [Range<Int>?]

    init(_ parameters: [Parameter]) {
        areScalar = parameters.allSatisfy { parameter in
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
        self.parameters = parameters
        var names: [UInt8] = []
        places = parameters.map { parameter in
            guard parameter.location == .query else { return nil }
            let start = names.count
            names += parameter.name.utf8
            return start..<names.count
        }
        self.names = names
    }

    /// The values in the order of the parameters. Nil where anything is wrong, or cannot be told at the first glance.
    func values(of request: Request, path: [Route.PathValue]) -> [JudgedRequest.ParameterValue]? {
        if parameters.isEmpty { return [] }
        guard areScalar else { return nil }
        return request.withTarget { target in
            // Safe: it is filled before it is read, and does not leave the closure.
            withUnsafeTemporaryAllocation(of: Range<Int>.self, capacity: parameters.count) { found in
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
            if start < end, let index = index(of: name) {
                guard found[index] == Self.absent else { return nil }
                found[index] = min((equals ?? end) + 1, end)..<end
            }
            start = end
        }
        return isBracketed
    }

    private func index(of name: UnsafeBufferPointer<UInt8>) -> Int? {
        names.withUnsafeBufferPointer { names in
            for index in places.indices {
                guard let place = places[index], place.count == name.count else { continue }
                var offset = 0
                while offset < name.count, names[place.lowerBound + offset] == name[offset] { offset += 1 }
                if offset == name.count { return index }
            }
            return nil
        }
    }

    private func values(
        _ target: UnsafeBufferPointer<UInt8>, _ found: UnsafeMutableBufferPointer<Range<Int>>, isBracketed: Bool,
        _ path: [Route.PathValue]
    ) -> [JudgedRequest.ParameterValue]? {
        var values: [JudgedRequest.ParameterValue] = []
        values.reserveCapacity(parameters.count)
        for (index, parameter) in parameters.enumerated() {
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
            guard let value = parameter.value(of: text) else { return nil }
            values.append(JudgedRequest.ParameterValue(parameter: parameter, value: value))
        }
        return values
    }
}

extension Parameter {
    /// What the text stands for, where the schema accepts it.
    fileprivate func value(of text: String) -> JSON? {
        let value = shape.scalar(text)
        guard let schema, !schema.accepts(value, direction: .request) else { return value }
        if case .string = value { return nil }
        // A text that could be a number is a word where that is what is taken.
        let word = JSON.string(text)
        guard shape.kinds.contains(.string), schema.accepts(word, direction: .request) else { return nil }
        return word
    }
}
