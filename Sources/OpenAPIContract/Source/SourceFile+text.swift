// Places inside a text that a document holds, such as an expression.

package import JSONSchema

extension SourceFile {
    /// Where in the file a place inside the text at `pointer` stands. Line and column count from 1 in the text itself, columns in
    /// Unicode scalars. Text that is written in a way that cannot be followed gives the place where it starts.
    package func position(ofLine line: Int, column: Int, inTextAt pointer: JSONPointer) -> Position {
        let start = position(of: pointer)
        guard let first = self.line(start.line).map({ Array($0.unicodeScalars) }) else { return start }
        var at = start.column - 1
        // An anchor or a tag stands before the text.
        while at < first.count, first[at] == "&" || first[at] == "!" {
            while at < first.count, first[at] != " " { at += 1 }
            while at < first.count, first[at] == " " { at += 1 }
        }
        guard at < first.count else { return start }
        switch (first[at], notation) {
        case ("|", .yaml): return position(inBlockAfter: start.line, line, column) ?? start
        case (">", .yaml): return start
        case ("\"", _): return position(inQuotes: first, from: at, on: start.line, line, column) ?? start
        case ("'", .yaml): return position(inQuotes: first, from: at, on: start.line, line, column) ?? start
        default: return position(inPlain: first, from: at, on: start.line, line, column) ?? start
        }
    }

    /// A literal block keeps its lines (YAML 1.2.2, section 8.1.2): each is moved by the indentation alone.
    private func position(inBlockAfter header: Int, _ line: Int, _ column: Int) -> Position? {
        var number = header + 1
        while let text = self.line(number) {
            let indentation = text.unicodeScalars.prefix { $0 == " " }.count
            if indentation < text.unicodeScalars.count {
                return Position(line: header + line, column: indentation + column)
            }
            number += 1
        }
        return nil
    }

    /// Quoted text on one line; an escape is several characters for one.
    private func position(
        inQuotes text: [Unicode.Scalar], from start: Int, on number: Int, _ line: Int, _ column: Int
    ) -> Position? {
        let quote = text[start]
        var at = start + 1
        for _ in 1..<max(column, 1) where line == 1 {
            guard at < text.count else { return nil }
            if quote == "\"", text[at] == "\\" {
                let length: [Unicode.Scalar: Int] = ["u": 6, "x": 4, "U": 10]
                at += at + 1 < text.count ? length[text[at + 1]] ?? 2 : 2
            } else {
                at += quote == "'" && text[at] == "'" ? 2 : 1
            }
        }
        return line == 1 && at < text.count ? Position(line: number, column: at + 1) : nil
    }

    /// Plain text, whose further lines are joined by spaces (YAML 1.2.2, section 7.3.3).
    private func position(
        inPlain first: [Unicode.Scalar], from start: Int, on number: Int, _ line: Int, _ column: Int
    ) -> Position? {
        guard line == 1 else { return nil }
        var (text, at, number, left) = (first, start, number, column - 1)
        while true {
            var end = text.count
            while end > at, text[end - 1] == " " { end -= 1 }
            if left <= end - at { return Position(line: number, column: at + left + 1) }
            left -= end - at + 1
            number += 1
            guard let next = self.line(number) else { return nil }
            text = Array(next.unicodeScalars)
            at = text.prefix { $0 == " " }.count
        }
    }
}
