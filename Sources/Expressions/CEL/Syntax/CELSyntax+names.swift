// Which names an expression leaves to be looked up outside of it.

extension CELSyntax {
    /// Names that no macro inside the expression gives a meaning to.
    var freeNames: Set<String> {
        var names: Set<String> = []
        collectNames(except: [], into: &names)
        return names
    }

    private func collectNames(except bound: [String], into names: inout Set<String>) {
        func collect(_ parts: [CELSyntax?], with variables: [String] = []) {
            for part in parts { part?.collectNames(except: bound + variables, into: &names) }
        }
        switch form {
        case .name(let name, absolute: false):
            if !bound.contains(name) { names.insert(name) }
        case .loop(let loop):
            collect([loop.range])
            collect([loop.condition, loop.transform], with: loop.variables)
        case .bind(let name, let value, let body):
            collect([value])
            collect([body], with: [name])
        case .unwrap(let target, let name, let body, _):
            collect([target])
            collect([body], with: [name])
        default: collect(form.children)
        }
    }
}
