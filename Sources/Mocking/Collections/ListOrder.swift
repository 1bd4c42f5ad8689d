// In which order a request wants the resources of a list: all that its parameters say of it, taken together.

import ContractCollections
import HTTPExchange
import JSONSchema
import JSONValues
import OpenAPIContract

/// The order of one request: by which properties, the first before the others, and which way each.
struct ListOrder: Sendable {
    private struct Key: Sendable {
        /// Names on the way to the value; nil for the order in which resources came.
        let path: [String]?
        var isDown: Bool?
    }

    private let keys: [Key]

    /// Nil where the request asks for none, or by what resources do not have.
    init?(_ judged: JudgedRequest, _ list: ResourceList) {
        let asked = Self.asked(list.sorting.parameters, judged)
        guard !asked.isEmpty else { return nil }
        var wishes = Wishes(list)
        for (parameter, value) in asked { wishes.add(value, of: parameter.name.comparableName) }
        // What is asked for in part is, for the rest, as the contract says that it is.
        let others = list.sorting.parameters.filter { parameter in !asked.contains { $0.parameter === parameter } }
        let defaults = others.compactMap { other in
            other.schema?.node.annotation("default").map { (name: other.name.comparableName, value: $0) }
        }
        var usual = Wishes(list)
        for (name, value) in defaults { usual.add(value, of: name) }
        if !wishes.namesAny { wishes.keys = usual.keys }
        if wishes.directions.isEmpty { wishes.directions = usual.directions }
        if wishes.keys.isEmpty, !wishes.namesAny { wishes.keys = [Key(path: wishes.creation, isDown: nil)] }
        if wishes.keys.isEmpty { return nil }
        keys = wishes.keys.enumerated().map { index, key in
            let ways = wishes.directions
            let way = ways.count == wishes.keys.count ? ways[index] : ways.first
            return Key(path: key.path, isDown: key.isDown ?? way ?? false)
        }
    }

    /// The parameters that the request gives a value, in its order: what it names first counts before the rest.
    private static func asked(
        _ parameters: [Parameter], _ judged: JudgedRequest
    ) -> [(parameter: Parameter, value: JSON)] {
        let given = parameters.compactMap { parameter in
            judged.value(parameter.name, in: .query).map { (parameter: parameter, value: $0) }
        }
        guard given.count > 1 else { return given }
        let names = (judged.request.query ?? "").split(separator: "&").map { $0.prefix { $0 != "=" && $0 != "[" } }
        func place(_ parameter: Parameter) -> Int { names.firstIndex { $0 == parameter.name } ?? names.count }
        return given.enumerated().sorted {
            (place($0.element.parameter), $0.offset) < (place($1.element.parameter), $1.offset)
        }.map(\.element)
    }

    /// Those that are equal stay as they are.
    func sorted<Resource>(_ resources: [Resource], _ value: (Resource) -> JSON) -> [Resource] {
        if let first = keys.first, first.path == nil { return first.isDown == true ? resources.reversed() : resources }
        let rows = resources.map { resource in
            keys.map { key in (key.path ?? []).reduce(Optional(value(resource))) { $0?[$1] } ?? .null }
        }
        let order = resources.indices.sorted { left, right in
            for (index, key) in keys.enumerated() {
                let order = rows[left][index].order(to: rows[right][index]) ?? 0
                if order != 0 { return key.isDown == true ? order > 0 : order < 0 }
            }
            return left < right
        }
        return order.map { resources[$0] }
    }

    /// What the values of parameters say, one after the other.
    private struct Wishes {
        private let list: ResourceList
        var keys: [Key] = []
        /// Those that stand for themselves: `order=desc`.
        var directions: [Bool] = []
        /// Whether anything says by what, be it something that resources do not have.
        private(set) var namesAny = false

        init(_ list: ResourceList) { self.list = list }

        /// When a resource was made.
        var creation: [String]? {
            ["createdat", "created", "createdon", "datecreated", "creationdate", "createdtime", "creationtime"].lazy
                .compactMap { list.property($0) }.first.map { [$0] }
        }

        mutating func add(_ value: JSON, of parameter: String) {
            switch value {
            case .object(let members): for (name, value) in members { add(name, value) }
            case .array(let elements): add(elements.compactMap(\.idText), of: parameter)
            default: add([value.idText].compactMap(\.self), of: parameter)
            }
        }

