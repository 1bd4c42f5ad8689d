// What is wrong with an expression: where, what was found, what was expected, and what may have been meant.

/// A fault in an expression of any of the languages here, or in its evaluation, with its place in the source.
package struct ExpressionError: Error, Hashable, Sendable {
    /// When it was noticed: while reading, while checking types, or while evaluating.
    package enum Stage: String, Hashable, Sendable {
        /// The text is not of the language.
        case syntax
        /// The text is of the language, but names or types do not fit.
        case check
        /// The expression was evaluated and had no value.
        case evaluation
        /// A bound was reached.
        case limit
    }

    /// When it was noticed.
    package var stage: Stage
    /// What is wrong, in one sentence.
    package var message: String
    /// What stands there.
    package var found: String?
    /// What would be right there.
    package var expected: String?
    /// A name or spelling that may have been meant.
    package var suggestion: String?
    /// The definition that the fault is in, where it is not in the expression itself.
    package var definition: String?
    /// Bytes of UTF-8 before the fault.
    package var offset: Int
    /// Counted from 1.
    package var line: Int
    /// Counted from 1, in Unicode scalars.
    package var column: Int

    /// A fault with its line and column in `source`, the text that was read.
    package init(_ fault: UnlocatedError, in source: String) {
        stage = fault.stage
        message = fault.message
        found = fault.found
        expected = fault.expected
        suggestion = fault.suggestion
        offset = fault.offset
        var line = 1
        var column = 1
        let before = source.utf8.prefix(max(fault.offset, 0))
        for scalar in Substring(before).unicodeScalars {
            if scalar == "\n" {
                line += 1
                column = 1
            } else {
                column += 1
            }
        }
        self.line = line
        self.column = column
    }
}

extension ExpressionError: CustomStringConvertible {
    package var description: String {
        var text = (definition.map { "'\($0)' " } ?? "") + "\(line):\(column): \(message)"
        if let found { text += "; found \(found)" }
        if let expected { text += "\(found == nil ? ";" : ",") expected \(expected)" }
        if let suggestion { text += " (did you mean \(suggestion)?)" }
        return text
    }
}

/// A fault before it is known on which line it stands. Parsers recurse with it as their error: a reference keeps their
/// frames small.
package final class UnlocatedError: Error, Sendable {
    /// When it was noticed.
    package let stage: ExpressionError.Stage
    /// Bytes of UTF-8 before it.
    package let offset: Int
    /// What is wrong, in one sentence.
    package let message: String
    /// What stands there.
    package let found: String?
    /// What would be right there.
    package let expected: String?
    /// A name or spelling that may have been meant.
    package let suggestion: String?

    /// - Parameter offset: bytes of UTF-8 before the fault.
    package init(
        stage: ExpressionError.Stage, offset: Int, message: String, found: String? = nil, expected: String? = nil,
        suggestion: String? = nil
    ) {
        self.stage = stage
        self.offset = offset
        self.message = message
        self.found = found
        self.expected = expected
        self.suggestion = suggestion
    }

    /// The text is not of the language.
    package static func syntax(
        _ message: String, at offset: Int, found: String? = nil, expected: String? = nil, suggestion: String? = nil
    ) -> UnlocatedError {
        UnlocatedError(
            stage: .syntax, offset: offset, message: message, found: found, expected: expected, suggestion: suggestion)
    }

    /// Names or types do not fit.
    package static func check(
        _ message: String, at offset: Int, found: String? = nil, expected: String? = nil, suggestion: String? = nil
    ) -> UnlocatedError {
        UnlocatedError(
            stage: .check, offset: offset, message: message, found: found, expected: expected, suggestion: suggestion)
    }

    /// A bound was reached.
    package static func limit(_ message: String, at offset: Int) -> UnlocatedError {
        UnlocatedError(stage: .limit, offset: offset, message: message)
    }

    /// The same fault at another offset, of a text that this one is a part of.
    package func moved(to offset: Int) -> UnlocatedError {
        UnlocatedError(
            stage: stage, offset: offset, message: message, found: found, expected: expected, suggestion: suggestion)
    }

    /// A failure that can be foreseen.
    package var asProblem: UnlocatedError {
        .check(message, at: offset, found: found, expected: expected, suggestion: suggestion)
    }
}
