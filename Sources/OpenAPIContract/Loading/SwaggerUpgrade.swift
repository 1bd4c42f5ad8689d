// Swagger 2.0 as OpenAPI 3.0, in memory: what is loaded is one kind of document.

import JSONValues

/// Tells a [Swagger 2.0](https://swagger.io/specification/v2/) document as OpenAPI 3.0.
package struct SwaggerUpgrade {
    private let root: JSONObject

    /// The member of the upgraded document that says what it was.
    package static let mark = "x-counterpart-upgraded-from"

    /// Nil for a document of another kind.
    static func document(_ json: JSON) -> JSON? {
        guard let object = json.object, let version = object["swagger"]?.plainText, version == "2.0" || version == "2"
        else {
            return nil
        }
        return .object(SwaggerUpgrade(root: object).upgraded())
    }

    private init(root: JSONObject) { self.root = root }

    private func upgraded() -> JSONObject {
        var document: JSONObject = ["openapi": "3.0.3"]
        document[Self.mark] = "Swagger 2.0"
        for name in ["info", "tags", "externalDocs", "security"] { document[name] = root[name] }
        for (name, value) in root where name.hasPrefix("x-") { document[name] = value }
        if !servers.isEmpty { document["servers"] = .array(servers) }
        document["paths"] = .object(
            JSONObject(
                (root["paths"]?.object ?? JSONObject()).map {
                    ($0.key, $0.key.hasPrefix("x-") ? $0.value : pathItem($0.value))
                }))
        var components = JSONObject()
        func map(_ name: String, _ value: (JSON) -> JSON?) -> JSON? {
            guard let members = root[name]?.object else { return nil }
            return .object(JSONObject(members.compactMap { member in value(member.value).map { (member.key, $0) } }))
        }
        components["schemas"] = map("definitions") { schema($0) }
        components["parameters"] = map("parameters") { isOfBody($0) ? JSON?.none : parameter($0) }
        components["responses"] = map("responses") { response($0, produced(by: nil)) }
        components["securitySchemes"] = map("securityDefinitions") { securityScheme($0) }
        if !components.isEmpty { document["components"] = .object(components) }
        return document
    }

    private var servers: [JSON] {
        let path = root["basePath"]?.string ?? ""
        guard let host = root["host"]?.string else { return path.isEmpty ? [] : [["url": .string(path)]] }
        let schemes = root["schemes"]?.array?.compactMap(\.string) ?? ["https"]
        let own = path == "/" ? "" : path
        return schemes.filter { !$0.hasPrefix("ws") }.map { ["url": .string("\($0)://\(host)\(own)")] }
    }

    // MARK: - Operations

    /// Swagger 2.0 has no `trace`, and Flasgger writes it all the same.
    private static let methods: Set<String> = ["get", "put", "post", "delete", "options", "head", "patch", "trace"]

    private func pathItem(_ json: JSON) -> JSON {
        guard let item = json.object else { return json }
        var upgraded = JSONObject()
        let shared = item["parameters"]?.array ?? []
        for (name, value) in item {
            if Self.methods.contains(name), let operation = value.object {
                upgraded[name] = .object(self.operation(operation, shared))
            } else if name == "parameters" {
                upgraded[name] = .array(shared.filter { !isOfBody($0) }.map(parameter))
            } else {
                upgraded[name] = name == "$ref" ? reference(value) : value
            }
        }
        return .object(upgraded)
    }

    private func operation(_ operation: JSONObject, _ shared: [JSON]) -> JSONObject {
        var upgraded = operation
        for name in ["consumes", "produces", "schemes", "parameters"] { upgraded[name] = nil }
        let own = operation["parameters"]?.array ?? []
        let plain = own.filter { !isOfBody($0) }.map(parameter)
        if !plain.isEmpty { upgraded["parameters"] = .array(plain) }
        let bodies = (own + shared).filter(isOfBody).compactMap { resolved($0).object }
        let consumed = operation["consumes"]?.array ?? root["consumes"]?.array ?? []
        upgraded["requestBody"] = requestBody(bodies, consumed.compactMap(\.string))
        let produced = produced(by: operation)
        upgraded["responses"] = .object(
            JSONObject(
                (operation["responses"]?.object ?? JSONObject()).map {
                    ($0.key, $0.key.hasPrefix("x-") ? $0.value : response($0.value, produced))
                }))
        return upgraded
    }

    private func produced(by operation: JSONObject?) -> [String] {
        let types = (operation?["produces"]?.array ?? root["produces"]?.array ?? []).compactMap(\.string)
        return types.isEmpty ? ["application/json"] : types
    }

    // MARK: - Parameters and bodies

    /// The parameter that a reference leads to.
    private func resolved(_ json: JSON) -> JSON {
        guard let reference = json["$ref"]?.string, reference.hasPrefix("#/parameters/") else { return json }
        let name = reference.dropFirst("#/parameters/".count).replacing("~1", with: "/").replacing("~0", with: "~")
        return root["parameters"]?[String(name)] ?? json
    }

    private func isOfBody(_ json: JSON) -> Bool {
        let location = resolved(json)["in"]?.string
        return location == "body" || location == "formData"
    }

    private static let described: Set<String> = ["name", "in", "description", "required", "allowEmptyValue"]

    private func parameter(_ json: JSON) -> JSON {
        guard let object = json.object, object["$ref"] == nil else {
            guard let target = json["$ref"] else { return json }
            return ["$ref": reference(target)]
        }
        var upgraded = JSONObject()
        var own = JSONObject()
        for (name, value) in object {
            if Self.described.contains(name) || name.hasPrefix("x-") && name != "x-nullable" {
                upgraded[name] = value
            } else if name != "collectionFormat" {
                own[name] = value
            }
        }
        upgraded["schema"] = schema(.object(own))
        let isQuery = object["in"]?.string == "query"
        if object["type"]?.string == "array" {
            switch object["collectionFormat"]?.string {
            case "multi": (upgraded["style"], upgraded["explode"]) = ("form", true)
            case "ssv" where isQuery: (upgraded["style"], upgraded["explode"]) = ("spaceDelimited", false)
            case "pipes" where isQuery: (upgraded["style"], upgraded["explode"]) = ("pipeDelimited", false)
            default: if isQuery { (upgraded["style"], upgraded["explode"]) = ("form", false) }
            }
        }
        return .object(upgraded)
    }

    private func requestBody(_ parameters: [JSONObject], _ consumed: [String]) -> JSON? {
        guard !parameters.isEmpty else { return nil }
        var body = JSONObject()
        if let whole = parameters.first(where: { $0["in"]?.string == "body" }) {
            body["description"] = whole["description"]
            body["required"] = whole["required"]
            let media: JSON = ["schema": schema(whole["schema"] ?? [:])]
            let types = consumed.isEmpty ? ["application/json"] : consumed
            body["content"] = .object(JSONObject(types.map { ($0, media) }))
            return .object(body)
        }
        var (properties, required, encoding) = (JSONObject(), [JSON](), JSONObject())
        for field in parameters {
            guard let name = field["name"]?.string else { continue }
            var own = JSONObject()
            for (key, value) in field
            where !["name", "in", "required", "allowEmptyValue", "collectionFormat"].contains(key) {
                own[key] = value
            }
            properties[name] = schema(.object(own))
            if field["required"] == true { required.append(.string(name)) }
            if field["type"]?.string == "array", field["collectionFormat"]?.string != "multi" {
                encoding[name] = ["style": "form", "explode": false]
            }
        }
        var form: JSONObject = ["type": "object", "properties": .object(properties)]
        if !required.isEmpty { form["required"] = .array(required) }
        var media: JSONObject = ["schema": .object(form)]
        if !encoding.isEmpty { media["encoding"] = .object(encoding) }
        let hasFile = parameters.contains { $0["type"]?.string == "file" }
        let forms = consumed.filter { $0.hasPrefix("multipart/") || $0.hasPrefix("application/x-www-form-urlencoded") }
        let types = !forms.isEmpty ? forms : [hasFile ? "multipart/form-data" : "application/x-www-form-urlencoded"]
        if !required.isEmpty { body["required"] = true }
        body["content"] = .object(JSONObject(types.map { ($0, .object(media)) }))
        return .object(body)
    }

    // MARK: - Responses

    private func response(_ json: JSON, _ produced: [String]) -> JSON {
        guard let object = json.object else { return json }
        if let target = object["$ref"] { return ["$ref": reference(target)] }
        var upgraded = JSONObject()
        for (name, value) in object where !["schema", "examples", "headers"].contains(name) { upgraded[name] = value }
        if let headers = object["headers"]?.object {
            upgraded["headers"] = .object(
                JSONObject(
                    headers.map { member in
                        var own = member.value.object ?? JSONObject()
                        let description = own["description"]
                        own["description"] = nil
                        own["collectionFormat"] = nil
                        var header: JSONObject = ["schema": schema(.object(own))]
                        header["description"] = description
                        return (member.key, .object(header))
                    }))
        }
        let examples = object["examples"]?.object ?? JSONObject()
        guard object["schema"] != nil || !examples.isEmpty else { return .object(upgraded) }
        var content = JSONObject()
        let isFile = object["schema"]?["type"]?.string == "file"
        for type in (isFile && root["produces"] == nil ? ["application/octet-stream"] : produced) + examples.keys {
            var media = JSONObject()
            media["schema"] = object["schema"].map(schema)
            media["example"] = examples[type]
            content[type] = .object(media)
        }
        upgraded["content"] = .object(content)
        return .object(upgraded)
    }

    // MARK: - Schemas

    private func schema(_ json: JSON) -> JSON { schema(json, depth: 0) }

    private func schema(_ json: JSON, depth: Int) -> JSON {
        guard let object = json.object, depth < 200 else { return json }
        var upgraded = JSONObject()
        for (name, value) in object {
            switch name {
            case "$ref": upgraded[name] = reference(value)
            case "type" where value == "file": (upgraded["type"], upgraded["format"]) = ("string", "binary")
            case "discriminator":
                upgraded[name] = value.string.map { ["propertyName": .string($0)] } ?? value
            case "x-nullable": if value == true { upgraded["nullable"] = true }
            case "properties", "patternProperties":
                upgraded[name] =
                    value.object.map { members in
                        .object(JSONObject(members.map { ($0.key, schema($0.value, depth: depth + 1)) }))
                    } ?? value
            case "items", "additionalProperties", "not":
                upgraded[name] = schema(value, depth: depth + 1)
            case "allOf", "anyOf", "oneOf":
                upgraded[name] = value.array.map { .array($0.map { schema($0, depth: depth + 1) }) } ?? value
            default: upgraded[name] = value
            }
        }
        return .object(upgraded)
    }

    private func reference(_ json: JSON) -> JSON {
        guard let text = json.string else { return json }
        for (old, new) in [
            ("#/definitions/", "#/components/schemas/"), ("#/parameters/", "#/components/parameters/"),
            ("#/responses/", "#/components/responses/"),
        ] where text.hasPrefix(old) { return .string(new + text.dropFirst(old.count)) }
        return json
    }

    // MARK: - Security

    private func securityScheme(_ json: JSON) -> JSON {
        guard let object = json.object else { return json }
        var upgraded = JSONObject()
        upgraded["description"] = object["description"]
        switch object["type"]?.string {
        case "basic": (upgraded["type"], upgraded["scheme"]) = ("http", "basic")
        case "oauth2":
            let flows = [
                "implicit": "implicit", "password": "password", "application": "clientCredentials",
                "accessCode": "authorizationCode",
            ]
            var flow: JSONObject = ["scopes": object["scopes"] ?? [:]]
            flow["authorizationUrl"] = object["authorizationUrl"]
            flow["tokenUrl"] = object["tokenUrl"]
            upgraded["type"] = "oauth2"
            upgraded["flows"] = .object(
                JSONObject([(flows[object["flow"]?.string ?? ""] ?? "implicit", .object(flow))]))
        default: for name in ["type", "name", "in"] { upgraded[name] = object[name] }
        }
        return .object(upgraded)
    }
}