        /// `sort[price]=desc`, or `sort[field]=price`.
        private mutating func add(_ name: String, _ value: JSON) {
            let text = value.idText ?? ""
            switch name.comparableName {
            case "field", "by", "property", "column", "key": add([text], of: "sort")
            case "direction", "order", "dir": add([text], of: "direction")
            default:
                let count = keys.count
                add([name], of: "sort")
                if let way = Self.isDown(text, of: "direction"), keys.count > count { keys[count].isDown = way }
            }
        }

        private mutating func add(_ texts: [String], of parameter: String) {
            let words = texts.flatMap { $0.split { $0 == "," || $0 == ";" } }
            var start = keys.count
            for word in words {
                if let way = Self.isDown(word, of: parameter) {
                    // `sort=name,desc` says which way the name goes.
                    if keys.count > start, keys[keys.count - 1].isDown == nil {
                        keys[keys.count - 1].isDown = way
                        start = keys.count
                    } else {
                        directions.append(way)
                    }
                } else {
                    namesAny = true
                    if let key = key(String(word)) { keys.append(key) }
                }
            }
        }

        /// Nil for what says no direction.
        private static func isDown(_ text: some StringProtocol, of parameter: String) -> Bool? {
            switch text.lowercased().filter({ $0 != " " }) {
            case "asc", "ascending", "ascend": return false
            case "desc", "descending", "descend": return true
            case "-1": return true
            case "1": return turned[parameter] ?? false
            case "true": return turned[parameter]
            case "false", "0": return turned[parameter].map { !$0 }
            default: return nil
            }
        }

        /// Parameters that are a direction themselves: `descending=true`.
        private static let turned: [String: Bool] = [
            "desc": true, "descending": true, "reverse": true, "sortdesc": true, "sortdescending": true,
            "orderdesc": true, "asc": false, "ascending": false, "sortasc": false, "sortascending": false,
        ]

        /// `-created_at`, `created_at:desc`, `created_at desc`, `desc(created_at)`, `price_desc`, `owner.name`, `newest`.
        private func key(_ word: String) -> Key? {
            var name = word.drop { $0 == " " }
            var way: Bool?
            if let sign = name.first, sign == "-" || sign == "+" {
                way = sign == "-"
                name = name.dropFirst()
            }
            var parts = name.split { ": |()".contains($0) }.flatMap { part in
                let inner = part.split(separator: ".")
                return inner.contains { Self.isDown($0, of: "") != nil } ? inner : [part]
            }
            if parts.count > 1, let index = parts.firstIndex(where: { Self.isDown($0, of: "") != nil }) {
                way = Self.isDown(parts[index], of: "")
                parts.remove(at: index)
            }
            guard let text = parts.first.map(String.init) else { return nil }
            if let path = path(text) { return Key(path: path, isDown: way) }
            for (ending, isDown) in [
                ("descending", true), ("ascending", false), ("desc", true), ("asc", false),
            ] where text.lowercased().hasSuffix(ending) {
                let stem = text.dropLast(ending.count)
                if let path = path(String(stem)) { return Key(path: path, isDown: way ?? isDown) }
            }
            switch text.comparableName {
            case "newest", "latest", "recent", "mostrecent", "newestfirst": return Key(path: creation, isDown: true)
            case "oldest", "oldestfirst", "leastrecent": return Key(path: creation, isDown: false)
            case "date", "time", "age", "creation": return creation.map { Key(path: $0, isDown: way) }
            default: return nil
            }
        }

        private func path(_ text: String) -> [String]? {
            let plain = text.comparableName
            guard !plain.isEmpty else { return nil }
            var names = ["", "at", "on", "date", "time"].map { plain + $0 }
            for ending in ["at", "on", "date"] where plain.hasSuffix(ending) {
                names.append(String(plain.dropLast(ending.count)))
            }
            if let property = names.lazy.compactMap({ list.property($0) }).first { return [property] }
            let parts = text.split { $0 == "." || $0 == "/" }.map(String.init)
            guard parts.count > 1, let first = list.property(parts[0]) else { return nil }
            return [first] + parts.dropFirst()
        }
    }
}
