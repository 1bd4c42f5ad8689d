// `format`: a template and its arguments to a string.

/// Formats as cel-go's string extension does: `%s %d %b %o %x %X %f %e`, with a precision as in `%.3f`, and `%%`.
struct CELFormat {
    private var result = ""
    private var next = 0
    private let arguments: CELList

    static func format(
        _ template: String, _ arguments: CELList, _ meter: inout CELMeter
    ) throws(CELFailure) -> String {
        var format = CELFormat(arguments: arguments)
        var rest = template.unicodeScalars[...]
        try meter.build(template.utf8.count)
        while let scalar = rest.popFirst() {
            guard scalar == "%" else {
                format.result.unicodeScalars.append(scalar)
                continue
            }
            var precision: Int?
            if rest.first == "." {
                rest.removeFirst()
                let digits = rest.prefix { ("0"..."9").contains($0) }
                guard let value = Int(String(digits)), value <= 1000 else {
                    throw CELFailure(.invalid("could not parse formatting clause: a precision is a number up to 1000"))
                }
                precision = value
                rest = rest[digits.endIndex...]
            }
            guard let verb = rest.popFirst() else {
                throw CELFailure(.invalid("could not parse formatting clause: the template ends after '%'"))
            }
            if verb == "%" {
                format.result += "%"
            } else {
                try format.clause(verb, precision ?? 6, &meter)
            }
        }
        return format.result
    }

    private init(arguments: CELList) { self.arguments = arguments }

    private mutating func clause(_ verb: Unicode.Scalar, _ precision: Int, _ meter: inout CELMeter) throws(CELFailure) {
        guard "sdboxXfe".unicodeScalars.contains(verb) else {
            throw CELFailure(.invalid("could not parse formatting clause: unrecognized formatting clause \"\(verb)\""))
        }
        guard next < arguments.count else { throw CELFailure(.invalid("index \(next) out of range")) }
        let value = arguments[next]
        next += 1
        let text: String
        switch verb {
        case "s": text = try CELFormat.string(value, &meter)
        case "d": text = try CELFormat.decimal(value)
        case "b": text = try CELFormat.binary(value)
        case "o": text = try CELFormat.octal(value)
        case "f": text = try CELFormat.fraction(value, "fixed-point", &meter) { $0.fixed(precision) }
        case "e": text = try CELFormat.fraction(value, "scientific", &meter) { $0.scientific(precision) }
        default: text = try CELFormat.hexadecimal(value, uppercase: verb == "X")
        }
        try meter.build(text.utf8.count)
        result += text
    }

    private static func string(_ value: CELValue, _ meter: inout CELMeter) throws(CELFailure) -> String {
        try meter.step()
        switch value {
        case .string(let text): return text
        case .null: return "null"
        case .bool(let truth): return String(truth)
        case .int(let number): return String(number)
        case .uint(let number): return String(number)
        case .double(let number): return shownDouble(number)
        case .bytes(let bytes):
            try meter.build(bytes.count)
            return String(decoding: bytes, as: UTF8.self)
        case .timestamp(let time): return time.description
        case .duration(let span): return span.description
        case .type(let type): return type.description
        case .address(let address): return address.description
        case .network(let network): return network.description
        case .list(let list):
            var parts: [String] = []
            for index in 0..<list.count {
                parts.append(try string(list[index], &meter))
                try meter.build(parts[index].utf8.count + 2)
            }
            return "[" + parts.joined(separator: ", ") + "]"
        case .map(let map):
            var parts: [(key: String, value: String)] = []
            for key in map.keys {
                let value = CELKey(key).flatMap { map.value($0) } ?? .null
                let part = (try string(key, &meter), try string(value, &meter))
                try meter.build(part.0.utf8.count + part.1.utf8.count + 4)
                parts.append(part)
            }
            parts.sort { textPrecedes($0.key, $1.key) }
            return "{" + parts.map { "\($0.key): \($0.value)" }.joined(separator: ", ") + "}"
        case .optional: throw invalidArgument("string", "values", value)
        }
    }

    private static func invalidArgument(_ clause: String, _ takes: String, _ value: CELValue) -> CELFailure {
        CELFailure(
            .invalid("error during formatting: \(clause) clause can only be used on \(takes), was given \(value.type)"))
    }

    private static func decimal(_ value: CELValue) throws(CELFailure) -> String {
        switch value {
        case .int(let number): return String(number)
        case .uint(let number): return String(number)
        case .double(let number) where !number.isFinite: return shownDouble(number)
        default: throw invalidArgument("decimal", "integers", value)
        }
    }

    private static func binary(_ value: CELValue) throws(CELFailure) -> String {
        switch value {
        case .int(let number): return String(number, radix: 2)
        case .uint(let number): return String(number, radix: 2)
        case .bool(let truth): return truth ? "1" : "0"
        default: throw invalidArgument("binary", "integers and bools", value)
        }
    }

    private static func octal(_ value: CELValue) throws(CELFailure) -> String {
        switch value {
        case .int(let number): return String(number, radix: 8)
        case .uint(let number): return String(number, radix: 8)
        default: throw invalidArgument("octal", "integers", value)
        }
    }

    private static func hexadecimal(_ value: CELValue, uppercase: Bool) throws(CELFailure) -> String {
        func hex(_ bytes: some Sequence<UInt8>) -> String {
            bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: uppercase) }.joined()
        }
        switch value {
        case .int(let number): return String(number, radix: 16, uppercase: uppercase)
        case .uint(let number): return String(number, radix: 16, uppercase: uppercase)
        case .string(let text): return hex(text.utf8)
        case .bytes(let bytes): return hex(bytes)
        default: throw invalidArgument("hex", "integers, byte buffers, and strings", value)
        }
    }

    private static func fraction(
        _ value: CELValue, _ clause: String, _ meter: inout CELMeter, _ format: (DecimalExpansion) -> String
    ) throws(CELFailure) -> String {
        let number: Double
        switch value {
        case .int(let value): number = Double(value)
        case .uint(let value): number = Double(value)
        case .double(let value): number = value
        default: throw invalidArgument(clause, "doubles", value)
        }
        guard number.isFinite else { return shownDouble(number) }
        try meter.step(DecimalExpansion.steps(number))
        return format(DecimalExpansion(number))
    }
}
