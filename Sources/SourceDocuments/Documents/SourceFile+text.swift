// Places inside a text that a document holds, such as an expression.

package import JSONValues

extension SourceFile {
    /// Where in the file a place inside the text at `pointer` stands. Line and column count from 1 in the text itself, columns in
    /// Unicode scalars. Text that is written in a way that cannot be followed gives the place where it starts.
    package func position(ofLine line: Int, column: Int, inTextAt pointer: JSONPointer) -> Position {
        let start = position(of: pointer)
        guard let whole = self.line(start.line) else { return start }
        var text = whole.dropFirst(start.column - 1)
        var first = start.column
        // An anchor or a tag stands before the text.
        while text.first == "&" || text.first == "!" {
            let name = text.prefix { $0 != " " }
            let spaces = text[name.endIndex...].prefix { $0 == " " }
            first += name.count + spaces.count
            text = text[spaces.endIndex...]
        }
        let written = Position(line: start.line, column: first)
        let found: Position? =
            switch (text.first, notation) {
            case ("|", .yaml): position(inBlockAfter: start.line, line, column)
            case (nil, _), (">", .yaml): nil
            case ("\"", _), ("'", .yaml): position(inQuotes: text, at: written, line, column)
            default: position(inPlain: text, at: written, line, column)
            }
        return found ?? start
    }

    /// A literal block keeps its lines (YAML 1.2.2, section 8.1.2): each is moved by the indentation alone.
    private func position(inBlockAfter header: Int, _ line: Int, _ column: Int) -> Position? {
        var number = header + 1
        while let text = self.line(number)?.text.unicodeScalars {
            let indentation = text.prefix { $0 == " " }
            if indentation.endIndex < text.endIndex {
                return Position(line: header + line, column: indentation.count + column)
            }
            number += 1
        }
        return nil
    }

    /// Quoted text on one line; an escape is several characters for one.
    private func position(
        inQuotes text: Substring.UnicodeScalarView, at start: Position, _ line: Int, _ column: Int
    ) -> Position? {
        guard line == 1, let quote = text.first else { return nil }
        var rest = text.dropFirst()
        var passed = 1
        for _ in 1..<max(column, 1) {
            guard let scalar = rest.first else { return nil }
            let length =
                switch (quote, scalar) {
                case ("\"", "\\"): rest.dropFirst().first.flatMap { SourceFile.escapes[$0] } ?? 2
                case ("'", "'"): 2
                default: 1
                }
            rest = rest.dropFirst(length)
            passed += length
        }
        return rest.isEmpty ? nil : Position(line: start.line, column: start.column + passed)
    }

    /// How many characters the escapes of code points take (YAML 1.2.2, section 5.7).
    private static let escapes: [Unicode.Scalar: Int] = ["u": 6, "x": 4, "U": 10]

    /// Plain text, whose further lines are joined by spaces (YAML 1.2.2, section 7.3.3).
    private func position(
        inPlain first: Substring.UnicodeScalarView, at start: Position, _ line: Int, _ column: Int
    ) -> Position? {
        guard line == 1 else { return nil }
        var (text, at, left) = (first, start, max(column - 1, 0))
        while true {
            while text.last == " " { text.removeLast() }
            if text.index(text.startIndex, offsetBy: left, limitedBy: text.endIndex) != nil {
                return Position(line: at.line, column: at.column + left)
            }
            left -= text.count + 1
            guard let next = self.line(at.line + 1)?.text.unicodeScalars else { return nil }
            let indentation = next.prefix { $0 == " " }
            text = next[indentation.endIndex...]
            at = Position(line: at.line + 1, column: indentation.count + 1)
        }
    }
}
