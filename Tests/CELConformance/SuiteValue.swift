// Values and types as the suite writes them: protobuf's JSON form.

import JSONValues

@testable import CEL

enum SuiteValue {
    struct Unknown: Error { let json: JSON }

    static func value(_ json: JSON) throws -> CELValue {
        guard let (kind, content) = json.object?.first.map({ ($0.key, $0.value) }) else { throw Unknown(json: json) }
        switch (kind, content) {
        case ("null_value", _): return .null
        case ("bool_value", .bool(let value)): return .bool(value)
        case ("int64_value", .string(let text)): if let value = Int64(text) { return .int(value) }
        case ("uint64_value", .string(let text)): if let value = UInt64(text) { return .uint(value) }
        case ("double_value", .number(let value)): return .double(value.double)
        case ("double_value", .string("Infinity")): return .double(.infinity)
        case ("double_value", .string("-Infinity")): return .double(-.infinity)
        case ("double_value", .string("NaN")): return .double(.nan)
        case ("string_value", .string(let text)): return .string(text)
        case ("bytes_value", .string(let text)): if let bytes = Base64.standard.decode(text) { return .bytes(bytes) }
        case ("type_value", .string(let name)): if let type = CELEnvironment.types[name] { return .type(type) }
        case ("list_value", let list): return .list(.values(try (list["values"]?.array ?? []).map(value)))
        case ("map_value", let map):
            let entries = try (map["entries"]?.array ?? []).map { entry in
                (key: try value(entry["key"] ?? [:]), value: try value(entry["value"] ?? [:]))
            }
            return .map(.entries(try CELEntries(entries)))
        default: break
        }
        throw Unknown(json: json)
    }

    /// Equal and of the same types throughout, which CEL's own equality does not ask for; NaN is NaN.
    static func same(_ left: CELValue, _ right: CELValue) -> Bool {
        switch (left, right) {
        case (.double(let left), .double(let right)):
            return (left.isNaN && right.isNaN) || (left == right && left.sign == right.sign)
        case (.list(let left), .list(let right)):
            return left.count == right.count && zip(left.elements, right.elements).allSatisfy { same($0, $1) }
        case (.map(let left), .map(let right)):
            return left.count == right.count
                && right.keys.allSatisfy { key in
                    guard let found = CELKey(key), let value = left.value(found), let wanted = right.value(found),
                        left.keys.contains(where: { same($0, key) })
                    else { return false }
                    return same(value, wanted)
                }
        default: return left.type == right.type && left == right
        }
    }

    static func type(_ json: JSON) throws -> CELType {
        guard let (kind, content) = json.object?.first.map({ ($0.key, $0.value) }) else { throw Unknown(json: json) }
        switch kind {
        case "dyn": return .dyn
        case "null": return .null
        case "primitive":
            let primitives: [String: CELType] = [
                "BOOL": .bool, "INT64": .int, "UINT64": .uint, "DOUBLE": .double, "STRING": .string, "BYTES": .bytes,
            ]
            if let type = content.string.flatMap({ primitives[$0] }) { return type }
        case "list_type": return .list(try type(content["elem_type"] ?? [:]))
        case "map_type":
            return .map(key: try type(content["key_type"] ?? [:]), value: try type(content["value_type"] ?? [:]))
        case "type_param": if let name = content.string { return .parameter(name) }
        case "abstract_type":
            let parameters = try (content["parameter_types"]?.array ?? []).map(type)
            if content["name"] == "optional_type", let wrapped = parameters.first { return .optional(wrapped) }
            if let name = content["name"]?.string { return .opaque(name, parameters) }
        default: break
        }
        throw Unknown(json: json)
    }
}
