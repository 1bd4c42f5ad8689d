// An expression as the mock file has it, before it is compiled.

import CEL
import Expressions
import JSONValues
import SourceDocuments
import OpenAPIContract

/// The text of a CEL expression and where it stands.
struct ExpressionText: Sendable {
    let source: CELSource
    let written: Located

    /// Where in the file a fault in the text is.
    func place(of error: ExpressionError) -> Place {
        let position = written.source.position(
            ofLine: error.line, column: error.column, inTextAt: written.pointer)
        return Place(source: written.source, mark: position)
    }

    /// What YAML has read as a number or a boolean is an expression too: `set: {amount: 1}`. Nil for lists and mappings.
    ///
    /// - Parameter definition: its number, from 1, where it is a definition's.
    init?(_ written: Located, definition: Int = 0) {
        let text: String
        switch written.json {
        case .string(let string): text = string
        case .bool(let value): text = String(value)
        case .null: text = "null"
        case .number(let number):
            // CEL's whole literals are of 64 bits, and unsigned where they say so.
            text = number.isInteger && number.int64 == nil && number.uint64 != nil ? number.text + "u" : number.text
        case .array, .object: return nil
        }
        source = CELSource(text, part: definition, numbers: .adapting)
        self.written = written
    }
}

/// Values as expressions, in the shape in which YAML has them: every text in it is an expression.
indirect enum Template: Sendable {
    case expression(ExpressionText)
    case list([Template], at: Place)
    case object([Member], at: Place)

    struct Member: Sendable {
        let name: String
        let value: Template
        let place: Place
    }

    init(_ written: Located) {
        if let expression = ExpressionText(written) {
            self = .expression(expression)
        } else if case .array = written.json {
            self = .list(written.elements.map { Template($0) }, at: written.place)
        } else {
            self = .object(
                written.members.map { Member(name: $0.name, value: Template($0.value), place: $0.value.place) },
                at: written.place)
        }
    }
}
