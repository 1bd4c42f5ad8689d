// Which parameter takes what of a segment that has several: `{id}{format}`, `{position}.{ext}`.

import HTTPExchange
import JSONSchema
import JSONValues

extension PathTemplate {
    /// Whether the text of a segment can be taken apart in several ways.
    var sharesSegments: Bool {
        segments.contains { segment in
            segment.count { if case .parameter(_, let spans) = $0 { !spans } else { false } } > 1
        }
    }

    /// Other ways to share the text of the segments among their parameters, of each segment the first so many.
    /// - Parameter values: one way, in the order of the template.
    fileprivate func splits(of values: [Route.PathValue]) -> [[Route.PathValue]] {
        var rest = values[...]
        return segments.reduce([[]]) { ways, segment in
            let pattern = SegmentPattern(segment)
            let own = Array(rest.prefix(pattern.fixed.count - 1))
            rest = rest.dropFirst(own.count)
            guard own.count > 1, !pattern.spans else { return ways.map { $0 + own } }
            let texts = zip(own, pattern.fixed.dropFirst()).reduce(into: pattern.fixed[0]) { text, part in
                text += Array(part.0.text.utf8) + part.1
            }
            var steps = Self.mostSteps
            let splits = pattern.splits(of: texts[...].dropFirst(pattern.fixed[0].count), from: 1, &steps)
            let named = splits.prefix(Self.mostSplits).map { split in
                zip(own, split).map { Route.PathValue(name: $0.name, text: String(decoding: $1, as: UTF8.self)) }
            }
            return Array(ways.flatMap { way in named.map { way + $0 } }.prefix(Self.mostSplits))
        }
    }

    private static let mostSplits = 256
    /// Places of one segment that are tried: of several parameters in a long text there are more than anybody can wait for.
    private static let mostSteps = 10_000
}

extension SegmentPattern {
    /// Each way to give every parameter from one on at least one byte of the text, shorter ones first.
    /// - Parameter steps: how many places may still be tried.
    fileprivate func splits(
        of text: ArraySlice<UInt8>, from index: Int, _ steps: inout Int
    ) -> [[ArraySlice<UInt8>]] {
        let literal = fixed[index]
        if index == fixed.count - 1 {
            guard text.count > literal.count, text.suffix(literal.count).elementsEqual(literal) else { return [] }
            return [[text.dropLast(literal.count)]]
        }
        var found: [[ArraySlice<UInt8>]] = []
        var end = text.startIndex + 1
        while end < text.endIndex, found.count < 256, steps > 0 {
            steps -= 1
            let rest = text[end...]
            if rest.starts(with: literal) {
                found += splits(of: rest.dropFirst(literal.count), from: index + 1, &steps).map { [text[..<end]] + $0 }
            }
            end += 1
        }
        return found
    }
}

extension Operation {
    /// The values of the path as the parameters' schemas have them.
    func fitting(_ values: [Route.PathValue], of request: Request) -> [Route.PathValue] {
        guard !takes(values, of: request) else { return values }
        return path.splits(of: values).first { takes($0, of: request) } ?? values
    }

    /// Whether the values of the path fit the parameters' schemas, shared in one way or another.
    func canTake(_ values: [Route.PathValue], of request: Request) -> Bool {
        takes(fitting(values, of: request), of: request)
    }

    private func takes(_ values: [Route.PathValue], of request: Request) -> Bool {
        let decoder = ParameterDecoder(request, path: values, operation: self)
        return parameters.allSatisfy { parameter in
            guard parameter.location == .path, let schema = parameter.schema else { return true }
            guard case .values(let candidates) = decoder.decode(parameter) else { return false }
            return candidates.contains { schema.accepts($0, direction: .request) }
        }
    }

    /// How little the values of the path can be: of two templates that are the same on the wire, the narrower is meant.
    var pathNarrowness: Int {
        parameters.count { parameter in
            guard parameter.location == .path, let schema = parameter.schema else { return false }
            return !schema.types.contains(.string)
                || schema.conjuncts.contains { $0.node.keywords.contains(where: \.narrowsText) }
        }
    }
}

extension Keyword {
    fileprivate var narrowsText: Bool {
        switch self {
        case .enumeration, .const, .pattern, .format: true
        default: false
        }
    }
}
