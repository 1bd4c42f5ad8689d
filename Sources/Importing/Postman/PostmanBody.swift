// Bodies of Postman's requests.

import JSONValues

/// A body with its media type.
struct PostmanBody {
    private(set) var bytes: [UInt8] = []
    private(set) var type: String?
    /// What of it cannot be carried.
    private(set) var loss: String?

    init(_ written: Sourced?, _ variables: inout PostmanVariables) {
        guard let written, !written.flag("disabled") else { return }
        switch written.text("mode") {
        case "raw":
            let text = variables.resolved(written.text("raw") ?? "")
            bytes = Array(text.utf8)
            guard !bytes.isEmpty else { return }
            let languages = [
                "json": "application/json", "xml": "application/xml", "html": "text/html", "text": "text/plain",
            ]
            let language = written["options"]?["raw"]?.text("language") ?? ""
            type = languages[language] ?? ((try? JSON(parsing: text)) == nil ? "text/plain" : "application/json")
        case "urlencoded":
            let pairs = Self.fields(written["urlencoded"], &variables)
            bytes = Array(
                pairs.map { Percent.encoded($0.name) + "=" + Percent.encoded($0.value) }.joined(separator: "&").utf8)
            if !bytes.isEmpty { type = "application/x-www-form-urlencoded" }
        case "formdata":
            let fields = Self.fields(written["formdata"], &variables)
            guard !fields.isEmpty else { return }
            let boundary = "counterpart-boundary"
            var text = ""
            for field in fields {
                let file = field.isFile ? "; filename=\"file\"\r\nContent-Type: application/octet-stream" : ""
                text +=
                    "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(field.name)\"\(file)\r\n\r\n\(field.value)\r\n"
            }
            bytes = Array((text + "--\(boundary)--\r\n").utf8)
            type = "multipart/form-data; boundary=\(boundary)"
        case "graphql":
            var query: JSONObject = ["query": .string(variables.resolved(written["graphql"]?.text("query") ?? ""))]
            if let given = written["graphql"]?.text("variables"),
                let json = try? JSON(parsing: variables.resolved(given))
            {
                query["variables"] = json
            }
            bytes = Array(JSON.object(query).serialized().utf8)
            type = "application/json"
        case "file": loss = "a file that is sent as the body"
        default: break
        }
    }

    private static func fields(
        _ list: Sourced?, _ variables: inout PostmanVariables
    ) -> [(name: String, value: String, isFile: Bool)] {
        var fields: [(name: String, value: String, isFile: Bool)] = []
        for field in list?.elements ?? [] where !field.flag("disabled") && field.json["enabled"]?.bool != false {
            guard let key = field.text("key") else { continue }
            let isFile = field.text("type") == "file"
            fields.append(
                (variables.resolved(key), isFile ? "" : variables.resolved(field.text("value") ?? ""), isFile))
        }
        return fields
    }
}
