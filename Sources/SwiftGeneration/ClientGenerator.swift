// The whole of generation: contract, types, names, text.

package import JSONValues
package import JSONSchema
package import SourceDocuments
package import OpenAPIContract

/// A client as text, and what was noticed while it was made.
package struct GeneratedClient: Sendable {
    /// In the order of their paths.
    package let files: [GeneratedFile]
    /// The Swift names that were given, to be checked in and passed in the next time; nil where the files are fixed.
    package let names: NameRegistry?
    /// What of the contract the client leaves out or says more loosely.
    package let diagnostics: [Diagnostic]
    /// Where in the contract types and operations are, by the types and methods that stand for them.
    package var places: [String: Place] = [:]
}

/// Generates a client: contract in, Swift files out. Reads and writes no file.
package enum ClientGenerator {
    /// Generates the client of a contract. The same contract, settings and names give the same bytes.
    /// - Parameters:
    ///   - names: those of the last time.
    ///   - older: the contract whose names stay as deprecated aliases, where it calls the same otherwise.
    ///   - sample: makes up a value for a schema of which the contract has no example.
    package static func generate(
        _ contract: Contract, _ settings: ClientSettings, names: NameRegistry = NameRegistry(),
        keeping older: OlderContract? = nil,
        sample: @escaping @Sendable (Schema, Direction) -> JSON? = { _, _ in nil }
    ) -> GeneratedClient {
        let (model, named, naming) = named(contract, settings, names)
        let writer = ClientWriter(model: model, names: named, settings: settings, api: settings.name)
        var examples = ExampleFinder(model, sample: sample)
        let former = older.map { older in
            let before = ClientModel(
                older.contract, operations: older.contract.operations.filter { settings.includes($0) })
            var naming = Naming(previous: older.names ?? names)
            let called = Names(before, api: settings.name, isNamespaced: settings.isNamespaced, &naming)
            return FormerNames(of: (before, called), in: (model, named), renames: older.renames)
        }
        let files = FileLayout(writer: writer, settings: settings, former: former).files(&examples)
        let unreached = settings.include.isEmpty ? model.unreached : []
        return GeneratedClient(
            files: files, names: settings.hasFixedFiles ? nil : naming.given,
            diagnostics: model.diagnostics + unreached + gone(former?.removed ?? []),
            places: places(of: model, named))
    }

    /// Generates the file in which tests find the operations and the state of a client's mock. It has the name alone that is given.
    package static func testNames(
        _ contract: Contract, _ settings: ClientSettings, _ tests: TestNames, path: String,
        names: NameRegistry = NameRegistry()
    ) -> GeneratedClient {
        let (model, named, _) = named(contract, settings, names)
        let writer = ClientWriter(model: model, names: named, settings: settings, api: settings.name)
        let file = FileLayout(writer: writer, settings: settings).testNames(tests, path: path)
        return GeneratedClient(files: [file], names: nil, diagnostics: [])
    }

    private static func named(
        _ contract: Contract, _ settings: ClientSettings, _ names: NameRegistry
    ) -> (ClientModel, Names, Naming) {
        var model = ClientModel(contract, operations: contract.operations.filter { settings.includes($0) })
        if settings.tracksReads { model.track() }
        var naming = Naming(previous: names)
        let named = Names(model, api: settings.name, isNamespaced: settings.isNamespaced, &naming)
        return (model, named, naming)
    }
}

extension ClientGenerator {
    /// Notes of what has no alias, at its place in the older contract.
    private static func gone(_ methods: [(method: String, place: Place)]) -> [Diagnostic] {
        methods.map { method, place in
            Diagnostic(
                .clientLeftOut, "the contract no longer has \(method): there is nothing an alias could stand for",
                at: place)
        }
    }

    private static func places(of model: ClientModel, _ names: Names) -> [String: Place] {
        var places: [String: Place] = [:]
        for id in model.nested(in: .file, names) { places[names[id]] = model[id].place }
        for (operation, names) in zip(model.operations, names.operations) {
            places[names.type] = operation.operation.place
            places[names.method] = operation.operation.place
        }
        return places
    }
}

extension ClientSettings {
    func includes(_ operation: Operation) -> Bool {
        include.isEmpty || include.contains { Self.is(operation, namedBy: $0) }
    }

    /// The names among those to include that no operation of the contract has.
    package func unknownNames(in contract: Contract) -> [String] {
        include.filter { name in !contract.operations.contains { Self.is($0, namedBy: name) } }
    }

    /// By tag, operation id, or path.
    private static func `is`(_ operation: Operation, namedBy name: String) -> Bool {
        let path = operation.path.text
        if name.hasPrefix("tag:") { return operation.tags.contains { fits($0[...], name.dropFirst(4)) } }
        if name.hasPrefix("path:") {
            return fits(path[...], name.dropFirst(5)) || path.hasPrefix(name.dropFirst(5) + "/")
        }
        return fits(operation.id[...], name[...]) || operation.tags.contains(name) || path == name
            || path.hasPrefix(name + "/")
    }

    /// Whether the text is the pattern, in which `*` stands for any text.
    private static func fits(_ text: Substring, _ pattern: Substring) -> Bool {
        var parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
        guard parts.count > 1, let last = parts.popLast() else { return text == pattern }
        guard text.hasPrefix(parts[0]), text.count >= parts[0].count + last.count, text.hasSuffix(last) else {
            return false
        }
        var rest = text.dropFirst(parts[0].count).dropLast(last.count)
        for part in parts.dropFirst() where !part.isEmpty {
            guard let found = rest.firstRange(of: part) else { return false }
            rest = rest[found.upperBound...]
        }
        return true
    }
}
