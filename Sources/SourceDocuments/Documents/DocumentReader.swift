// Bytes to a document: encoding, notation, JSON or YAML.

import JSONValues

/// Reads one file's bytes, collecting what is wrong with them.
package enum DocumentReader {
    /// Nil where the bytes cannot be read at all; the diagnostics say why.
    package static func read(_ bytes: [UInt8], name: String, uri: String) -> (
        file: SourceFile?, diagnostics: [Diagnostic]
    ) {
        func failure(
            _ bytes: [UInt8], as notation: SourceFile.Notation = .yaml, _ code: DiagnosticCode, _ message: String,
            _ remedy: String?, _ position: Position
        )
            -> (SourceFile?, [Diagnostic])
        {
            let source = SourceFile(name: name, uri: uri, notation: notation, bytes: bytes, root: .null)
            return (
                nil,
                [Diagnostic(code, message, remedy: remedy, at: Place(source: source, mark: source.inside(position)))]
            )
        }
        let text: [UInt8]
        do throws(TextEncoding.Fault) {
            text = try TextEncoding.utf8(bytes)
        } catch {
            return failure(bytes, .notUTF8, "not text: \(error.message)", "Save the file as UTF-8.", error.position)
        }
        if text.first(where: { !isSpace($0) }) == UInt8(ascii: "<") {
            return failure(
                text, .notOpenAPI, "this is HTML or XML, not an OpenAPI document",
                "Fetch the document itself, not a page about it.", Position(line: 1, column: 1))
        }
        if isJSON(text, name: name) {
            do {
                let root = try JSON(parsing: text, limits: JSONLimits(depth: 900))
                return (SourceFile(name: name, uri: uri, notation: .json, bytes: text, root: root), [])
            } catch {
                // A flow mapping of YAML may look like JSON, and so does JSON with a comma too many.
                if let yaml = try? YAMLReader.read(text) {
                    let (source, diagnostics) = file(yaml, text: text, name: name, uri: uri)
                    guard name.hasSuffix(".json"), let source else { return (source, diagnostics) }
                    let mark = Place(source: source, mark: Position(line: error.line, column: error.column))
                    let odd = Diagnostic(
                        .jsonSyntax, "not JSON, but read as YAML: \(error.message)",
                        remedy: "Mend it, or call the file .yaml.",
                        severity: .warning, at: mark)
                    return (source, diagnostics + [odd])
                }
                let (code, prefix): (DiagnosticCode, String) =
                    switch error.kind {
                    case .duplicateKey: (.duplicateKey, "")
                    case .depth: (.tooDeep, "")
                    case .syntax, .endOfInput, .controlCharacter, .escape, .loneSurrogate, .utf8, .size, .numberLength:
                        (.jsonSyntax, "not JSON: ")
                    }
                return failure(
                    text, as: .json, code, prefix + error.message, remedy(for: error),
                    Position(line: error.line, column: error.column))
            }
        }
        do {
            return file(try YAMLReader.read(text), text: text, name: name, uri: uri)
        } catch {
            return failure(text, error.code, error.message, error.remedy, error.position)
        }
    }

    private static func file(_ yaml: YAMLReader.Result, text: [UInt8], name: String, uri: String) -> (
        SourceFile?, [Diagnostic]
    ) {
        let source = SourceFile(name: name, uri: uri, notation: .yaml, bytes: text, root: yaml.root, map: yaml.map)
        let diagnostics = yaml.problems.map {
            Diagnostic(
                $0.code, $0.message, remedy: $0.remedy, at: Place(source: source, mark: source.inside($0.position)))
        }
        return (source, diagnostics)
    }

    /// By what it starts with; the name alone says little.
    private static func isJSON(_ text: [UInt8], name: String) -> Bool {
        let first = text.first { !isSpace($0) }
        return first == UInt8(ascii: "{") || (name.hasSuffix(".json") && first != nil)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    private static func remedy(for error: JSONError) -> String {
        switch error.kind {
        case .endOfInput: "The file is cut short: fetch it again, or close what is open."
        case .duplicateKey: "Keep one of the members, or rename the other."
        case .depth: "Move deeply nested parts to components and refer to them."
        case .syntax where error.found == "'/'" || error.found == "'#'":
            "JSON has no comments: take them out, or write YAML."
        case .syntax where error.found == "'''": "Write double quotes."
        case .syntax where error.found == "'{'" && error.offset == 1: "Fill in the template first."
        case .syntax: "Mend it, or the comma, quote or bracket before it."
        case .controlCharacter: "Write it as an escape, such as \\n or \\u0009."
        case .escape: "Write '\\\\' where a backslash is meant."
        case .loneSurrogate: "Write both halves of the pair, or the character itself."
        case .utf8: "Save the file as UTF-8."
        case .size: "Split it into several files."
        case .numberLength: "Write a shorter number."
        }
    }
}
