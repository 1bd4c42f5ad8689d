// Which properties of answers an app reads, noted in debug builds of clients that are generated with --track.
public import Foundation

/// The properties that were read since the process began. Without the condition `DEBUG` none is noted.
public nonisolated enum PropertyReads {
    /// More than any contract has; what comes after it is not noted.
    private static let limit = 200_000
    private static let noted = Locked(Noted())

    /// What `counterpart usage` reads beside the exchanges of the same run: names of the contract alone, no values.
    public static func json() throws -> Data { try data(noted.with(\.properties)) }

    /// Writes that, together with what such a file has already: tests of several processes can share one.
    public static func write(to file: URL) throws {
        var all = noted.with(\.properties)
        if let written = try? Data(contentsOf: file) {
            let known = try JSONDecoder().decode(Content.self, from: written)
            for (schema, names) in known.properties { all[schema, default: []].formUnion(names) }
        }
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data(all).write(to: file, options: .atomic)
    }

    /// Forgets what was noted.
    public static func reset() { noted.with { $0 = Noted() } }

    /// A property was read, or without one an object came.
    /// - Parameter schema: its place in the contract; empty where several make it up.
    static func note(_ schema: StaticString, _ property: StaticString? = nil) {
        #if DEBUG
        noted.with { $0.add("\(schema)", property.map { "\($0)" }) }
        #endif
    }

    private static func data(_ properties: [String: Set<String>]) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        return try encoder.encode(Content(counterpartReads: 1, properties: properties.mapValues { $0.sorted() }))
    }

    private struct Content: Codable {
        var counterpartReads: Int
        var properties: [String: [String]]
    }

    private struct Noted {
        var properties: [String: Set<String>] = [:]
        var count = 0

        mutating func add(_ schema: String, _ property: String?) {
            guard count < PropertyReads.limit else { return }
            guard let property else {
                if properties[schema] == nil {
                    properties[schema] = []
                    count += 1
                }
                return
            }
            if properties[schema, default: []].insert(property).inserted { count += 1 }
        }
    }
}
