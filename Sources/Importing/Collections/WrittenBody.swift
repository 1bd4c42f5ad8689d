// Bodies of the requests of collections, as they are sent.

import JSONValues

/// A body with its media type.
struct WrittenBody {
    private(set) var bytes: [UInt8] = []
    private(set) var type: String?

    init(_ saved: SavedRequest.Body, _ variables: inout CollectionVariables) {
        switch saved {
        case .none, .lost: break
        case .text(let written, let declared):
            let text = variables.resolved(written)
            guard !text.isEmpty else { return }
            bytes = Array(text.utf8)
            type = declared ?? Self.type(of: text)
        case .form(let fields):
            guard !fields.isEmpty else { return }
            let pairs = fields.map { field in
                Percent.encoded(variables.resolved(field.name)) + "=" + Percent.encoded(variables.resolved(field.value))
            }
            bytes = Array(pairs.joined(separator: "&").utf8)
            type = "application/x-www-form-urlencoded"
        case .parts(let fields):
            guard !fields.isEmpty else { return }
            let boundary = "counterpart-boundary"
            var text = ""
            for field in fields {
                let file = field.isFile ? "; filename=\"file\"\r\nContent-Type: application/octet-stream" : ""
                let name = variables.resolved(field.name)
                let value = field.isFile ? "" : variables.resolved(field.value)
                text += "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\(file)\r\n\r\n\(value)\r\n"
            }
            bytes = Array((text + "--\(boundary)--\r\n").utf8)
            type = "multipart/form-data; boundary=\(boundary)"
        }
    }

    /// What a text looks like.
    static func type(of text: String) -> String {
        (try? JSON(parsing: text)) == nil ? "text/plain" : "application/json"
    }

    /// A query of GraphQL with its variables as the JSON that is sent.
    static func graphQL(_ query: String, variables: String?, resolving known: inout CollectionVariables)
        -> SavedRequest.Body
    {
        var members: JSONObject = ["query": .string(known.resolved(query))]
        if let variables, let json = try? JSON(parsing: known.resolved(variables)) { members["variables"] = json }
        return .text(JSON.object(members).serialized(), type: "application/json")
    }
}
