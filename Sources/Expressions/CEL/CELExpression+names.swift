// What can be the name of a variable.

extension CELExpression {
    /// Whether an expression can name something so: an identifier that is no reserved word.
    package static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, isLetter(first) else { return false }
        return text.utf8.allSatisfy { isLetter($0) || isDigit($0) } && !CELParser.reserved.contains(text)
            && !["in", "true", "false", "null"].contains(text)
    }
}

extension CELExpression {
    /// The names that an expression leaves to its environment; none where it does not parse.
    package static func names(in source: String) -> Set<String> {
        do throws(ExpressionFault) {
            return try CELParser.parse(source, numbers: .adapting).freeNames
        } catch {
            // Whoever compiles it is told why.
            return []
        }
    }

    /// The fields of a variable that an expression asks for with `has`: `b` of `has(a.b)`.
    package static func fieldsTested(of variable: String, in source: String) -> Set<String> {
        do throws(ExpressionFault) {
            return try CELParser.parse(source, numbers: .adapting).fieldsTested(of: variable)
        } catch {
            return []
        }
    }
}

extension CELSyntax {
    fileprivate func fieldsTested(of variable: String) -> Set<String> {
        var fields = form.children.reduce(into: Set<String>()) { $0.formUnion($1.fieldsTested(of: variable)) }
        if case .presence(let operand, let field) = form, case .name(variable, absolute: false) = operand.form {
            fields.insert(field)
        }
        return fields
    }
}
