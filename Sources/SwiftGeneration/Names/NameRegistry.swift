// The names that were given before: what keeps a client's names stable while its contract grows.

package import JSONValues

/// Swift names by scope and wire name. Checked in beside the generated code; whoever edits a name there gets it.
package struct NameRegistry: Sendable, Hashable {
    private(set) var scopes: [String: [String: String]] = [:]

    package init() {}

    /// Reads the file's JSON. What is not of its form is ignored, since every name can be found again.
    package init(_ json: JSON) {
        guard case .object(let members) = json else { return }
        for (scope, names) in members {
            guard let names = names.object else { continue }
            for (wire, name) in names {
                if let name = name.string { scopes[scope, default: [:]][wire] = name }
            }
        }
    }

    subscript(scope: String, wire: String) -> String? {
        get { scopes[scope]?[wire] }
        set { scopes[scope, default: [:]][wire] = newValue }
    }

    /// The file: one line for each scope, in the order of names.
    package var text: String {
        let lines = scopes.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }.map { scope, names in
            let members = names.sorted { $0.key < $1.key }.map { ($0.key, JSON.string($0.value)) }
            return "  \(JSON.string(scope).serialized()): \(JSON.object(JSONObject(members)).serialized())"
        }
        return lines.isEmpty ? "{}\n" : "{\n\(lines.joined(separator: ",\n"))\n}\n"
    }
}
