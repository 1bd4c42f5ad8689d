// From a file to a pact: its head, and its interactions one after another.

package import JSONValues
package import SourceDocuments

extension Pact {
    /// Reads a file's bytes. Nil where they are no pact, or one that no HTTP interaction is left of.
    package static func read(_ bytes: [UInt8], name: String) -> (pact: Pact?, diagnostics: [Diagnostic]) {
        let document = DocumentReader.read(bytes, name: name, uri: name)
        guard let file = document.file else { return (nil, document.diagnostics) }
        var reader = PactReader(version: .v4)
        reader.diagnostics = document.diagnostics
        return (reader.pact(Located(file)), reader.diagnostics)
    }

    /// Whether a document says of itself that it is a pact.
    package static func isPact(_ json: JSON) -> Bool {
        json["consumer"]?.object != nil && json["provider"]?.object != nil
            && (json["interactions"] != nil || json["messages"] != nil)
    }
}

/// Reads the parts of a pact, and collects what is wrong with them.
package struct PactReader: FieldReader {
    /// Pacts are written by programs.
    package static let toleratesEmpty = false
    /// Errors keep a pact from being used.
    package var diagnostics: [Diagnostic] = []
    /// What the parts are written in.
    package private(set) var version: Pact.Version

    package init(version: Pact.Version) { self.version = version }

    fileprivate mutating func pact(_ root: Located) -> Pact? {
        guard Pact.isPact(root.json) else {
            report(
                .notPact, "this is no pact: it has no 'consumer' and 'provider' with 'interactions'",
                remedy: "Name the file that the consumer's tests wrote, usually pacts/CONSUMER-PROVIDER.json.",
                at: root.place)
            return nil
        }
        version = fileVersion(root)
        for message in root["messages"]?.elements ?? [] { refuse(message, "a message") }
        let interactions = elements("interactions", of: root).compactMap { interaction($0) }
        var known: Set<String> = []
        for interaction in interactions where !known.insert(interaction.title).inserted {
            report(
                .duplicateName, "there are two interactions '\(interaction.title)'", severity: .warning,
                at: interaction.place)
        }
        if interactions.isEmpty {
            report(
                .notPact, "there is no HTTP interaction in this pact", remedy: "Only HTTP interactions can be judged.",
                at: root["interactions"]?.place ?? root.place)
        }
        guard !interactions.isEmpty, !diagnostics.contains(where: { $0.severity == .error }) else { return nil }
        return Pact(
            consumer: root["consumer"]?["name"]?.json.string ?? "",
            provider: root["provider"]?["name"]?.json.string ?? "", version: version,
            tags: PactReader.tags(root) + PactReader.tags(root["metadata"]),
            interactions: interactions, file: root.source.name)
    }

    /// Version 2 where the file does not say.
    private mutating func fileVersion(_ root: Located) -> Pact.Version {
        let metadata = root["metadata"]
        let found =
            metadata?["pactSpecification"]?["version"] ?? metadata?["pact-specification"]?["version"]
            ?? metadata?["pactSpecificationVersion"]
        guard let found else { return .v2 }
        guard let major = found.json.string?.prefix(while: { $0 != "." }), let number = Int(major),
            let version = Pact.Version(rawValue: number)
        else {
            report(
                .notPact, "this version of the specification is not known",
                found: found.json.serialized(), expected: "1 to 4", at: found.place)
            return .v4
        }
        return version
    }

    /// Nil for what is no HTTP interaction, which is refused by its name.
    private mutating func interaction(_ value: Located) -> Interaction? {
        let type = value["type"]?.json.string ?? "Synchronous/HTTP"
        guard type == "Synchronous/HTTP" else {
            refuse(value, type.hasSuffix("Messages") ? "a message (\(type))" : "of type '\(type)'")
            return nil
        }
        if let plugin = value["pluginConfiguration"]?.members.first?.name {
            refuse(value, "of the plugin '\(plugin)'")
            return nil
        }
        guard
            object(
                value, "an interaction",
                fields: value.members.map(\.name), required: ["description", "request", "response"]),
            let request = value["request"], let response = value["response"]
        else { return nil }
        let description = value["description"].flatMap { text($0, "'description'") } ?? ""
        return Interaction(
            description: description, states: states(value), request: self.request(request),
            response: self.response(response), isPending: value["pending"]?.json.bool ?? false,
            tags: PactReader.tags(value) + PactReader.tags(value["comments"]), place: value.place)
    }

    private mutating func refuse(_ value: Located, _ what: String) {
        let name = value["description"]?.json.string ?? "without a description"
        report(
            .unsupportedPact, "the interaction '\(name)' is \(what)", expected: "an HTTP interaction",
            remedy: "It is left out: verify it with the library that wrote it.", severity: .warning, at: value.place)
    }

    private mutating func states(_ value: Located) -> [Interaction.ProviderState] {
        if let list = value["providerStates"] {
            return elements(list, "'providerStates'").compactMap { state in
                guard let name = state["name"].flatMap({ text($0, "'name'") }) else { return nil }
                return Interaction.ProviderState(name: name, parameters: state["params"]?.json.object ?? JSONObject())
            }
        }
        guard let name = (value["providerState"] ?? value["provider_state"])?.json.string else { return [] }
        return [Interaction.ProviderState(name: name, parameters: JSONObject())]
    }

    private static func tags(_ value: Located?) -> [String] {
        (value?["tags"]?.json.array ?? []).compactMap { $0.string ?? $0["name"]?.string }
    }
}
