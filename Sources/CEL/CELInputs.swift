// The variables, and their fields, that an expression reads.

/// The variables that the value of an expression depends on. If only fields of a variable are read, only these are listed.
package struct CELInputs: Hashable, Sendable {
    /// The variables that are read as a whole.
    package private(set) var variables: Set<String> = []
    /// The fields that are read, by variable.
    package private(set) var fields: [String: Set<String>] = [:]

    package init() {}

    init(_ term: CELTerm) { add(term) }

    /// Adds what another expression reads.
    package mutating func formUnion(_ other: CELInputs) {
        variables.formUnion(other.variables)
        fields.merge(other.fields) { $0.union($1) }
    }

    /// Whether it reads the variable, or a field of it.
    package func reads(_ variable: String) -> Bool { variables.contains(variable) || fields[variable] != nil }

    private mutating func add(_ term: CELTerm) {
        switch term.form {
        case .variable(let name): variables.insert(name)
        case .select(let operand, let field, _), .presence(let operand, let field):
            guard case .variable(let name) = operand.form else { return add(operand) }
            fields[name, default: []].insert(field)
        default: term.forEachChild { add($0) }
        }
    }
}
