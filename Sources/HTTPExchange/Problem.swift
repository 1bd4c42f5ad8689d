// What a server of ours says when it is itself the one that refuses: RFC 9457.

package import HTTPTypes
package import JSONValues

/// A problem detail (RFC 9457), sent as `application/problem+json`.
package struct Problem: Hashable, Sendable {
    /// Of the response that it is sent in.
    package var status: Int
    /// The kind of problem, the same at each occurrence.
    package var title: String
    /// What is wrong this time.
    package var detail: String
    /// Further members, in order.
    package var extensions: JSONObject

    package init(status: Int, title: String, detail: String, extensions: JSONObject = JSONObject()) {
        self.status = status
        self.title = title
        self.detail = detail
        self.extensions = extensions
    }

    package var json: JSON {
        var members = JSONObject([
            ("title", .string(title)), ("status", .number(JSONNumber(status))), ("detail", .string(detail)),
        ])
        for (key, value) in extensions where members[key] == nil { members[key] = value }
        return .object(members)
    }

    /// The problem as the content of a response.
    package func response(headers: HTTPFields = [:]) -> Response {
        var headers = headers
        headers[.contentType] = "application/problem+json"
        return Response(status: status, headers: headers, body: Array(json.serialized().utf8))
    }
}
