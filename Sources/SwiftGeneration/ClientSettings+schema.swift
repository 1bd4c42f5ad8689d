// The JSON Schema of client.json, for editors.

package import JSONValues

extension ClientFile {
    /// `client.schema.json`, of the same members that the reader knows.
    package static var schema: JSON {
        var properties: JSONObject = [
            "$schema": ["type": "string", "description": "Where an editor finds this schema."]
        ]
        for key in Key.allCases { properties[key.rawValue] = property(key) }
        return [
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": "Counterpart client file",
            "description":
                "How the Swift client of a contract is generated, and where it goes. Stands beside openapi.yaml as client.json.",
            "type": "object",
            "properties": .object(properties),
            "required": [.string(Key.name.rawValue)],
            "additionalProperties": false,
        ]
    }

    private static func property(_ key: Key) -> JSON {
        switch key {
        case .name:
            [
                "type": "string", "pattern": "^\\p{Lu}",
                "description": "The client's type: a Swift identifier that starts with a capital.",
            ]
        case .output: ["type": "string", "description": "The directory of the client, from this file's own on."]
        case .access:
            [
                "enum": .array(ClientSettings.Access.allCases.map { .string($0.rawValue) }),
                "description": "Of its declarations.",
            ]
        case .namespace:
            ["type": "boolean", "default": false, "description": "Whether all types are inside the client's."]
        case .runtime: ["type": "boolean", "default": true, "description": "Whether the runtime is written with it."]
        case .include, .operations:
            [
                "type": "array", "items": ["type": "string"],
                "description": "Only these operations: tags, paths or operation ids.",
            ]
        case .track:
            [
                "type": "boolean", "default": false,
                "description": "Whether the client notes in debug builds which properties of answers are read.",
            ]
        case .testing:
            [
                "type": "string",
                "description":
                    "A Swift file for a test target, from this file's own directory on: the names of operations and state.",
            ]
        case .imports: ["type": "string", "description": "The module that the client stands in, as tests import it."]
        case .header: ["type": "string", "description": "Stands at the top of each file."]
        }
    }
}
