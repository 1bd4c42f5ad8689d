// Functions that the expressions of rules have beside CEL's own: into JSON, patterns of JavaScript, values made up.

import CEL
import Expressions
import JSONValues
import RegularExpressions
import Sampling

extension CELFunction {
    static let ofRules: [CELFunction] = ofValues + ofDocuments

    private static let ofValues: [CELFunction] = [
        CELFunction("json.parse", overloads: [.global(.string, result: .dyn)]) { arguments in
            guard case .string(let text)? = arguments.first else { throw RuleFunctionError("no text") }
            return CELValue((try? JSON(parsing: text)) ?? .null)
        },
        CELFunction("json.text", overloads: [.global(.dyn, result: .string)]) { arguments in
            .string(try json(arguments, 0).serialized())
        },
        CELFunction("text", overloads: [.global(.dyn, result: .string)]) { arguments in
            .string(try json(arguments, 0).plain)
        },
        CELFunction("number", overloads: [.global(.dyn, result: .double)]) { arguments in
            switch try json(arguments, 0) {
            case .number(let number): .double(number.double)
            case .bool(let value): .double(value ? 1 : 0)
            case .string(let text): .double(JSONNumber(text)?.double ?? .nan)
            case .null, .array, .object: .double(.nan)
            }
        },
        CELFunction(
            "json.select", overloads: [.global(.dyn, .string, result: .list(.dyn))], compiling: 1, by: jsonPath
        ) { path, arguments in
            CELValue(.array(try path.values(in: try json(arguments, 0))))
        },
        CELFunction("json.first", overloads: [.global(.dyn, .string, result: .dyn)], compiling: 1, by: jsonPath) {
            path, arguments in
            CELValue(try path.values(in: try json(arguments, 0)).first ?? .null)
        },
        CELFunction("json.alike", overloads: [.global(.dyn, .dyn, .list(.string), result: .bool)]) { arguments in
            let likeness = JSONLikeness(leaves: try leaves(arguments, 2))
            return .bool(try likeness.holds(json(arguments, 0), as: json(arguments, 1)))
        },
        CELFunction("json.merge", overloads: [.global(.dyn, .dyn, result: .dyn)]) { arguments in
            var merged = try json(arguments, 0).object ?? JSONObject()
            for (name, value) in try json(arguments, 1).object ?? JSONObject() { merged[name] = value }
            return CELValue(.object(merged))
        },
        CELFunction("regex.test", overloads: [.global(.string, .string, result: .bool)], compiling: 1, by: pattern) {
            pattern, arguments in
            switch pattern.verdict(on: try string(arguments, 0)) {
            case .match: return .bool(true)
            case .noMatch: return .bool(false)
            case .gaveUp: throw RuleFunctionError("the pattern takes more steps than it is allowed")
            }
        },
        CELFunction(
            "regex.capture", overloads: [.global(.string, .string, .int, result: .string)], compiling: 1, by: pattern
        ) { pattern, arguments in
            let text = try string(arguments, 0)
            guard case .int(let group) = arguments[2], let match = pattern.firstMatch(in: text) else {
                return .string("")
            }
            guard group > 0, group <= match.captures.count else { return .string(String(text[match.range])) }
            return .string(match.captures[Int(group) - 1].map { String(text[$0]) } ?? "")
        },
        CELFunction("random.int", overloads: [.global(.int, .int, .int, result: .int)]) { arguments in
            guard case .int(let low) = arguments[1], case .int(let high) = arguments[2], low <= high,
                let span = Int(exactly: high.subtractingReportingOverflow(low).partialValue), span >= 0, span < Int.max
            else { throw RuleFunctionError("the lowest is above the highest") }
            var generator = try generator(arguments)
            return .int(low + Int64(generator.below(span + 1)))
        },
        CELFunction("random.uuid", overloads: [.global(.int, result: .string)]) { arguments in
            var generator = try generator(arguments)
            return .string(uuid(&generator))
        },
        CELFunction("random.text", overloads: [.global(.int, .int, .string, result: .string)]) { arguments in
            let letters = Array(try string(arguments, 2))
            guard case .int(let count) = arguments[1], (0...65_536).contains(count), !letters.isEmpty else {
                throw RuleFunctionError("a length from 0 to 65536 and some letters are needed")
            }
            var generator = try generator(arguments)
            return .string(String((0..<count).map { _ in letters[generator.below(letters.count)] }))
        },
    ]

    static func json(_ arguments: [CELValue], _ index: Int) throws -> JSON {
        guard index < arguments.count else { throw RuleFunctionError("an argument is missing") }
        return try arguments[index].json()
    }

    static func string(_ arguments: [CELValue], _ index: Int) throws -> String {
        guard index < arguments.count, case .string(let text) = arguments[index] else {
            throw RuleFunctionError("argument \(index + 1) is no text")
        }
        return text
    }

    /// What a comparison may leave out of account.
    static func leaves(_ arguments: [CELValue], _ index: Int) throws -> Set<JSONLikeness.Leave> {
        try json(arguments, index).array.map { names in
            try Set(
                names.map { name in
                    guard let leave = JSONLikeness.Leave(rawValue: name.string ?? "") else {
                        let known = JSONLikeness.Leave.allCases.map(\.rawValue).joined(separator: ", ")
                        throw RuleFunctionError("'\(name.plain)' is none of \(known)")
                    }
                    return leave
                })
        } ?? []
    }

    private static let jsonPath: @Sendable (String) throws -> JSONPath = { try JSONPath(parsing: $0) }

    private static let pattern: @Sendable (String) throws -> Pattern = { try Pattern($0) }

    private static func generator(_ arguments: [CELValue]) throws -> SeededGenerator {
        guard case .int(let seed)? = arguments.first else { throw RuleFunctionError("the seed is no whole number") }
        return SeededGenerator(seed: UInt64(bitPattern: seed)).forked("rule")
    }

    /// Of version 4 (RFC 9562, section 5.4).
    private static func uuid(_ generator: inout SeededGenerator) -> String {
        let high = generator.next() & ~0xF000 | 0x4000
        let low = generator.next() & ~(0b11 << 62) | (0b10 << 62)
        func digits(_ number: UInt64) -> String {
            let text = String(number, radix: 16)
            return String(repeating: "0", count: 16 - text.count) + text
        }
        var text = digits(high) + digits(low)
        for place in [20, 16, 12, 8] { text.insert("-", at: text.index(text.startIndex, offsetBy: place)) }
        return text
    }
}

/// Why a function has no value.
struct RuleFunctionError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

extension JSON {
    /// Text as it is, nothing for null, anything else as JSON.
    fileprivate var plain: String { isNull ? "" : string ?? serialized() }
}
