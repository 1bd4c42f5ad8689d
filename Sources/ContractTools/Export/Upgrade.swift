// An OpenAPI 3.0 document as 3.1: nothing is lost.

import JSONValues
import OpenAPIContract

/// [Migrating from 3.0 to 3.1](https://learn.openapis.org/upgrading/v3.0-to-v3.1.html).
enum Upgrade {
    static func document(_ document: JSON) -> JSON {
        let changed = DocumentMap.map(document, .document) { value, kind, _ in
            switch kind {
            case .schema: schema(value)
            case .document, .components, .pathItem, .operation, .parameter, .header, .requestBody, .mediaType,
                .encoding,
                .response, .example, .link, .server, .securityScheme, .info, .callback:
                value
            }
        }
        guard case .object(var members) = changed else { return changed }
        members["openapi"] = "3.1.1"
        return .object(members)
    }

    private static func schema(_ value: JSON) -> JSON {
        guard case .object(var members) = value else { return value }
        // 3.0 ignores what stands beside a reference, 3.1 does not.
        if let reference = members["$ref"] {
            var kept = JSONObject([("$ref", reference)])
            for name in ["summary", "description"] { kept[name] = members[name] }
            return .object(kept)
        }
        if members["nullable"]?.bool == true, case .string(let type)? = members["type"] {
            members["type"] = [.string(type), "null"]
        }
        members["nullable"] = nil
        bound("minimum", "exclusiveMinimum", &members)
        bound("maximum", "exclusiveMaximum", &members)
        return .object(members)
    }

    /// A limit whose exclusiveness was a flag becomes one of two limits.
    private static func bound(_ limit: String, _ exclusive: String, _ members: inout JSONObject) {
        guard case .bool(let isExclusive)? = members[exclusive] else { return }
        members[exclusive] = isExclusive ? members[limit] : nil
        if isExclusive { members[limit] = nil }
    }
}
