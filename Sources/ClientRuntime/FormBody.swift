// Forms of pairs of names and values.
import Foundation

nonisolated enum FormBody {
    /// `application/x-www-form-urlencoded`: one pair for each element of an array. What has members of its own is written by the
    /// style of the property, and without one as JSON (OpenAPI, Encoding Object, `contentType`).
    static func text(_ value: JSONValue, _ styles: [String: CallBuilder.QueryStyle]) throws -> String {
        guard let members = value.sortedMembers else { throw WireFailure("$", "a form is written from an object") }
        let pairs = try members.flatMap { name, value in
            if let style = styles[name] { return try CallBuilder.queryPairs(name, value, style) }
            guard case .array(let elements) = value else {
                return try CallBuilder.queryPairs(name, value, value.isScalar ? .form : .json)
            }
            return try elements.flatMap { try CallBuilder.queryPairs(name, $0, $0.isScalar ? .form : .json) }
        }
        return pairs.map { "\($0)=\($1)" }.joined(separator: "&").replacingOccurrences(of: "%20", with: "+")
    }
}

nonisolated extension CallBuilder {
    mutating func form(_ value: some Encodable, _ styles: [String: QueryStyle] = [:]) throws {
        let text = try FormBody.text(JSONValue(encoding: value), styles)
        body(.data(Data(text.utf8)), as: "application/x-www-form-urlencoded")
    }
}
