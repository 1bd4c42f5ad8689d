// Checks whether a text can be the name of a variable.

import Expressions

extension CELExpression {
    /// Whether an expression can name something so: an identifier that is no reserved word.
    package static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, isNameStart(first) else { return false }
        return text.utf8.allSatisfy { isNameStart($0) || isDigit($0) } && !CELParser.reserved.contains(text)
            && !["in", "true", "false", "null"].contains(text)
    }
}
