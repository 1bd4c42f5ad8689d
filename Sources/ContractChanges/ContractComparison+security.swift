// Compares the credentials that operations require.

import SourceDocuments
import OpenAPIContract

extension ContractComparison {
    /// An operation may list several requirements; satisfying one is enough, with all of its schemes. A change is compatible if each
    /// old requirement satisfies one of the new ones.
    mutating func compareSecurity(_ was: Operation, _ now: Operation) {
        guard was.security != now.security else { return }
        let (old, new) = (was.security.alternatives, now.security.alternatives)
        func add(_ change: OutlineChange, _ message: String) {
            note(change, now.title, .security, message, before: was.place, after: now.place)
        }
        if new.contains(where: \.schemes.isEmpty) {
            if !old.contains(where: \.schemes.isEmpty) {
                add(.securityRemoved, "no credentials are asked for any more")
            }
            return
        }
        if old == [.nobody] {
            add(.securityAdded, "credentials are asked for now: \(new.map(\.text).joined(separator: ", or "))")
            return
        }
        for requirement in old where !new.contains(where: { requirement.satisfies($0) }) {
            let scopes = new.compactMap { requirement.missingScopes(for: $0) }.min { $0.count < $1.count }
            if let scopes {
                add(.securityScopeAdded, "\(requirement.text) needs more: \(scopes.joined(separator: ", "))")
            } else {
                add(.securityAlternativeRemoved, "\(requirement.text) is no longer enough")
            }
        }
        for requirement in new where !old.contains(where: { $0.satisfies(requirement) }) {
            // Told already, as that which the old ones lack.
            guard !old.contains(where: { $0.missingScopes(for: requirement) != nil }) else { continue }
            add(.securityAlternativeAdded, "\(requirement.text) is enough now")
        }
        for requirement in new {
            guard let before = old.first(where: { $0.names == requirement.names }) else { continue }
            let dropped = before.scopes.subtracting(requirement.scopes)
            if !dropped.isEmpty, requirement.scopes.isSubset(of: before.scopes) {
                add(
                    .securityScopeRemoved,
                    "\(requirement.text) no longer needs \(dropped.sorted().joined(separator: ", "))")
            }
        }
    }
}

extension [SecurityRequirement] {
    /// An empty list means that no credentials are required.
    fileprivate var alternatives: [SecurityRequirement] { isEmpty ? [.nobody] : self }
}

extension SecurityRequirement {
    /// Satisfied without credentials.
    fileprivate static let nobody = SecurityRequirement(schemes: [])

    fileprivate var names: Set<String> { Set(schemes.map(\.name)) }

    fileprivate var scopes: Set<String> {
        Set(schemes.flatMap { scheme in scheme.scopes.map { "\(scheme.name):\($0)" } })
    }

    /// Whether credentials for this requirement also satisfy the other.
    fileprivate func satisfies(_ other: SecurityRequirement) -> Bool {
        other.names.isSubset(of: names) && other.scopes.isSubset(of: scopes)
    }

    /// The scopes that it lacks; nil where the schemes differ.
    fileprivate func missingScopes(for other: SecurityRequirement) -> [String]? {
        guard other.names == names else { return nil }
        let missing = other.scopes.subtracting(scopes)
        return missing.isEmpty ? nil : missing.sorted()
    }

    fileprivate var text: String {
        schemes.isEmpty ? "nothing" : schemes.map { "'\($0.name)'" }.joined(separator: " with ")
    }
}
