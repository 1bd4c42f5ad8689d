// Functions on strings, as cel-go's extension has them. Positions count code points.

extension CELFunction {
    static let strings: [CELFunction] = [
        CELFunction(
            "charAt", [.member(.string, .int, result: .string)],
            .binary { text, index, meter throws(CELFailure) in
                guard case .string(let text) = text, case .int(let index) = index else { return nil }
                let scalars = try scalars(text, &meter)
                let position = try position(index, in: scalars)
                return .string(position == scalars.count ? "" : String(scalars[position]))
            }),
        search("indexOf", fromEnd: false),
        search("lastIndexOf", fromEnd: true),
        mapping("lowerAscii") { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 + 32 : $0 },
        mapping("upperAscii") { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) ? $0 - 32 : $0 },
        CELFunction(
            "replace",
            [
                .member(.string, .string, .string, result: .string),
                .member(.string, .string, .string, .int, result: .string),
            ],
            .variadic { arguments, meter throws(CELFailure) in
                guard (3...4).contains(arguments.count), case .string(let text) = arguments[0],
                    case .string(let old) = arguments[1], case .string(let new) = arguments[2]
                else { return nil }
                var limit = Int64(-1)
                if arguments.count == 4 {
                    guard case .int(let count) = arguments[3] else { return nil }
                    limit = count
                }
                return .string(try replaced(text, old, new, limit: limit, &meter))
            }),
        CELFunction(
            "split",
            [
                .member(.string, .string, result: .list(.string)),
                .member(.string, .string, .int, result: .list(.string)),
            ],
            .variadic { arguments, meter throws(CELFailure) in
                guard (2...3).contains(arguments.count), case .string(let text) = arguments[0],
                    case .string(let separator) = arguments[1]
                else { return nil }
                var limit = Int64(-1)
                if arguments.count == 3 {
                    guard case .int(let count) = arguments[2] else { return nil }
                    limit = count
                }
                let parts = try split(text, separator, limit: limit, &meter)
                try meter.buildList(of: parts.count)
                return .list(.values(parts.map { .string($0) }))
            }),
        CELFunction(
            "substring", [.member(.string, .int, result: .string), .member(.string, .int, .int, result: .string)],
            .variadic { arguments, meter throws(CELFailure) in
                guard (2...3).contains(arguments.count), case .string(let text) = arguments[0],
                    case .int(let first) = arguments[1]
                else { return nil }
                let scalars = try scalars(text, &meter)
                let start = try position(first, in: scalars)
                var end = scalars.count
                if arguments.count == 3 {
                    guard case .int(let last) = arguments[2] else { return nil }
                    end = try position(last, in: scalars)
                }
                guard start <= end else {
                    throw CELFailure(.invalid("invalid substring range. start: \(start), end: \(end)"))
                }
                return .string(String(String.UnicodeScalarView(scalars[start..<end])))
            }),
        CELFunction(
            "trim", [.member(.string, result: .string)],
            .unary { text, meter throws(CELFailure) in
                guard case .string(let text) = text else { return nil }
                let scalars = try scalars(text, &meter)
                let trimmed = scalars.drop { $0.properties.isWhitespace }
                let end = trimmed.lastIndex { !$0.properties.isWhitespace }
                return .string(String(String.UnicodeScalarView(end.map { trimmed[...$0] } ?? [])))
            }),
        CELFunction(
            "strings.quote", [.global(.string, result: .string)],
            .unary { text, meter throws(CELFailure) in
                guard case .string(let text) = text else { return nil }
                try meter.build(text.utf8.count * 2 + 2)
                return .string(quoted(text))
            }),
        CELFunction(
            "format", [.member(.string, .list(.dyn), result: .string)],
            .binary { template, arguments, meter throws(CELFailure) in
                guard case .string(let template) = template, case .list(let arguments) = arguments else { return nil }
                return .string(try CELFormat.format(template, arguments, &meter))
            }),
    ]

    private static func scalars(_ text: String, _ meter: inout CELMeter) throws(CELFailure) -> [Unicode.Scalar] {
        let size = text.utf8.count
        try meter.step(size / 8)
        try meter.build(size)
        return Array(text.unicodeScalars)
    }

    /// From the first up to just after the last.
    private static func position(_ index: Int64, in scalars: [Unicode.Scalar]) throws(CELFailure) -> Int {
        guard index >= 0, index <= Int64(scalars.count) else {
            throw CELFailure(.invalid("index out of range: \(index), of \(scalars.count) characters"))
        }
        return Int(index)
    }

    /// The position of a part from a position on, or going back from one.
    private static func search(_ name: String, fromEnd: Bool) -> CELFunction {
        CELFunction(
            name, [.member(.string, .string, result: .int), .member(.string, .string, .int, result: .int)],
            .variadic { arguments, meter throws(CELFailure) in
                guard (2...3).contains(arguments.count), case .string(let whole) = arguments[0],
                    case .string(let wanted) = arguments[1]
                else { return nil }
                var text = try scalars(whole, &meter)
                var part = try scalars(wanted, &meter)
                let count = text.count
                var start = fromEnd ? max(0, count - part.count) : 0
                if arguments.count == 3 {
                    guard case .int(let index) = arguments[2] else { return nil }
                    start = try position(index, in: text)
                }
                guard part.count <= count else { return .int(-1) }
                if fromEnd {
                    // Backwards, the last is the first; it may start no later than asked.
                    text = Array(text[..<min(count, start + part.count)].reversed())
                    part.reverse()
                    let found = firstOffset(of: part, in: text)
                    return .int(found.map { Int64(text.count - part.count - $0) } ?? -1)
                }
                return .int(firstOffset(of: part, in: text[start...]).map { Int64($0 + start) } ?? -1)
            })
    }

    private static func mapping(_ name: String, _ map: @escaping @Sendable (UInt8) -> UInt8) -> CELFunction {
        CELFunction(
            name, [.member(.string, result: .string)],
            .unary { text, meter throws(CELFailure) in
                guard case .string(let text) = text else { return nil }
                try meter.build(text.utf8.count)
                return .string(String(decoding: text.utf8.map(map), as: UTF8.self))
            })
    }

    /// A limit below zero is none. An empty `old` stands before each character and at the end.
    private static func replaced(
        _ text: String, _ old: String, _ new: String, limit: Int64, _ meter: inout CELMeter
    ) throws(CELFailure) -> String {
        let parts: [String]
        if old.isEmpty {
            parts = [""] + (try scalars(text, &meter)).map { String($0) } + [""]
        } else {
            parts = try split(text, old, limit: limit < 0 ? -1 : limit == .max ? -1 : limit + 1, &meter)
        }
        let seams = limit < 0 ? parts.count - 1 : min(Int(clamping: limit), parts.count - 1)
        try meter.build(text.utf8.count + seams * new.utf8.count)
        var result = parts.first ?? ""
        for (index, part) in parts.dropFirst().enumerated() {
            if index < seams { result += new }
            result += part
        }
        return result
    }

    /// At most `limit` parts, the last being all that is left; a limit below zero is none, and of zero parts are none.
    private static func split(
        _ text: String, _ separator: String, limit: Int64, _ meter: inout CELMeter
    ) throws(CELFailure) -> [String] {
        if limit == 0 { return [] }
        let most = limit < 0 ? Int.max : Int(clamping: limit)
        if separator.isEmpty {
            let scalars = try scalars(text, &meter)
            guard scalars.count > most else { return scalars.map { String($0) } }
            let rest = String(String.UnicodeScalarView(scalars[(most - 1)...]))
            return scalars[..<(most - 1)].map { String($0) } + [rest]
        }
        let bytes = Array(text.utf8)
        try meter.step(bytes.count / 8)
        try meter.build(bytes.count)
        let mark = Array(separator.utf8)
        var parts: [String] = []
        var start = 0
        while parts.count < most - 1, let offset = firstOffset(of: mark, in: bytes[start...]) {
            parts.append(String(decoding: bytes[start..<start + offset], as: UTF8.self))
            start += offset + mark.count
            try meter.step()
        }
        parts.append(String(decoding: bytes[start...], as: UTF8.self))
        return parts
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\u{07}": result += "\\a"
            case "\u{08}": result += "\\b"
            case "\u{0C}": result += "\\f"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case "\u{0B}": result += "\\v"
            case "\\": result += "\\\\"
            case "\"": result += "\\\""
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
