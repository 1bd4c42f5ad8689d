// Between JSON and CEL: lazily in, exactly out.

package import Expressions
package import JSONValues

/// What a JSON scalar becomes where the checker knows its type: JSON has one kind of number and no time.
enum JSONReading: Sendable {
    /// A number is an `int` where it is whole and fits, else a `uint`, else a `double`.
    case dynamic
    case int, uint, double, timestamp, duration, bytes

    init(_ type: CELType) {
        switch type {
        case .int: self = .int
        case .uint: self = .uint
        case .double: self = .double
        case .timestamp: self = .timestamp
        case .duration: self = .duration
        case .bytes: self = .bytes
        case .optional(let wrapped): self = JSONReading(wrapped)
        default: self = .dynamic
        }
    }
}

extension CELValue {
    /// Wraps JSON without copying it.
    package init(_ json: JSON) { self.init(json, as: .dynamic) }

    /// Wraps JSON whose declared type is known; what does not fit the type is read by its own nature.
    package init(_ json: JSON, as type: CELType) { self.init(json, as: JSONReading(type)) }

    init(_ json: JSON, as reading: JSONReading) {
        switch json {
        case .null: self = .null
        case .bool(let value): self = .bool(value)
        case .number(let number): self = CELValue.number(number, as: reading)
        case .string(let text):
            switch reading {
            case .timestamp: self = CELTimestamp(rfc3339: text).map(CELValue.timestamp) ?? .string(text)
            case .duration: self = CELDuration(text).map(CELValue.duration) ?? .string(text)
            case .bytes: self = Base64.standard.decode(text).map(CELValue.bytes) ?? .string(text)
            case .dynamic, .int, .uint, .double: self = .string(text)
            }
        case .array(let array): self = .list(.json(array))
        case .object(let object): self = .map(.json(object))
        }
    }

    private static func number(_ number: JSONNumber, as reading: JSONReading) -> CELValue {
        switch reading {
        case .double: return .double(number.double)
        case .uint: if let value = number.uint64 { return .uint(value) }
        default: break
        }
        if let value = number.int64 { return .int(value) }
        if let value = number.uint64 { return .uint(value) }
        return .double(number.double)
    }
}

extension CELValue {
    /// The value as JSON. Bytes become base64, timestamps RFC 3339, durations seconds with an `s`, an absent optional
    /// null, as protobuf's JSON mapping has it. A value that shares its parts is written out in full, so `nodes` bounds
    /// how many JSON values come of it; infinities, NaN, and maps with other keys than scalars fail.
    package func json(nodes: Int = 1_000_000) throws(ExpressionError) -> JSON {
        var left = nodes
        do throws(CELFailure) {
            return try json(left: &left)
        } catch {
            throw ExpressionError(error.fault(at: 0), in: "")
        }
    }

    fileprivate func json(left: inout Int) throws(CELFailure) -> JSON {
        left -= 1
        guard left >= 0 else { throw CELFailure(.limit("the value is too large for JSON")) }
        switch self {
        case .null: return .null
        case .bool(let value): return .bool(value)
        case .int(let value): return .number(JSONNumber(value))
        case .uint(let value): return .number(JSONNumber(value))
        case .double(let value):
            guard let number = JSONNumber(value) else {
                throw CELFailure(.invalid("JSON has no number \(shownDouble(value))"))
            }
            return .number(number)
        case .string(let value): return .string(value)
        case .bytes(let value): return .string(Base64.standard.encode(value))
        case .timestamp(let value): return .string(value.description)
        case .duration(let value): return .string(value.description)
        case .type(let value): return .string(value.description)
        case .address(let value): return .string(value.description)
        case .network(let value): return .string(value.description)
        case .optional(let value): return try value?.json(left: &left) ?? .null
        case .list(.json(let array)): return .array(array)
        case .list(.rows(let rows)): return .array(rows.rows)
        case .list(.values(let values)): return .array(try values.json(left: &left))
        case .list(.kept(let list)): return .array(try list.values.json(left: &left))
        case .map(.json(let object)): return .object(object)
        case .map(.entries(let entries)):
            if let names = entries.names {
                return .object(JSONObject(keys: names, values: try entries.values.json(left: &left)))
            }
            var members: [(String, JSON)] = []
            for (key, value) in zip(entries.keys, entries.values) {
                members.append((try key.memberName(), try value.json(left: &left)))
            }
            return .object(JSONObject(members))
        }
    }

    private func memberName() throws(CELFailure) -> String {
        switch self {
        case .string(let value): return value
        case .bool(let value): return String(value)
        case .int(let value): return String(value)
        case .uint(let value): return String(value)
        default: throw CELFailure(.invalid("\(type) is no name for a member of a JSON object"))
        }
    }
}

extension [CELValue] {
    fileprivate func json(left: inout Int) throws(CELFailure) -> [JSON] {
        var array: [JSON] = []
        array.reserveCapacity(count)
        for value in self { array.append(try value.json(left: &left)) }
        return array
    }
}
