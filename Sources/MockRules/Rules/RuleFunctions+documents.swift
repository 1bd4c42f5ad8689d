// Functions of rules on XML, JSON Web Tokens and JSON Schema.

import CEL
import JSONSchema
import JSONValues
import Markup

extension CELFunction {
    static let ofDocuments: [CELFunction] = [
        CELFunction(
            "xml.select",
            overloads: [
                .global(.string, .string, result: .list(.string)),
                .global(.string, .string, .dyn, result: .list(.string)),
            ], compiling: 1, by: xPath
        ) { path, arguments in
            CELValue(.array(try texts(path, arguments).map { .string($0) }))
        },
        CELFunction("xml.first", overloads: [.global(.string, .string, result: .string)], compiling: 1, by: xPath) {
            path, arguments in
            .string(try texts(path, arguments).first ?? "")
        },
        CELFunction("xml.alike", overloads: [.global(.string, .string, .list(.string), result: .bool)]) { arguments in
            let likeness = XMLLikeness(leaves: try leaves(arguments, 2))
            return .bool(likeness.holds(try string(arguments, 0), as: try string(arguments, 1)))
        },
        CELFunction("jwt.parse", overloads: [.global(.string, result: .dyn)]) { arguments in
            CELValue(token(try string(arguments, 0)) ?? .null)
        },
        CELFunction("json.fits", overloads: [.global(.dyn, .string, result: .bool)], compiling: 1, by: schema) {
            schema, arguments in
            .bool(schema.accepts(try json(arguments, 0)))
        },
    ]

    private static let xPath: @Sendable (String) throws -> XPath = { try XPath(parsing: $0) }

    /// None of what is no XML.
    private static func texts(_ path: XPath, _ arguments: [CELValue]) throws -> [String] {
        guard let tree = XMLTree(parsing: Array(try string(arguments, 0).utf8)) else { return [] }
        let names = arguments.count > 2 ? try json(arguments, 2).object ?? JSONObject() : JSONObject()
        let namespaces = Dictionary(names.compactMap { pair in pair.value.string.map { (pair.key, $0) } }) { $1 }
        return try path.texts(in: tree, namespaces: namespaces)
    }

    /// Header and payload of a JSON Web Token (RFC 7519), with or without `Bearer` before it. The signature is not looked at.
    private static func token(_ text: String) -> JSON? {
        let token = text.lowercased().hasPrefix("bearer ") ? text.dropFirst(7).drop { $0 == " " } : text[...]
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count) else { return nil }
        let read = parts.prefix(2).compactMap { part in
            Base64.urlSafe.decode(String(part)).flatMap { try? JSON(parsing: $0) }
        }
        guard read.count == 2, read.allSatisfy({ $0.object != nil }) else { return nil }
        return ["header": read[0], "payload": read[1]]
    }

    private static let schema: @Sendable (String) throws -> Schema = { text in
        var library = SchemaLibrary()
        library.add(try JSON(parsing: text), uri: "schema.json")
        return try library.compile("schema.json")
    }
}
