// The file that keeps what is used: usage.json.

package import JSONValues

extension Usage {
    /// Why a file is none.
    package struct Invalid: Error, Hashable, CustomStringConvertible {
        package let description: String
    }

    /// The form of the file. A later one that means something else has a higher number.
    private static let version: JSON = 1

    /// `usage.schema.json`, as it stands in the repository.
    package static var schema: [UInt8] { PackageResources.usage_schema_json }

    /// Whether a document says that it is such a file.
    package static func isUsage(_ json: JSON) -> Bool { json["counterpartUsage"] != nil }

    /// The file: everything in the order of its names, so that the same use gives the same bytes.
    package var json: JSON {
        [
            "counterpartUsage": Self.version, "apps": Self.list(apps),
            "operations": Self.object(operations) { use in
                [
                    "parameters": Self.list(use.parameters), "request": Self.object(use.request, Self.list),
                    "responses": .object(
                        JSONObject(
                            use.answers.sorted { $0.key < $1.key }.map { status, answer in
                                (
                                    String(status),
                                    [
                                        "headers": Self.list(answer.headers),
                                        "content": Self.object(answer.content, Self.list),
                                    ]
                                )
                            })),
                ]
            },
        ]
    }

    private static func list(_ texts: Set<String>) -> JSON { .array(texts.sorted().map { .string($0) }) }

    private static func object<Value>(_ values: [String: Value], _ json: (Value) -> JSON) -> JSON {
        .object(JSONObject(values.sorted { $0.key < $1.key }.map { ($0.key, json($0.value)) }))
    }

    /// Reads a file.
    package init(_ json: JSON) throws(Invalid) {
        guard json["counterpartUsage"] == Self.version else {
            throw Invalid(
                description: Self.isUsage(json)
                    ? "it is a file of a later version of counterpart"
                    : "it is no file of counterpart usage: 'counterpartUsage' is missing")
        }
        self.init(apps: try Self.texts(json["apps"], "apps"))
        for (name, written) in try Self.members(json["operations"], "operations") {
            var use = OperationUse()
            use.parameters = try Self.texts(written["parameters"], "\(name): parameters")
            use.request = try Self.places(written["request"], "\(name): request")
            for (key, answer) in try Self.members(written["responses"], "\(name): responses") {
                guard let status = Int(key), (100...599).contains(status) else {
                    throw Invalid(description: "\(name): '\(key)' is no status")
                }
                var read = Answer()
                read.headers = try Self.texts(answer["headers"], "\(name): headers of \(key)")
                read.content = try Self.places(answer["content"], "\(name): content of \(key)")
                use.answers[status] = read
            }
            operations[name] = use
        }
    }

    private static func members(_ json: JSON?, _ name: String) throws(Invalid) -> JSONObject {
        guard let json else { return JSONObject() }
        guard let object = json.object else { throw Invalid(description: "\(name) is no object") }
        return object
    }

    private static func texts(_ json: JSON?, _ name: String) throws(Invalid) -> Set<String> {
        guard let json else { return [] }
        let texts = json.array?.compactMap(\.string)
        guard let texts, texts.count == json.array?.count else {
            throw Invalid(description: "\(name) is no list of texts")
        }
        return Set(texts)
    }

    private static func places(_ json: JSON?, _ name: String) throws(Invalid) -> [String: Places] {
        var places: [String: Places] = [:]
        for (range, written) in try members(json, name) { places[range] = try texts(written, "\(name), \(range)") }
        return places
    }
}
