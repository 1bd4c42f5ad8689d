// A contract whose operations take every request: what is answered to which is said by rules.

import JSONValues

/// An inferred document, opened: the rules of other tools see requests that no schema has judged.
struct OpenContract {
    private(set) var json: JSON

    init(_ json: JSON) { self.json = json }

    /// Opens the operation of a path, and gives its id.
    mutating func open(
        _ method: String, _ key: PathKey, _ routes: [ImportedRoute], _ answers: [ImportedAnswer]
    ) -> String? {
        guard var document = json.object, var paths = document["paths"]?.object, var item = paths[key.template]?.object,
            var operation = item[method.lowercased()]?.object, let id = operation["operationId"]?.string
        else { return nil }
        let names = routes.map(\.name).filter { !$0.isEmpty }
        if let first = names.first { operation["summary"] = .string(String(first.prefix(120))) }
        operation["parameters"] = parameters(key, routes)
        if ["POST", "PUT", "PATCH", "DELETE"].contains(method) { operation["requestBody"] = body(routes) }
        var responses = JSONObject()
        for (status, response) in operation["responses"]?.object ?? JSONObject() {
            let own = answers.filter { String($0.status) == status }
            // Of an answer that no rule gives nothing is declared.
            if !own.isEmpty { responses[status] = opened(response, own) }
        }
        operation["responses"] = .object(responses)
        item[method.lowercased()] = .object(operation)
        paths[key.template] = .object(item)
        document["paths"] = .object(paths)
        json = .object(document)
        return id
    }

    private func parameters(_ key: PathKey, _ routes: [ImportedRoute]) -> JSON? {
        var parameters: [JSON] = []
        for segment in key.segments {
            for piece in segment.split(separator: "{").dropFirst(segment.hasPrefix("{") ? 0 : 1) {
                let name = piece.prefix { $0 != "}" && $0 != "+" }
                parameters.append(
                    ["name": .string(String(name)), "in": "path", "required": true, "schema": ["type": "string"]])
            }
        }
        var seen: Set<ImportedRoute.Mention> = []
        let ignored: Set<String> = ["accept", "content-type", "authorization", "cookie", "host", "content-length"]
        for mention in routes.flatMap(\.mentions) where seen.insert(mention).inserted {
            if mention.location == "header", ignored.contains(mention.name.lowercased()) { continue }
            parameters.append(["name": .string(mention.name), "in": .string(mention.location), "schema": [:]])
        }
        return parameters.isEmpty ? nil : .array(parameters)
    }

    private func body(_ routes: [ImportedRoute]) -> JSON {
        let shown = routes.lazy.compactMap(\.body).first
        return ["content": ["*/*": shown.map { ["example": $0] } ?? [:]]]
    }

    private func opened(_ response: JSON, _ answers: [ImportedAnswer]) -> JSON {
        guard var members = response.object else { return response }
        members["x-counterpart-examples"] = nil
        if let headers = members["headers"]?.object {
            members["headers"] = .object(JSONObject(headers.map { ($0.key, ["schema": [:]]) }))
        }
        // What comes without content, or without a type, fits no declared type.
        let isLoose = answers.contains { answer in
            if case .none = answer.content { return true }
            return answer.constant("content-type") == nil
        }
        guard !isLoose else {
            members["content"] = nil
            return .object(members)
        }
        var content = members["content"]?.object ?? JSONObject()
        for answer in answers {
            guard case .expression = answer.content else { continue }
            let type = answer.constant("content-type").map { $0.prefix { $0 != ";" }.lowercased() } ?? ""
            content[type.trimmed] = [:]
        }
        for (type, media) in content {
            guard var object = media.object else { continue }
            if let examples = object["examples"]?.object, let first = examples.first?.value["value"] {
                object["examples"] = nil
                object["example"] = first
            }
            content[type] = .object(object)
        }
        members["content"] = .object(content)
        return .object(members)
    }
}

extension String {
    var trimmed: String {
        String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}
