// What is wrong with a YAML text, in words with a place and a remedy.

import CYaml

extension Position {
    /// libyaml counts from 0.
    init(_ mark: yaml_mark_t) { self.init(line: Int(mark.line) + 1, column: Int(mark.column) + 1) }
}

extension YAMLEvents {
    static let unreadable = YAMLReader.Problem(
        code: .yamlSyntax, message: "not YAML: the parser cannot make it out", remedy: "Write the file anew.",
        position: .start)

    /// Why the parser stopped.
    static func problem(of parser: yaml_parser_t, in text: UnsafeBufferPointer<UInt8>) -> YAMLReader.Problem {
        let said = parser.problem.map { String(cString: $0) } ?? ""
        switch parser.error {
        case YAML_READER_ERROR:
            return YAMLReader.Problem(
                code: .notUTF8, message: "not text: \(said)",
                remedy: "Save the file as UTF-8, without control characters.",
                position: YAMLEvents.position(ofByte: Int(parser.problem_offset), in: text))
        case YAML_PARSER_ERROR where said.contains("nesting level"):
            return YAMLComposer.tooDeep(at: Position(parser.problem_mark))
        case YAML_SCANNER_ERROR, YAML_PARSER_ERROR:
            // What is never closed is to be mended where it starts, not at the end of the file.
            let isOpen = said.contains("end of stream")
            let context = parser.context.map { String(cString: $0) }
            let mark = isOpen && context != nil ? parser.context_mark : parser.problem_mark
            return YAMLReader.Problem(
                code: .yamlSyntax, message: "not YAML: \(context.map { "\($0): " } ?? "")\(said)",
                remedy: isOpen ? "Close it." : YAMLEvents.remedy(for: said, at: Position(mark), in: text),
                position: Position(mark))
        default: return YAMLEvents.unreadable
        }
    }

    private static func remedy(
        for problem: String, at position: Position, in text: UnsafeBufferPointer<UInt8>
    ) -> String {
        let line = SourceText.line(position.line, of: Array(text)) ?? ""
        if line.prefix(while: { $0 == " " || $0 == "\t" }).contains("\t") {
            return "YAML is indented with spaces: replace the tab."
        }
        if problem.contains("mapping values are not allowed") {
            return "Quote text that contains ': ', or mend the indentation."
        }
        if problem.contains("cannot start any token") {
            return "Quote text that starts with '@', '`', '%' or a tab."
        }
        return "Mend the line; the mistake may be in the one before it."
    }

    private static func position(ofByte offset: Int, in text: UnsafeBufferPointer<UInt8>) -> Position {
        let before = text.prefix(offset)
        let lines = before.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return Position(line: max(lines.count, 1), column: (lines.last?.count { $0 & 0xC0 != 0x80 } ?? 0) + 1)
    }
}
