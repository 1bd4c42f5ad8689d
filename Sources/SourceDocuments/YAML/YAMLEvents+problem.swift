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
                position: SourceText.position(ofByte: Int(parser.problem_offset), in: text, .yaml))
        case YAML_PARSER_ERROR where said.contains("nesting level"):
            return YAMLComposer.tooDeep(at: Position(parser.problem_mark))
        case YAML_SCANNER_ERROR, YAML_PARSER_ERROR:
            let context = parser.context.map { String(cString: $0) }
            // What is never closed is to be mended where it starts, not at the end of the file.
            let isOpen =
                said.contains("end of stream")
                || context?.contains("flow") == true
                    && Int(parser.problem_mark.index) == SourceText.scalars(in: text[...])
            // That a line is no key the parser only sees in the next one.
            let isEarlier = context != nil && (isOpen || said == "could not find expected ':'")
            let mark = isEarlier ? parser.context_mark : parser.problem_mark
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
        let line = SourceText(Array(text), .yaml).line(position.line)?.text ?? ""
        if line.prefix(while: { $0 == " " || $0 == "\t" }).contains("\t") {
            return "YAML is indented with spaces: replace the tab."
        }
        if problem == "could not find expected ':'" {
            return "Write ': ' and a value behind the key, or mend the line."
        }
        if problem.contains("mapping values are not allowed") {
            return "Quote text that contains ': ', or mend the indentation."
        }
        if problem.contains("cannot start any token") {
            return "Quote text that starts with '@', '`', '%' or a tab."
        }
        return "Mend the line; the mistake may be in the one before it."
    }
}
