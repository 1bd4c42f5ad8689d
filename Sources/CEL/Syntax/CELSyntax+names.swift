// Which names an expression leaves to be looked up outside of it.

extension CELSyntax {
    /// Names that no macro inside the expression gives a meaning to.
    var freeNames: Set<String> {
        var names: Set<String> = []
        var bound: [String] = []
        collectNames(except: &bound, into: &names)
        return names
    }

    private func collectNames(except bound: inout [String], into names: inout Set<String>) {
        func collect(_ part: CELSyntax, with variables: [String]) {
            bound += variables
            part.collectNames(except: &bound, into: &names)
            bound.removeLast(variables.count)
        }
        switch form {
        case .name(let name, absolute: false):
            if !bound.contains(name) { names.insert(name) }
        case .loop(let loop):
            loop.range.collectNames(except: &bound, into: &names)
            if let condition = loop.condition { collect(condition, with: loop.variables) }
            if let transform = loop.transform { collect(transform, with: loop.variables) }
        case .bind(let name, let outer, let body), .unwrap(let outer, let name, let body, _):
            outer.collectNames(except: &bound, into: &names)
            collect(body, with: [name])
        default: form.forEachChild { $0.collectNames(except: &bound, into: &names) }
        }
    }
}
