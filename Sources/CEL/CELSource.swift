// The text of an expression, parsed.

import Expressions

/// Parsed once, however often its names are asked for and it is compiled. What does not parse says so when it
/// is compiled.
package final class CELSource: Sendable {
    /// The source of the expression.
    package let text: String
    /// What it leaves to its environment; nothing where it does not parse.
    package let names: Set<String>
    let parsed: Result<CELSyntax, UnlocatedError>
    /// Tells apart those that come together in one expression.
    let part: Int

    /// How far apart the offsets of two parts are: farther than a source is long.
    fileprivate static let stride = 1 << 24

    /// The offset of its first character in the file.
    var origin: Int { part * CELSource.stride }

    /// - Parameter part: of a definition a number of its own, from 1.
    package init(
        _ text: String, part: Int = 0, limits: CELLimits = .standard, numbers: CELEnvironment.Numbers = .exact
    ) {
        self.text = text
        self.part = part
        do throws(UnlocatedError) {
            let syntax = try CELParser.parse(text, limits: limits, numbers: numbers, origin: part * CELSource.stride)
            names = syntax.freeNames
            parsed = .success(syntax)
        } catch {
            names = []
            parsed = .failure(error)
        }
    }

    /// The fields of a variable that it asks for with `has`: `b` of `has(a.b)`.
    package func fieldsTested(of variable: String) -> Set<String> {
        var fields: Set<String> = []
        if case .success(let syntax) = parsed, names.contains(variable) {
            syntax.collectFieldsTested(of: variable, into: &fields)
        }
        return fields
    }
}

extension UnlocatedError {
    /// Of the source that it is in.
    var part: Int { offset / CELSource.stride }
}

extension CELSyntax {
    fileprivate func collectFieldsTested(of variable: String, into fields: inout Set<String>) {
        if case .presence(let operand, let field) = form, case .name(variable, absolute: false) = operand.form {
            fields.insert(field)
        }
        form.forEachChild { $0.collectFieldsTested(of: variable, into: &fields) }
    }
}
