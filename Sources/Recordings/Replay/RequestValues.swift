// The decoded values of a request, by which recordings are matched.

import HTTPExchange
package import JSONValues
import SourceDocuments
import OpenAPIContract

/// The decoded values of a request: `{"path": {…}, "query": {…}, "header": {…}, "cookie": {…}, "body": …}`. Two requests of an
/// operation that differ in the order of the query or of members alone are equal.
struct RequestValues: Hashable, Sendable {
    private(set) var json: JSON

    private init(json: JSON) { self.json = json }

    init(_ judged: JudgedRequest) {
        var locations = JSONObject()
        for (parameter, value) in judged.parameters.map({ ($0.parameter, $0.value) }) {
            let location = parameter.location.rawValue
            var values = locations[location]?.object ?? JSONObject()
            values[parameter.location == .header ? parameter.name.lowercased() : parameter.name] = value
            locations[location] = .object(values)
        }
        if let body = judged.body {
            locations["body"] = body
        } else if !judged.request.body.isEmpty {
            // Content that is not decoded is compared by its bytes.
            locations["body"] = .string("\(judged.request.body.count) bytes, \(Self.digest(judged.request.body))")
        }
        json = .object(locations)
    }

    /// FNV-1a, 64 bits.
    private static func digest(_ bytes: [UInt8]) -> String {
        let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
        return String(hash, radix: 16)
    }

    // MARK: - Places

    /// A way from the root to a value; elements of arrays are `*`.
    typealias Path = [String]

    /// Every value that is neither object nor array.
    func forEachLeaf(_ body: (_ path: Path, _ value: JSON) -> Void) { Self.visit(json, at: [], body) }

    private static func visit(_ json: JSON, at path: Path, _ body: (Path, JSON) -> Void) {
        switch json {
        case .object(let members): for (name, value) in members { visit(value, at: path + [name], body) }
        case .array(let elements): for value in elements { visit(value, at: path + ["*"], body) }
        case .null, .bool, .number, .string: body(path, json)
        }
    }

    /// The values without those for whose path `isLeftOut` is true.
    func leavingOut(_ isLeftOut: (_ path: Path) -> Bool) -> RequestValues {
        RequestValues(json: Self.pruned(json, at: [], isLeftOut))
    }

    private static func pruned(_ json: JSON, at path: Path, _ isLeftOut: (Path) -> Bool) -> JSON {
        switch json {
        case .object(let members):
            return .object(
                JSONObject(
                    members.compactMap { name, value in
                        let path = path + [name]
                        return isLeftOut(path) ? nil : (name, pruned(value, at: path, isLeftOut))
                    }))
        case .array(let elements):
            let path = path + ["*"]
            return isLeftOut(path)
                ? .array([]) : .array(elements.map { pruned($0, at: path, isLeftOut) })
        case .null, .bool, .number, .string: return json
        }
    }
}

extension RequestValues {
    /// Where it has another value than `other`, by what a person calls the place; `recorded` is the value of `other`.
    func differences(from other: RequestValues) -> [RequestDifference] {
        var found: [RequestDifference] = []
        Self.compare(json, other.json, at: [], &found)
        return found
    }

    private static func compare(_ one: JSON?, _ other: JSON?, at path: Path, _ found: inout [RequestDifference]) {
        if one == other { return }
        if case .object(let mine)? = one, case .object(let theirs)? = other {
            for (name, value) in mine { compare(value, theirs[name], at: path + [name], &found) }
            for (name, value) in theirs where mine[name] == nil { compare(nil, value, at: path + [name], &found) }
        } else if case .array(let mine)? = one, case .array(let theirs)? = other, mine.count == theirs.count {
            for index in mine.indices { compare(mine[index], theirs[index], at: path + [String(index)], &found) }
        } else if path.count == 1, path[0] != "body" {
            // A whole location that one of them has nothing in.
            compare(one ?? [:], other ?? [:], at: path, &found)
        } else {
            found.append(RequestDifference(path: path, asked: one, recorded: other))
        }
    }
}

/// A value in which a request differs from a recorded one.
package struct RequestDifference: Hashable, Sendable {
    let path: [String]
    /// The value in the request; nil if it has none.
    package let asked: JSON?
    /// The value in the recording; nil where it has none.
    package let recorded: JSON?

    /// `query user_id`, `body at /items/0/id`.
    package var place: String { RequestDifference.place(path) }

    static func place(_ path: [String]) -> String {
        let location = path.first ?? ""
        let rest = Array(path.dropFirst())
        if location == "body" { return rest.isEmpty ? "body" : "body at \(JSONPointer(rest))" }
        let inner = rest.dropFirst()
        let name = "\(location) \(rest.first ?? "")"
        return inner.isEmpty ? name : "\(name) at \(JSONPointer(Array(inner)))"
    }
}

extension RequestDifference: CustomStringConvertible {
    package var description: String {
        func shown(_ value: JSON?) -> String { value.map { String($0.serialized().prefix(80)) } ?? "nothing" }
        return "\(place) is \(shown(asked)), recorded is \(shown(recorded))"
    }
}
