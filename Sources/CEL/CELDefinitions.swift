// Named expressions that other expressions may use.

package import Expressions

/// Expressions with names. Where one of them stands in another expression it has its value there, computed when it is first
/// asked for: what is never asked for cannot fail.
package struct CELDefinitions: Sendable {
    struct Definition: Sendable {
        let name: String
        let source: CELSource
        let syntax: CELSyntax
        /// Other definitions that it uses.
        let uses: Set<String>
    }

    /// Each after those that it uses.
    private var definitions: [Definition] = []
    /// Those that have no meaning; expressions that use one are not to blame.
    private var broken: Set<String> = []
    /// More than any file has; each of them nests what stands in an expression one level deeper.
    package static let limit = 200

    package init() {}

    /// Checks definitions, which may use each other in any order, but not themselves. Each is a part of its own.
    package static func compile(
        _ sources: [(name: String, source: CELSource)], environment: CELEnvironment
    ) -> (definitions: CELDefinitions, problems: [(name: String, problem: ExpressionError)]) {
        var result = CELDefinitions()
        var problems: [(name: String, problem: ExpressionError)] = []
        var parsed: [String: Definition] = [:]
        let names = Set(sources.map(\.name))
        for (name, source) in sources {
            do throws(UnlocatedError) {
                let syntax = try source.parsed.get()
                parsed[name] = Definition(
                    name: name, source: source, syntax: syntax, uses: source.names.intersection(names))
            } catch {
                problems.append((name, ExpressionError(error.shifted(from: source.origin), in: source.text)))
                result.broken.insert(name)
            }
        }
        for (name, source) in sources {
            var path: [String] = []
            guard let circle = result.order(name, parsed, &path) else { continue }
            let shown = circle.map { "'\($0)'" }.joined(separator: ", ")
            let message = circle.count == 1 ? "the definition uses itself" : "the definitions \(shown) use each other"
            problems.append((name, ExpressionError(.check(message, at: 0), in: source.text)))
        }
        let ordered = result.definitions
        result.definitions = []
        for definition in ordered {
            let (source, origin) = (definition.source, definition.source.origin)
            var checker = CELChecker(result.declaring(environment))
            do throws(UnlocatedError) {
                _ = checker.check(
                    try result.given(definition.syntax, naming: source.names, limits: environment.limits))
            } catch {
                checker.problems.append(error.moved(to: origin))
            }
            let own = checker.problems.filter { $0.part == source.part }
            if own.isEmpty, !result.broken.contains(definition.name) {
                result.definitions.append(definition)
            } else {
                result.broken.insert(definition.name)
            }
            problems += own.map { (definition.name, ExpressionError($0.shifted(from: origin), in: source.text)) }
        }
        return (result, problems)
    }

    /// Puts a definition behind those that it uses. The names of a circle, where it is the first to be found in one.
    private mutating func order(_ name: String, _ parsed: [String: Definition], _ path: inout [String]) -> [String]? {
        guard let definition = parsed[name], !definitions.contains(where: { $0.name == name }) else { return nil }
        if let start = path.firstIndex(of: name) {
            let circle = Array(path[start...])
            defer { broken.formUnion(circle) }
            return broken.isSuperset(of: circle) ? nil : circle
        }
        path.append(name)
        var circle: [String]?
        for other in definition.uses.sorted() { circle = order(other, parsed, &path) ?? circle }
        path.removeLast()
        definitions.append(definition)
        return circle
    }

    /// The expression with the definitions that it uses around it. They may make it twice as deep as it may be alone.
    func given(
        _ syntax: CELSyntax, naming names: Set<String>, limits: CELLimits
    ) throws(UnlocatedError) -> CELSyntax {
        var used = names
        var result = syntax
        for definition in definitions.reversed() where used.contains(definition.name) {
            used.formUnion(definition.uses)
            result = CELSyntax(
                form: .bind(name: definition.name, value: definition.syntax, body: result), offset: syntax.offset)
        }
        guard result.height <= limits.depth * 2 else {
            throw .limit(
                "with the definitions that it uses, the expression nests deeper than the \(limits.depth * 2) levels allowed",
                at: syntax.offset)
        }
        return result
    }

    func declaring(_ environment: CELEnvironment) -> CELEnvironment {
        var environment = environment
        for name in broken { environment.variables[name] = .dyn }
        return environment
    }

    /// A fault in a definition that was met in an expression that uses it.
    func error(for fault: UnlocatedError) -> ExpressionError? {
        guard fault.part > 0, let definition = definitions.first(where: { $0.source.part == fault.part })
        else { return nil }
        var error = ExpressionError(fault.shifted(from: definition.source.origin), in: definition.source.text)
        error.definition = definition.name
        return error
    }
}

extension UnlocatedError {
    /// With the offset counted from the start of its own source.
    fileprivate func shifted(from origin: Int) -> UnlocatedError {
        offset >= origin ? moved(to: offset - origin) : self
    }
}
